import type { PasswordPolicy } from '../../../access/passwords/password-policy.js';
import type { Account } from '../../../database/records.js';
import type { FormErrorBody } from '../../../errors/form-error.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import type { Language } from '../../../language/language.js';

/** The sections in the console's navigation. */
export type Section =
  'applications' | 'grants' | 'account' | 'notifications' | 'security' | 'sessions' | 'activity';

/** The context of every page. */
export interface PageContext {
  readonly language: Language;
  /** The signed-in account. */
  readonly account?: Account;
  /** The token that proves that a page of this browser sent a form. */
  readonly csrfToken: string;
  /** Distinguishes a form that is sent twice from one of a page that was opened again. */
  readonly formId: string;
  /** The path and query of the page, for showing its forms again; undefined on an error page. */
  readonly location?: string;
  /** Whether the page asks for a recovery code instead of an authenticator code. Default: false */
  readonly isRecovery?: boolean;
  /** Whether the form or link was refused. Default: false */
  readonly isRefused?: boolean;
  /** The result of the last action, shown once. */
  readonly notice?: MessageKey;
  /** The sections of this console. */
  readonly sections: readonly Section[];
  /** Whether visitors can sign up. */
  readonly signUp: boolean;
  /** Whether mails are sent. Without them, users cannot reset a forgotten password. */
  readonly mail: boolean;
  /** The policy described next to a new password field. Default: no description */
  readonly passwordPolicy?: PasswordPolicy;
  /** Adds the host's prefix to the path of a console or OAuth page. */
  path(path: string): string;
}

/** A submitted form, with its violations in the language of the page. */
export interface FormState {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly error?: FormErrorBody;
}
