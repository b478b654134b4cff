import type { PasswordPolicy } from '../../access/passwords/password-policy.js';
import type { Section } from './rendering/page.js';

/** The options of the console; the class is its injection token. */
export abstract class ConsoleOptions {
  /** The sections; the first one is the page after sign-in. */
  abstract readonly sections: readonly [Section, ...Section[]];
  /** Whether visitors can sign up. */
  abstract readonly signUp: boolean;
  /** Whether mails are sent. Without them, users cannot reset a forgotten password. */
  abstract readonly mail: boolean;
  /** The policy of new passwords. */
  abstract readonly passwordPolicy: PasswordPolicy;
}
