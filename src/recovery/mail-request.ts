/** The type of the events by which this service asks itself for a mail. */
export const mailRequested = 'mail.requested';

/** The data of such an event. An address is sealed, with the key of its queue as the owner. */
export type MailRequest =
  | { readonly kind: 'verification' }
  | { readonly kind: 'password-reset'; readonly sealed: string }
  /** Asked for too often: no mail is sent, but the link of the last one works for another half hour. */
  | { readonly kind: 'password-reset-extension'; readonly sealed: string }
  | { readonly kind: 'sign-up'; readonly sealed: string };

/** What is sealed of a password reset. */
export interface PasswordResetRequest {
  readonly email: string;
  readonly languageCode: string;
}
