/** What a mail says, with the values of its texts. */
export type MailContent =
  | {
      readonly kind: 'verification';
      readonly name: string;
      readonly link: string;
      readonly hours: number;
    }
  | {
      readonly kind: 'sign-up';
      readonly name: string;
      readonly link: string;
      readonly hours: number;
    }
  | { readonly kind: 'sign-up-taken'; readonly link: string }
  | {
      readonly kind: 'password-reset';
      readonly name: string;
      readonly link: string;
      readonly minutes: number;
    }
  | {
      readonly kind: 'password-reset-unverified';
      readonly name: string;
      readonly link: string;
      readonly hours: number;
    }
  | { readonly kind: 'password-reset-unknown'; readonly link: string | undefined }
  | { readonly kind: 'password-changed'; readonly name: string; readonly link: string }
  | {
      readonly kind: 'email-changed';
      readonly name: string;
      readonly newEmail: string;
      readonly link: string;
      readonly days: number;
    }
  | {
      readonly kind: 'application-authorized';
      readonly name: string;
      readonly application: string;
      readonly link: string;
    };
