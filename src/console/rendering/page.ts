import type { PasswordPolicy } from '../../access/passwords/password-policy.js';
import type { Account } from '../../database/records.js';
import type { FormErrorBody } from '../../errors/form-error.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { Language } from '../../language/language.js';

/** The sections of the console in its navigation. */
export type Section =
  'applications' | 'grants' | 'account' | 'notifications' | 'security' | 'sessions' | 'activity';

/** The context of every page. */
export interface PageContext {
  readonly language: Language;
  /** The account that is signed in. */
  readonly account?: Account;
  /** The token that proves that a page of this browser sent a form. */
  readonly csrfToken: string;
  /** Tells a form that is sent twice from the same form of a page that was opened again. */
  readonly formId: string;
  /** The page itself, as a path with its query, where its forms are shown again; none on an error page. */
  readonly location?: string;
  /** Whether it asks for a recovery code in place of a code of the app. Default: false */
  readonly isRecovery?: boolean;
  /** Whether its form, or its link, was refused. Default: false */
  readonly isRefused?: boolean;
  /** The result of the last action, shown once. */
  readonly notice?: MessageKey;
  /** The sections of this console. */
  readonly sections: readonly Section[];
  /** Whether visitors can sign up. */
  readonly signUp: boolean;
  /** Whether mails are sent, so that a forgotten password can be reset. */
  readonly mail: boolean;
  /** The policy that is described beside the field of a new password; without it there is no description. */
  readonly passwordPolicy?: PasswordPolicy;
  /** The path of a page of the console or OAuth, with the prefix of the host. */
  path(path: string): string;
}

/** A form that was sent, with its violations in the language of the page. */
export interface FormState {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly error?: FormErrorBody;
}
