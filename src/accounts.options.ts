import type { DynamicModule, FactoryProvider, InjectionToken, Type } from '@nestjs/common';
import { auditDaysLimits, auditSourceDaysLimits } from './audit/audit-event.js';
import { hookNames, type AccountHooks } from './events/account.hooks.js';
import type { PasswordHashOptions } from './access/passwords/password-hasher.js';
import { passwordPolicies, type PasswordPolicy } from './access/passwords/password-policy.js';
import { secondFactorPolicies, type SecondFactorPolicy } from './access/second-factor-policies.js';
import { minSecretLength } from './access/tokens/token-seal.js';
import {
  databaseNames,
  isDatabaseOptions,
  type DatabaseOptions,
} from './database/database.options.js';
import { isVersionName, type ApiVersion } from './http/versions/api-versions.js';
import { isPlainPath, joinedPath } from './http/urls/joined-path.js';
import { isPublicUrl } from './http/urls/public-url.js';
import type { Messages } from './language/languages.js';
import {
  isSubscriptionName,
  type AccountEventSubscriber,
} from './events/account-event.subscriber.js';
import type { CounterStorage } from './limits/storage/counter.storage.js';
import type { MailOptions } from './mail/mail.options.js';
import { defaultLimits, type RateLimits } from './limits/rate-limit.policies.js';
import { unknownOptions, type OptionNames } from './options/unknown-options.js';

/** The options of the accounts module, given to `forRoot` or made by a factory of `forRootAsync`. */
export interface AccountsModuleOptions {
  /** The PostgreSQL of the accounts: its URL, or a pool or adapter of the host. */
  database: DatabaseOptions;
  /**
   * The secrets that seal the tokens which are shown again, at least one of at least 32 characters: the first one seals,
   * all of them open.
   */
  secretKeys: readonly string[];
  /**
   * The URL of the application from outside, without its global prefix: it identifies the service to OAuth clients,
   * and all links begin with it. With `https:` cookies are sent over TLS only. Required by
   * `oauthFeature` and `consoleFeature`, unused without them.
   */
  publicUrl?: string | undefined;
  /** Whether visitors can sign up on the pages. Default: true. */
  signUp?: boolean | undefined;
  /** Limits that differ from the defaults, or `off`. */
  rateLimits?: RateLimits | undefined;
  /**
   * Where limits are counted; closed with the module. Default: in the memory of this process.
   * `RedisCounterStorage` of `nest-accounts/redis` counts for several processes.
   */
  counterStorage?: CounterStorage | undefined;
  /** The cost of argon2id. Default: OWASP's floor, and one lane fewer than there are cores. */
  passwordHash?: PasswordHashOptions | undefined;
  /** Default: `standard`. */
  passwordPolicy?: PasswordPolicy | undefined;
  /** Who needs a second factor to sign in; others than `optional` require `factorsFeature` or pages. Default: `optional`. */
  secondFactor?: SecondFactorPolicy | undefined;
  /**
   * Subscribers to events beside the methods with `@OnAccountEvent()`, such as a `WebhookSubscriber`.
   * Default: none.
   */
  eventSubscribers?: readonly AccountEventSubscriber[] | undefined;
  /**
   * Whether this process delivers events to subscribers and sends mails. `false` for scripts, whose changes the other
   * processes deliver. Default: true.
   */
  deliverEvents?: boolean | undefined;
  /** Functions that are called in the transaction of each change. Default: none. */
  hooks?: AccountHooks | undefined;
  /** How mails are sent. Required by `mailFeature`, unused without it. */
  mail?: MailOptions | undefined;
  /** For how many days events of the audit trail are kept, 30 to 3650. Default: 365. */
  auditDays?: number | undefined;
  /** For how many days an event of the audit trail keeps its source address, 7 to 3650. Default: 90. */
  auditSourceDays?: number | undefined;
  /** For how many days after the deletion of an account its events keep theirs, 7 to 3650. Default: 30. */
  auditSourceDaysAfterDeletion?: number | undefined;
  /**
   * The approximate memory of all cached principals, in bytes; 0 caches none.
   * Default: an eighth of what the heap may grow to, and 64 MiB at most.
   */
  principalCacheBytes?: number | undefined;
  /** The versions of the API, oldest first. Default: 1.8 to 1.21. */
  apiVersions?: readonly ApiVersion[] | undefined;
  /** Sentences that replace the module's own, by language and key; an invalid one fails the start. */
  messages?: Messages | undefined;
}

/** The options that determine the routes, and so must be known before a factory runs. */
export interface AccountsModuleExtras {
  /**
   * The name of this mount, which its events carry: 1 to 64 letters, digits, dots, underscores and hyphens. Two
   * modules in one host have different names. Default: `accounts`.
   */
  name?: string | undefined;
  /**
   * The path of all routes, after the host's own prefix. Default: none. Two modules in one
   * host have different paths.
   */
  mountPath?: string | undefined;
  /** The path of the API below `mountPath`. Default: `api`; empty for none. */
  basePath?: string | undefined;
  /**
   * The features beside the API: `oauthFeature`, `consoleFeature`, `mailFeature`, `messagingFeature`,
   * `metricsFeature`, `operatorFeature({ … })`, `factorsFeature`. Default: none, and nothing of them is loaded.
   */
  features?: readonly AccountsFeature[] | undefined;
  /**
   * Decorators of the host for every mounted handler, such as its own `Public()` or
   * `SkipThrottle()`: its global guards and interceptors find their metadata there, and our limits those of the
   * throttler. Default: none.
   */
  decorators?: readonly MethodDecorator[] | undefined;
  /**
   * Whether every module of the host can inject what this one exports, and guard its routes, without
   * importing it, at most one of a host. Default: false.
   */
  isGlobal?: boolean | undefined;
}

/** Makes the options; for `forRootAsync({ useClass })` and `useExisting`. */
export interface AccountsOptionsFactory {
  /** Called once, when the module starts. */
  createAccountsOptions(): Promise<AccountsModuleOptions> | AccountsModuleOptions;
}

/** A feature that can be mounted beside the API. */
export interface AccountsFeature extends Readonly<
  Required<Pick<DynamicModule, 'controllers' | 'providers' | 'exports'>>
> {
  /** Its controllers below the path of the API. */
  readonly apiControllers?: readonly Type[] | undefined;
  /** The option that it takes: without the feature the option is rejected. */
  readonly option?: 'mail' | undefined;
  /** The features it includes: mounting them beside it adds nothing. */
  readonly includes?: readonly AccountsFeature[] | undefined;
}

/** Options with which the module cannot start. */
export class AccountsOptionsError extends Error {
  override readonly name = 'AccountsOptionsError';
}

/** The token of {@link AccountsModuleOptions} inside the module. */
export const accountsOptionsToken = Symbol('ACCOUNTS_OPTIONS');

/** The token of {@link AccountsModuleExtras.mountPath} inside the module, without slashes around it. */
export const mountPathToken = Symbol('ACCOUNTS_MOUNT_PATH');

/** A provider made from the module's options. */
export function fromOptions<T>(
  provide: InjectionToken<T>,
  useFactory: (options: AccountsModuleOptions) => T | Promise<T>,
): FactoryProvider<T> {
  return { provide, useFactory, inject: [accountsOptionsToken] };
}

/**
 * The options, once they are checked.
 *
 * @throws AccountsOptionsError naming the invalid ones, never their values
 */
export function checkedOptions(options: AccountsModuleOptions): AccountsModuleOptions {
  assertValid(options, { ...optionRules, ...misplaced(extraRules, 'is given beside the factory') });
  return options;
}

/**
 * The extras, once they are checked.
 *
 * @param options the extras beside a factory, or with all other options
 * @throws AccountsOptionsError naming the invalid ones, never their values
 */
export function checkedExtras(
  options: AccountsModuleExtras,
  { besideFactory }: { besideFactory: boolean },
): AccountsModuleExtras {
  const isChecked = ([name]: [string, unknown]) => besideFactory || Object.hasOwn(extraRules, name);
  assertValid(Object.fromEntries(Object.entries(options).filter(isChecked)), {
    ...misplaced(optionRules, 'comes from the factory'),
    ...extraRules,
  });
  return options;
}

function assertValid(options: object, rules: Readonly<Record<string, Rule>>): void {
  const given: Partial<Record<string, unknown>> = { ...options };
  const names = Object.entries(rules).map(([name, { names }]) => [name, names]);
  const problems = [
    ...unknownOptions(given, Object.fromEntries(names)).map((name) => `${name} is unknown`),
    ...Object.entries(rules)
      .filter(([name, { isRight }]) => !isRight(given[name]))
      .map(([name, { sentence }]) => `${name} ${sentence}`),
  ];
  if (problems.length === 0) return;
  throw new AccountsOptionsError(`AccountsModule cannot start: ${problems.join('; ')}.`);
}

/** The rule of one option. */
interface Rule {
  readonly sentence: string;
  /** The names of its own options; true for a value of any form. */
  readonly names: object | true;
  isRight(value: unknown): boolean;
}

type Names<T> = OptionNames<{ readonly option: T }>['option'];

function rule<T>(sentence: string, isRight: (value: T) => boolean, names: Names<T> = true): Rule {
  return {
    sentence,
    names,
    isRight(value) {
      try {
        return isRight(value as T);
      } catch {
        return false; // The value has another type.
      }
    },
  };
}

function optional<T>(sentence: string, isRight: (value: T) => boolean, names?: Names<T>): Rule {
  return rule<T>(sentence, (value) => value === undefined || isRight(value), names);
}

function wholeNumber({ min, max }: { min: number; max: number }): Rule {
  return optional<number>(
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
  );
}

const trueOrFalse = optional('must be true or false', (value) => typeof value === 'boolean');

const plainPath = optional<string>(
  'must be a path of letters, digits, hyphens and slashes',
  (path) => isPlainPath(joinedPath(path)),
);

/** The rules of options that have no effect here. */
function misplaced(rules: object, sentence: string): Record<string, Rule> {
  const absent = rule(sentence, (value) => value === undefined);
  return Object.fromEntries(Object.keys(rules).map((name) => [name, absent]));
}

const rateLimitNames = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, { limit: true, windowMs: true }]),
) as OptionNames<Exclude<RateLimits, string>>;

/** The check of each option. */
const optionRules: Readonly<Record<keyof AccountsModuleOptions, Rule>> = {
  database: rule<DatabaseOptions>(
    'must be { url } with an address that begins with postgresql://, or { pool }, or { adapter }',
    isDatabaseOptions,
    databaseNames,
  ),
  secretKeys: rule<readonly string[]>(
    `must list at least one secret, of at least ${minSecretLength} characters each`,
    (keys) => keys.length > 0 && keys.every(({ length }) => length >= minSecretLength),
  ),
  publicUrl: optional(
    'must be an address on http or https, without user, password, ? and #',
    isPublicUrl,
  ),
  signUp: trueOrFalse,
  passwordPolicy: optional<PasswordPolicy>(`must be ${passwordPolicies.join(' or ')}`, (policy) =>
    passwordPolicies.includes(policy),
  ),
  secondFactor: optional<SecondFactorPolicy>(
    `must be ${secondFactorPolicies.join(' or ')}`,
    (policy) => secondFactorPolicies.includes(policy),
  ),
  passwordHash: optional<PasswordHashOptions>(
    'must hold whole numbers',
    (options) =>
      Object.values(options).every((value) => value === undefined || Number.isInteger(value)),
    { memoryKiB: true, iterations: true, parallelism: true, lanes: true },
  ),
  principalCacheBytes: optional<number>(
    'must be a whole number of bytes',
    (value) => Number.isSafeInteger(value) && value >= 0,
  ),
  counterStorage: optional<CounterStorage>('must be a CounterStorage', ({ hit, peek, reset }) =>
    [hit, peek, reset].every((method) => typeof method === 'function'),
  ),
  eventSubscribers: optional<readonly AccountEventSubscriber[]>(
    'must list objects with a name, types and a method take',
    (subscribers) =>
      subscribers.every(
        ({ name, types, take }) =>
          typeof name === 'string' && Array.isArray(types) && typeof take === 'function',
      ),
  ),
  deliverEvents: trueOrFalse,
  hooks: optional<AccountHooks>(
    'must list tables of the host, and have functions created, updated or deleted',
    ({ tables, ...hooks }) =>
      tables.length > 0 &&
      tables.every((name) => typeof name === 'string') &&
      Object.entries(hooks).every(
        ([name, hook]) =>
          hookNames.includes(name) && ['function', 'undefined'].includes(typeof hook),
      ),
    { tables: true, created: true, updated: true, deleted: true },
  ),
  auditDays: wholeNumber(auditDaysLimits),
  auditSourceDays: wholeNumber(auditSourceDaysLimits),
  auditSourceDaysAfterDeletion: wholeNumber(auditSourceDaysLimits),
  apiVersions: optional<readonly ApiVersion[]>(
    'must list versions like 1.13, each once',
    (versions) =>
      versions.length > 0 &&
      versions.every(({ version }) => isVersionName(version)) &&
      new Set(versions.map(({ version }) => version)).size === versions.length,
    [{ version: true, difference: { request: true, response: true } }],
  ),
  // Checked by mailFeature.
  mail: rule<MailOptions>('', () => true, { transport: true, from: true, serviceName: true }),
  // RateLimitsService checks the numbers, and Languages the texts: their errors name the invalid part.
  rateLimits: optional<RateLimits>(
    "must be 'off', or limits by policy",
    (limits) => limits === 'off' || (typeof limits === 'object' && limits !== null),
    rateLimitNames,
  ),
  messages: rule('', () => true),
};

/** The check of each extra. */
const extraRules: Readonly<Record<keyof AccountsModuleExtras, Rule>> = {
  name: optional<string>(
    'must be 1 to 64 letters, digits, dots, underscores and hyphens',
    isSubscriptionName,
  ),
  mountPath: plainPath,
  basePath: plainPath,
  features: optional<readonly AccountsFeature[]>(
    'must list features, such as consoleFeature or operatorFeature()',
    (features) => features.every(isFeature),
    [
      {
        ...{ controllers: true, apiControllers: true, providers: true, exports: true },
        ...{ option: true, includes: true },
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
