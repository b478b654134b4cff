import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client } from 'pg';
import { withCredentials } from '../../src/changes/proof.js';
import { byHost } from '../../src/request/requester.js';
import {
  AuthorizationsRepository,
  type Consent,
} from '../../src/access/credentials/authorizations.repository.js';
import { GrantsService } from '../../src/access/credentials/grants.service.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { NamedTokensService } from '../../src/applications/named-tokens.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import type { Account } from '../../src/database/records.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { AuthorizationsService } from '../../src/oauth/authorizations/authorizations.service.js';
import {
  ClientsRepository,
  type Client as OAuthClient,
} from '../../src/oauth/clients/clients.repository.js';
import { TokensService } from '../../src/oauth/tokens/tokens.service.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { FactorRemovalsService } from '../../src/email-flows/factor-removals.service.js';
import { ConfirmedSignUpService } from '../../src/email-flows/confirmed-sign-up.service.js';
import { EmailAdoptionService } from '../../src/email-flows/email-adoption.service.js';
import { EmailRestorationService } from '../../src/email-flows/email-restoration.service.js';
import { EmailTokensService } from '../../src/email-flows/links/email-tokens.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { PasswordResetService } from '../../src/email-flows/password-reset.service.js';
import { auditEvents } from '../../src/audit/audit-event.js';
import { InvalidGrantError } from '../../src/errors/error-registry.js';
import { SoftwareAuthenticator } from '../support/clients/software-authenticator.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import {
  isRead,
  startInterceptedHost,
  type InterceptedHost,
} from '../support/hosts/intercepted-host.js';
import { newEmail, password } from '../support/hosts/service.js';

/** The fault injected into the statements of one operation. */
interface Fault {
  /** The number of statements sent so far. */
  sent: number;
  /** The number of the statement that fails. */
  readonly failing: number;
  /** Whether PostgreSQL performs that statement, and only its result is lost. */
  readonly isPerformed: boolean;
}

type Operation = (account: Account) => Promise<() => Promise<unknown>>;

/** Tables written outside the change. */
const apart = [
  'purges',
  'event_subscriptions',
  'event_queues',
  'account_sign_ins',
  'application_uses',
  'client_secret_uses',
  'token_uses',
];

const namedToken = { name: 'Report', scope: 'account:read', expires_in_days: 90 };

/** Audit events of actions that change no data. */
const changingNothing = [
  'account.authenticate',
  'account.export',
  'account.read',
  'client.authenticate',
];

/** Whether an operation has no audit event. */
const isSilent = (name: string) => name === 'a session';

describe('A change with a failing statement', () => {
  const faults = new AsyncLocalStorage<Fault>();
  let host: InterceptedHost;
  let client: Client;
  let tables: string[];
  beforeAll(async () => {
    host = await startInterceptedHost([consoleFeature, mailFeature, operatorFeature()], withFault);
    client = host.client;
    // Otherwise, expired rows of earlier tests would be deleted between two digests.
    await get(PurgeService).beforeApplicationShutdown();
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    tables = rows.map(({ name }) => name).filter((name) => !apart.includes(name));
  });
  afterAll(() => host.close());

  function withFault(send: (...all: unknown[]) => unknown, all: unknown[]): unknown {
    const fault = faults.getStore();
    if (!fault || isRead(all) || ++fault.sent !== fault.failing) return send(...all);
    const { text = '' } =
      typeof all[0] === 'string' ? { text: all[0] } : (all[0] as { text?: string });
    const callback = all.find((each) => typeof each === 'function') as
      ((error: Error) => void) | undefined;
    const sent = all.filter((each) => each !== callback);
    const failure = Object.assign(new Error('connection lost'), { code: '08006' });
    // PostgreSQL rolls a transaction back whose COMMIT does not arrive.
    const instead = text === 'COMMIT' ? ['ROLLBACK'] : undefined;
    const performed = fault.isPerformed ? sent : instead;
    const done = performed ? Promise.resolve(send(...performed)) : Promise.resolve();
    const failed = done.then(() => {
      throw failure;
    });
    if (!callback) return failed;
    failed.catch(callback);
    return undefined;
  }

  /** A digest of every row. */
  async function everything(): Promise<string> {
    const digests = tables.map(
      (table) =>
        `(SELECT md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) FROM "${table}" AS row)`,
    );
    const { rows } = await client.query<{ all: string }>(
      `SELECT concat_ws(' ', ${digests.join(', ')}) AS all`,
    );
    return rows[0]!.all;
  }

  /** Waits until the mails and batches of earlier operations are done. */
  async function settled(): Promise<string> {
    for (let before = ''; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const { rows } = await client.query(
        'SELECT FROM event_deliveries UNION ALL SELECT FROM deletions',
      );
      const after = await everything();
      if (rows.length === 0 && after === before) return after;
      before = after;
    }
  }

  /** The total count of all audit events, except those of mails, which are sent later. */
  async function events(): Promise<number> {
    const { rows } = await client.query<{ sum: number }>(
      "SELECT coalesce(sum(count), 0)::int AS sum FROM audit_events WHERE event NOT LIKE 'mail.%'",
    );
    return rows[0]!.sum;
  }

  const get = <T>(type: abstract new (...args: any[]) => T) => host.get(type);
  const readSecret = async (account: Account) => {
    const { setup, secret } = get(FactorsService).begin(account);
    const codes = (await get(FactorsService).add(
      account,
      setup,
      createAppCode(secret, 0),
      byHost,
    ))!;
    return { secret, codes };
  };
  const application = (account: Account) =>
    get(ApplicationsService).create(account.id, { name: 'Engine' }, byHost);
  const getClient = async (account: Account) =>
    (await get(ClientsRepository).find((await application(account)).application.id))!;
  const withClientCredentials = async (account: Account) => {
    const { id } = (await application(account)).application;
    await get(ApplicationsService).update(account.id, id, { client_credentials: true }, byHost);
    return id;
  };
  const signedIn = { id: newIdentifier(), createdAt: new Date(), confirmedAt: null, amr: [] };
  const authorize = async (account: Account, client: OAuthClient, consent?: Consent) => {
    const redirectUri = 'https://engine.example/callback';
    const request = {
      ...{ client, redirectUri, namesRedirectUri: false, scope: ['account:read'] },
      ...{ state: undefined, codeChallenge: undefined, parameters: {}, nonce: undefined },
      ...{ prompts: [], maxAge: undefined, authAfter: undefined, idTokenHint: undefined },
      needsFactor: false,
      resource: undefined,
    };
    const response = await get(AuthorizationsService).allow(
      { account, session: signedIn },
      request,
      byHost,
      consent,
    );
    return response!.parameters.code!;
  };
  const redeem = (client: OAuthClient, code: string) =>
    get(TokensService).issue(client, { grant_type: 'authorization_code', code }, byHost);
  const site = {
    rpId: 'accounts.example',
    origin: 'https://accounts.example',
    browser: 'a token',
  };
  const newPasskey = async (account: Account) => {
    const authenticator = new SoftwareAuthenticator(site.origin);
    const options = await get(PasskeysService).creationOptions(account, site);
    const response = authenticator.create(options);
    const add = async () => {
      await get(PasskeysService).add(account, { passkey: response, name: 'A key', site }, byHost);
      return (await get(PasskeysService).list(account.id))[0]!.id;
    };
    return { authenticator, add };
  };
  const beginSession = (account: Account) =>
    get(SessionsService).begin(account.id, withCredentials(account, byHost), {
      userAgent: 'A browser',
      source: '192.0.2.1',
      amr: [],
    });
  const session = async (account: Account) =>
    (await get(SessionsService).find((await beginSession(account))!))!;
  const link = (
    purpose: Parameters<EmailTokensService['create']>[0],
    account: Account,
    content?: object,
  ) => get(EmailTokensService).create(purpose, { email: account.email, account, content });
  const verified = async (account: Account) => {
    await client.query(
      `INSERT INTO verified_emails (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM accounts WHERE id = $1`,
      [account.id],
    );
    return account;
  };

  const operations: Record<string, Operation> = {
    'a new account': async () => {
      const email = newEmail();
      const input = { name: 'Grace', email, password, language_code: 'en' };
      return () => get(AccountsService).create(input, byHost);
    },
    'a name': async ({ id }) => {
      return () => get(AccountsService).update(id, { name: 'Grace' }, byHost);
    },
    'an email': async (account) => {
      await verified(account);
      const email = newEmail();
      return () => get(AccountsService).update(account.id, { email }, { ...byHost, by: 'owner' });
    },
    'a password change, which ends sessions': async (account) => {
      await session(account);
      const input = { old_password: password, new_password: 'another long horse 8' };
      return () => get(AccountsService).update(account.id, input, byHost);
    },
    'a password set by the host': async ({ id }) => {
      return () => get(AccountsService).setPassword(id, 'another long horse 8', byHost);
    },
    preferences: async ({ id }) => {
      const input = { grouped_email_notification: true };
      return () => get(AccountsService).setPreferences(id, input, byHost);
    },
    permissions: async ({ id }) => {
      return () => get(AccountsService).setPermissions(id, { create_alert: false }, byHost);
    },
    'an account deletion': async (account) => {
      await verified(account);
      await application(account);
      await session(account);
      return () => get(AccountsService).delete(account.id, byHost);
    },
    'a suspension': async ({ id }) => {
      return () =>
        get(OperatorService).suspend(id, { reason: 'a test' }, { ...byHost, operator: 'grace' });
    },
    'a lifted suspension': async ({ id }) => {
      await get(OperatorService).suspend(
        id,
        { reason: 'a test' },
        { ...byHost, operator: 'grace' },
      );
      return () => get(OperatorService).restore(id, {}, { ...byHost, operator: 'grace' });
    },
    'a reset started by an operator': async ({ id }) => {
      return () => get(OperatorService).startReset(id, { ...byHost, operator: 'grace' });
    },
    'a reset link read by an operator': async ({ id }) => {
      return () => get(OperatorService).resetLink(id, { ...byHost, operator: 'grace' });
    },
    'a first factor': async (account) => {
      const { setup, secret } = get(FactorsService).begin(account);
      return () => get(FactorsService).add(account, setup, createAppCode(secret, 0), byHost);
    },
    'a factor moved to another phone': async (account) => {
      await readSecret(account);
      const { setup, secret } = get(FactorsService).begin(account);
      return () => get(FactorsService).replace(account, setup, createAppCode(secret, 0), byHost);
    },
    'a code': async (account) => {
      const { secret } = await readSecret(account);
      return () => get(FactorsService).verify(account, createAppCode(secret, 1), byHost);
    },
    'a recovery code': async (account) => {
      const { codes } = await readSecret(account);
      return () => get(FactorsService).verify(account, codes[0]!, byHost);
    },
    'new recovery codes': async (account) => {
      await readSecret(account);
      return () => get(FactorsService).replaceRecoveryCodes(account, byHost);
    },
    'a sign-in in a new browser': (account) => {
      const start = { userAgent: '', source: '203.0.113.7', amr: ['pwd'], isNewBrowser: true };
      const sessions = get(SessionsService);
      return Promise.resolve(() =>
        sessions.begin(account.id, withCredentials(account, byHost), start),
      );
    },
    'a factor removal': async (account) => {
      await readSecret(account);
      return () => get(FactorsService).remove(account, byHost);
    },
    'a passkey': async (account) => {
      return (await newPasskey(account)).add;
    },
    'a renamed passkey': async (account) => {
      const id = await (await newPasskey(account)).add();
      return () => get(PasskeysService).rename(account.id, id, 'Telephone', byHost);
    },
    'the use of a passkey': async (account) => {
      const { authenticator, add } = await newPasskey(account);
      await add();
      const response = authenticator.get(await get(PasskeysService).requestOptions(site));
      return () => get(PasskeysService).verify(response, site, byHost);
    },
    'a passkey removal': async (account) => {
      const id = await (await newPasskey(account)).add();
      return () => get(PasskeysService).remove(account.id, id, byHost);
    },
    'the removal of a lost factor': async (account) => {
      await verified(account);
      await readSecret(account);
      return () => get(OperatorService).removeFactor(account.id, { ...byHost, operator: 'grace' });
    },
    'a cancelled factor removal': async (account) => {
      await verified(account);
      await readSecret(account);
      await get(OperatorService).removeFactor(account.id, { ...byHost, operator: 'grace' });
      return () => get(FactorRemovalsService).stop(account.id, byHost);
    },
    'an application': async (account) => {
      return () => application(account);
    },
    'a renamed application': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(ApplicationsService).update(account.id, id, { name: 'Loom' }, byHost);
    },
    'a trusted application': async (account) => {
      const { id, redirectUris } = (await application(account)).application;
      return () => get(ApplicationsService).trust(id, redirectUris, byHost);
    },
    'the end of the trust in an application': async (account) => {
      const { id, redirectUris } = (await application(account)).application;
      await get(ApplicationsService).trust(id, redirectUris, byHost);
      return () => get(ApplicationsService).distrust(id, byHost);
    },
    'the end of the trust with other redirect URIs': async (account) => {
      const { id, redirectUris } = (await application(account)).application;
      await get(ApplicationsService).trust(id, redirectUris, byHost);
      const others = { redirect_uris: ['https://other.example/callback'] };
      return () => get(ApplicationsService).update(account.id, id, others, byHost);
    },
    'a regenerated token': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(ApplicationsService).regenerateToken(account.id, id, byHost);
    },
    'a revealed token': async (account) => {
      const created = await application(account);
      return () => get(ApplicationsService).revealToken(created.application, byHost);
    },
    'a token revocation': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(ApplicationsService).revokeToken(account.id, id, byHost);
    },
    'a named token': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(NamedTokensService).create(account.id, id, namedToken, byHost);
    },
    'a named token revocation': async (account) => {
      const { id } = (await application(account)).application;
      const named = await get(NamedTokensService).create(account.id, id, namedToken, byHost);
      return () => get(NamedTokensService).revoke(account.id, id, named.id, byHost);
    },
    'a rotated secret': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(ApplicationsService).rotateSecret(account.id, id, byHost);
    },
    'a removed secret': async (account) => {
      const { application: owned } = await application(account);
      const service = get(ApplicationsService);
      await service.rotateSecret(account.id, owned.id, byHost, { keep_previous_days: 1 });
      const [, kept] = await service.secrets(await service.get(account.id, owned.id));
      return () => service.removeSecret(account.id, owned.id, kept!.id, byHost);
    },
    'a token for client credentials': async (account) => {
      const id = await withClientCredentials(account);
      const client = (await get(ClientsRepository).find(id))!;
      const parameters = { grant_type: 'client_credentials' };
      return () => get(TokensService).issue(client, parameters, byHost);
    },
    'disabled client credentials': async (account) => {
      const id = await withClientCredentials(account);
      const client = (await get(ClientsRepository).find(id))!;
      await get(TokensService).issue(client, { grant_type: 'client_credentials' }, byHost);
      const off = { client_credentials: false };
      return () => get(ApplicationsService).update(account.id, id, off, byHost);
    },
    'an application deletion': async (account) => {
      const { id } = (await application(account)).application;
      return () => get(ApplicationsService).delete(account.id, id, byHost);
    },
    'a session': async (account) => {
      return () => beginSession(account);
    },
    'the confirmation of a session': async (account) => {
      const begun = await session(account);
      return () => get(SessionsService).confirm(begun, byHost, []);
    },
    'a sign-out everywhere': async (account) => {
      await session(account);
      await session(account);
      return () => get(SessionsService).endAll(account.id, byHost);
    },
    'a grant revocation': async (account) => {
      const { id } = (await application(account)).application;
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
      const record = { accountId: account.id, proof: byHost };
      const { grantId } = (await get(ChangesService).run(record, (change) =>
        get(AuthorizationsRepository).create(change, account.id, id, authorization, {
          scope: authorization.scope,
          consent: 'given',
        }),
      ))!;
      return () => get(GrantsService).revoke(account.id, grantId, byHost);
    },
    'an authorization': async (account) => {
      const client = await getClient(account);
      return () => authorize(account, client);
    },
    'an authorization without a question': async (account) => {
      const client = await getClient(account);
      await authorize(account, client);
      return () => authorize(account, client, 'remembered');
    },
    // Not tokens for a code: a separate statement uses the code up even if the attempt fails.
    'tokens for a refresh token': async (account) => {
      const client = await getClient(account);
      const { refresh_token } = await redeem(client, await authorize(account, client));
      const parameters = { grant_type: 'refresh_token', refresh_token };
      return () => get(TokensService).issue(client, parameters, byHost);
    },
    'a code that is used twice': async (account) => {
      const client = await getClient(account);
      const code = await authorize(account, client);
      await redeem(client, code);
      return () => expect(redeem(client, code)).rejects.toThrow(InvalidGrantError);
    },
    'a verified address': async (account) => {
      const token = await link('verification', account);
      return () =>
        get(EmailVerificationService).verify(token, {}, account.id, {
          ...byHost,
          source: '192.0.2.1',
        });
    },
    'a reset': async (account) => {
      await verified(account);
      await session(account);
      const token = await link('password-reset', account);
      return () => get(PasswordResetService).reset(token, 'another long horse 8', byHost);
    },
    'a first proof': async (account) => {
      await application(account);
      await readSecret(account);
      const token = await link('first-proof', account);
      return () => get(PasswordResetService).reset(token, 'another long horse 8', byHost);
    },
    'an undone change of the email': async (account) => {
      await verified(account);
      await get(AccountsService).update(
        account.id,
        { email: newEmail() },
        { ...byHost, by: 'owner' },
      );
      const token = await link('email-restoration', account, { email: account.email });
      return () =>
        get(EmailRestorationService).restore(token, {}, { ...byHost, source: '192.0.2.1' });
    },
    'a waived right to undo an email change': async (account) => {
      await verified(account);
      await get(AccountsService).update(
        account.id,
        { email: newEmail() },
        { ...byHost, by: 'owner' },
      );
      const token = await link('email-restoration', account, { email: account.email });
      return () => get(EmailRestorationService).release(token, byHost);
    },
    'a new factor removed by a link': async (account) => {
      const { id: accountId, email } = await verified(account);
      await readSecret(account);
      const { rows } = await client.query<{ factor: string }>(
        'SELECT id AS factor FROM authenticator_apps WHERE account_id = $1',
        [accountId],
      );
      const about = { kind: 'factor-added', accountId, email, factor: rows[0]!.factor };
      const token = await link('factor-restoration', account, about);
      return () =>
        get(EmailRestorationService).restore(token, {}, { ...byHost, source: '192.0.2.1' });
    },
    'a confirmed sign-up that takes the email of another account': async (account) => {
      const email = newEmail();
      await get(AccountsService).update(account.id, { email }, { ...byHost, by: 'owner' });
      const content = { name: 'Grace', email, language_code: 'en', passwordHash: '' };
      const token = await get(EmailTokensService).create('sign-up', { email, content });
      const input = { name: 'Grace', password, language_code: 'en' };
      return () => get(ConfirmedSignUpService).restart(token, input, byHost);
    },
    'an adopted email': async (account) => {
      await verified(account);
      const email = newEmail();
      await get(AccountsService).update(account.id, { email }, { ...byHost, by: 'delegate' });
      const token = await link('email-adoption', account, { email });
      return () => get(EmailAdoptionService).adopt(token, byHost);
    },
    'a confirmed sign-up': async () => {
      const email = newEmail();
      const content = { name: 'Grace', email, language_code: 'en', passwordHash: '' };
      const token = await get(EmailTokensService).create('sign-up', { email, content });
      const input = { name: 'Grace', password, language_code: 'en' };
      return () => get(ConfirmedSignUpService).restart(token, input, byHost);
    },
  };

  it.each(Object.entries(operations))(
    'is applied completely or not at all, and a retry completes it: %s',
    async (name, prepare) => {
      for (let failing = 1; ; failing++) {
        const perform = await prepare(await host.newAccount());
        const before = { rows: await settled(), events: await events() };
        const fault = { sent: 0, failing, isPerformed: false };
        const outcome = await faults.run(fault, perform).then(
          () => 'done',
          () => 'failed',
        );
        if (fault.sent < failing) {
          // No statement was left to fail.
          expect([failing > 1, outcome]).toEqual([true, 'done']);
          return;
        }
        const isAudited = (await events()) > before.events;
        if (outcome === 'done') expect([name, isAudited || isSilent(name)]).toEqual([name, true]);
        if (outcome === 'done' || isAudited) continue;
        expect(await everything()).toBe(before.rows);
        await perform();
        expect(await everything()).not.toBe(before.rows);
      }
    },
  );

  it('is tested for every kind of audit event that changes data', async () => {
    const { rows } = await client.query<{ event: string }>(
      "SELECT event FROM audit_events WHERE event NOT LIKE 'mail.%'",
    );
    const kinds = new Set([...rows.map(({ event }) => event), ...changingNothing]);
    expect([...kinds].sort()).toEqual(Object.keys(auditEvents).sort());
  });

  it('is written with its audit event, or not at all, if only the last result is lost', async () => {
    for (const [name, prepare] of Object.entries(operations)) {
      const counting = { sent: 0, failing: 0, isPerformed: true };
      const rehearsal = await prepare(await host.newAccount());
      await faults.run(counting, rehearsal);
      const perform = await prepare(await host.newAccount());
      const before = { rows: await settled(), events: await events() };
      const fault = { sent: 0, failing: counting.sent, isPerformed: true };
      await faults.run(fault, perform).catch(() => undefined);
      const isWritten = (await everything()) !== before.rows;
      expect([name, isWritten && !isSilent(name)]).toEqual([
        name,
        (await events()) > before.events,
      ]);
    }
  });

  it('runs on the service’s own connections', () => {
    expect(get(PrismaService).ownPool).toBeDefined();
  });
});
