/** The values in every mail to the owner of an account. */
interface OwnerValues {
  /** The owner's name. */
  readonly name: string;
  /** A URL of this service, never built from user input. */
  readonly link: string;
}

/** The code in a mail that a browser has requested. */
interface CodeValues {
  /** Stands for the link in the browser that requested the mail. Default: the mail has no code */
  readonly code?: string | undefined;
  /** The lifetime of the code. */
  readonly codeMinutes?: number | undefined;
}

/** The kinds of mails, with the values that each one requires. */
export interface MailValues {
  /** The link verifies the address. */
  readonly verification: OwnerValues & CodeValues & { readonly hours: number };
  /** The link completes the sign-up. */
  readonly 'sign-up': OwnerValues & CodeValues & { readonly hours: number };
  /** The address of a sign-up already has an account. The link leads to the sign-in page. */
  readonly 'sign-up-taken': OwnerValues;
  readonly 'password-reset': OwnerValues & CodeValues & { readonly minutes: number };
  /**
   * After a reset or a sign-up, if the account never had a verified address. The link verifies the address and sets a
   * password.
   */
  readonly 'first-proof': OwnerValues & CodeValues & { readonly hours: number };
  /** The link leads to the forgotten-password page. */
  readonly 'password-changed': OwnerValues;
  /**
   * The link removes the factor if no trusted factor vouches for it. Otherwise it leads to the forgotten-password page.
   */
  readonly 'factor-added': OwnerValues;
  readonly 'factor-removed': OwnerValues;
  readonly 'passkey-added': OwnerValues;
  readonly 'passkey-removed': OwnerValues;
  /** The link stops the removal. */
  readonly 'factor-removal': OwnerValues;
  /** Includes the number of remaining codes. */
  readonly 'recovery-used': OwnerValues & { readonly count: number };
  /** Sent to the old address. The link undoes the change. */
  readonly 'email-changed': OwnerValues & { readonly newEmail: string; readonly days: number };
  /** Sent to an old address that was never verified. */
  readonly 'email-left': { readonly link?: undefined };
  /** Sent to the verified address of a deleted account. */
  readonly 'account-deleted': { readonly name: string; readonly link?: undefined };
  /** A client has set another address. The link adopts it. */
  readonly 'email-pending': OwnerValues & { readonly newEmail: string; readonly hours: number };
  /** The link leads to the authorized applications. */
  readonly 'application-authorized': OwnerValues & { readonly application: string };
  /** The account was used in a browser for the first time. The link leads to the forgotten-password page. */
  readonly 'new-browser': OwnerValues & {
    /** The browser and its system, such as `Firefox, Windows`. */
    readonly browser: string;
    /** The IP address. */
    readonly source: string;
  };
}

/** A kind of mail. */
export type MailKind = keyof MailValues;
