import type { PoolClient } from 'pg';
import { newPerson } from '../support/clients/person.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';

const poolSize = 2;

describe('A service with two connections', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ databasePoolSize: poolSize });
  });
  afterAll(() => service.close());

  const getReadiness = async () => (await fetch(`${service.url}/health/ready`)).status;

  it('completes concurrent changes of every kind, and opens no more', async () => {
    const people = [];
    for (let i = 0; i < 10; i++) people.push(await newPerson(service));
    const all = await Promise.all(
      people.flatMap((person) => {
        const { applicationId } = person;
        const email = newEmail();
        return [
          service.create(person, { email: newEmail() }),
          service.update(person, { name: 'Ada', email }),
          service.update(person, { password: 'another horse 8', current_password: password }),
          service.as(person, 'post', '/applications').send({ name: 'Engine' }),
          service
            .as(person, 'post', `/applications/${applicationId}/tokens`)
            .send({ name: 'Report', scope: 'account:read', expires_in_days: 90 }),
          service.as(person, 'get', '/accounts/me/export'),
        ];
      }),
    );
    const failed = all.filter(({ status }) => status >= 500);
    expect(failed.map(({ status, body }) => [status, body])).toEqual([]);
    const { rows } = await service.prisma.pool!.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'nest-accounts'`,
    );
    expect(rows).toEqual([{ open: poolSize }]);
    expect(service.prisma.ownPool!.totalCount).toBe(poolSize);
  });

  it('is not ready while all of them are in use, and is again afterwards', async () => {
    const held: PoolClient[] = [];
    for (let i = 0; i < poolSize; i++) held.push(await service.prisma.pool!.connect());
    const [ready, live] = await Promise.all([getReadiness(), fetch(`${service.url}/health/live`)]);
    for (const client of held) client.release();
    expect([ready, live.status]).toEqual([503, 200]);
    expect(await getReadiness()).toBe(200);
  });
});
