import { createHash } from 'node:crypto';
import type { Account, EmailToken } from '../database/records.js';

/** How long the owner can stop a factor removal after its first mail, in milliseconds. */
export const factorRemovalMs = 24 * 60 * 60_000;

/** A token with its account and its sealed content. */
export type EmailTokenOfAccount<T> = EmailToken & { account: Account; content: T | undefined };

/**
 * The digest of an address that its token stores. It covers the exact spelling, because two spellings of one email can
 * be two mailboxes.
 */
export function emailDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
