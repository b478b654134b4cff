import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { startService, type Caller, type TestService } from '../support/service.js';

describe('without its database', () => {
  let folder: string;
  let service: TestService;
  let caller: Caller;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-outage-'));
    const postgres = await EmbeddedPostgres.start(folder, { settings: { fsync: 'off' } });
    await migrate({ url: postgres.url, schema: 'public' });
    service = await startService({}, postgres.url);
    caller = await service.newCaller();
    await postgres.stop();
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers 503 with Retry-After, and says nothing of the inside', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await service.as(caller, 'get', '/accounts/me');
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(body).toEqual({
        error: 'unavailable',
        error_description: 'The service is not available at the moment. Please try again shortly.',
      });
    }
  });

  it('lives, but is not ready', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${service.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ error: 'unavailable' });
  });
});

describe('a database that is not migrated', () => {
  it('makes the service not ready', async () => {
    const service = await startService();
    await service.prisma.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
    await service.close();
  });
});
