import type { DynamicModule, FactoryProvider, InjectionToken, Type } from '@nestjs/common';
import { sessionIdleLimits, sessionMaxLimits } from './accounts.defaults.js';
import { auditDaysLimits, auditSourceDaysLimits } from './audit/audit-event.js';
import {
  passwordHashRule,
  type PasswordHashOptions,
  type VerifyForeignPassword,
} from './access/passwords/password-hasher.js';
import { passwordPolicies, type PasswordPolicy } from './access/passwords/password-policy.js';
import { secondFactorPolicies, type SecondFactorPolicy } from './factors/factor-policy.js';
import { minSecretLength } from './access/sealing/token-seal.js';
import { databaseRule, type DatabaseOptions } from './database/database.options.js';
import { areVersions, type ApiVersion } from './http/versions/api-versions.js';
import {
  beginsWithAny,
  isPlainPath,
  joinedPath,
  reservedSegments,
} from './http/urls/joined-path.js';
import {
  isOrigin,
  isPagePath,
  isPublicUrl,
  pageNames,
  type HostPages,
} from './http/urls/public-url.js';
import { findMessageProblems, type Messages } from './language/languages.js';
import {
  isSubscriptionName,
  type AccountEventSubscriber,
} from './events/account-event.subscriber.js';
import { brandOptionNames, type BrandOptions } from './brand/brand.options.js';
import type { CounterStorage } from './limits/storage/counter.storage.js';
import type { MailOptions } from './mail/mail.options.js';
import { limitRules, type RateLimits } from './limits/rate-limit.policies.js';
import { areDistinct, findProblem, type Resource } from './principals/resource.js';
import { AccountsOptionsError } from './options/accounts-options.error.js';
import {
  findProblems,
  members,
  mustBeAbsent,
  optional,
  rule,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from './options/option-rules.js';
import type { OptionNames } from './options/unknown-options.js';

/** The options of the accounts module, passed to `forRoot` or created by a factory of `forRootAsync`. */
export interface AccountsModuleOptions {
  /** The PostgreSQL database: its URL, or a pool or adapter of the host. */
  database: DatabaseOptions;
  /** At least one secret of at least 32 characters to seal tokens: the first one seals, and all of them open. */
  secretKeys: readonly string[];
  /**
   * The public URL of the application, without its global prefix. It identifies the service to OAuth clients, and all
   * links begin with it. With `https:`, browsers send cookies over TLS only. Required by `oauthFeature`,
   * `consoleFeature` and `signInFeature`, unused without them.
   */
  publicUrl?: string | undefined;
  /**
   * The origins whose pages can use the sessions of `signInFeature`, such as `https://app.example.com`. They must belong
   * to the same site as `publicUrl`, because browsers do not send the cookie from pages of other sites. Rejected without
   * `signInFeature`. Default: the origin of `publicUrl`.
   */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * Pages of the host that replace pages of the console, as paths on the origin of `publicUrl`, such as
   * `{ signIn: '/login' }`. Redirects of the console and of OAuth add the page to return to as `return_to`; links in
   * mails add `#token=…`. Rejected without `signInFeature`. Default: the pages of the console.
   */
  pages?: HostPages | undefined;
  /** Whether visitors can sign up, in the console and by the routes of `signInFeature`. Default: true. */
  signUp?: boolean | undefined;
  /**
   * Whether pages of other origins can call the API and the OAuth endpoints that accept a token but no cookie. The
   * CORS of the host takes precedence. Default: true.
   */
  cors?: boolean | undefined;
  /** Rate limits that differ from the defaults, or `off`. */
  rateLimits?: RateLimits | undefined;
  /**
   * The storage of rate limit counters. The module closes it on shutdown. Default: the memory of this process.
   * `RedisCounterStorage` from `nest-accounts/redis` counts for several processes.
   */
  counterStorage?: CounterStorage | undefined;
  /** The cost of argon2id. Default: OWASP's minimum, with one lane fewer than CPU cores. */
  passwordHash?: PasswordHashOptions | undefined;
  /**
   * Verifies imported hashes in formats that the module does not know. The first successful sign-in replaces such a
   * hash. Default: such hashes are not imported, and match no password.
   */
  verifyForeignPassword?: VerifyForeignPassword | undefined;
  /** The rules for new passwords. Default: `standard`. */
  passwordPolicy?: PasswordPolicy | undefined;
  /**
   * Which users must have a second factor to sign in. Values other than `optional` require `factorsFeature` or a
   * feature with pages. Default: `optional`.
   */
  secondFactor?: SecondFactorPolicy | undefined;
  /** A session ends after this many hours without a request, 1 to 720. Default: 12. */
  sessionIdleHours?: number | undefined;
  /** A session ends this many days after the sign-in, even if it is in use, 1 to 365. Default: 7. */
  sessionMaxDays?: number | undefined;
  /** Event subscribers in addition to `@OnAccountEvent()`, for example a `WebhookSubscriber`. Default: none. */
  eventSubscribers?: readonly AccountEventSubscriber[] | undefined;
  /** Whether this process delivers events and mails. Set it to `false` in scripts. Default: true. */
  deliverEvents?: boolean | undefined;
  /** How to send mails. Required by `mailFeature`, rejected without it. */
  mail?: MailOptions | undefined;
  /** The name, images, color and links on pages and in mails. Default: those of `Accounts`. */
  brand?: BrandOptions | undefined;
  /** The number of days to keep audit events, 30 to 3650. Default: 365. */
  auditDays?: number | undefined;
  /** The number of days to keep the source address of an audit event, 7 to 3650. Default: 90. */
  auditSourceDays?: number | undefined;
  /** The number of days to keep source addresses after the account is deleted, 7 to 3650. Default: 30. */
  auditSourceDaysAfterDeletion?: number | undefined;
  /** Bytes for cached principals; 0 for none. Default: an eighth of the heap limit, at most 64 MiB. */
  principalCacheBytes?: number | undefined;
  /**
   * APIs of this application, or of other teams, with their own scopes. The scopes guard routes of the host:
   * `@BearerAuth('invoices:read')`. No two resources may have the same scope. Default: none.
   */
  resources?: readonly Resource[] | undefined;
  /** The API versions, oldest first. Default: 1.8 to 1.21. */
  apiVersions?: readonly ApiVersion[] | undefined;
  /** Sentences that replace the module's own, by language and key. An invalid sentence fails the start. */
  messages?: Messages | undefined;
}

/** Options that determine the routes. They must be known before a factory runs. */
export interface AccountsModuleExtras {
  /**
   * The name of this mount, which its events include: 1 to 64 letters, digits, dots, underscores and hyphens. Two
   * modules in one host must have different names. Default: `accounts`.
   */
  name?: string | undefined;
  /**
   * The path prefix of all routes, after the host's own prefix. Two modules in one host must have different paths.
   * Default: none.
   */
  mountPath?: string | undefined;
  /** The path of the API below `mountPath`. An empty string means no path. Default: `api`. */
  basePath?: string | undefined;
  /**
   * Features to add to the API: `oauthFeature`, `consoleFeature`, `signInFeature`, `mailFeature`, `messagingFeature`,
   * `metricsFeature`, `operatorFeature({ … })`, `factorsFeature`. Default: none. Code of unused features is not loaded.
   */
  features?: readonly AccountsFeature[] | undefined;
  /**
   * The host's decorators to apply to every mounted handler, for example its own `Public()` or `SkipThrottle()`. The
   * host's global guards and interceptors find their metadata there. The module's rate limits read the throttler's.
   * Default: none.
   */
  decorators?: readonly MethodDecorator[] | undefined;
  /**
   * Whether all modules of the host can inject this module's exports and guard their routes without importing it. At
   * most one module per host can be global. Default: false.
   */
  isGlobal?: boolean | undefined;
}

/** Creates the options, for `forRootAsync({ useClass })` and `useExisting`. */
export interface AccountsOptionsFactory {
  /** Called once, when the module starts. */
  createAccountsOptions(): Promise<AccountsModuleOptions> | AccountsModuleOptions;
}

/** A feature that a host can mount in addition to the API. */
export interface AccountsFeature extends Readonly<
  Required<Pick<DynamicModule, 'controllers' | 'providers' | 'exports'>>
> {
  /** The feature's controllers that are mounted below the API path. */
  readonly apiControllers?: readonly Type[] | undefined;
  /** The options that the feature uses. Without the feature, they are rejected. */
  readonly options?: readonly ('mail' | 'allowedOrigins' | 'pages')[] | undefined;
  /** The features that this one includes. Mounting them separately has no effect. */
  readonly includes?: readonly AccountsFeature[] | undefined;
}

/** The injection token of {@link AccountsModuleOptions} inside the module. */
export const accountsOptionsToken = Symbol('ACCOUNTS_OPTIONS');

/** The injection token of {@link AccountsModuleExtras.mountPath}, without leading and trailing slashes. */
export const mountPathToken = Symbol('ACCOUNTS_MOUNT_PATH');

/** The injection token of the path of the API, without leading and trailing slashes. */
export const apiPathToken = Symbol('ACCOUNTS_API_PATH');

/** Defines a provider that is created from the module's options and other providers. */
export function fromOptions<T, Others extends unknown[] = []>(
  provide: InjectionToken<T>,
  useFactory: (options: AccountsModuleOptions, ...others: Others) => T | Promise<T>,
  others?: { [I in keyof Others]: InjectionToken<Others[I]> },
): FactoryProvider<T> {
  return { provide, useFactory, inject: [accountsOptionsToken, ...(others ?? [])] };
}

/** @throws AccountsOptionsError naming the invalid options, never their values */
export function checkedOptions(options: AccountsModuleOptions): AccountsModuleOptions {
  assertValid(options, {
    ...optionRules,
    ...mustBeAbsent(extraRules, 'must be set next to the factory'),
  });
  return options;
}

/**
 * Checks the extras and returns them.
 *
 * @param options only the extras if there is a factory, otherwise the extras and all other options
 * @throws AccountsOptionsError naming the invalid extras, never their values
 */
export function checkedExtras(
  options: AccountsModuleExtras,
  { isAsync }: { isAsync: boolean },
): AccountsModuleExtras {
  const isChecked = ([name]: [string, unknown]) => isAsync || Object.hasOwn(extraRules, name);
  assertValid(Object.fromEntries(Object.entries(options).filter(isChecked)), {
    ...mustBeAbsent(optionRules, 'must be returned by the factory'),
    ...extraRules,
  });
  return options;
}

function assertValid(options: object, rules: Readonly<Record<string, OptionRule>>): void {
  const problems = findProblems(options, rules);
  if (problems.length === 0) return;
  throw new AccountsOptionsError(`AccountsModule cannot start: ${problems.join('; ')}.`);
}

const plainPath = optional<string>(
  'must be a path of letters, digits, hyphens and slashes',
  (path) => isPlainPath(joinedPath(path)),
);

const basePath = optional<string>(
  'must be a path of letters, digits, hyphens and slashes that does not begin with .well-known, console, oauth or operator',
  (path) => {
    const joined = joinedPath(path);
    return isPlainPath(joined) && !beginsWithAny(joined, [...reservedSegments, 'operator']);
  },
);

const limitsByPolicy = members("must be 'off', or { limit, windowMs } by policy", limitRules);

/** The rules by option. */
const optionRules: Readonly<Record<keyof AccountsModuleOptions, OptionRule>> = {
  database: databaseRule,
  secretKeys: rule<readonly string[]>(
    `must list at least one secret, of at least ${minSecretLength} characters each`,
    (keys) => keys.length > 0 && keys.every(({ length }) => length >= minSecretLength),
  ),
  publicUrl: optional(
    'must be an address on http or https, without user, password, ? and #',
    isPublicUrl,
  ),
  allowedOrigins: optional<readonly string[]>(
    'must list at least one origin such as https://app.example.com, without a path or wildcard',
    (origins) => origins.length > 0 && origins.every(isOrigin),
  ),
  pages: optional<HostPages>(
    'must name paths such as /sign-in, without a query',
    (pages) => Object.values(pages).every((path) => path === undefined || isPagePath(path)),
    Object.fromEntries(pageNames.map((name) => [name, true])) as OptionNames<HostPages>,
  ),
  signUp: trueOrFalse,
  cors: trueOrFalse,
  passwordPolicy: optional<PasswordPolicy>(`must be ${passwordPolicies.join(' or ')}`, (policy) =>
    passwordPolicies.includes(policy),
  ),
  secondFactor: optional<SecondFactorPolicy>(
    `must be ${secondFactorPolicies.join(' or ')}`,
    (policy) => secondFactorPolicies.includes(policy),
  ),
  sessionIdleHours: wholeNumber(sessionIdleLimits),
  sessionMaxDays: wholeNumber(sessionMaxLimits),
  passwordHash: passwordHashRule,
  verifyForeignPassword: optional<VerifyForeignPassword>(
    'must be a function',
    (verify) => typeof verify === 'function',
  ),
  principalCacheBytes: optional<number>(
    'must be a whole number of bytes',
    (value) => Number.isSafeInteger(value) && value >= 0,
  ),
  counterStorage: optional<CounterStorage>('must be a CounterStorage', ({ hit, peek, reset }) =>
    [hit, peek, reset].every((method) => typeof method === 'function'),
  ),
  eventSubscribers: optional<readonly AccountEventSubscriber[]>(
    'must list objects with a name, types and a method handle, and optionally methods open and close',
    (subscribers) =>
      subscribers.every(
        ({ name, types, handle, open = handle, close = handle }) =>
          typeof name === 'string' &&
          Array.isArray(types) &&
          [handle, open, close].every((method) => typeof method === 'function'),
      ),
  ),
  deliverEvents: trueOrFalse,
  auditDays: wholeNumber(auditDaysLimits),
  auditSourceDays: wholeNumber(auditSourceDaysLimits),
  auditSourceDaysAfterDeletion: wholeNumber(auditSourceDaysLimits),
  resources: optional<readonly Resource[]>(
    'must list resources with an absolute URI without #, a name, and described scopes that no other one has',
    (resources) => resources.every((each) => !findProblem(each)) && areDistinct(resources),
    [{ identifier: true, name: true, scopes: true, clients: true }],
  ),
  apiVersions: optional<readonly ApiVersion[]>(
    'must list versions like 1.13, each once and oldest first, whose differences have methods request and response',
    areVersions,
    [{ version: true, difference: { request: true, response: true } }],
  ),
  // Checked by mailFeature.
  mail: rule<MailOptions>('', () => true, { transport: true, from: true }),
  // brandProviders check the values, and say why one is not usable.
  brand: optional<BrandOptions>(
    'must be an object',
    (brand) => typeof brand === 'object' && brand !== null,
    Object.fromEntries(brandOptionNames.map((name) => [name, true])) as OptionNames<BrandOptions>,
  ),
  rateLimits: {
    names: true,
    findProblems: (limits, option) =>
      limits === 'off' ? [] : limitsByPolicy.findProblems(limits, option),
  },
  messages: { names: true, findProblems: findMessageProblems },
};

/** The rules by extra. */
const extraRules: Readonly<Record<keyof AccountsModuleExtras, OptionRule>> = {
  name: optional<string>(
    'must be 1 to 64 letters, digits, dots, underscores and hyphens',
    isSubscriptionName,
  ),
  mountPath: plainPath,
  basePath,
  features: optional<readonly AccountsFeature[]>(
    'must list features, such as consoleFeature or operatorFeature()',
    (features) => features.every(isFeature),
    [
      {
        ...{ controllers: true, apiControllers: true, providers: true, exports: true },
        ...{ options: true, includes: true },
      },
    ],
  ),
  decorators: optional<readonly MethodDecorator[]>('must list decorators', (decorators) =>
    decorators.every((decorator) => typeof decorator === 'function'),
  ),
  isGlobal: trueOrFalse,
};

function isFeature(feature: AccountsFeature): boolean {
  const { controllers, apiControllers = [], providers, exports, includes = [] } = feature;
  const lists = [controllers, apiControllers, providers, exports, includes];
  return lists.every(Array.isArray) && includes.every(isFeature);
}
