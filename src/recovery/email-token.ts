import { createHash } from 'node:crypto';
import type { Account, EmailToken } from '../database/records.js';

/** In milliseconds: how long the owner can stop a removal of factors, from the first mail of it on. */
export const factorRemovalMs = 24 * 60 * 60_000;

/** What the link of a mail can be used for, and for how long, in milliseconds. `EmailTokensService` refuses a later use. */
export const emailTokenLifetimes = {
  verification: 24 * 60 * 60_000,
  'sign-up': 24 * 60 * 60_000,
  'password-reset': 30 * 60_000,
  'first-proof': 24 * 60 * 60_000,
  'email-adoption': 24 * 60 * 60_000,
  'email-restoration': 7 * 24 * 60 * 60_000,
  // It works as long as its removal waits, which a mail that is late puts off.
  'factor-removal': 30 * 24 * 60 * 60_000,
} as const;

/** What the link of a mail can be used for. */
export type EmailTokenPurpose = keyof typeof emailTokenLifetimes;

/** A token with the account that it is about. */
export type EmailTokenOfAccount = EmailToken & { account: Account };

/**
 * What a token stores of the address that it is sent to. It is of the address as it is written: two addresses that
 * count as one email can be two mailboxes.
 */
export function emailDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
