/** The JSON of the session routes, without the server's code. A test compares it with the DTOs. */

/** The account that is signed in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language_code: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly grouped_email_notification: boolean;
  readonly default_email_notification_frequency: string;
  readonly default_desktop_notification_frequency: string;
  readonly default_push_notification_frequency: string;
  readonly default_trending_email_notification_frequency: string;
  readonly permissions: {
    readonly create_alert: boolean;
    readonly read_teammembers: boolean;
    readonly read_teamrequests: boolean;
    readonly read_quotastats: boolean;
  };
  readonly email_subscriptions: { readonly quota_exceeded: boolean };
}

/** The session of a browser. Times are in the W3C format of ISO 8601. */
export interface Session {
  readonly id: string;
  readonly created_at: string;
  /** When the user last signed in or confirmed. */
  readonly authenticated_at: string;
  /** When the session ends unless it is used again. */
  readonly expires_at: string;
  /** How the user has authenticated (RFC 8176): `pwd`, `otp`, `swk`, `mfa`. */
  readonly authentication_methods: readonly string[];
}

/** A session in the list of an account. */
export interface ListedSession extends Session {
  readonly last_seen_at: string;
  readonly user_agent: string;
  /** The IP address of the sign-in. */
  readonly source: string;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
}

/** The browser is signed in. */
export interface SignedIn {
  readonly next?: undefined;
  readonly session: Session;
  readonly account: Account;
}

/** The sign-in still requires a second factor: `totp`, `passkey` or `recovery_code`. */
export interface SecondFactorStep {
  readonly next: 'second_factor';
  readonly methods: readonly string[];
}

/** The sign-in still requires the user to set up a second factor. */
export interface SecondFactorSetupStep {
  readonly next: 'second_factor_setup';
}

/** A sign-up continues with the link or the code of a mail. */
export interface MailStep {
  readonly next: 'mail';
}

/** The outcome of a step. The browser is signed in only if `next` is absent. */
export type SignInStep = SignedIn | SecondFactorStep | SecondFactorSetupStep;

/** A page to continue on: a path of the same origin. */
export interface ReturnTo {
  readonly return_to?: string | undefined;
}

/** The second factors of an account. */
export interface Factors {
  /** Whether the account has an authenticator app. */
  readonly authenticator: boolean;
  readonly passkeys: readonly ListedPasskey[];
  /** The number of unused recovery codes. */
  readonly recovery_codes: number;
  /** False for the last factor of an account that must have one. */
  readonly removable: boolean;
  /** When a removal of all factors that an operator requested takes effect. */
  readonly removal_at: string | null;
}

/** A passkey in the list of an account. */
export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The key of a new authenticator app. */
export interface AuthenticatorSetup {
  /** For `addAuthenticator`, with the first code. */
  readonly setup: string;
  /** For users who enter it by hand. */
  readonly secret: string;
  readonly uri: string;
  /** The QR code, black on transparent: show it on a light background. */
  readonly svg: string;
}

/** The factors after one was added. */
export interface AddedFactor {
  readonly factors: Factors;
  /** The recovery codes of a first factor. They cannot be read again. */
  readonly recovery_codes?: readonly string[];
  /** Whether a mail asks the user to verify the email address. */
  readonly verification_sent: boolean;
  /** Present if the factor has completed a sign-in. */
  readonly session?: Session;
  readonly account?: Account;
}

/** A change that a mailed link undoes. */
export type UndoneChange = 'email_changed' | 'factor_added' | 'passkey_added';

/** The purpose and subject of a mailed link. */
export type MailedLink =
  | ({ readonly purpose: 'sign_up'; readonly email: string } & ReturnTo)
  | ({
      readonly purpose: 'password_reset';
      readonly email: string;
      /** Whether the reset also verifies the address and ends everything created before. */
      readonly first_proof: boolean;
    } & ReturnTo)
  | {
      readonly purpose: 'email_verification';
      readonly email: string;
      readonly required: readonly ('password' | 'code')[];
    }
  | {
      readonly purpose: 'email_adoption';
      readonly email: string;
      readonly pending_email: string;
    }
  | {
      readonly purpose: 'email_restoration';
      readonly email: string;
      readonly undoes: UndoneChange;
      /** A passkey replaces the code. */
      readonly required: readonly 'code'[];
    }
  | { readonly purpose: 'factor_removal'; readonly due_at: string };

/** The outcome of an undo. */
export interface Restoration {
  readonly undone: UndoneChange;
  /** For `resetPassword`, because the password has ended. */
  readonly reset_token: string;
  /** The page that asks for the new password, with the token. */
  readonly reset_url: string;
}
