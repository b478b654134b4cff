import type { Brand } from '../../brand/brand.js';
import type { PasswordPolicy } from '../../access/passwords/password-policy.js';

/** The sections in the console's navigation. */
export type Section =
  'applications' | 'grants' | 'account' | 'notifications' | 'security' | 'sessions' | 'activity';

/** The options of the console; the class is its injection token. */
export abstract class ConsoleOptions {
  /** The sections; the first one is the page after sign-in. */
  abstract readonly sections: readonly [Section, ...Section[]];
  abstract readonly signUp: boolean;
  /** Whether mails are sent. Without them, users cannot reset a forgotten password. */
  abstract readonly mail: boolean;
  abstract readonly passwordPolicy: PasswordPolicy;
  abstract readonly brand: Brand;
}
