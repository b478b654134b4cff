import type { PasswordPolicy } from '../access/passwords/password-policy.js';
import type { Section } from './page.js';

/** What the console is told; the class is its token. */
export abstract class ConsoleOptions {
  /** The parts there are, the one a person arrives at first. */
  abstract readonly sections: readonly [Section, ...Section[]];
  /** Whether people can create accounts for themselves. */
  abstract readonly signUp: boolean;
  /** What a new password must be like. */
  abstract readonly passwordPolicy: PasswordPolicy;
}
