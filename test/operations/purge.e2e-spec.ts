import { ExpiredRowsRepository } from '../../src/database/purge/expired-rows.repository.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { newPerson } from '../support/clients/person.js';
import { startService, type TestService } from '../support/hosts/service.js';

const tables = [
  'access_tokens',
  'audit_events',
  'audit_sources',
  'authorizations',
  'deletions',
  'email_code_attempts',
  'email_tokens',
  'event_queues',
  'event_subscriptions',
  'idempotency_keys',
  'parked_events',
  'principal_changes',
  'sent_forms',
  'sessions',
  'verified_emails',
];

describe('The purge', () => {
  let service: TestService;
  let accountId: string;
  beforeAll(async () => {
    service = await startService();
    ({ id: accountId } = (await newPerson(service)).account);
  });
  afterAll(() => service.close());

  const execute = (sql: string) => service.prisma.pool!.query(sql);
  const purge = () => service.app.get(PurgeService, { strict: false }).purge();
  const remaining = async (table: string) => {
    const sql = `SELECT count(*)::int FROM ${table} WHERE expires_at < now() - INTERVAL '10 days'`;
    return (await execute(sql)).rows[0].count as number;
  };

  const expire = (rows: number) =>
    Promise.all([
      execute(`INSERT INTO sessions
      (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
      SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '${accountId}', '', '', now(), now(),
        now() - INTERVAL '100 days' FROM generate_series(1, ${rows})`),
      execute(`INSERT INTO idempotency_keys (owner_id, key, claim, fingerprint, expires_at)
      SELECT '${accountId}', gen_random_uuid(), '', '', now() - INTERVAL '100 days'
      FROM generate_series(1, ${rows})`),
      execute(`INSERT INTO email_tokens (hash, purpose, account_id, email_digest, created_at, expires_at)
      SELECT sha256(gen_random_uuid()::text::bytea), 'password-reset', '${accountId}', '', now(),
        now() - INTERVAL '100 days' FROM generate_series(1, ${rows})`),
    ]);

  /** The time of the last successful purge by table. */
  const successes = async () =>
    new Map(await service.app.get(ExpiredRowsRepository, { strict: false }).lastSuccesses());

  const failWith = (table: string, body: string) =>
    execute(`CREATE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
      CREATE TRIGGER fail BEFORE DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fail_${table}()`);
  const recover = (table: string) => execute(`DROP FUNCTION fail_${table} CASCADE`);

  it('reports every table from the start', async () => {
    expect([...(await successes()).keys()].sort()).toEqual(tables);
  });

  it.each([
    ['refuses deletions', 'sessions', `RAISE EXCEPTION 'a damaged index';`],
    ['does not finish', 'email_tokens', `PERFORM pg_sleep(9); RETURN NULL;`],
  ])('deletes expired rows of the other tables while one table %s', async (_, failing, body) => {
    await expire(1_100);
    await purge();
    await expire(1_100);
    const before = await successes();
    await failWith(failing, body);
    await expect(purge()).rejects.toThrow(`expired rows of ${failing} were not deleted`);
    for (const table of ['sessions', 'idempotency_keys', 'email_tokens']) {
      expect([table, await remaining(table)]).toEqual([table, table === failing ? 1_100 : 0]);
    }
    const after = await successes();
    for (const table of tables) {
      expect([table, after.get(table)! > before.get(table)!]).toEqual([table, table !== failing]);
    }

    await recover(failing);
    await purge();
    expect(await remaining(failing)).toBe(0);
    expect((await successes()).get(failing)).toBeGreaterThan(before.get(failing)!);
  });
});
