/** What every mail is rendered with. */
interface ServiceValues {
  readonly serviceName: string;
}

/** What a mail to the owner of an account is rendered with. */
interface OwnerValues extends ServiceValues {
  /** The name of the person. */
  readonly name: string;
  /** A URL of this service, which is never made of what people enter. */
  readonly link: string;
}

/** The kinds of mails, and what each is rendered with. */
export interface MailValues {
  /** Confirm this address. */
  readonly verification: OwnerValues & { readonly hours: number };
  /** Finish the sign-up. */
  readonly 'sign-up': OwnerValues & { readonly hours: number };
  /** The address of a sign-up has an account already; the link leads to the sign-in. */
  readonly 'sign-up-taken': OwnerValues;
  readonly 'password-reset': OwnerValues & { readonly minutes: number };
  /** A reset or a sign-up, but the account never had a verified address; the link verifies it and sets a password. */
  readonly 'first-proof': OwnerValues & { readonly hours: number };
  /** The link leads to the page of a forgotten password. */
  readonly 'password-changed': OwnerValues;
  /** The link removes the factor if no trusted one vouches for it, or else leads to the page of a forgotten password. */
  readonly 'factor-added': OwnerValues;
  readonly 'factor-removed': OwnerValues;
  readonly 'passkey-added': OwnerValues;
  readonly 'passkey-removed': OwnerValues;
  /** The link stops the removal. */
  readonly 'factor-removal': OwnerValues;
  /** Includes the number of remaining codes. */
  readonly 'recovery-used': OwnerValues & { readonly count: number };
  /** To the old address; the link undoes the change. */
  readonly 'email-changed': OwnerValues & { readonly newEmail: string; readonly days: number };
  /** To an old address that was never verified. */
  readonly 'email-left': ServiceValues & { readonly link?: undefined };
  /** To the verified address of an account that was deleted. */
  readonly 'account-deleted': ServiceValues & { readonly name: string; readonly link?: undefined };
  /** A client has set another address; the link adopts it. */
  readonly 'email-pending': OwnerValues & { readonly newEmail: string; readonly hours: number };
  /** The link leads to the authorized applications. */
  readonly 'application-authorized': OwnerValues & { readonly application: string };
}

/** A kind of mail. */
export type MailKind = keyof MailValues;
