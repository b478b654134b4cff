import type { VNode } from 'preact';
import type { Account } from '../../database/records.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { Notice } from './console-cookies.js';
import type { KeptForm } from './kept-form.js';

/** A response that the same form can receive again. */
interface Repeatable {
  /**
   * How long the response is kept for a repeated form, in milliseconds; 0 if the form changed nothing. Default: ten
   * minutes
   */
  readonly keptMs?: number | undefined;
}

/** A response of a handler of pages: a page to show. */
export interface RenderedPage extends Repeatable {
  readonly page: VNode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Other origins to which a form of the page may redirect, as sources of a content security policy. */
  readonly formTargets: readonly string[];
  /** The session that has just begun, where its user is not redirected. */
  readonly signedIn?: { readonly token: string; readonly account: Account } | undefined;
}

/** The same page as HTML, without the account of a session that has just begun. */
export interface WrittenPage extends Omit<RenderedPage, 'page' | 'signedIn'> {
  readonly html: string;
  readonly signedIn?: Pick<NonNullable<RenderedPage['signedIn']>, 'token'> | undefined;
}

/** A response of a handler of pages: a redirect to another page. */
export interface Redirect extends Repeatable {
  readonly location: string;
  readonly notice?: Notice;
  /** The new token of the browser; null deletes it. */
  readonly token?: string | null;
  /** A sign-in that waits for its second step in this browser; null ends it. */
  readonly pendingSignIn?: string | null;
  /** A form that its page shows again. */
  readonly form?: KeptForm | undefined;
  /** The code of the language that the visitor chose for this browser. */
  readonly language?: string;
  /** The account that is now signed in; null for none. */
  readonly reader?: string | null;
}

export function render(
  page: VNode,
  {
    status = 200,
    headers = {},
    formTargets = [],
    keptMs,
    signedIn,
  }: Partial<Omit<RenderedPage, 'page'>> = {},
): RenderedPage {
  return { page, status, headers, formTargets, keptMs, signedIn };
}

/** @param location an absolute path, or the URL of an OAuth client */
export function redirect(
  location: string,
  notice?: MessageKey | Notice,
  change: Pick<Redirect, 'token' | 'reader' | 'keptMs'> = {},
): Redirect {
  return { location, notice: typeof notice === 'string' ? { key: notice } : notice, ...change };
}
