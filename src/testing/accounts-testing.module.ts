import { Module, type DynamicModule } from '@nestjs/common';
import { InvalidTokenError } from '../errors/error-registry.js';
import { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import { newIdentifier } from '../database/identifier.js';
import type { Resource } from '../principals/resource.js';
import { scopes, type Principal } from '../principals/principal.js';
import type { SessionPrincipal } from '../principals/session-principal.js';
import type { Account } from '../database/records.js';
import { OutageReports } from '../database/outage-reports.js';
import { ProtectedResources } from '../http/protected-resources.js';
import { ResponseHeaders } from '../http/headers/response-headers.js';
import {
  mountedAccountsToken,
  type MountedAccounts,
  type MountedSessions,
} from '../http/mounted-accounts.js';
import { ApiVersions } from '../http/versions/api-versions.js';
import { Languages } from '../language/languages.js';
import { MemoryCounterStorage } from '../limits/storage/memory-counter.storage.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import {
  assertOptions,
  findProblems,
  optional,
  rule,
  trueOrFalse,
  type OptionRule,
} from '../options/option-rules.js';
import { isPlain, unknownOptions } from '../options/unknown-options.js';
import { GatewayHandshakes } from '../request/gateway-handshakes.js';

/** A token's caller in a test. Default: an application's own token with all scopes. */
export interface TestPrincipal extends Partial<Omit<Principal, 'account' | 'application'>> {
  /** Members of the account. The others have the defaults of a new account. */
  readonly account?: Partial<Account> | undefined;
  /** Members of the application. The account owns it unless `ownerId` is set. */
  readonly application?: Partial<Principal['application']> | undefined;
}

/** The session of the caller in a test. Default: one that has just begun, with the password. */
export interface TestSession extends Partial<Omit<SessionPrincipal, 'kind' | 'account'>> {
  /** Members of the account. The others have the defaults of a new account. */
  readonly account?: Partial<Account> | undefined;
}

/** The options of an {@link AccountsTestingModule}. */
export interface AccountsTestingOptions {
  /** The callers by valid access token. */
  readonly tokens: Readonly<Record<string, TestPrincipal>>;
  /** The callers by valid session, which a test sends in the cookie `accounts-browser`. Default: none. */
  readonly sessions?: Readonly<Record<string, TestSession>> | undefined;
  /** The host's resources, as in the option of `AccountsModule`. Default: none. */
  readonly resources?: readonly Resource[] | undefined;
}

/**
 * Replaces `AccountsModule` in tests of a host's own controllers. It requires no database. `@BearerAuth()`,
 * `@CurrentPrincipal()` and `AccountsErrorFilter` work as usual for the tokens of the test, including 401 and 403.
 * `@SessionAuth()`, `@AnyAuth()` and `@OptionalAuth()` accept its sessions from any origin. It mounts no routes, and rate
 * limits are off.
 */
@Module({})
export class AccountsTestingModule {
  /**
   * Returns the module for `imports`. It is global, so that all modules of the test can inject the guards'
   * dependencies.
   *
   * @throws TypeError if an option or a member of a caller is unknown
   */
  static forRoot(options: AccountsTestingOptions): DynamicModule {
    const rules = {
      tokens: rule('must hold callers by token', isPlain),
      sessions: optional('must hold callers by session', isPlain),
      resources: optional('must list resources', Array.isArray),
    };
    assertOptions(options, rules, 'AccountsTestingModule.forRoot()');
    const { tokens, sessions = {}, resources = [] } = options;
    const principals = new Map(
      Object.entries(tokens).map(([token, given]) => [token, testPrincipal(given)]),
    );
    const authenticate = async (token: string): Promise<Principal> => {
      const principal = principals.get(token);
      if (!principal) throw new InvalidTokenError();
      return principal;
    };
    const limits = new RateLimitsService(new MemoryCounterStorage(), 'off');
    return {
      module: AccountsTestingModule,
      global: true,
      providers: [
        GatewayHandshakes,
        { provide: ApiVersions, useFactory: () => new ApiVersions() },
        { provide: Languages, useFactory: () => new Languages() },
        ResponseHeaders,
        {
          provide: mountedAccountsToken,
          useFactory: (headers: ResponseHeaders): MountedAccounts => ({
            strategy: new BearerStrategy({ authenticate }),
            limits,
            hasher: { queueMs: 0 },
            headers,
            outages: new OutageReports(),
            resources: new ProtectedResources(resources, null, ''),
            sessions: testSessions(sessions),
          }),
          inject: [ResponseHeaders],
        },
      ],
      exports: [mountedAccountsToken],
    };
  }
}

/**
 * Creates a caller for tests that call a host's handler directly.
 *
 * @throws TypeError for a value that is not an object, or if a member is unknown or has another type
 */
export function testPrincipal(given: TestPrincipal = {}): Principal {
  if (Object(given) !== given) throw new TypeError('A caller must be an object.');
  const usual = usualPrincipal(given.account?.id ?? newIdentifier());
  assertMembers(given, usual, principalRules, 'A caller');
  return {
    ...usual,
    ...given,
    account: { ...usual.account, ...given.account },
    application: { ...usual.application, ...given.application },
  };
}

const anObject = optional('must be an object', (value) => Object(value) === value);
const text = optional('must be text', (value) => typeof value === 'string');
const textOrNull = optional(
  'must be text or null',
  (value) => value === null || typeof value === 'string',
);
const isDate = (value: unknown) => value instanceof Date && !Number.isNaN(value.getTime());
const date = optional('must be a Date', isDate);
const areTexts = (list: unknown[]) => list.every((each) => typeof each === 'string');

const principalRules = {
  account: anObject,
  application: anObject,
  kind: optional<string>('must be application, oauth or restricted', (kind) =>
    ['application', 'oauth', 'restricted'].includes(kind),
  ),
  scope: optional('must list scopes', areTexts),
  resource: textOrNull,
  authorizationId: textOrNull,
  tokenId: text,
  issuedAt: date,
  expiresAt: optional('must be a Date or null', (value) => value === null || isDate(value)),
  viaQuery: trueOrFalse,
} satisfies Record<keyof Principal, OptionRule>;

const sessionRules = {
  account: anObject,
  sessionId: text,
  authenticatedAt: date,
  amr: optional('must list names of methods', areTexts),
  expiresAt: date,
} satisfies Record<keyof Omit<SessionPrincipal, 'kind'>, OptionRule>;

/** @throws TypeError naming the members that are unknown or have another type */
function assertMembers(
  given: object,
  usual: object,
  rules: Readonly<Record<string, OptionRule>>,
  subject: string,
): void {
  const unknown = unknownOptions(given, usual);
  if (unknown.length > 0) throw new TypeError(`${subject} has no ${unknown.join(', ')}.`);
  const problems = findProblems(given, rules);
  if (problems.length > 0)
    throw new TypeError(`${subject} cannot have these members: ${problems.join('; ')}.`);
}

const sessionCookie = 'accounts-browser';

function testSessions(sessions: Readonly<Record<string, TestSession>>): MountedSessions {
  const principals = new Map(
    Object.entries(sessions).map(([token, given]) => [token, testSession(given)]),
  );
  return {
    cookieName: sessionCookie,
    async find({ headers }) {
      const pairs = headers.cookie?.split('; ') ?? [];
      const pair = pairs.find((each) => each.startsWith(`${sessionCookie}=`));
      return pair === undefined ? undefined : principals.get(pair.slice(sessionCookie.length + 1));
    },
    assertOrigin: () => undefined,
  };
}

/**
 * Creates a caller with a session for tests that call a host's handler directly.
 *
 * @throws TypeError for a value that is not an object, or if a member is unknown or has another type
 */
export function testSession(given: TestSession = {}): SessionPrincipal {
  if (Object(given) !== given) throw new TypeError('A session must be an object.');
  const now = Date.now();
  const usual = {
    account: usualAccount(given.account?.id ?? newIdentifier()),
    sessionId: newIdentifier(),
    authenticatedAt: new Date(now),
    amr: ['pwd'],
    expiresAt: new Date(now + 12 * 60 * 60_000),
  };
  assertMembers(given, usual, sessionRules, 'A session');
  const account = { ...usual.account, ...given.account };
  return { kind: 'session', ...usual, ...given, account };
}

function usualPrincipal(id: string): Required<Principal> {
  return {
    account: usualAccount(id),
    application: {
      id: newIdentifier(),
      name: 'Test application',
      ownerId: id,
      apiVersion: new ApiVersions().newest.version,
      isSuspended: false,
    },
    kind: 'application',
    scope: scopes,
    resource: null,
    authorizationId: null,
    tokenId: newIdentifier(),
    issuedAt: new Date(),
    expiresAt: null,
    viaQuery: false,
  };
}

function usualAccount(id: string): Account {
  const now = new Date();
  return {
    id,
    name: 'Test account',
    email: `${id}@example.com`,
    emailKey: `${id}@example.com`,
    mailboxKey: `${id}@example.com`,
    pendingEmail: null,
    pendingEmailKey: null,
    pendingMailboxKey: null,
    emailByToken: false,
    firstEmail: null,
    languageCode: 'en',
    phone: null,
    notificationPhone: null,
    client: null,
    groupedEmailNotification: false,
    emailFrequency: 'daily',
    desktopFrequency: 'hourly',
    pushFrequency: 'hourly',
    trendingEmailFrequency: 'occasionally',
    canCreateAlert: true,
    canReadTeammembers: true,
    canReadTeamrequests: true,
    canReadQuotastats: true,
    subscribedToQuotaExceeded: true,
    createdAt: now,
    updatedAt: now,
    revision: 1,
    credentialsGeneration: 1,
    registeredById: null,
    suspendedAt: null,
    suspensionReason: null,
  };
}
