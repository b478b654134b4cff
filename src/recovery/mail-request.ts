import { createHash } from 'node:crypto';
import type { Notice } from '../audit/audit-event.js';
import { mailboxKey } from '../accounts/email-key.js';

/** The subscription of mails: what could not be sent is parked there. */
export const mailSubscription = 'mail';

/** The data of such an event. An address is sealed, with the key of its queue as the owner. */
export type MailRequest =
  /** With the queue of the address that it was requested for, which the account may have changed since. */
  | { readonly kind: 'verification'; readonly address: string }
  | { readonly kind: 'password-reset'; readonly sealed: string }
  | { readonly kind: 'sign-up'; readonly sealed: string }
  /** Without the seal for the present address, by an earlier release. */
  | { readonly kind: 'factor-removal'; readonly sealed?: string }
  /** Declared by the change that it tells of: a new factor with its id, a deleted account with its owner. */
  | { readonly kind: Notice; readonly factor?: string; readonly sealed?: string }
  /** Written with `factor-added` and `passkey-added`, for the address that can remove the factor. */
  | {
      readonly kind: 'factor-restoration';
      readonly added: NewFactor['kind'];
      readonly accountId: string;
      readonly factor: string;
    }
  /** Written by a trigger: another address can undo a change from now on. */
  | { readonly kind: 'email-next' }
  /** Written by a trigger: the account has left this address, which was never verified. */
  | { readonly kind: 'email-left'; readonly address: string };

/** What is sealed of a mail about the removal of factors. */
export interface FactorRemovalRequest {
  readonly accountId: string;
  readonly email: string;
  /** The id of the removal. */
  readonly removal: string;
}

/** What is sealed of a mail to the address that can remove a new factor. */
export interface NewFactor {
  readonly kind: 'factor-added' | 'passkey-added';
  readonly accountId: string;
  readonly email: string;
  /** The id of the app or passkey. */
  readonly factor: string;
}

/** What is sealed of a mail about an account that is deleted. */
export interface DeletedAccount {
  readonly email: string;
  readonly name: string;
  readonly languageCode: string;
}

/** What is sealed of a password reset. */
export interface PasswordResetRequest extends Destination {
  readonly email: string;
}

/** Where a user was going who followed the link of a mail. */
export interface Destination {
  /** The page, as a path with the prefix of the host. Default: the first one */
  readonly returnTo?: string | undefined;
}

/**
 * The queue of mails to an address that may have no account. It does not reveal the address, and is the same for all
 * ways to write one mailbox, by which one person could get more mails.
 */
export function queueOf(email: string): string {
  return `email ${createHash('sha256').update(mailboxKey(email)).digest('base64url')}`;
}
