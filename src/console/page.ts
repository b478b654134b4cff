import type { PasswordPolicy } from '../access/passwords/password-policy.js';
import type { Account } from '../database/records.js';
import type { FormErrorBody } from '../errors/form-error.js';
import type { MessageKey } from '../language/catalogues/index.js';
import type { Language } from '../language/language.js';

/** The parts of the console the navigation leads to. */
export type Section = 'applications' | 'grants' | 'account' | 'sessions' | 'activity';

/** What every page is made with. */
export interface PageContext {
  readonly language: Language;
  /** The account that is signed in. */
  readonly account?: Account;
  /** What proves that a form came from a page of this browser. */
  readonly csrfToken: string;
  /** The page itself, as a path with its query: where its forms are shown again. None of an error. */
  readonly location?: string;
  /** What has just been done, to be said once. */
  readonly notice?: MessageKey;
  /** The parts there are. */
  readonly sections: readonly Section[];
  /** Whether people can create accounts for themselves. */
  readonly signUp: boolean;
  /** What a new password must be like, to be said beside the field; without it nothing is said. */
  readonly passwordPolicy?: PasswordPolicy;
  /** Where a path of the console or of OAuth is, below whatever prefix the host has. */
  path(path: string): string;
}

/** A form as it was sent, and what is wrong with it in the language of the page. */
export interface FormState {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly error?: FormErrorBody;
}
