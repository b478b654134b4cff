import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { GrantsService } from '../../src/access/credentials/grants.service.js';
import { toTokenId } from '../../src/principals/access-token.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import {
  ApplicationsService,
  type CreatedApplication,
} from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { newIdentifier } from '../../src/database/identifier.js';
import type { Account } from '../../src/database/records.js';
import { AuthorizationsService } from '../../src/oauth/authorizations/authorizations.service.js';
import { ClientsRepository } from '../../src/oauth/clients/clients.repository.js';
import { TokensService } from '../../src/oauth/tokens/tokens.service.js';
import { EmailTokensService } from '../../src/email-flows/links/email-tokens.service.js';
import { PasswordResetService } from '../../src/email-flows/password-reset.service.js';
import { pkcePair } from '../support/clients/oauth.js';
import {
  isRead,
  startInterceptedHost,
  type InterceptedHost,
} from '../support/hosts/intercepted-host.js';
import { newEmail, password } from '../support/hosts/service.js';

/** The subject of both changes: an account with two applications. */
interface Scene {
  readonly account: Account;
  readonly own: CreatedApplication;
  /** Also authorized by the account. */
  readonly authorized: CreatedApplication;
  readonly refreshToken: string;
  readonly grantId: string;
}

/** A point where an operation pauses until another one has finished or waits for it. */
interface Stop {
  sent: number;
  /** The operation pauses before the statement with this number. */
  readonly before: number;
  reached(): void;
  readonly end: Promise<void>;
}

const redirectUri = 'https://app.example/callback';
const { verifier, challenge } = pkcePair();

describe('Two concurrent changes', () => {
  const stops = new AsyncLocalStorage<Stop>();
  let host: InterceptedHost;
  let client: Client;
  /** Locks rows, and is never the one that PostgreSQL rolls back. */
  let stranger: Client;
  /** Transactions of the host that PostgreSQL has rolled back. */
  let deadlocks = 0;
  beforeAll(async () => {
    host = await startInterceptedHost([consoleFeature, mailFeature], (send, all) =>
      withStop((...sent) => counted(send, sent), all),
    );
    client = host.client;
    stranger = new Client({ connectionString: host.url });
    await stranger.connect();
    await stranger.query("SET deadlock_timeout = '10min'");
  });
  afterAll(async () => {
    await stranger.end();
    await host.close();
  });

  function counted(send: (...all: unknown[]) => unknown, all: unknown[]): unknown {
    const count = (error: unknown) => {
      if ((error as { code?: unknown } | null)?.code === '40P01') deadlocks++;
    };
    const done = all.at(-1);
    if (typeof done !== 'function') {
      const sent = send(...all);
      if (sent instanceof Promise) sent.catch(count);
      return sent;
    }
    return send(...all.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      count(error);
      (done as (...all: unknown[]) => void)(error, ...rest);
    });
  }

  function withStop(send: (...all: unknown[]) => unknown, all: unknown[]): unknown {
    const stop = stops.getStore();
    if (!stop || isRead(all) || ++stop.sent !== stop.before) return send(...all);
    stop.reached();
    const sent = stop.end.then(() => send(...all));
    return typeof all.at(-1) === 'function' ? undefined : sent;
  }

  const get = <T>(type: abstract new (...args: any[]) => T) => host.get(type);

  const signedIn = { id: newIdentifier(), createdAt: new Date(), confirmedAt: null, amr: [] };
  async function consent(account: Account, { application }: CreatedApplication): Promise<string> {
    const parameters = {
      response_type: 'code',
      client_id: application.id,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    const { request } = await get(AuthorizationsService).read(Object.entries(parameters));
    const response = await get(AuthorizationsService).allow(
      { account, session: signedIn },
      request!,
      byHost,
    );
    return response?.parameters.code ?? '';
  }

  async function issue({ application }: CreatedApplication, parameters: Record<string, string>) {
    const found = await get(ClientsRepository).find(application.id);
    return found && get(TokensService).issue(found, parameters, byHost);
  }
  async function newScene(): Promise<Scene> {
    const account = await host.newAccount();
    const fields = { name: 'Engine', redirect_uris: [redirectUri] };
    const own = await get(ApplicationsService).create(
      account.id,
      { ...fields, client_credentials: true },
      byHost,
    );
    const authorized = await get(ApplicationsService).create(account.id, fields, byHost);
    const tokens = await issue(authorized, {
      grant_type: 'authorization_code',
      code: await consent(account, authorized),
      code_verifier: verifier,
    });
    const [grant] = await get(GrantsService).list(account.id);
    const refreshToken = tokens!.refresh_token!;
    return { account, own, authorized, refreshToken, grantId: grant!.id };
  }

  const operations: Record<string, (scene: Scene) => Promise<unknown>> = {
    'the end of the account': ({ account }) => get(AccountsService).delete(account.id, byHost),
    'the end of its application': ({ account, own }) =>
      get(ApplicationsService).delete(account.id, own.application.id, byHost),
    'another name of its application': ({ account, own }) =>
      get(ApplicationsService).update(
        account.id,
        own.application.id,
        { name: newIdentifier() },
        byHost,
      ),
    'another secret of its application': ({ account, own }) =>
      get(ApplicationsService).rotateSecret(account.id, own.application.id, byHost, {
        keep_previous_days: 1,
      }),
    'a token for client credentials': ({ own }) => issue(own, { grant_type: 'client_credentials' }),
    'the end of client credentials': ({ account, own }) =>
      get(ApplicationsService).update(
        account.id,
        own.application.id,
        { client_credentials: false },
        byHost,
      ),
    'consent to its application': ({ account, own }) => consent(account, own),
    'a refresh': ({ authorized, refreshToken }) =>
      issue(authorized, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    'the end of the grant': ({ account, grantId }) =>
      get(GrantsService).revoke(account.id, grantId, byHost),
    'a first proof': async ({ account }) => {
      const subject = { email: account.email, account };
      const token = await get(EmailTokensService).create('first-proof', subject);
      return get(PasswordResetService).reset(token, 'another long horse 8', byHost);
    },
    'an account that its application creates': ({ account, own }) => {
      const input = { name: 'Grace', email: newEmail(), password, language_code: 'en' };
      const about = { accountId: account.id, applicationId: own.application.id };
      const tokenId = toTokenId(own.accessToken);
      const token = { tokenId, kind: 'application', authorizationId: null } as const;
      const request = { ownerId: account.id, key: newIdentifier() };
      return get(AccountsService).create(
        input,
        { channel: 'http', ...about, ...token },
        { request },
      );
    },
  };
  const named = Object.keys(operations);

  /** Whether a transaction waits for a lock. */
  async function isWaiting(): Promise<boolean> {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
    );
    return rows.length > 0;
  }

  /** Returns whether the operation has stopped, and the errors of both. */
  async function interleave(
    first: (scene: Scene) => Promise<unknown>,
    second: (scene: Scene) => Promise<unknown>,
    before: number,
  ) {
    const scene = await newScene();
    let [reached, proceed] = [() => {}, () => {}];
    const stopped = new Promise<boolean>((resolve) => (reached = () => resolve(true)));
    const end = new Promise<void>((resolve) => (proceed = resolve));
    const outcome = (perform: (scene: Scene) => Promise<unknown>) =>
      perform(scene).then(
        () => undefined,
        (error: unknown) => error,
      );
    const stop = { sent: 0, before, reached, end };
    const one = stops.run(stop, () => outcome(first));
    const hasStopped = await Promise.race([stopped, one.then(() => false)]);
    let isSettled = !hasStopped;
    const two = hasStopped ? outcome(second).finally(() => (isSettled = true)) : undefined;
    while (!isSettled && !(await isWaiting())) await delay(2);
    proceed();
    return { hasStopped, errors: [await one, await two] };
  }

  it.each(named)('do not deadlock, wherever the first one pauses: %s', async (first) => {
    // A lock cycle shows whichever of the two pauses.
    for (const second of named.slice(named.indexOf(first))) {
      for (let before = 1, isMore = true; isMore; before++) {
        deadlocks = 0;
        const operation = operations[first]!;
        ({ hasStopped: isMore } = await interleave(operation, operations[second]!, before));
        expect([second, before, deadlocks]).toEqual([second, before, 0]);
      }
    }
  });

  /** Locks in another order, as an older node or a transaction of the host might. */
  async function lockInReverse({ account }: Scene): Promise<void> {
    await stranger.query('BEGIN');
    for (const table of ['access_tokens', 'grants', 'applications']) {
      const owner = table === 'applications' ? 'owner_id' : 'account_id';
      await stranger.query(`SELECT FROM ${table} WHERE ${owner} = $1 FOR UPDATE`, [account.id]);
    }
    await stranger.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    await stranger.query('COMMIT');
  }

  it.each(['the end of its application', 'consent to its application', 'the end of the grant'])(
    'succeed after a deadlock with a foreign transaction: %s',
    async (first) => {
      deadlocks = 0;
      for (let before = 1, isMore = true; isMore; before++) {
        const { hasStopped, errors } = await interleave(operations[first]!, lockInReverse, before);
        expect([before, ...errors]).toEqual([before, undefined, undefined]);
        isMore = hasStopped;
      }
      expect(deadlocks).toBeGreaterThan(0);
    },
  );
});
