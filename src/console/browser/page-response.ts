import type { VNode } from 'preact';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { Notice } from './console-cookies.js';

/** What a handler of pages answers: a page to show. */
export interface RenderedPage {
  readonly page: VNode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where else than here a form of the page may lead, as sources of a content security policy. */
  readonly formTargets: readonly string[];
}

/** What a handler of pages answers: another page to go to. */
export interface Redirect {
  readonly location: string;
  readonly notice?: Notice;
  /** The token the browser keeps from now on, null for none. */
  readonly token?: string | null;
  /** The account that is signed in from now on, null for none. */
  readonly reader?: string | null;
}

export function render(
  page: VNode,
  { status = 200, headers = {}, formTargets = [] }: Partial<Omit<RenderedPage, 'page'>> = {},
): RenderedPage {
  return { page, status, headers, formTargets };
}

/** @param location an absolute path, or the address of an OAuth client */
export function redirect(
  location: string,
  notice?: MessageKey | Notice,
  change: Pick<Redirect, 'token' | 'reader'> = {},
): Redirect {
  return { location, notice: typeof notice === 'string' ? { key: notice } : notice, ...change };
}
