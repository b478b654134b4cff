import type { INestApplication } from '@nestjs/common';
import { Client } from 'pg';
import { withCredentials } from '../../src/changes/proof.js';
import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasswordHasher } from '../../src/access/passwords/password-hasher.js';
import { isConfirmed, SessionsService } from '../../src/access/sessions/sessions.service.js';
import { hashToken } from '../../src/principals/access-token.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { OwnerEmailsService } from '../../src/accounts/emails/owner-emails.service.js';
import { SignInService } from '../../src/accounts/sign-in/sign-in.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import {
  Confirmations,
  type ConfirmationRule,
} from '../../src/console/shell/browser/confirmations.js';
import { ConfirmationRequiredError } from '../../src/console/shell/browser/console.errors.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import type { Account } from '../../src/database/records.js';
import { TranslatableError } from '../../src/errors/translatable.error.js';
import { ValidationFailedError } from '../../src/errors/validation-failed.error.js';
import { EventsService } from '../../src/events/events.service.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { ConfirmedSignUpService } from '../../src/email-flows/confirmed-sign-up.service.js';
import { EmailAdoptionService } from '../../src/email-flows/email-adoption.service.js';
import { EmailRestorationService } from '../../src/email-flows/email-restoration.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { FactorRemovalsService } from '../../src/email-flows/factor-removals.service.js';
import { MailSubscriber } from '../../src/email-flows/mails/mail.subscriber.js';
import { PasswordResetService } from '../../src/email-flows/password-reset.service.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** The number of actions in a sequence. To run all sequences of five: `OWNER_PROOFS=5 npx jest owner-proofs`. */
const length = Number(process.env.OWNER_PROOFS ?? 2);

/** The tables that make up a state. The others do not concern accounts. */
const tables = [
  ...['accounts', 'applications', 'grants', 'authorizations', 'access_tokens', 'sessions'],
  ...['verified_emails', 'email_tokens', 'authenticator_apps', 'recovery_codes', 'factor_removals'],
];

const first = 'first@example.com';
const second = 'second@example.com';
const foreign = 'foreign@example.net';

/** A person who acts, and their possessions. */
interface Actor {
  readonly name: 'owner' | 'thief';
  readonly passwords: readonly string[];
  /** The secret of an authenticator app. */
  readonly secret?: string | undefined;
  /** The token of a session. */
  readonly session?: string | undefined;
  readonly mailboxes: readonly string[];
  /** An OAuth token with `account:write`. */
  readonly delegated?: string | undefined;
  /** The token of one of the account’s applications. */
  readonly own?: string | undefined;
}

interface Link {
  readonly mailbox: string;
  readonly page: string;
  readonly token: string;
}

/** The state that later actions depend on. */
interface State {
  readonly rows: string;
  readonly owner: Actor;
  readonly thief: Actor;
  readonly links: readonly Link[];
  readonly appSecret: string | undefined;
  /** The addresses that the account has, shows, or has verified. */
  readonly known: readonly string[];
}

/** An action; resolves to false or throws a service error if it changes nothing. */
type Action = () => Promise<unknown>;

interface Scenario {
  /** Possessions that the owner must not lose. */
  readonly owner: readonly Possession[];
  readonly thief: readonly Possession[];
  /** Whether the thief’s possessions are enough to sign in. Default: false */
  readonly mayEnter?: boolean;
  readonly account: {
    readonly verified?: readonly string[];
    readonly factor?: 'trusted' | 'new';
    /** The age of the account. Without it, no address is forgotten yet. */
    readonly days?: number;
  };
  /** Whether the thief takes no action. Default: false */
  readonly ordinary?: boolean;
}

type Possession =
  'password' | 'phone' | 'session' | 'delegated token' | 'own token' | typeof first | typeof second;

const verifiedAccount = { verified: [first] };
const withFactor = { verified: [first], factor: 'trusted' } as const;

const scenarios: Record<string, Scenario> = {
  'a stolen password of an account with a factor': {
    account: withFactor,
    owner: ['password', 'phone', first],
    thief: ['password'],
  },
  'a stolen phone': {
    account: withFactor,
    owner: ['password', 'phone', first],
    thief: ['phone'],
  },
  'a stolen mailbox of an account with a factor': {
    account: withFactor,
    owner: ['password', 'phone', first],
    thief: [first],
  },
  'a stolen session of an account with a factor': {
    account: withFactor,
    owner: ['password', 'phone', first],
    thief: ['session'],
  },
  'a stolen session of an account without a factor': {
    account: verifiedAccount,
    owner: ['password', first],
    thief: ['session'],
  },
  'a stolen password of an account without a factor': {
    account: verifiedAccount,
    owner: ['password', first],
    thief: ['password'],
    mayEnter: true,
  },
  'a stolen password, and an owner who has only the mailbox': {
    account: verifiedAccount,
    owner: [first],
    thief: ['password', 'session', 'own token'],
    mayEnter: true,
  },
  'a stolen later mailbox': {
    account: { verified: [first, second] },
    owner: [first],
    thief: [second],
    mayEnter: true,
  },
  'a reader of a former mailbox': {
    account: { verified: [first, second], days: 11 },
    owner: ['password', second],
    thief: [first],
  },
  'an OAuth client': {
    account: verifiedAccount,
    owner: ['password', first],
    thief: ['delegated token'],
  },
  'a stolen application token': {
    account: verifiedAccount,
    owner: ['password', first],
    thief: ['own token'],
  },
  'a stolen application token of an account without a verified address': {
    account: {},
    owner: ['password', first],
    thief: ['own token'],
  },
  'an OAuth client of an account without a verified address': {
    account: {},
    owner: ['password', first],
    thief: ['delegated token'],
  },
  'a stranger who has registered another person’s address': {
    account: {},
    owner: [first],
    thief: ['password', 'session', 'own token', 'delegated token'],
    mayEnter: true,
  },
  'ordinary use with a factor': {
    account: withFactor,
    owner: ['password', 'phone', first, second],
    thief: [],
    ordinary: true,
  },
  'ordinary use without a factor': {
    account: verifiedAccount,
    owner: ['password', first, second],
    thief: [],
    ordinary: true,
  },
  'an account registered by a partner': {
    account: {},
    owner: [first],
    thief: ['own token'],
    ordinary: true,
  },
  'a company mailbox that the owner loses': {
    account: { verified: [first, second] },
    owner: ['password', second],
    thief: [],
    ordinary: true,
  },
};

describe('Account recovery, in every sequence of actions', () => {
  let database: TestDatabase;
  let client: Client;
  let app: INestApplication;
  let url: string;
  const mailboxes = new Mailboxes();
  const hasher = ['hash', 'verify', 'canVerify', 'isOutdated'].map(
    (name) => [name, Reflect.get(PasswordHasher.prototype, name) as unknown] as const,
  );
  /** The timestamp columns of each table, which `wait` moves back. */
  let times: Map<string, string[]>;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    const module = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      principalCacheBytes: 0,
      publicUrl: 'https://accounts.example',
      features: [consoleFeature, mailFeature, operatorFeature()],
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
    });
    app = await startHost([module]);
    url = await app.getUrl();
    // The test itself sends the mails, each after the action that causes it.
    await get(EventsService).beforeApplicationShutdown();
    // argon2id would take most of the time.
    const fast = {
      hash: (text: string) => Promise.resolve(`plain ${text}`),
      verify: (stored: string, text: string) => Promise.resolve(stored === `plain ${text}`),
      canVerify: () => true,
      isOutdated: () => false,
    };
    Object.assign(PasswordHasher.prototype, fast);
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_name = ANY ($1) AND data_type = 'timestamp with time zone'`,
      [tables],
    );
    times = new Map(
      tables.map((table) => [
        table,
        rows.filter((row) => row.table_name === table).map((row) => row.column_name),
      ]),
    );
  });
  afterAll(async () => {
    Object.assign(PasswordHasher.prototype, Object.fromEntries(hasher));
    await app.close();
    await client.end();
    await database.drop();
  });

  const get = <T>(type: abstract new (...args: any[]) => T) => app.get(type, { strict: false });
  const requester = { channel: 'console', source: '192.0.2.1' } as const;
  const origin = { userAgent: 'A browser', source: '192.0.2.1', amr: [] };

  let owner: Actor;
  let thief: Actor;
  let links: Link[];
  let accountId: string;
  let isOrdinary: boolean;
  /** The secret of the app that the account has. */
  let appSecret: string | undefined;
  let known: readonly string[];

  const getActor = (name: Actor['name']) => (name === 'owner' ? owner : thief);
  const gain = ({ name }: Actor, gained: Partial<Actor>) => {
    if (name === 'owner') owner = { ...owner, ...gained };
    else thief = { ...thief, ...gained };
  };
  const account = () => get(AccountsService).get(accountId);

  async function snapshot(): Promise<State> {
    const columns = tables.map(
      (table) => `'${table}', (SELECT coalesce(json_agg(each), '[]') FROM ${table} AS each)`,
    );
    const { rows } = await client.query<{ rows: string }>(
      `SELECT json_build_object(${columns.join(', ')})::text AS rows`,
    );
    const all = JSON.parse(rows[0]!.rows) as Record<string, Record<string, string | null>[]>;
    const own = all.accounts!.filter(({ id }) => id === accountId);
    const emails = [...own, ...all.verified_emails!].flatMap((row) => [
      row.email,
      row.pending_email,
    ]);
    known = emails.filter((each) => typeof each === 'string');
    return { rows: rows[0]!.rows, owner, thief, links, appSecret, known };
  }

  function recall(state: State): void {
    ({ owner, thief, appSecret, known } = state);
    links = [...state.links];
  }

  async function restore(state: State): Promise<void> {
    recall(state);
    const all = JSON.parse(state.rows) as Record<string, object[]>;
    const rows = tables.flatMap((table) => [
      `DELETE FROM ${table}`,
      all[table]!.length === 0
        ? ''
        : `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${client.escapeLiteral(JSON.stringify(all[table]))})`,
    ]);
    const statements = [
      'SET session_replication_role = replica',
      ...rows.filter(Boolean),
      'SET session_replication_role = DEFAULT',
    ];
    await client.query(statements.join('; '));
  }

  /** Sends the waiting mails and collects their links. */
  async function sendMails(): Promise<void> {
    const subscriber = get(MailSubscriber);
    for (;;) {
      const { rows } = await client.query(
        `DELETE FROM event_deliveries WHERE sequence IN (SELECT min(sequence) FROM event_deliveries)
         RETURNING event_id AS id, type, account_id, revision, data, occurred_at AS timestamp`,
      );
      if (rows.length === 0) break;
      if (subscriber.types.includes(rows[0].type as string)) await subscriber.handle(rows[0]);
    }
    for (const { to, text } of mailboxes.mails.splice(0)) {
      const [, page, token] = /\/console\/([\w-]+)\?token=(\w+)/.exec(text) ?? [];
      if (!page) continue;
      // Keeps the latest link of each page, and up to three undo links.
      const same = links.filter((each) => each.mailbox === to && each.page === page);
      const ended = same.slice(0, page === 'restore-email' ? -2 : undefined);
      links = [
        ...links.filter((each) => !ended.includes(each)),
        { mailbox: to, page, token: token! },
      ];
    }
  }

  /** Simulates the passing of time. */
  async function wait(interval: string): Promise<void> {
    const updates = [...times].map(
      ([table, columns]) =>
        `UPDATE ${table} SET ${columns.map((each) => `${each} = ${each} - INTERVAL '${interval}'`).join(', ')}`,
    );
    await client.query(
      [
        'SET session_replication_role = replica',
        ...updates,
        'SET session_replication_role = DEFAULT',
      ].join('; '),
    );
    await get(PurgeService).purge();
  }

  const undoLinks = (mailbox: string) =>
    links.filter((each) => each.mailbox === mailbox && each.page === 'restore-email').reverse();
  const linkTo = (mailbox: string, page: string) =>
    links.find((each) => each.mailbox === mailbox && each.page === page)?.token;

  /** The app’s current code. Resets the last step, so that a code can be used again. */
  async function getCode({ secret }: Actor): Promise<string> {
    await client.query('UPDATE authenticator_apps SET last_step = 0');
    return secret ? createAppCode(secret) : '';
  }

  /** The account if the actor can sign in, null otherwise. */
  async function authenticated(actor: Actor): Promise<Account | null> {
    const { email } = await account();
    for (const password of actor.passwords) {
      try {
        const result = await get(AccountsService).authenticate(email, password, requester);
        if (result.status === 'authenticated') return result.account;
        if (result.status === 'second_factor_required') {
          const code = await getCode(actor);
          return await get(AccountsService).verifySecondFactor(result.pending, code, requester);
        }
      } catch (error) {
        if (!(error instanceof TranslatableError || error instanceof ValidationFailedError))
          throw error;
      }
    }
    return null;
  }

  async function visitor({ session: token }: Actor) {
    const session = token ? await get(SessionsService).find(token) : undefined;
    if (!session) return undefined;
    const own = await account();
    return { session, account: own, requester: { ...requester, accountId, sessionId: session.id } };
  }

  /** The actor’s session, confirmed if the rule of a console page requires it. */
  async function confirmed(actor: Actor, rule: ConfirmationRule) {
    const visiting = await visitor(actor);
    if (!visiting) return undefined;
    try {
      await get(Confirmations).assert(visiting, rule);
      return visiting;
    } catch (error) {
      if (!(error instanceof ConfirmationRequiredError)) throw error;
    }
    const code = await getCode(actor);
    for (const password of actor.passwords.length > 0 ? actor.passwords : ['']) {
      try {
        await get(SignInService).confirm(visiting.account, { password, code }, visiting.requester);
        const token = await get(SessionsService).confirm(visiting.session, visiting.requester, []);
        gain(actor, { session: token });
        return await visitor(getActor(actor.name));
      } catch (error) {
        if (!(error instanceof ValidationFailedError)) throw error;
      }
    }
    return undefined;
  }

  const newPassword = ({ name }: Actor) => `long password 1 of the ${name}`;

  async function useReset(actor: Actor, token: string): Promise<true> {
    const password = newPassword(actor);
    await get(PasswordResetService).reset(token, password, {
      ...requester,
      endApplicationTokens: true,
    });
    gain(actor, { passwords: [...new Set([...actor.passwords, password])] });
    return true;
  }

  async function undo(actor: Actor, mailbox: string): Promise<unknown> {
    for (const { token } of undoLinks(mailbox)) {
      const restored = await get(EmailRestorationService)
        .restore(token, { code: await getCode(actor) }, requester)
        .catch(ignored);
      if (restored) return useReset(actor, restored.reset);
    }
    return false;
  }

  async function reset(actor: Actor, mailbox: string): Promise<unknown> {
    const before = links;
    await get(PasswordResetService).request({ email: mailbox });
    await sendMails();
    const sent = links.find((each) => each.mailbox === mailbox && !before.includes(each));
    if (!sent) return false;
    return sent.page === 'reset-password' ? useReset(actor, sent.token) : undo(actor, mailbox);
  }

  async function put(token: string | undefined, email: string): Promise<boolean> {
    if (!token) return false;
    const response = await fetch(`${url}/api/accounts/me`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return response.ok;
  }

  /** The actions that are open to an actor. */
  function getActions(actor: Actor): Record<string, Action> {
    const targets =
      actor.name === 'thief'
        ? [foreign]
        : [first, second].filter((each) => actor.mailboxes.includes(each));
    const all: Record<string, Action> = {};
    const add = (what: string, isPossible: unknown, act: Action) => {
      if (isPossible) all[`${actor.name} ${what}`] = act;
    };
    const { passwords, session, delegated, own } = actor;
    const isThief = actor.name === 'thief';
    add('signs in', passwords.length > 0, async () => {
      const signedIn = await authenticated(actor);
      if (!signedIn) return false;
      const proof = withCredentials(signedIn, byHost);
      gain(actor, {
        session: await get(SessionsService).begin(signedIn.id, proof, origin),
      });
      return true;
    });
    add('changes the password', session && passwords.length > 0, async () => {
      const visiting = await visitor(actor);
      if (!visiting) return false;
      const password = newPassword(actor);
      for (const old_password of actor.passwords) {
        const changer = {
          ...visiting.requester,
          by: 'owner',
          endApplicationTokens: true,
        } as const;
        const input = { old_password, new_password: password };
        const changed = await get(AccountsService).update(accountId, input, changer).catch(ignored);
        if (!changed) continue;
        gain(actor, { passwords: [...new Set([...actor.passwords, password])] });
        return true;
      }
      return false;
    });
    add('sets up an app', session, async () => {
      const visiting = await confirmed(actor, 'everyone');
      if (!visiting) return false;
      const factors = get(FactorsService);
      const { setup, secret } = factors.begin(visiting.account);
      const { hasApp } = await factors.status(accountId);
      const code = createAppCode(secret);
      await (hasApp
        ? factors.replace(visiting.account, setup, code, visiting.requester)
        : factors.add(visiting.account, setup, code, visiting.requester));
      appSecret = secret;
      gain(actor, { secret });
      return true;
    });
    // An owner who removes the factor accepts that the password is enough.
    add('removes the app', session && appSecret && (isOrdinary || isThief), async () => {
      const visiting = await confirmed(actor, 'everyone');
      return visiting && get(FactorsService).remove(visiting.account, visiting.requester);
    });
    add('adopts the pending email', session, async () => {
      const visiting = await confirmed(actor, 'everyone');
      const pending = visiting?.account.pendingEmail;
      return pending && get(OwnerEmailsService).adopt(accountId, pending, visiting.requester);
    });
    add(
      'asks to verify the email, and does',
      known.some((each) => actor.mailboxes.includes(each)),
      async () => {
        const { id, email } = await account();
        if (!actor.mailboxes.includes(email)) return false;
        await get(EmailVerificationService).request({ id, email });
        await sendMails();
        const token = linkTo(email, 'verify-email');
        const visiting = await visitor(actor);
        const isInSession = visiting && isConfirmed(visiting.session);
        for (const password of ['', ...actor.passwords]) {
          const verified = await get(EmailVerificationService)
            .verify(
              token!,
              { password, code: await getCode(actor) },
              isInSession ? accountId : undefined,
              visiting?.requester ?? requester,
            )
            .then(() => true, ignored);
          if (verified) return true;
        }
        return false;
      },
    );
    add('sets another email with a delegated token', delegated, () =>
      put(delegated, targets.at(-1)!),
    );
    add('sets another email with an own token', own, () => put(own, targets.at(-1)!));
    for (const email of targets) {
      add(`changes the email to ${email}`, session && passwords.length > 0, async () => {
        const visiting = await confirmed(actor, 'with-factor');
        if (!visiting) return false;
        for (const password of actor.passwords) {
          const proof = await get(SignInService)
            .confirmPassword(accountId, password, visiting.requester)
            .catch(ignored);
          if (proof === undefined) continue;
          return get(AccountsService).update(accountId, { email }, { ...proof, by: 'owner' });
        }
        return false;
      });
    }
    for (const mailbox of actor.mailboxes) {
      const undoable = undoLinks(mailbox);
      const adoption = linkTo(mailbox, 'adopt-email');
      const removal = linkTo(mailbox, 'stop-removal');
      const isKnown = known.includes(mailbox);
      add(`asks for a reset at ${mailbox}, and uses the link`, isKnown, () =>
        reset(actor, mailbox),
      );
      add(`uses an undo link sent to ${mailbox}`, undoable.length > 0, () => undo(actor, mailbox));
      add(`says at ${mailbox} that it was them`, undoable.length > 0, async () => {
        for (const { token } of undoable) {
          const released = get(EmailRestorationService).release(token, requester);
          if (await released.then(() => true, ignored)) return true;
        }
        return false;
      });
      add(`adopts by the link sent to ${mailbox}`, adoption, () =>
        get(EmailAdoptionService)
          .adopt(adoption!, requester)
          .then(() => true),
      );
      add(`stops a removal by the link sent to ${mailbox}`, removal, () =>
        get(FactorRemovalsService)
          .stopByLink(removal!, requester)
          .then(() => true),
      );
      add(`signs up with ${mailbox}`, isKnown, async () => {
        const before = links;
        const password = newPassword(actor);
        const person = { name: 'Ada', password, language_code: 'en' };
        await get(ConfirmedSignUpService).request({ ...person, email: mailbox });
        await sendMails();
        const sent = links.find((each) => each.mailbox === mailbox && !before.includes(each));
        if (sent?.page === 'reset-password') return useReset(actor, sent.token);
        if (sent?.page !== 'confirm-sign-up') return false;
        return get(ConfirmedSignUpService).restart(sent.token, person, requester);
      });
    }
    return all;
  }

  /** An owner who is mailed about a removal that they did not ask for stops it within a day. */
  async function stopRemoval(): Promise<void> {
    if (!(await get(FactorRemovalsService).find(accountId))) return;
    const token = owner.mailboxes.map((each) => linkTo(each, 'stop-removal')).find(Boolean);
    if (token) await get(FactorRemovalsService).stopByLink(token, requester).catch(refused);
    else await authenticated(owner);
  }

  const others: Record<string, Action> = {
    'the operator is asked to remove the factor': () =>
      get(OperatorService).removeFactor(accountId, { ...byHost, operator: 'grace' }),
    'a day passes': async () => {
      if (!isOrdinary) await stopRemoval();
      return wait('25 hours').then(() => true);
    },
    'eleven days pass': async () => {
      if (!isOrdinary) await stopRemoval();
      return wait('11 days').then(() => true);
    },
  };

  /** Performs an action on a state. Returns the state that follows. */
  async function next(state: State, act: Action): Promise<State | undefined> {
    await restore(state);
    const changed = await act().catch(refused);
    await sendMails();
    return changed === false || changed === undefined ? undefined : snapshot();
  }

  /** Equal for states that allow the same actions. */
  function fingerprint(state: State): string {
    const all = JSON.parse(state.rows) as Record<string, Record<string, any>[]>;
    const now = Date.now();
    const isPast = (time: string | null) => time !== null && Date.parse(time) <= now;
    const week = 7 * 24 * 60 * 60_000;
    const accounts = all.accounts!.map((row) => [
      ...[
        row.id === accountId,
        String(row.email).replace(/^.*(?=@email.invalid)/, ''),
        row.pending_email,
        row.email_by_token,
        row.first_email,
      ],
      row.password_hash.startsWith('plain long') ? row.password_hash : 'unknown',
    ]);
    const verified = all
      .verified_emails!.sort((a, b) => Date.parse(a.verified_at) - Date.parse(b.verified_at))
      .map((row) => [
        row.email,
        row.replaced_at !== null,
        row.forget_at && isPast(row.forget_at),
        row.had_trusted_factor,
      ]);
    const factors = all.authenticator_apps!.map((row) => [
      isPast(row.trusted_since) || Date.parse(row.created_at) + week <= now,
      row.trusted_since !== null,
    ]);
    const generation = all.accounts!.find(({ id }) => id === accountId)?.credentials_generation;
    const alive = state.links
      .filter(({ token }) => {
        const hash = `\\x${Buffer.from(hashToken(token)).toString('hex')}`;
        const row = all.email_tokens!.find((each) => each.hash === hash);
        return (
          row &&
          (row.credentials_generation === generation ||
            !['verify-email', 'reset-password', 'adopt-email'].includes(row.purpose))
        );
      })
      .map(({ mailbox, page }) => `${mailbox} ${page}`)
      .sort();
    const actors = [state.owner, state.thief].map(({ passwords, secret, session }) => {
      const hash = session && `\\x${Buffer.from(hashToken(session)).toString('hex')}`;
      const row = all.sessions!.find((each) => each.hash === hash);
      const isRecent = row && now - Date.parse(row.confirmed_at ?? row.created_at) < 600_000;
      return [passwords, secret === state.appSecret, row !== undefined, isRecent];
    });
    const tokens = all.access_tokens!.map(({ kind }) => kind as string).sort();
    const removals = all.factor_removals!.map((row) => row.mailed_at !== null);
    return JSON.stringify([accounts, verified, factors, alive, actors, tokens, removals]);
  }

  async function begin({ account: made, owner: has, thief: stolen, ordinary = false }: Scenario) {
    isOrdinary = ordinary;
    await client.query(`TRUNCATE ${tables.join(', ')} CASCADE`);
    mailboxes.mails.length = 0;
    links = [];
    const guest = await newGuest(app, first);
    accountId = guest.account.id;
    const everything: Actor = { name: 'owner', passwords: [password], mailboxes: [first, second] };
    for (const [i, email] of (made.verified ?? []).entries()) {
      if (i > 0)
        await get(AccountsService).update(accountId, { email }, { ...byHost, by: 'owner' });
      await sendMails();
      const own = await account();
      await get(EmailVerificationService).request(own);
      await sendMails();
      const token = linkTo(email, 'verify-email')!;
      await get(EmailVerificationService).verify(token, { password }, undefined, requester);
      await wait('1 hour');
    }
    appSecret = undefined;
    if (made.factor) {
      const { setup, secret } = get(FactorsService).begin(await account());
      await get(FactorsService).add(await account(), setup, createAppCode(secret), byHost);
      appSecret = secret;
      if (made.factor === 'trusted') await wait('8 days');
    }
    if (made.days) await wait(`${made.days} days`);
    await sendMails();
    links = [];
    const session = await leftSession({ ...everything, secret: appSecret });
    const delegated = await delegatedToken();
    const actorWith = (name: Actor['name'], all: readonly Possession[]): Actor => ({
      name,
      passwords: all.includes('password') ? [password] : [],
      mailboxes: [
        ...all.filter((each) => each.includes('@')),
        ...(name === 'thief' ? [foreign] : []),
      ],
      secret: all.includes('phone') ? appSecret : undefined,
      session: all.includes('session') ? session : undefined,
      delegated: all.includes('delegated token') ? delegated : undefined,
      own: all.includes('own token') ? guest.token : undefined,
    });
    owner = actorWith('owner', has);
    thief = actorWith('thief', stolen);
    return snapshot();
  }

  /** The token of a session that began an hour ago. */
  async function leftSession(actor: Actor): Promise<string | undefined> {
    const signedIn = await authenticated(actor);
    const proof = withCredentials(signedIn!, byHost);
    const token = await get(SessionsService).begin(signedIn!.id, proof, origin);
    await client.query(`UPDATE sessions SET created_at = created_at - INTERVAL '1 hour'`);
    return token;
  }

  /** An OAuth client’s token. */
  async function delegatedToken(): Promise<string> {
    const { accessToken } = await get(ApplicationsService).create(
      accountId,
      { name: 'Client' },
      byHost,
    );
    await client.query(
      `UPDATE access_tokens SET kind = 'oauth', expires_at = now() + INTERVAL '30 days' WHERE hash = $1`,
      [Buffer.from(hashToken(accessToken))],
    );
    return accessToken;
  }

  /** Whether the owner can regain the account through mailed links, and the thief can no longer sign in. */
  async function getsBack(state: State): Promise<boolean> {
    const ways: Action[] = state.owner.mailboxes.flatMap((mailbox) => [
      () => undo(owner, mailbox),
      // The first link undoes an email change, the second removes a factor that was added before.
      async () => (await undo(owner, mailbox)) && undo(owner, mailbox),
      () => reset(owner, mailbox),
    ]);
    // An owner who holds the factor asks the operator for a printed link.
    if (state.owner.secret) ways.push(() => usePrintedLink(owner));
    for (const way of ways) {
      const after = await next(state, way);
      if (!after) continue;
      await restore(after);
      if (!(await authenticated(owner))) continue;
      await restore(after);
      if (!(await authenticated(thief))) return true;
    }
    return false;
  }

  async function usePrintedLink(actor: Actor): Promise<true> {
    const link = await get(OperatorService).resetLink(accountId, { ...byHost, operator: 'grace' });
    return useReset(actor, new URL(link).searchParams.get('token')!);
  }

  /** Whether the owner has the trusted factor or, without one, the longest-verified address. */
  async function hasClaim(): Promise<boolean> {
    const { rows } = await client.query<{ email: string | null; trusted: boolean }>(
      `SELECT has_trusted_factor(id) AS trusted, COALESCE(
         (SELECT verified.email FROM verified_emails AS verified
          WHERE account_id = id AND (forget_at IS NULL OR forget_at > now())
          ORDER BY verified_at LIMIT 1),
         CASE WHEN NOT email_by_token AND NOT EXISTS (
           SELECT FROM verified_emails WHERE account_id = id) THEN email END) AS email
       FROM accounts WHERE id = $1`,
      [accountId],
    );
    const { email, trusted } = rows[0]!;
    if (trusted) return owner.secret !== undefined && owner.secret === appSecret;
    return email !== null && owner.mailboxes.includes(email);
  }

  it.each(Object.entries(scenarios))(
    'protects the owner: %s',
    async (name, scenario) => {
      const start = await begin(scenario);
      const seen = new Set([fingerprint(start)]);
      let states: (State & { path: readonly string[] })[] = [{ ...start, path: [] }];
      const counts = [1];
      for (let depth = 0; ; depth++) {
        for (const state of states) {
          const problem = await getProblem(state, scenario);
          if (problem) throw new Error(`${name}: ${problem}\n${state.path.join('\n')}`);
        }
        if (depth === length) break;
        const following: typeof states = [];
        for (const state of states) {
          recall(state);
          const actions = {
            ...getActions(owner),
            ...(scenario.ordinary ? {} : getActions(thief)),
            ...others,
          };
          for (const [action, act] of Object.entries(actions)) {
            const after = await next(state, act);
            if (!after) continue;
            const found = fingerprint(after);
            if (seen.has(found)) continue;
            seen.add(found);
            following.push({ ...after, path: [...state.path, action] });
          }
        }
        states = following;
        counts.push(states.length);
      }
      if (process.env.OWNER_PROOFS) console.log(`${name}: ${counts.join(', ')} states`);
    },
    60 * 60_000,
  );

  async function getProblem(state: State, scenario: Scenario): Promise<string | undefined> {
    await restore(state);
    const thiefEnters = (await authenticated(thief)) !== null;
    if (thiefEnters && !scenario.mayEnter) return 'The thief signs in.';
    await restore(state);
    if (!thiefEnters && (await authenticated(owner))) return undefined;
    await restore(state);
    if (!(await hasClaim())) return undefined;
    return (await getsBack(state)) ? undefined : 'The owner does not get back.';
  }
});

/** Returns false for a refusal of the service, and rethrows any other error. */
function refused(error: unknown): false {
  if (error instanceof TranslatableError || error instanceof ValidationFailedError) return false;
  throw error;
}

function ignored(error: unknown): undefined {
  refused(error);
}
