import { createHash } from 'node:crypto';
import type { Account, Bytes, EmailToken } from '../../database/records.js';
import { LinkInvalidError, PreconditionFailedError } from '../../errors/error-registry.js';

/** How long the owner can stop a factor removal after its first mail, in milliseconds. */
export const factorRemovalMs = 24 * 60 * 60_000;

export type FoundEmailToken<T> = EmailToken & {
  hash: Bytes;
  account: Account;
  content: T | undefined;
};

/**
 * The digest of an address that its token stores. It covers the exact spelling, because two spellings of one email can
 * be two mailboxes.
 */
export function emailDigest(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

/**
 * Rethrows an error of a change whose proof is a link. The link is void if the account has changed since it was sent.
 */
export function asInvalidLink(error: unknown): never {
  throw error instanceof PreconditionFailedError ? new LinkInvalidError() : error;
}
