import { createHash } from 'node:crypto';
import type { Notice } from '../../audit/audit-event.js';
import { mailboxKey } from '../../accounts/emails/email-key.js';

/** The name of the mail subscription. Mails that could not be sent are parked there. */
export const mailSubscription = 'mail';

/** The data of a mail request event. Addresses are sealed, with the key of their queue as the owner. */
export type MailRequest =
  /** `address` is the queue of the requested address, which the account may no longer have. */
  | { readonly kind: 'verification'; readonly address: string; readonly codeRequest?: string }
  | { readonly kind: 'password-reset'; readonly sealed: string }
  | { readonly kind: 'sign-up'; readonly sealed: string }
  | { readonly kind: 'sign-up-again'; readonly sealed: string }
  /** Without `sealed` for the present address, as written by an earlier release. */
  | { readonly kind: 'factor-removal'; readonly sealed?: string }
  /** Declared by the change it reports. Has the id of a new factor, or the sealed owner of a deleted account. */
  | { readonly kind: Notice; readonly factor?: string; readonly sealed?: string }
  /** Written with `factor-added` and `passkey-added`, for the address that can remove the factor. */
  | {
      readonly kind: 'factor-restoration';
      readonly added: NewFactor['kind'];
      readonly accountId: string;
      readonly factor: string;
    }
  /** Written by a trigger: from now on another address can undo a change. */
  | { readonly kind: 'email-next' }
  /** Written by a trigger: the account replaced this address, which was never verified. */
  | { readonly kind: 'email-left'; readonly address: string };

export interface FactorRemovalRequest {
  readonly accountId: string;
  readonly email: string;
  readonly removal: string;
}

/** The sealed content of a mail to the address that can remove a new factor. */
export interface NewFactor {
  readonly kind: 'factor-added' | 'passkey-added';
  readonly accountId: string;
  readonly email: string;
  /** The id of the app or passkey. */
  readonly factor: string;
}

export interface DeletedAccount {
  readonly email: string;
  readonly name: string;
  readonly languageCode: string;
}

/** The sealed content of a password reset. */
export interface PasswordResetRequest extends MailOrigin {
  readonly email: string;
}

/** The page that a mailed link finally redirects to. */
export interface Destination {
  /** The page, as a path with the prefix of the host. Default: the first page */
  readonly returnTo?: string | undefined;
}

/** The browser that requests a mail. */
export interface MailOrigin extends Destination {
  /** The id of the request, which the code in the mail is derived from. Default: the mail has no code */
  readonly codeRequest?: string | undefined;
}

/** The sealed content of a sign-up. */
export interface SignUpRequest extends SignUp, MailOrigin {}

/** The sealed content of another request for the mail of a sign-up. */
export interface SignUpAgain extends MailOrigin {
  readonly email: string;
  /** The id of the request for the earlier mail. */
  readonly previous: string;
}

/** The data of an account that its owner creates by following a link. Sealed until then. */
export interface SignUp extends Destination {
  readonly name: string;
  readonly email: string;
  readonly language_code: string;
  readonly passwordHash: string;
}

/**
 * The queue of mails to an address that may have no account. It does not reveal the address. All spellings of one
 * mailbox share it, so that they do not allow more mails.
 */
export function toQueue(email: string): string {
  return `email ${createHash('sha256').update(mailboxKey(email)).digest('base64url')}`;
}
