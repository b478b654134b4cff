import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { byHost } from '../../src/request/requester.js';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { PrincipalsService } from '../../src/principals/principals.service.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { AuthorizationsRepository } from '../../src/access/credentials/authorizations.repository.js';
import { SignOutsService } from '../../src/operator/sign-outs.service.js';
import { Lookups, promiseMs, timeUntilSeen, untilCurrent } from '../support/clients/lookups.js';
import {
  codeFor,
  newClient,
  post,
  refresh,
  getStatus,
  tokensFor,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { runCli } from '../support/processes/command-line.js';
import { password, startService, type Caller, type TestService } from '../support/hosts/service.js';

const newPassword = 'another horse 8';
const secret = 'a secret of thirty-two characters or more';

interface Answer {
  status: number;
  body: any;
  headers: Record<string, string>;
}

/** A user, and another user’s application that they authorized. */
interface Scene {
  readonly person: Person;
  readonly developer: Person;
  readonly client: TestClient;
  readonly tokens: Tokens;
  /** A named token of the user’s own application. */
  readonly named: { readonly id: string; readonly token: string };
  /** A token for the client credentials of the application. */
  readonly ofClient: string;
}

interface Change {
  readonly name: string;
  /** The token that is affected. */
  token(scene: Scene): string;
  readonly isNew: (answer: Answer) => boolean;
  make(service: TestService, scene: Scene): Promise<unknown>;
}

const own = ({ person }: Scene) => person.token;
const granted = ({ tokens }: Scene) => tokens.access_token;
const isEnded = ({ status }: Answer) => status === 401;

/** All changes that affect or end the principal of a token. */
const changes: Change[] = [
  {
    name: 'another preference',
    token: granted,
    isNew: ({ body }) => body.account.grouped_email_notification,
    make: (service, { person }) =>
      service.update(person, { grouped_email_notification: true }, '/accounts/me/preferences'),
  },
  {
    name: 'another permission',
    token: granted,
    isNew: ({ body }) => !body.account.permissions.create_alert,
    make: (service, { person: { account } }) =>
      service.app
        .get(AccountsService, { strict: false })
        .setPermissions(account.id, { create_alert: false }, byHost),
  },
  {
    name: 'another name',
    token: granted,
    isNew: ({ body }) => body.account.name === 'Renamed',
    make: (service, { person }) => service.update(person, { name: 'Renamed' }),
  },
  {
    name: 'another API version of the application',
    token: own,
    isNew: ({ headers }) => headers['content-version'] === '1.9',
    make: (service, { person }) =>
      service
        .as(person, 'put', `/applications/${person.applicationId}`)
        .send({ api_version: '1.9' }),
  },
  {
    name: 'its replacement by another token',
    token: own,
    isNew: isEnded,
    make: (service, { person }) =>
      service.as(person, 'post', `/applications/${person.applicationId}/token`),
  },
  {
    name: 'its revocation',
    token: own,
    isNew: isEnded,
    make: (service, { person }) =>
      service.as(person, 'delete', `/applications/${person.applicationId}/token`),
  },
  {
    name: 'the revocation of a named token',
    token: ({ named }) => named.token,
    isNew: isEnded,
    make: (service, { person, named }) =>
      service.as(person, 'delete', `/applications/${person.applicationId}/tokens/${named.id}`),
  },
  {
    name: 'its revocation in the console',
    token: own,
    isNew: isEnded,
    async make(_, { person }) {
      const page = `/console/applications/${person.applicationId}`;
      await person.browser.open(`${page}/token/revoke`);
      const { status } = await person.browser.submit(`${page}/token/revoke`);
      expect(status).toBe(303);
    },
  },
  {
    name: 'its revocation by an administrator',
    token: granted,
    isNew: isEnded,
    make: (service, { tokens }) =>
      service.app
        .get(ApplicationsService, { strict: false })
        .revokeAnyToken(tokens.access_token, byHost),
  },
  {
    name: 'the end of client credentials',
    token: ({ ofClient }) => ofClient,
    isNew: isEnded,
    make: (service, { developer, client }) =>
      service
        .as(developer, 'put', `/applications/${client.id}`)
        .send({ client_credentials: false }),
  },
  {
    name: 'a new password, for a token of client credentials',
    token: ({ ofClient }) => ofClient,
    isNew: isEnded,
    make: (service, { developer }) =>
      service.update(developer, { old_password: password, new_password: newPassword }),
  },
  {
    name: 'the deletion of its application',
    token: granted,
    isNew: isEnded,
    make: (service, { developer, client }) =>
      service.as(developer, 'delete', `/applications/${client.id}`),
  },
  {
    name: 'the deletion of its account',
    token: own,
    isNew: isEnded,
    make: (service, { person }) => service.as(person, 'delete', '/accounts/me'),
  },
  {
    name: 'the deletion of its application’s owner',
    token: granted,
    isNew: isEnded,
    make: (service, { developer }) => service.as(developer, 'delete', '/accounts/me'),
  },
  {
    name: 'another password',
    token: granted,
    isNew: isEnded,
    make: (service, { person }) =>
      service.update(person, { old_password: password, new_password: newPassword }),
  },
  {
    name: 'another password that also ends the account’s own tokens',
    token: own,
    isNew: isEnded,
    async make(_, { person }) {
      await person.browser.open('/console/security/password');
      const { status } = await person.browser.submit('/console/security/password', {
        old_password: password,
        new_password: newPassword,
        end_application_tokens: 'true',
      });
      expect(status).toBe(303);
    },
  },
  {
    name: 'the revocation of an OAuth token',
    token: granted,
    isNew: isEnded,
    make: (service, { client, tokens }) =>
      post(service, 'revoke', client, { token: tokens.access_token }),
  },
  {
    name: 'the revocation of its refresh token',
    token: granted,
    isNew: isEnded,
    make: (service, { client, tokens }) =>
      post(service, 'revoke', client, { token: tokens.refresh_token }),
  },
  {
    name: 'the revocation of its grant',
    token: granted,
    isNew: isEnded,
    async make(service, { person, client }) {
      const { id } = await service.prisma.grant.findFirstOrThrow({
        where: { accountId: person.account.id, applicationId: client.id },
      });
      await person.browser.open(`/console/grants/${id}/revoke`);
      const { status } = await person.browser.submit(`/console/grants/${id}/revoke`);
      expect(status).toBe(303);
    },
  },
  {
    name: 'consents on more devices than the limit',
    token: granted,
    isNew: isEnded,
    async make(service, { person, client }) {
      const authorizations = service.app.get(AuthorizationsRepository, { strict: false });
      const accountChanges = service.app.get(ChangesService, { strict: false });
      const record = { accountId: person.account.id, proof: byHost };
      for (let i = 0; i < 50; i++) {
        const authorization = {
          scope: ['account:read'],
          resource: null,
          codeHash: hashToken(newAccessToken()),
          codeChallenge: null,
          redirectUri: null,
          expiresAt: new Date(Date.now() + 60_000),
          nonce: null,
          authTime: new Date(),
          amr: [],
          sid: '',
          sessionId: null,
        };
        const created = await accountChanges.run(record, (change) =>
          authorizations.create(change, person.account.id, client.id, authorization, {
            scope: authorization.scope,
            consent: 'given',
          }),
        );
        await service.prisma.authorization.update({
          where: { id: created!.id },
          data: { refreshHash: hashToken(newAccessToken()), refreshedAt: new Date() },
        });
      }
      const where = { accountId: person.account.id };
      const grant = await service.prisma.grant.findFirstOrThrow({ where });
      await accountChanges.run({ ...record, locks: 'nothing' }, (change) =>
        authorizations.deleteSurplus(change, grant),
      );
    },
  },
  ...[granted, own, ({ named }: Scene) => named.token, ({ ofClient }: Scene) => ofClient].map(
    (token, index): Change => ({
      name: `a sign-out of all users, ${index + 1}`,
      token,
      isNew: isEnded,
      make: (service) =>
        service.app
          .get(SignOutsService, { strict: false })
          .signOutAll({ reason: 'stolen backup' }, { channel: 'command_line', operator: 'grace' }),
    }),
  ),
];

let service: TestService;
let other: TestService;
let lookups: Lookups;
let elsewhere: Lookups;
const took: string[] = [];

beforeAll(async () => {
  service = await startService();
  other = await startService({}, service.databaseUrl);
  lookups = new Lookups(service);
  elsewhere = new Lookups(other);
});
afterAll(async () => {
  await other.close();
  await service.close();
  console.info(`Until the other node saw it, in ms:\n${took.join('\n')}`);
});

async function newScene(): Promise<Scene> {
  const person = await newPerson(service);
  const developer = await newPerson(service);
  const client = await newClient(service, developer);
  const tokens = await tokensFor(service, person, client);
  const { body: created } = await service
    .as(person, 'post', `/applications/${person.applicationId}/tokens`)
    .send({ name: 'Report', scope: 'account:read', expires_in_days: 90 });
  const named = { id: created.token.id, token: created.token.access_token };
  await service
    .as(developer, 'put', `/applications/${client.id}`)
    .send({ client_credentials: true });
  const fields = { grant_type: 'client_credentials' };
  const { body } = await post(service, 'token', client, fields);
  return { person, developer, client, named, tokens, ofClient: body.access_token };
}

/** Enables or disables the triggers that record changes. */
async function writeDown(isOn: boolean): Promise<void> {
  for (const table of ['accounts', 'applications', 'access_tokens']) {
    await service.prisma.pool!.query(
      `ALTER TABLE ${table} ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER USER`,
    );
  }
}

describe('a node that caches principals', () => {
  it('does not look a cached token up again', async () => {
    const { token } = await service.newCaller();
    await lookups.warm(token);
    const { count } = lookups;
    for (let i = 0; i < 20; i++) await service.as({ token } as Caller, 'get', '/accounts/me');
    expect(lookups.count).toBe(count);
  });

  it('reads the changes after a pause instead of looking each token up', async () => {
    const caller = await service.newCaller();
    await elsewhere.warm(caller.token);
    await delay(promiseMs);
    await elsewhere.warm(caller.token, promiseMs);
    await delay(promiseMs);
    const { count } = elsewhere;
    await service.update(caller, { name: 'Renamed' });
    const { body } = await other.as(caller, 'get', '/accounts/me');
    expect(body.account.name).toBe('Renamed');
    expect(elsewhere.count).toBe(count + 1);
  });

  it('reads no changes for a token that cannot be valid', async () => {
    await delay(promiseMs);
    const { rows: before } = await lastRead();
    expect(await getStatus(other, 'x'.repeat(86))).toBe(401);
    await delay(50);
    expect((await lastRead()).rows).toEqual(before);
  });

  /** When each node last read the changes. */
  const lastRead = () =>
    service.prisma.pool!.query(
      `SELECT pid, query_start FROM pg_stat_activity
       WHERE application_name = 'nest-accounts changes' AND datname = current_database()
       ORDER BY pid`,
    );

  it('keeps one connection with its own name for reading the changes', async () => {
    for (const node of [service, other]) await untilCurrent(node.app);
    expect((await lastRead()).rows.length).toBe(2);
  });

  it('returns objects that handlers cannot modify', async () => {
    const { token } = await service.newCaller();
    await lookups.warm(token);
    const principal = await service.app
      .get(PrincipalsService, { strict: false })
      .authenticate(token);
    for (const change of [
      () => Object.assign(principal.account, { name: 'x' }),
      () => Object.assign(principal.application, { apiVersion: 'x' }),
      () => (principal.scope as string[]).push('x'),
    ]) {
      expect(change).toThrow(TypeError);
    }
  });

  it('refuses a token from the moment it expires', async () => {
    const { token, account } = await service.newCaller();
    const expiresAt = new Date(Date.now() + 1_500);
    await service.prisma.accessToken.updateMany({
      where: { accountId: account.id },
      data: { expiresAt },
    });
    await lookups.warm(token);
    for (;;) {
      const asked = Date.now();
      if ((await getStatus(service, token)) === 401) break;
      expect(asked).toBeLessThan(expiresAt.getTime());
    }
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  });

  it.each([
    ['its own', () => service],
    ['another node’s', () => other],
  ])('does not cache a row that it read before %s change and received after it', async (_, by) => {
    const caller = await service.newCaller();
    await lookups.warm((await service.newCaller()).token);
    const { count } = lookups;
    const [gate, open] = gateway();
    lookups.gate = gate;
    const reading = service.as(caller, 'get', '/accounts/me').then();
    for (const end = Date.now() + 5_000; lookups.found === count; await delay(1)) {
      if (Date.now() > end) throw new Error('The token is not looked up.');
    }
    lookups.gate = Promise.resolve();
    expect((await by().update(caller, { name: 'Renamed' })).status).toBe(200);
    // By then this node has read the change, whichever node made it.
    await delay(promiseMs);
    open();
    expect((await reading).body.account.name).toBe('Somebody');
    const { body } = await service.as(caller, 'get', '/accounts/me');
    expect(body.account.name).toBe('Renamed');
  });

  describe('whose own changes are not recorded', () => {
    beforeAll(() => writeDown(false));
    afterAll(() => writeDown(true));

    it.each(changes)('sees $name immediately', async ({ token: tokenOf, isNew, make }) => {
      const scene = await newScene();
      const token = tokenOf(scene);
      await lookups.warm(token);
      await make(service, scene);
      // Otherwise a slow change would be seen only because the cache is no longer trusted after it.
      await untilCurrent(service.app);
      expect(isNew(await service.as({ token } as Caller, 'get', '/accounts/me'))).toBe(true);
    });

    it('sees immediately that a code was used again', async () => {
      const { person, client } = await newScene();
      const fields = await codeFor(person, client);
      const { body } = await post(service, 'token', client, fields);
      await lookups.warm(body.access_token);
      expect((await post(service, 'token', client, fields)).status).toBe(400);
      expect(await getStatus(service, body.access_token)).toBe(401);
    });

    it('sees immediately that an old refresh token was used', async () => {
      const { client, tokens } = await newScene();
      const { body: second } = await refresh(service, client, tokens.refresh_token);
      const { body: third } = await refresh(service, client, second.refresh_token);
      await lookups.warm(third.access_token);
      expect((await refresh(service, client, tokens.refresh_token)).status).toBe(400);
      expect(await getStatus(service, third.access_token)).toBe(401);
    });
  });

  it('drops a cached token if the outcome of a change is unknown', async () => {
    const caller = await service.newCaller();
    await lookups.warm(caller.token);
    const { pool } = service.prisma;
    const rival = await pool!.connect();
    await writeDown(false);
    try {
      await rival.query('BEGIN');
      await rival.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [caller.account.id]);
      const failing = service.update(caller, { name: 'Renamed' }).then();
      await blocked();
      // The response of the database never arrives, so the outcome is unknown.
      await rival.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect((await failing).status).toBeGreaterThanOrEqual(500);
      await rival.query(`UPDATE accounts SET name = 'Renamed' WHERE id = $1`, [caller.account.id]);
      await rival.query('COMMIT');
    } finally {
      rival.release();
      await writeDown(true);
    }
    const { body } = await service.as(caller, 'get', '/accounts/me');
    expect(body.account.name).toBe('Renamed');
  });

  /** Waits until one statement blocks another. */
  async function blocked(): Promise<void> {
    for (const end = Date.now() + 5_000; Date.now() < end;) {
      const { rowCount } = await service.prisma.pool!.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      if (rowCount) return;
    }
    throw new Error('No statement waits.');
  }
});

describe('another node', () => {
  it.each(changes)(
    'sees $name within the promised time',
    async ({ name, token: tokenOf, isNew, make }) => {
      const scene = await newScene();
      const token = tokenOf(scene);
      await elsewhere.warm(token);
      await make(service, scene);
      took.push(`${Math.round(await timeUntilSeen(other, token, isNew))} ${name}`);
    },
  );

  it('sees changes made on the command line within the promised time', async () => {
    const { token } = await service.newCaller();
    await elsewhere.warm(token);
    // The time counts from the end of the command, whether or not the token is cached until then.
    const env = { DATABASE_URL: service.databaseUrl, SECRET_KEY: secret, LOG_LEVEL: 'silent' };
    const { code } = await runCli(env, ['token', 'revoke', '--json'], token);
    expect(code).toBe(0);
    took.push(`${Math.round(await timeUntilSeen(other, token, isEnded))} command line`);
  });

  it.each(['in a transaction', 'in a part of a transaction'])(
    'sees a change made long before its commit within the promised time, %s',
    async (where) => {
      const { account, token } = await service.newCaller();
      const rival = await service.prisma.pool!.connect();
      await rival.query(where === 'in a transaction' ? 'BEGIN' : 'BEGIN; SAVEPOINT part');
      await rival.query(`UPDATE accounts SET name = 'Renamed' WHERE id = $1`, [account.id]);
      await service.newCaller(); // A later transaction that ends earlier.
      await elsewhere.warm(token);
      for (const end = Date.now() + 2 * promiseMs; Date.now() < end; await delay(20)) {
        const { body } = await other.as({ token } as Caller, 'get', '/accounts/me');
        expect(body.account.name).toBe('Somebody');
      }
      await rival.query('COMMIT');
      rival.release();
      await timeUntilSeen(other, token, ({ body }) => body.account.name === 'Renamed');
    },
  );

  it.each([
    ['in one statement', `DELETE FROM access_tokens WHERE account_id LIKE $1`],
    [
      'one by one',
      `DO $do$ DECLARE owner TEXT; BEGIN
       FOR owner IN SELECT account_id FROM access_tokens WHERE account_id LIKE $1 LOOP
         DELETE FROM access_tokens WHERE account_id = owner;
       END LOOP; END $do$`,
    ],
  ])('sees the deletion of a thousand tokens within the promised time, %s', async (how, sql) => {
    const mark = newIdentifier().slice(0, 12);
    const tokens = await insertPeople(mark, 1_000);
    const principals = other.app.get(PrincipalsService, { strict: false });
    const isRefused = (token: string) =>
      principals.authenticate(token).then(
        () => false,
        () => true,
      );
    for (let asked = -1; elsewhere.count !== asked;) {
      asked = elsewhere.count;
      await untilCurrent(other.app);
      await Promise.all(tokens.map((token) => principals.authenticate(token)));
    }

    await service.prisma.pool!.query(sql.replaceAll('$1', `'${mark}%'`));
    const answered = performance.now();
    let stale = 1_000;
    let asked = 0;
    while (stale > 0) {
      asked = performance.now() - answered;
      const refused = await Promise.all(tokens.map(isRefused));
      stale = refused.filter((each) => !each).length;
      if (asked >= promiseMs) expect(stale).toBe(0);
    }
    took.push(`${Math.round(asked)} a thousand tokens, ${how}`);
  });

  /** Creates accounts with an application and a token each. Returns the tokens. */
  async function insertPeople(mark: string, count: number): Promise<string[]> {
    const { prisma } = service;
    const now = new Date();
    const dates = { createdAt: now, updatedAt: now };
    const people = Array.from({ length: count }, (_, i) => ({
      id: mark + String(i).padStart(12, '0'),
      token: newAccessToken(),
    }));
    await prisma.account.createMany({
      data: people.map(({ id }) => ({
        ...dates,
        id,
        name: 'Somebody',
        email: `${id}@example.com`,
        emailKey: `${id}@example.com`,
        languageCode: 'en',
        passwordHash: createHash('sha256').digest('hex'),
      })),
    });
    await prisma.application.createMany({
      data: people.map(({ id }) => ({
        ...dates,
        id,
        ownerId: id,
        name: 'Client',
        apiVersion: '1.8',
      })),
    });
    await prisma.accessToken.createMany({
      data: people.map(({ id, token }) => ({
        hash: hashToken(token),
        kind: 'application' as const,
        applicationId: id,
        accountId: id,
        scope: ['account:read'],
        createdAt: now,
      })),
    });
    return people.map(({ token }) => token);
  }
});

describe('a restored dump', () => {
  it('may contain changes of future transactions, which are ignored and purged', async () => {
    const { prisma, app } = service;
    const { token } = await service.newCaller();
    // Enough to make a node drop its whole cache if it reads them.
    await prisma.pool!.query(
      `INSERT INTO principal_changes
       SELECT 1000000000000 + i, 'account ' || i, 2 FROM generate_series(1, 12000) i`,
    );
    await untilCurrent(app);
    await lookups.warm(token);
    const { count } = lookups;
    for (const end = Date.now() + 4 * promiseMs; Date.now() < end; await delay(20)) {
      expect(await getStatus(service, token)).toBe(200);
    }
    expect(lookups.count).toBe(count);

    await service.app.get(PurgeService, { strict: false }).purge();
    const left = { where: { transactionId: { gte: 1_000_000_000_000n } } };
    expect(await prisma.principalChange.count(left)).toBe(0);
  });

  it('is seen within the promised time although it is restored without triggers', async () => {
    const pool = service.prisma.pool!;
    const caller = await service.newCaller();
    const saved = ['accounts', 'applications', 'access_tokens', 'principal_changes'];
    for (const table of saved) await pool.query(`CREATE TABLE dumped_${table} AS TABLE ${table}`);
    expect((await service.update(caller, { name: 'Later' })).status).toBe(200);
    await elsewhere.warm(caller.token);
    const restoring = await pool.connect();
    let isRestored = false;
    try {
      await restoring.query('BEGIN; SET LOCAL session_replication_role = replica');
      await restoring.query(`TRUNCATE ${saved.join(', ')} CASCADE`);
      for (const table of saved) {
        await restoring.query(
          `INSERT INTO ${table} TABLE dumped_${table}; DROP TABLE dumped_${table}`,
        );
      }
      await restoring.query('COMMIT');
      isRestored = true;
    } finally {
      restoring.release(!isRestored);
    }
    await timeUntilSeen(other, caller.token, ({ body }) => body.account.name === 'Somebody');
  });
});

it('the purge deletes changes that every node has read, and keeps later ones', async () => {
  const { prisma } = service;
  const purges = service.app.get(PurgeService, { strict: false });
  const caller = await service.newCaller();
  const written = async (name: string) => {
    await service.update(caller, { name });
    const [change] = await prisma.principalChange.findMany({ orderBy: { transactionId: 'desc' } });
    // An older transaction on this server, even of another test, keeps changes from being purged.
    for (let oldest = 0n; oldest <= change!.transactionId; await delay(10)) {
      const [row] = await prisma.$queryRaw<[{ oldest: bigint }]>`
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest`;
      oldest = row.oldest;
    }
    return change!;
  };
  const isThere = async ({ transactionId }: { transactionId: bigint }) =>
    (await prisma.principalChange.count({ where: { transactionId } })) > 0;
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now');
  const purgeAt = async (times: number) => {
    clock.mockImplementation(() => now() + times * 5 * 60_000);
    await purges.purge();
  };
  const first = await written('First');
  await purgeAt(0);
  await purgeAt(1);
  const second = await written('Second');
  expect(await isThere(first)).toBe(true);
  await purgeAt(2);
  expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
  await purgeAt(3);
  expect(await isThere(second)).toBe(false);
});
afterEach(() => jest.restoreAllMocks());

function gateway(): [Promise<void>, () => void] {
  let open!: () => void;
  return [new Promise<void>((resolve) => (open = resolve)), open];
}
