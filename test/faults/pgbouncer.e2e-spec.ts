import { PrincipalsService } from '../../src/principals/principals.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { migrate } from '../../src/database/migrations.js';
import { openDatabase } from '../../src/service/start/database.js';
import { readSettings } from '../../src/service/settings/settings.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Lookups, timeUntilSeen, untilCurrent } from '../support/clients/lookups.js';
import { newClient, post, getStatus, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { Pgbouncer, pgbouncerAvailable } from '../support/servers/pgbouncer.js';
import { createTestDatabase, hostPool, type TestDatabase } from '../support/servers/postgres.js';
import { startService, type TestService } from '../support/hosts/service.js';

(pgbouncerAvailable() ? describe : describe.skip)('Through pgbouncer in transaction mode', () => {
  let database: TestDatabase;
  let pgbouncer: Pgbouncer;
  let nodes: TestService[];
  let elsewhere: Lookups;
  beforeAll(async () => {
    database = await createTestDatabase();
    pgbouncer = await Pgbouncer.before(database.url);
    const settings = { databaseDirectUrl: database.url };
    nodes = [
      await startService(settings, pgbouncer.url),
      await startService(settings, pgbouncer.url),
    ];
    elsewhere = new Lookups(nodes[1]!);
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await pgbouncer.stop();
    await database.drop();
  });

  it('the direct URL migrates the schema that the pooled URL names', async () => {
    const pooled = new URL(pgbouncer.url);
    pooled.searchParams.set('schema', 'pooled');
    const secret = 'a secret of thirty-two characters or more';
    const settings = readSettings({
      DATABASE_URL: pooled.href,
      DATABASE_DIRECT_URL: database.url,
      SECRET_KEY: secret,
      LOG_LEVEL: 'silent',
    });
    const opened = await openDatabase(settings);
    expect(opened.applied.length).toBeGreaterThan(0);
    const service = await startService(settings, opened.url);
    const lookups = new Lookups(service);
    await lookups.warm((await service.newCaller()).token);
    await service.close();
    await opened.close();
  });

  it('concurrent requests and transactions succeed', async () => {
    const [service] = nodes as [TestService];
    const person = await newPerson(service);
    const client = await newClient(service, person);
    const tokens = await tokensFor(service, person, client);
    const names = Array.from({ length: 40 }, (_, i) => `Name ${i}`);
    const answers = await Promise.all(names.map((name) => service.update(person, { name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    await post(service, 'revoke', client, { token: tokens.refresh_token });
    expect(await getStatus(service, tokens.access_token)).toBe(401);
    expect((await service.as(person, 'delete', '/accounts/me')).status).toBe(204);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('another node sees changes within the promised time', async () => {
    const [service, other] = nodes as [TestService, TestService];
    const caller = await service.newCaller();
    await elsewhere.warm(caller.token);
    await service.update(caller, { name: 'Renamed' });
    await timeUntilSeen(other, caller.token, ({ body }) => body.account.name === 'Renamed');
    await elsewhere.warm(caller.token);
    await service.as(caller, 'delete', '/accounts/me');
    await timeUntilSeen(other, caller.token, ({ status }) => status === 401);
  });

  it('a host’s pool follows changes and authenticates a token', async () => {
    const pool = hostPool({ connectionString: pgbouncer.url });
    await migrate({ url: database.url, schema: 'hosted' });
    const app = await startHost([AccountsModule.forRoot(leastOptions({ pool, schema: 'hosted' }))]);
    const { token } = await newGuest(app);
    const principals = app.get(PrincipalsService, { strict: false });
    await untilCurrent(app);
    expect((await principals.authenticate(token)).kind).toBe('application');
    await app.close();
    await pool.end();
  });
});
