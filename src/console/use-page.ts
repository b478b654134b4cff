import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MessageKey } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import type { PageContext, Section } from './page.js';

/** What a page says about itself while it is rendered, for the frame around it. */
export interface PageFrame {
  title: string;
  section?: Section;
  /** A page with one purpose: a narrow column. */
  narrow?: boolean;
  /** Whether a form of the page was refused. */
  failed?: boolean;
}

/** What every component can use. */
export interface Page extends PageContext {
  readonly frame: PageFrame;
  /** A text of the catalogue; names of people and applications in it keep their own direction. */
  t(key: MessageKey, params?: MessageParams): string;
}

export const PageProvider = createContext<Page | undefined>(undefined);

/** The page that is being rendered. */
export function usePage(): Page {
  const page = useContext(PageProvider);
  if (!page) throw new Error('A component of the console was rendered outside of a page.');
  return page;
}

/** What cannot change the direction of a text around it. */
const plain = /^[\x20-\x7e]*$/;

/** The page of a context: rendering it once makes one. */
export function pageOf(context: PageContext, frame: PageFrame): Page {
  const { language } = context;
  const isolate = (value: string | number) =>
    typeof value === 'string' && (language.direction === 'rtl' || !plain.test(value))
      ? `\u2068${value}\u2069`
      : value;
  return {
    ...context,
    path: (path) => context.path(path),
    frame,
    t: (key, params = {}) =>
      language.say(
        key,
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isolate(value)])),
      ),
  };
}
