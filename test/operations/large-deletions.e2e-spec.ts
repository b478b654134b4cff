import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { AccountCredentialsService } from '../../src/accounts/sign-in/account-credentials.service.js';
import { links } from '../../src/accounts/sign-in/owner-proofs.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { DeletionsRepository } from '../../src/database/purge/deletions.repository.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import {
  newClient,
  post,
  refresh,
  getStatus,
  tokensFor,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { password, startService, type TestService } from '../support/hosts/service.js';
import { until } from '../support/until.js';

const users = 10_000;
const types = ['account.deleted', 'application.deleted', 'grant.revoked', 'password.changed'];

describe('With ten thousand users of an application,', () => {
  let service: TestService;
  /** A connection without a statement timeout, whose inserts check references by index before autovacuum runs. */
  let database: Client;
  beforeAll(async () => {
    service = await startService();
    database = new Client({
      connectionString: service.databaseUrl,
      options: '-c enable_seqscan=off',
    });
    await database.connect();
    await service.app
      .get(EventSubscriptionsRepository, { strict: false })
      .subscribe('billing', types);
    await execute(`INSERT INTO accounts
      (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
      SELECT 'user' || i, 'User', 'u' || i || '@example.com', 'u' || i || '@example.com', 'en', now(), now(), ''
      FROM generate_series(1, ${users}) AS i`);
  });
  afterAll(async () => {
    await database.end();
    await service.close();
  });
  beforeEach(() => execute('DELETE FROM event_deliveries'));

  const execute = (sql: string) => database.query(sql);
  const get = <T>(type: new (...args: any[]) => T) => service.app.get(type, { strict: false });
  const getNumber = async (rows: string) =>
    (await execute(`SELECT count(*)::int FROM ${rows}`)).rows[0].count as number;

  /** Inserts a grant with a code and a token for each pair of an account and an application. */
  async function grant(pairs: string): Promise<void> {
    await execute(`WITH pair AS (${pairs}), granted AS (
        INSERT INTO grants (id, account_id, application_id, scope, created_at)
        SELECT gen_random_uuid(), account_id, application_id, '{account:read}', now() FROM pair
        RETURNING *
      ), authorized AS (
        INSERT INTO authorizations (id, grant_id, scope, code_hash, created_at, expires_at)
        SELECT gen_random_uuid(), id, scope, sha256(id::bytea), now(), now() + INTERVAL '30 days' FROM granted
        RETURNING *
      )
      INSERT INTO access_tokens
        (hash, kind, application_id, account_id, authorization_id, scope, created_at, expires_at)
      SELECT sha256(authorized.id::bytea), 'oauth', application_id, account_id, authorized.id, authorized.scope, now(),
        now() + INTERVAL '1 hour'
      FROM authorized JOIN granted ON granted.id = grant_id`);
    // As autovacuum does after such growth. It may have analyzed the tables while they were empty.
    await execute('ANALYZE');
  }

  /** Creates a developer whose application every user has authorized, and one user with real tokens. */
  async function popular() {
    const [developer, user] = [await newPerson(service), await newPerson(service)];
    const client = await newClient(service, developer);
    const tokens = await tokensFor(service, user, client);
    await grant(`SELECT 'user' || i AS account_id, '${client.id}' AS application_id
      FROM generate_series(1, ${users}) AS i`);
    return { developer, user, client, tokens };
  }

  async function expectRevoked(user: Person, client: TestClient, tokens: Tokens): Promise<void> {
    const caller = { ...user, token: tokens.access_token };
    expect((await service.as(caller, 'get', '/accounts/me')).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(401);
    const introspected = await post(service, 'introspect', client, { token: tokens.access_token });
    expect(introspected.status).toBe(401);
    const { html } = await user.browser.open('/console/grants');
    expect(html).not.toContain(client.id);
    const found = await get(OperatorService).applications();
    expect(found.applications.map(({ id }) => id)).not.toContain(client.id);
  }

  async function expectNothingLeft(client: TestClient): Promise<void> {
    await until(async () => (await getNumber('deletions')) === 0);
    for (const table of ['grants', 'access_tokens']) {
      expect(await getNumber(`${table} WHERE application_id = '${client.id}'`)).toBe(0);
    }
    expect(await getNumber('authorizations WHERE grant_id NOT IN (SELECT id FROM grants)')).toBe(0);
    const revoked = await execute(`SELECT count(*)::int, count(DISTINCT account_id)::int AS accounts
      FROM event_deliveries WHERE type = 'grant.revoked'
      AND data->>'application_id' = '${client.id}'`);
    expect(revoked.rows).toEqual([{ count: users + 1, accounts: users + 1 }]);
  }

  type Deleted = Awaited<ReturnType<typeof popular>>;

  it.each<[string, (deleted: Deleted) => Promise<unknown>]>([
    [
      'its owner',
      async ({ developer, client }) => {
        const path = `/applications/${client.id}`;
        expect((await service.as(developer, 'delete', path)).status).toBe(204);
      },
    ],
    [
      'an operator',
      ({ client }) =>
        get(OperatorService).deleteApplication(client.id, { ...byHost, operator: 'grace' }),
    ],
    [
      'the deletion of its owner',
      async ({ developer }) => {
        expect((await service.as(developer, 'delete', '/accounts/me')).status).toBe(204);
        const again = await service.create(await service.newCaller(), {
          email: developer.account.email,
        });
        expect(again.status).toBe(200);
        const id = developer.account.id;
        expect(await getNumber(`event_deliveries WHERE account_id = '${id}'`)).toBe(1);
      },
    ],
  ])('the application can be deleted by %s', async (_, remove) => {
    const deleted = await popular();
    await remove(deleted);
    await expectRevoked(deleted.user, deleted.client, deleted.tokens);
    await expectNothingLeft(deleted.client);
  });

  it('the purge finishes a deletion that a crash has interrupted', async () => {
    const { developer, user, client, tokens } = await popular();
    const finish = jest.spyOn(get(DeletionsRepository), 'finish').mockReturnValue();
    expect((await service.as(developer, 'delete', `/applications/${client.id}`)).status).toBe(204);
    finish.mockRestore();
    await expectRevoked(user, client, tokens);
    expect(await getNumber('deletions')).toBe(1);
    expect(await getNumber(`grants WHERE application_id = '${client.id}'`)).toBeGreaterThan(0);
    await get(PurgeService).purge();
    await expectNothingLeft(client);
  });

  it('a deletion continues after a batch that failed', async () => {
    const { developer, client } = await popular();
    const deletions = get(DeletionsRepository);
    const finish = jest.spyOn(deletions, 'finish').mockReturnValue();
    expect((await service.as(developer, 'delete', `/applications/${client.id}`)).status).toBe(204);
    finish.mockRestore();
    await execute('BEGIN');
    await execute('LOCK TABLE authorizations IN SHARE MODE');
    deletions.finish();
    // The first batch waits for the lock until its statement timeout of 1.5 seconds.
    await delay(2_500);
    await execute('ROLLBACK');
    await expectNothingLeft(client);
  });

  it('an account with ten thousand grants, sessions, tokens and keys can be deleted', async () => {
    const person = await newPerson(service);
    const { id, email } = person.account;
    await own(id);
    expect((await service.as(person, 'delete', '/accounts/me')).status).toBe(204);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect((await service.as(person, 'get', '/accounts/me')).status).toBe(401);
    expect((await service.create(await service.newCaller(), { email })).status).toBe(200);
    await until(async () => (await getNumber('deletions')) === 0);
    for (const table of ['grants', 'access_tokens', 'sessions', 'email_tokens']) {
      expect([table, await getNumber(`${table} WHERE account_id = '${id}'`)]).toEqual([table, 0]);
    }
    expect(await getNumber(`idempotency_keys WHERE owner_id = '${id}'`)).toBe(0);
    expect(await getNumber(`event_deliveries WHERE account_id = '${id}'`)).toBe(1);
  });

  it('a new password ends ten thousand grants and sessions of an account', async () => {
    const person = await newPerson(service);
    const { id } = person.account;
    await own(id);
    const client = await newClient(service, person);
    const tokens = await tokensFor(service, person, client);
    const changed = await service.as(person, 'put', '/accounts/me').send({
      old_password: password,
      new_password: 'another horse 8',
    });
    expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    expect(await getNumber(`access_tokens WHERE account_id = '${id}' AND kind = 'oauth'`)).toBe(0);
    expect(await getNumber(`sessions WHERE account_id = '${id}'`)).toBe(0);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(400);
    await until(async () => (await getNumber('deletions')) === 0);
    expect(await getNumber(`grants WHERE account_id = '${id}'`)).toBe(0);
    const events = await execute(`SELECT type, count(*)::int FROM event_deliveries
      WHERE account_id = '${id}' GROUP BY type ORDER BY min(sequence)`);
    expect(events.rows).toEqual([
      { type: 'password.changed', count: 1 },
      { type: 'grant.revoked', count: users + 1 },
    ]);
  });

  it('a grant awaiting deletion passes no scope to a new consent, and its deletion keeps that consent', async () => {
    const person = await newPerson(service);
    const { id, email } = person.account;
    await own(id);
    const client = await newClient(service, person);
    const finish = jest.spyOn(get(DeletionsRepository), 'finish').mockReturnValue();
    const body = { old_password: password, new_password: 'another horse 8' };
    expect((await service.as(person, 'put', '/accounts/me').send(body)).status).toBe(200);
    finish.mockRestore();
    const grants = `grants WHERE account_id = '${id}'`;
    await execute(`UPDATE grants SET application_id = '${client.id}', scope = '{account:read,account:write}'
      WHERE id = (SELECT min(id) FROM ${grants})`);
    await person.browser.signIn(email, 'another horse 8');
    const tokens = await tokensFor(service, person, client, { scope: 'account:read' });
    const granted = await execute(
      `SELECT scope FROM ${grants} AND application_id = '${client.id}'`,
    );
    expect(granted.rows).toEqual([{ scope: ['account:read'] }]);
    await get(PurgeService).purge();
    expect(await getNumber('deletions')).toBe(0);
    expect(await getStatus(service, tokens.access_token)).toBe(200);
    expect(await getNumber(grants)).toBe(1);
  });

  it('the developer’s first proof ends ten thousand grants, but no token created afterwards', async () => {
    const { developer, user, client, tokens } = await popular();
    const { id } = developer.account;
    const finish = jest.spyOn(get(DeletionsRepository), 'finish').mockReturnValue();
    const record = { accountId: id, event: 'password.reset', proof: byHost } as const;
    await get(ChangesService).run(record, async (change) => {
      await get(AccountCredentialsService).end(change, id, links['first-proof'].ends);
      return true;
    });
    expect(await getStatus(service, client.ownToken)).toBe(401);
    const { accessToken } = await get(ApplicationsService).regenerateToken(id, client.id, byHost);
    expect(await getNumber(`grants WHERE application_id = '${client.id}'`)).toBeGreaterThan(0);
    finish.mockRestore();
    await get(PurgeService).purge();
    expect(await getNumber('deletions')).toBe(0);
    expect(await getNumber(`grants WHERE application_id = '${client.id}'`)).toBe(0);
    expect(await getNumber(`access_tokens WHERE application_id = '${client.id}'`)).toBe(1);
    expect(await getStatus(service, accessToken)).toBe(200);
    expect(await getStatus(service, tokens.access_token)).toBe(401);
    expect(await isSignedIn(user.browser)).toBe(true);
  });

  /** Inserts ten thousand rows of each kind for an account. */
  async function own(id: string): Promise<void> {
    await execute(`INSERT INTO applications
      (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
      SELECT '${id}' || i, 'user1', 'A', '{}', '1.21', now(), now() FROM generate_series(1, ${users}) AS i`);
    await grant(`SELECT '${id}' AS account_id, '${id}' || i AS application_id
      FROM generate_series(1, ${users}) AS i`);
    await execute(`INSERT INTO sessions
      (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
      SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '${id}', '', '', now(), now(),
        now() + INTERVAL '1 day' FROM generate_series(1, ${users})`);
    await execute(`INSERT INTO idempotency_keys (owner_id, key, claim, fingerprint, expires_at)
      SELECT '${id}', gen_random_uuid(), '', '', now() + INTERVAL '1 day' FROM generate_series(1, ${users})`);
    await execute(`INSERT INTO email_tokens (hash, purpose, account_id, email_digest, created_at, expires_at)
      SELECT sha256(gen_random_uuid()::text::bytea), 'password-reset', '${id}', '', now(),
        now() + INTERVAL '1 day' FROM generate_series(1, ${users})`);
    await execute(`INSERT INTO audit_events (id, at, event, result, account_id, channel, members)
      SELECT gen_random_uuid(), now(), 'account.update', 'succeeded', '${id}', 'http', '{}'
      FROM generate_series(1, ${users})`);
  }
});
