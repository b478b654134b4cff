import { createHash } from 'node:crypto';
import type { Account, EmailToken } from '../database/records.js';

/** In milliseconds: how long the owner can stop a removal of factors, from the first mail of it on. */
export const factorRemovalMs = 24 * 60 * 60_000;

/** A token with its account and its sealed content. */
export type EmailTokenOfAccount<T> = EmailToken & { account: Account; content: T | undefined };

/**
 * What a token stores of the address that it is sent to. It is of the address as it is written: two addresses that
 * count as one email can be two mailboxes.
 */
export function emailDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
