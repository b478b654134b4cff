import type { PasswordHashOptions } from './access/password-hasher.js';
import type { PasswordPolicy } from './access/password-policy.js';
import type { DatabaseOptions } from './database/database-address.js';
import type { ApiVersion } from './http/api-versions.js';
import type { RateLimits } from './limits/rate-limit.policies.js';

/** What the accounts module is told, by `forRoot` or by a factory. */
export interface AccountsModuleOptions {
  /** The PostgreSQL the accounts live in. */
  database: DatabaseOptions;
  /**
   * What seals the tokens that are shown again, at least 32 characters each: the first one seals,
   * all of them open.
   */
  secretKeys: readonly [string, ...string[]];
  /**
   * Where the application is reached from outside, without its global prefix: what OAuth clients
   * know it by, and all links begin with. With `https:` cookies are kept to TLS.
   */
  publicUrl: string;
  /** Whether people can create accounts for themselves in the console. Default: true. */
  signUp?: boolean;
  /** Limits that differ from the defaults, or `off`. */
  rateLimits?: RateLimits;
  /** The Redis in which limits are counted across nodes. Default: in the memory of this process. */
  redisUrl?: string;
  /** The cost of argon2id. Default: OWASP's floor, and one lane fewer than there are cores. */
  passwordHash?: PasswordHashOptions;
  /** Default: `standard`. */
  passwordPolicy?: PasswordPolicy;
  /** The versions of the interface, oldest first. Default: 1.8 to 1.21. */
  apiVersions?: readonly ApiVersion[];
}

/** What decides the routes, and so must be known before any factory has run. */
export interface AccountsModuleExtras {
  /**
   * The path everything is below, after the host's own prefix. Default: none. Two modules in one
   * host need two, for each has `/oauth`, `/console` and `/.well-known`.
   */
  mountPath?: string;
  /** The path of the interface below that. Default: `api`; empty for none. */
  basePath?: string;
}

/** Makes the options; for `forRootAsync({ useClass })` and `useExisting`. */
export interface AccountsOptionsFactory {
  createAccountsOptions(): Promise<AccountsModuleOptions> | AccountsModuleOptions;
}
