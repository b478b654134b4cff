import type { PasswordPolicy } from '../access/password-policy.js';

/** What the console is told; the class is its token. */
export abstract class ConsoleOptions {
  /** Whether people can create accounts for themselves. */
  abstract readonly signUp: boolean;
  /** What a new password must be like. */
  abstract readonly passwordPolicy: PasswordPolicy;
}
