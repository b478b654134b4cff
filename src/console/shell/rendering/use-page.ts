import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Account } from '../../../database/records.js';
import type { FormErrorBody } from '../../../errors/form-error.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import type { Language, MessageParams } from '../../../language/language.js';
import type { ConsoleOptions, Section } from '../console.options.js';

/** The context of every page. */
export interface PageContext
  extends Omit<ConsoleOptions, 'passwordPolicy'>, Partial<Pick<ConsoleOptions, 'passwordPolicy'>> {
  readonly language: Language;
  readonly account?: Pick<Account, 'id' | 'email' | 'pendingEmail'>;
  /** Whether the header offers to sign out. Default: true */
  readonly canSignOut?: boolean;
  /** The token that proves that a page of this browser sent a form. */
  readonly csrfToken: string;
  /** Distinguishes a form that is sent twice from one of a page that was opened again. */
  readonly formId: string;
  /** The path and query of the page, for showing its forms again; undefined on an error page. */
  readonly location?: string;
  /** The method of the second factor that the visitor chose. Any value is possible. */
  readonly method?: string | undefined;
  /** Whether the form or link was refused. Default: false */
  readonly isRefused?: boolean;
  readonly notice?: MessageKey;
  /** The name of the application that the user continues to. */
  readonly application?: string;
  /** The version of the page's files, as in `PageAssets`. Default: none in their URLs */
  readonly assetVersion?: string;
  /** Adds the host's prefix to the path of a console or OAuth page. */
  path(path: string): string;
}

/** A submitted form, with its violations in the language of the page. */
export interface FormState {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly error?: FormErrorBody;
}

/** The properties that a page sets for its layout while it is rendered. */
export interface PageFrame {
  title: string;
  section?: Section;
  /** Whether the page is a narrow column, for a single purpose. */
  narrow?: boolean;
  /** Whether the page asks a single question and hides the console's navigation. */
  bare?: boolean;
  /** The id of the first form with fields. */
  form?: string;
  /** Whether an element of the page has the focus when it opens. */
  focused?: boolean;
  /** Whether the page shows a secret that is lost when the page opens again. */
  showsSecret?: boolean;
  /** The URL or path, with the host's prefix, that going back or reloading opens instead of sending the form again. */
  reopensAt?: string;
  failed?: boolean;
}

export interface Page extends PageContext {
  readonly frame: PageFrame;
  /** Returns a text of the catalogue. Names of users and applications in it keep their own direction. */
  t(key: MessageKey, params?: MessageParams): string;
  /** Returns the URL of a file of the page. */
  asset(name: string): string;
}

export const PageProvider = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageProvider);
  if (!page) throw new Error('A component of the console was rendered outside of a page.');
  return page;
}
