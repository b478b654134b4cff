import type { VNode } from 'preact';
import type { Account } from '../../../database/records.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import type { Notice } from './console-cookies.js';
import type { KeptForm } from '../forms/kept-form.js';

/** A response that is repeated if the same form is sent again. */
interface Repeatable {
  /**
   * How long the response is stored for a repeated form, in milliseconds; 0 if the form changed nothing. Default: ten
   * minutes
   */
  readonly keptMs?: number | undefined;
}

/** A page, returned by a page handler. */
export interface RenderedPage extends Repeatable {
  readonly page: VNode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Other origins that a form of the page may redirect to, as sources for the content security policy. */
  readonly formTargets: readonly string[];
  /** The name of the application that the user continues to. */
  readonly application?: string;
  /** The page that the user continues to. Default: the one that the visitor requested */
  readonly returnTo?: string | undefined;
  /** The session that has just started, if its user is not redirected. */
  readonly signedIn?: { readonly token: string; readonly account: Account } | undefined;
}

/** The same page as HTML, without the account of a new session. */
export interface WrittenPage extends Omit<
  RenderedPage,
  'page' | 'signedIn' | 'returnTo' | 'application'
> {
  readonly html: string;
  readonly signedIn?: Pick<NonNullable<RenderedPage['signedIn']>, 'token'> | undefined;
}

/** A redirect to another page, returned by a page handler. */
export interface Redirect extends Repeatable {
  readonly location: string;
  /** A step on the way to the page, such as the sign-in, without the host's prefix. Default: none */
  readonly via?: string;
  /** Whether the location is a path without the host's prefix. Default: false */
  readonly lacksPrefix?: boolean;
  readonly notice?: Notice;
  /** The new token of the browser; null deletes it. */
  readonly token?: string | null | undefined;
  /** A sign-in that waits for its second step in this browser; null deletes it. */
  readonly pendingSignIn?: string | null | undefined;
  /** The id of a mail that this browser has requested. */
  readonly codeRequest?: string | undefined;
  /** A form that the page shows again. */
  readonly form?: KeptForm | undefined;
  /** The language code that the visitor chose for this browser. */
  readonly language?: string | undefined;
  /** The id of the account that is now signed in; null if none. */
  readonly reader?: string | null;
}

export type PageResponse = RenderedPage | Redirect;

export function render(
  page: VNode,
  {
    status = 200,
    headers = {},
    formTargets = [],
    ...more
  }: Partial<Omit<RenderedPage, 'page'>> = {},
): RenderedPage {
  const { keptMs, signedIn, returnTo } = more;
  return { page, status, headers, formTargets, keptMs, signedIn, returnTo };
}

type Change = Omit<Redirect, 'location' | 'lacksPrefix' | 'notice'>;

/** @param path a page of the console, without the host's prefix */
export function redirect(path: string, notice?: MessageKey | Notice, change?: Change): Redirect {
  return { ...redirectTo(path, notice, change), lacksPrefix: true };
}

/** @param location an absolute path, or the URL of an OAuth client */
export function redirectTo(
  location: string,
  notice?: MessageKey | Notice,
  change?: Change,
): Redirect {
  return { ...change, location, notice: typeof notice === 'string' ? { key: notice } : notice };
}
