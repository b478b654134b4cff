import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MessageKey } from '../../../language/catalogues/index.js';
import type { MessageParams } from '../../../language/language.js';
import type { PageContext, Section } from './page.js';

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
  /** Whether a form of the page was refused. */
  failed?: boolean;
}

/** The context of every component. */
export interface Page extends PageContext {
  readonly frame: PageFrame;
  /** Returns a text of the catalogue. Names of users and applications in it keep their own direction. */
  t(key: MessageKey, params?: MessageParams): string;
}

export const PageProvider = createContext<Page | undefined>(undefined);

/** Returns the page that is being rendered. */
export function usePage(): Page {
  const page = useContext(PageProvider);
  if (!page) throw new Error('A component of the console was rendered outside of a page.');
  return page;
}

/** Creates the context for rendering a page once. */
export function createPage(context: PageContext, frame: PageFrame): Page {
  const { language } = context;
  return {
    ...context,
    path: (path) => context.path(path),
    frame,
    t: (key, params) => language.say(key, params),
  };
}
