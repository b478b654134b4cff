import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasswordHasher } from '../../src/access/passwords/password-hasher.js';
import { toTokenId } from '../../src/principals/access-token.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { asking, ask, newClient, pkcePair, tokensFor } from '../support/clients/oauth.js';
import { newPerson, signedIn, type Person } from '../support/clients/person.js';
import {
  describeService,
  newEmail,
  password,
  someForms,
  type TestService,
} from '../support/hosts/service.js';
import { until } from '../support/until.js';

/** A change as a client makes it: it opens the page, then submits the form. */
interface Change {
  readonly name: string;
  /** Prepares the change. Returns a function that sends it. */
  begin(service: TestService, person: Person): Promise<() => Promise<{ status: number }>>;
}

async function withFactor(service: TestService, { account }: Person): Promise<void> {
  const factors = service.app.get(FactorsService, { strict: false });
  const { setup, secret } = factors.begin(account);
  await factors.addFirst(account, setup, createAppCode(secret, 0), byHost);
}

/** A change made with a console form. */
const form = (
  name: string,
  page: string,
  path: string,
  fields: Record<string, string> = {},
  hasFactor = false,
): Change => ({
  name,
  async begin(service, person) {
    if (hasFactor) await withFactor(service, person);
    const at = (text: string) => text.replace(':application', person.applicationId);
    await person.browser.open(at(page));
    return () => person.browser.submit(at(path), fields);
  },
});

const ofConsole: Change[] = [
  {
    name: 'change of email',
    async begin(_, { browser }) {
      await browser.open('/console/account');
      const fields = { email: newEmail(), old_password: password };
      return () => browser.submit('/console/account/email', fields);
    },
  },
  form('change of name', '/console/account', '/console/account', { name: 'Mallory' }),
  form('change of password', '/console/security/password', '/console/security/password', {
    old_password: password,
    new_password: 'chosen by an intruder 1',
  }),
  form('deletion', '/console/account/delete', '/console/account/delete', { password }),
  {
    name: 'new authenticator app',
    async begin(service, { account, browser }) {
      const { setup, secret } = service.app.get(FactorsService, { strict: false }).begin(account);
      await browser.open('/console/security/authenticator');
      const fields = { setup, code: createAppCode(secret, 0) };
      return () => browser.submit('/console/security/authenticator', fields);
    },
  },
  form(
    'removal of the app',
    '/console/security/authenticator/remove',
    '/console/security/authenticator/remove',
    {},
    true,
  ),
  form(
    'new recovery codes',
    '/console/security/recovery-codes',
    '/console/security/recovery-codes',
    {},
    true,
  ),
  form('new application', '/console/applications/new', '/console/applications', { name: 'Spy' }),
  form(
    'change of an application',
    '/console/applications/:application',
    '/console/applications/:application',
    { name: 'Spy' },
  ),
  form(
    'display of a token',
    '/console/applications/:application',
    '/console/applications/:application/token/reveal',
  ),
  form(
    'new token',
    '/console/applications/:application/token/regenerate',
    '/console/applications/:application/token/regenerate',
  ),
  form(
    'revocation of a token',
    '/console/applications/:application/token/revoke',
    '/console/applications/:application/token/revoke',
  ),
  form(
    'new named token',
    '/console/applications/:application/tokens/new',
    '/console/applications/:application/tokens',
    { name: 'Spy', scope: 'full', expires_in_days: 'none' },
  ),
  form(
    'new client secret',
    '/console/applications/:application/secret',
    '/console/applications/:application/secret',
  ),
  form(
    'deletion of an application',
    '/console/applications/:application/delete',
    '/console/applications/:application/delete',
  ),
  form('confirmation', '/console/confirm', '/console/confirm', { password }),
  form('end of other sessions', '/console/sessions/end-others', '/console/sessions/end-others'),
  {
    name: 'consent',
    async begin(service, { browser }) {
      const client = await newClient(service, await service.newCaller());
      await ask(browser, asking(client, pkcePair()));
      return () => browser.submit('/oauth/authorize', { decision: 'allow' });
    },
  },
  {
    name: 'revocation of a grant',
    async begin(service, person) {
      const client = await newClient(service, await service.newCaller());
      await tokensFor(service, person, client);
      const { id } = await service.prisma.grant.findFirstOrThrow({
        where: { accountId: person.account.id },
      });
      await person.browser.open(`/console/grants/${id}/revoke`);
      return () => person.browser.submit(`/console/grants/${id}/revoke`);
    },
  },
];

const byToken: Change[] = [
  {
    name: 'PUT of the email',
    begin: async (service, person) => () => service.update(person, { email: newEmail() }),
  },
  {
    name: 'PUT of the password',
    begin: async (service, person) => () =>
      service.update(person, { old_password: password, new_password: 'by an intruder 1' }),
  },
  {
    name: 'DELETE of the account',
    begin: async (service, person) => () => service.as(person, 'delete', '/accounts/me'),
  },
  {
    name: 'POST of an application',
    begin: async (service, person) => () =>
      service.as(person, 'post', '/applications').send({ name: 'Spy' }),
  },
  {
    name: 'PUT of an application',
    begin: async (service, person) => () =>
      service.as(person, 'put', `/applications/${person.applicationId}`).send({ name: 'Spy' }),
  },
  {
    name: 'POST of a secret',
    begin: async (service, person) => () =>
      service.as(person, 'post', `/applications/${person.applicationId}/secret`),
  },
  {
    name: 'POST of a named token',
    begin: async (service, person) => () =>
      service
        .as(person, 'post', `/applications/${person.applicationId}/tokens`)
        .send({ name: 'Spy', full_access: true, expires_in_days: null }),
  },
  {
    name: 'DELETE of an application',
    begin: async (service, person) => () =>
      service.as(person, 'delete', `/applications/${person.applicationId}`),
  },
];

/** The state that a change can affect, without the state that depends on the session or token. */
async function getState({ prisma }: TestService, { account }: Person): Promise<object> {
  const where = { accountId: account.id };
  const found = await prisma.account.findUnique({ where: { id: account.id } });
  return {
    account: [found?.id, found?.name, found?.email, found?.passwordHash],
    applications: await prisma.application.findMany({ where: { ownerId: account.id } }),
    named: await prisma.accessToken.count({ where: { ...where, id: { not: null } } }),
    apps: await prisma.authenticatorApp.findMany({ where }),
    codes: (await prisma.recoveryCode.findMany({ where })).map(({ hash }) => String(hash)).sort(),
    grants: await prisma.grant.findMany({ where }),
    shown: await prisma.auditEvent.count({ where: { ...where, event: 'token.reveal' } }),
  };
}

describeService(
  'A change whose session or token ends before it is written',
  (service) => {
    let client: Client;
    beforeEach(async () => {
      client = new Client({ connectionString: service().databaseUrl });
      await client.connect();
    });
    afterEach(() => client.end());

    const locked = (sql: string, id: string) =>
      client.query(`UPDATE accounts SET ${sql}, revision = revision + 1 WHERE id = $1`, [id]);

    /** Waits until the transaction blocks the change, or the change has its response. */
    async function reached(answer: Promise<unknown>): Promise<void> {
      const waiting = `SELECT FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
      let isAnswered = false;
      const end = () => (isAnswered = true);
      void answer.then(end, end);
      while (!isAnswered && (await client.query(waiting)).rowCount === 0) await delay(5);
    }

    /** Sends a change while an uncommitted transaction ends its session or token. */
    async function during(change: Change, end: (id: string) => Promise<unknown>): Promise<number> {
      const person = await newPerson(service());
      const send = await change.begin(service(), person);
      const before = await getState(service(), person);
      await client.query('BEGIN');
      await end(person.account.id);
      const answer = Promise.resolve(send());
      await reached(answer);
      await client.query('COMMIT');
      const { status } = await answer;
      expect(await getState(service(), person)).toEqual(before);
      return status;
    }

    it('requires new consent if the grant is revoked during the authorization request', async () => {
      const person = await newPerson(service());
      const application = await newClient(service(), person);
      await tokensFor(service(), person, application);
      const request = asking(application, pkcePair());
      expect((await ask(person.browser, request)).status).toBe(303);
      const { id } = person.account;
      await client.query('BEGIN');
      await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [id]);
      const answer = ask(person.browser, request);
      await reached(answer);
      await client.query('DELETE FROM grants WHERE account_id = $1', [id]);
      await client.query('COMMIT');
      expect((await answer).status).toBe(200);
      expect(await service().prisma.grant.count({ where: { accountId: id } })).toBe(0);
    });

    it.each(ofConsole)('changes nothing after a password reset: $name', async (change) => {
      const status = await during(change, async (id) => {
        await locked('credentials_generation = credentials_generation + 1', id);
        await client.query('DELETE FROM sessions WHERE account_id = $1', [id]);
      });
      expect([303, 400, 401, 403, 404]).toContain(status);
    });

    it.each(ofConsole)('changes nothing after the session has ended: $name', async (change) => {
      await during(change, async (id) => {
        await locked('updated_at = now()', id);
        await client.query('DELETE FROM sessions WHERE account_id = $1', [id]);
      });
    });

    it.each(byToken)('changes nothing after the token has ended: $name', async (change) => {
      let hash: Buffer | undefined;
      const status = await during(change, async (id) => {
        await locked('credentials_generation = credentials_generation + 1', id);
        const deleted = await client.query<{ hash: Buffer }>(
          'DELETE FROM access_tokens WHERE account_id = $1 RETURNING hash',
          [id],
        );
        hash = deleted.rows[0]!.hash;
      });
      expect(hash).toBeDefined();
      expect([400, 401]).toContain(status);
    });

    it.each(byToken)(
      'succeeds after a password change that keeps the token: $name',
      async (change) => {
        if (change.name.includes('password')) return;
        const person = await newPerson(service());
        const send = await change.begin(service(), person);
        await client.query('BEGIN');
        await locked('credentials_generation = credentials_generation + 1', person.account.id);
        const answer = Promise.resolve(send());
        await reached(answer);
        await client.query('COMMIT');
        expect((await answer).status).toBeLessThan(300);
      },
    );

    it('does not confirm a session if its password changes during the confirmation', async () => {
      const person = await newPerson(service());
      await person.browser.open('/console/confirm');
      const where = { accountId: person.account.id };
      const before = await service().prisma.session.findFirstOrThrow({ where });
      await client.query('BEGIN');
      await locked('credentials_generation = credentials_generation + 1', person.account.id);
      const response = Promise.resolve(person.browser.submit('/console/confirm', { password }));
      await delay(250);
      await client.query('COMMIT');
      expect((await response).status).toBe(303);
      const { hash, confirmedAt } = await service().prisma.session.findFirstOrThrow({ where });
      expect({ hash, confirmedAt }).toEqual({ hash: before.hash, confirmedAt: null });
    });

    it('does not set a password with a token that has ended', async () => {
      const { account, applicationId } = await newPerson(service());
      const accounts = service().app.get(AccountsService, { strict: false });
      const about = { accountId: account.id, applicationId, authorizationId: null };
      const token = { kind: 'application', tokenId: toTokenId('ended') } as const;
      const requester = { channel: 'http', ...token, ...about } as const;
      await expect(
        accounts.setPassword(account.id, 'chosen by an intruder 1', requester),
      ).rejects.toMatchObject({ code: 'invalid_token' });
      expect((await accounts.get(account.id)).credentialsGeneration).toBe(1);
    });

    it.each(ofConsole.filter(({ name }) => /email|deletion$|confirmation|password/.test(name)))(
      'changes nothing if a password reset is ahead of it in the hashing queue: $name',
      async (change) => {
        const accounts = service().app.get(AccountsService, { strict: false });
        const hasher = service().app.get(PasswordHasher, { strict: false });
        const waits = [0, 5, 20];
        while (waits.length > 0) {
          const person = await newPerson(service());
          const send = await change.begin(service(), person);
          const hashes = () => {
            const { done, running, waiting } = hasher.statistics;
            return done + running + waiting;
          };
          const earlier = hashes();
          const busy = Array.from({ length: 6 }, () => hasher.hash('keeps a lane busy 1'));
          const reset = accounts.setPassword(person.account.id, 'chosen by the owner 1', byHost);
          while (hashes() < earlier + 7) await delay(1);
          await delay(waits[0]);
          const ended: string[] = [];
          await Promise.all([
            send().then(() => ended.push('change')),
            // The reset fails if the change overtakes it.
            reset.then(
              () => ended.push('reset'),
              () => ended.push('nothing'),
            ),
            ...busy,
          ]);
          // On a busy machine the change may overtake the reset after the queue: try again.
          if (!ended.includes('reset') || ended[0] === 'change') continue;
          waits.shift();
          const now = await accounts.get(person.account.id);
          expect(now).toMatchObject({ email: person.account.email, credentialsGeneration: 2 });
          const { email } = person.account;
          const result = await accounts.authenticate(email, 'chosen by the owner 1', {
            ...byHost,
            source: '192.0.2.1',
          });
          expect(result.status).toBe('authenticated');
          expect(await service().prisma.session.count({ where: { accountId: now.id } })).toBe(0);
        }
      },
    );

    /** The number of statements that wait for a lock. */
    const waiting = async () => {
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    const isWaiting = async () => (await waiting()) > 0;

    it('creates no account if the token is revoked while the request waits for the same email', async () => {
      const person = await newPerson(service());
      const email = newEmail();
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO accounts SELECT (jsonb_populate_record(template, $2::jsonb)).*
         FROM accounts AS template WHERE id = $1`,
        [
          person.account.id,
          JSON.stringify({ id: newIdentifier(), email, email_key: email, mailbox_key: email }),
        ],
      );
      const created = Promise.resolve(service().create(person, { email }));
      await until(isWaiting);
      const applications = service().app.get(ApplicationsService, { strict: false });
      expect(await applications.revokeAnyToken(person.token, byHost)).toBe(true);
      await client.query('ROLLBACK');
      expect((await created).status).toBe(401);
      expect(await service().prisma.account.count({ where: { email } })).toBe(0);
    });

    it.each<[string, (person: Person) => Promise<unknown>]>([
      [
        'its token is revoked',
        ({ account, applicationId }) =>
          service()
            .app.get(ApplicationsService, { strict: false })
            .revokeToken(account.id, applicationId, byHost),
      ],
      [
        'its token is replaced',
        ({ account, applicationId }) =>
          service()
            .app.get(ApplicationsService, { strict: false })
            .regenerateToken(account.id, applicationId, byHost),
      ],
      [
        'its application is deleted',
        ({ account, applicationId }) =>
          service()
            .app.get(ApplicationsService, { strict: false })
            .delete(account.id, applicationId, byHost),
      ],
    ])('does not change the email while %s', async (_, end) => {
      const person = await newPerson(service());
      await client.query('BEGIN');
      await client.query('SELECT FROM access_tokens WHERE account_id = $1 FOR KEY SHARE', [
        person.account.id,
      ]);
      const ended = end(person);
      await until(isWaiting);
      const changed = Promise.resolve(service().update(person, { email: newEmail() }));
      await until(async () => (await waiting()) > 1);
      await client.query('COMMIT');
      await ended;
      expect((await changed).status).toBe(401);
      const { email } = await service().prisma.account.findUniqueOrThrow({
        where: { id: person.account.id },
      });
      expect(email).toBe(person.account.email);
    });

    it('delays the revocation of its token if it has already started', async () => {
      const person = await newPerson(service());
      await client.query('BEGIN');
      await client.query('SELECT FROM applications WHERE owner_id = $1 FOR UPDATE', [
        person.account.id,
      ]);
      const ended: string[] = [];
      const path = `/applications/${person.applicationId}`;
      const changed = Promise.resolve(
        service().as(person, 'put', path).send({ name: 'Loom' }),
      ).then(({ status }) => ended.push(`changed ${status}`));
      await until(isWaiting);
      const applications = service().app.get(ApplicationsService, { strict: false });
      const revoked = applications
        .revokeAnyToken(person.token, byHost)
        .then((existed) => ended.push(`revoked ${existed}`));
      await delay(100);
      await client.query('COMMIT');
      await Promise.all([changed, revoked]);
      expect(ended.sort()).toEqual(['changed 200', 'revoked true']);
      const events = await service().prisma.auditEvent.findMany({
        where: {
          accountId: person.account.id,
          event: { in: ['application.update', 'token.revoke'] },
        },
        orderBy: { at: 'asc' },
      });
      expect(events.map(({ event }) => event)).toEqual(['application.update', 'token.revoke']);
    });

    it('does not end the other sessions of the account', async () => {
      const person = await newPerson(service());
      const other = await signedIn(service(), person);
      await person.browser.open('/console/sessions/end-others');
      const [own] = await service().prisma.session.findMany({
        where: { accountId: person.account.id },
        orderBy: { createdAt: 'asc' },
        take: 1,
      });
      await client.query('BEGIN');
      await locked('updated_at = now()', person.account.id);
      await client.query('DELETE FROM sessions WHERE id = $1', [own!.id]);
      const answer = Promise.resolve(person.browser.submit('/console/sessions/end-others'));
      await reached(answer);
      await client.query('COMMIT');
      expect((await answer).location).toContain('/console/sign-in');
      expect((await other.open('/console/account')).status).toBe(200);
    });
  },
  {},
  someForms,
);
