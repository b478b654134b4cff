import { setTimeout as delay } from 'node:timers/promises';
import { byHost } from '../../src/request/requester.js';
import { ApplicationLastUse } from '../../src/principals/application-last-use.js';
import { PrincipalsService } from '../../src/principals/principals.service.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import { newClient, getStatus, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

const today = () => new Date().toISOString().slice(0, 10);

const getUses = (node: TestService) => node.app.get(ApplicationLastUse, { strict: false });

describe('The last use of an application', () => {
  let service: TestService;
  let other: TestService;
  let proxy: TcpProxy;
  beforeAll(async () => {
    service = await startService();
    proxy = await TcpProxy.before(service.databaseUrl);
    other = await startService({}, proxy.url(service.databaseUrl));
  });
  afterAll(async () => {
    await other.close();
    await service.close();
    await proxy.close();
  });

  /** The row and the id of the transaction that wrote it. */
  async function getRow(applicationId: string): Promise<object | undefined> {
    const { rows } = await service.prisma.pool!.query(
      'SELECT used_on::text, xmin::text FROM application_uses WHERE application_id = $1',
      [applicationId],
    );
    return rows[0];
  }

  it('is stored as a date and written only once a day, even by two nodes', async () => {
    const { applicationId, token } = await service.newCaller();
    const changes = 'SELECT count(*) FROM principal_changes';
    expect(await getStatus(service, token)).toBe(200);
    const before = await service.prisma.pool!.query(changes);
    await getUses(service).write();
    const row = await getRow(applicationId);
    expect(row).toMatchObject({ used_on: today() });
    for (const node of [service, other]) {
      expect(await getStatus(node, token)).toBe(200);
      await getUses(node).write();
    }
    expect(await getRow(applicationId)).toEqual(row);
    expect((await service.prisma.pool!.query(changes)).rows).toEqual(before.rows);
  });

  it('keeps the latest date, regardless of the order of writes', async () => {
    const { applicationId, token } = await service.newCaller();
    const write = (day: string) =>
      service.prisma.pool!.query(
        `INSERT INTO application_uses VALUES ($1, $2)
         ON CONFLICT (application_id) DO UPDATE SET used_on = excluded.used_on`,
        [applicationId, day],
      );
    await write('2999-01-01');
    expect(await getStatus(service, token)).toBe(200);
    await getUses(service).write();
    expect(await getRow(applicationId)).toMatchObject({ used_on: '2999-01-01' });
    await write('2026-01-19');
    expect(await getStatus(other, token)).toBe(200);
    await getUses(other).write();
    expect(await getRow(applicationId)).toMatchObject({ used_on: today() });
  });

  it('includes OAuth tokens authenticated by a direct service call', async () => {
    const client = await newClient(service, await newPerson(service));
    const { access_token } = await tokensFor(service, await newPerson(service), client);
    await service.app.get(PrincipalsService, { strict: false }).authenticate(access_token);
    await getUses(service).write();
    expect(await getRow(client.id)).toMatchObject({ used_on: today() });
  });

  it('does not include requests with a refused token', async () => {
    const suspended = await service.newCaller();
    const suspensions = service.app.get(SuspensionsService, { strict: false });
    await suspensions.suspend(suspended.account.id, 'unpaid', { ...byHost, operator: 'Ada' });
    const revoked = await service.newCaller();
    await service.prisma.accessToken.deleteMany({
      where: { applicationId: revoked.applicationId },
    });
    for (const [{ applicationId, token }, status] of [
      [suspended, 403],
      [revoked, 401],
    ] as const) {
      expect(await getStatus(service, token)).toBe(status);
      await getUses(service).write();
      expect(await getRow(applicationId)).toBeUndefined();
    }
  });

  it('is written when a node shuts down', async () => {
    const { applicationId, token } = await service.newCaller();
    const node = await startService({}, service.databaseUrl);
    expect(await getStatus(node, token)).toBe(200);
    await node.close();
    expect(await getRow(applicationId)).toMatchObject({ used_on: today() });
  });

  it('is not written for deleted applications, and does not wait for a pending deletion', async () => {
    const [gone, going, staying] = [
      await service.newCaller(),
      await service.newCaller(),
      await service.newCaller(),
    ];
    for (const { token } of [gone, going, staying]) {
      expect(await getStatus(service, token)).toBe(200);
    }
    const remove = 'DELETE FROM applications WHERE id = $1';
    await service.prisma.pool!.query(remove, [gone.applicationId]);
    const client = await service.prisma.pool!.connect();
    try {
      await client.query('BEGIN');
      await client.query(remove, [going.applicationId]);
      await getUses(service).write();
      expect(await getRow(staying.applicationId)).toMatchObject({ used_on: today() });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await getRow(going.applicationId)).toBeUndefined();
    await service.prisma.pool!.query(remove, [staying.applicationId]);
    expect(await getRow(staying.applicationId)).toBeUndefined();
  });

  it('is written later if PostgreSQL does not respond', async () => {
    const { applicationId, token } = await service.newCaller();
    expect(await getStatus(other, token)).toBe(200);
    proxy.silence('');
    const writing = getUses(other).write();
    const first = await Promise.race([
      writing.then(() => 'written'),
      delay(50).then(() => 'waiting'),
    ]);
    expect(first).toBe('waiting');
    await expect(writing).resolves.toBeUndefined();
    expect(await getRow(applicationId)).toBeUndefined();
    proxy.resume();
    for (let i = 0; i < 20 && !(await getRow(applicationId)); i++) await getUses(other).write();
    expect(await getRow(applicationId)).toMatchObject({ used_on: today() });
  });

  it('is shown to the owner in the console, but not to users who authorized the application', async () => {
    const developer = await newPerson(service);
    const person = await newPerson(service);
    const client = await newClient(service, developer);
    const { access_token } = await tokensFor(service, person, client);
    const toText = ({ html }: { html: string }) => html.replaceAll(/<[^>]+>/g, ' ');
    const pages = async () => [
      toText(await developer.browser.open('/console/applications')),
      toText(await developer.browser.open(`/console/applications/${client.id}`)),
    ];
    for (const text of await pages()) expect(text).toContain('Never used');
    expect(await getStatus(service, access_token)).toBe(200);
    for (const text of await pages()) expect(text).toMatch(/Last used\s*today/);
    await getUses(service).write();
    for (const text of await pages()) expect(text).toMatch(/Last used\s*today/);
    await service.prisma.pool!.query(
      `UPDATE application_uses SET used_on = '2026-01-19' WHERE application_id = $1`,
      [client.id],
    );
    for (const text of await pages()) expect(text).toMatch(/Last used\s*January 19, 2026/);
    expect(toText(await person.browser.open('/console/grants'))).not.toMatch(/used/);
  });
});
