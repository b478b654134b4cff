import type { Account } from '../database/records.js';

/** The caller of a request with a session: the user in a browser that is signed in. */
export interface SessionPrincipal {
  /** Distinguishes a session from the tokens of a `Principal`. */
  readonly kind: 'session';
  /** The account that is signed in. */
  readonly account: Readonly<Account>;
  /** Identifies the session without revealing its token. */
  readonly sessionId: string;
  /** When the user last signed in, or confirmed with the password or a second factor. */
  readonly authenticatedAt: Date;
  /** How the user has authenticated, such as `pwd`, `otp`, `mfa` (RFC 8176). */
  readonly amr: readonly string[];
  /** When the session ends unless it is used again. */
  readonly expiresAt: Date;
}

const confirmationMs = 10 * 60_000;

/** Whether the user has signed in, or confirmed, in the last ten minutes. */
export function isRecent(authenticatedAt: Date): boolean {
  // Setting the clock back does not extend the confirmation.
  return Math.abs(Date.now() - authenticatedAt.getTime()) < confirmationMs;
}
