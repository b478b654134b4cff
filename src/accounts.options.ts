import type { DynamicModule, FactoryProvider, InjectionToken } from '@nestjs/common';
import type { PasswordHashOptions } from './access/password-hasher.js';
import type { PasswordPolicy } from './access/password-policy.js';
import type { DatabaseOptions } from './database/database.options.js';
import type { ApiVersion } from './http/api-versions.js';
import type { Messages } from './language/languages.js';
import type { CounterStorage } from './limits/counter.storage.js';
import type { RateLimits } from './limits/rate-limit.policies.js';

/** What the accounts module is told, by `forRoot` or by a factory of `forRootAsync`. */
export interface AccountsModuleOptions {
  /** The PostgreSQL the accounts live in: its address, or what the host reaches it by already. */
  database: DatabaseOptions;
  /**
   * What seals the tokens that are shown again, at least 32 characters each: the first one seals,
   * all of them open.
   */
  secretKeys: readonly [string, ...string[]];
  /**
   * Where the application is reached from outside, without its global prefix: what OAuth clients
   * know it by, and all links begin with. With `https:` cookies are kept to TLS. Needed by
   * `oauthRoom` and `consoleRoom`, unused without them.
   */
  publicUrl?: string;
  /** Whether people can create accounts for themselves on the pages. Default: true. */
  signUp?: boolean;
  /** Limits that differ from the defaults, or `off`. */
  rateLimits?: RateLimits;
  /**
   * Where limits are counted; closed with the module. Default: in the memory of this process.
   * `RedisCounterStorage` of `nest-accounts/redis` counts for several processes.
   */
  counterStorage?: CounterStorage;
  /** The cost of argon2id. Default: OWASP's floor, and one lane fewer than there are cores. */
  passwordHash?: PasswordHashOptions;
  /** Default: `standard`. */
  passwordPolicy?: PasswordPolicy;
  /** The versions of the interface, oldest first. Default: 1.8 to 1.21. */
  apiVersions?: readonly ApiVersion[];
  /** Sentences to say otherwise, by language and key; a start with an unusable one fails. */
  messages?: Messages;
}

/** What decides the routes, and so must be known before any factory has run. */
export interface AccountsModuleExtras {
  /**
   * The path everything is below, after the host's own prefix. Default: none. Two modules in one
   * host need two where both have OAuth, for each has `/oauth`, `/console` and `/.well-known`.
   */
  mountPath?: string;
  /** The path of the interface below that. Default: `api`; empty for none. */
  basePath?: string;
  /** What is mounted beside the interface: `oauthRoom`, `consoleRoom`, `messagingRoom`. Default: nothing. */
  rooms?: readonly AccountsRoom[];
  /**
   * Whether every module of the host can inject what this one exports, and guard its routes, without
   * importing it. Default: false.
   */
  isGlobal?: boolean;
}

/** Makes the options; for `forRootAsync({ useClass })` and `useExisting`. */
export interface AccountsOptionsFactory {
  /** Called once, when the module starts. */
  createAccountsOptions(): Promise<AccountsModuleOptions> | AccountsModuleOptions;
}

/** Something that can be mounted beside the interface; the package has three of them. */
export type AccountsRoom = Readonly<
  Required<Pick<DynamicModule, 'controllers' | 'providers' | 'exports'>>
>;

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
