import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from '../components/layout.js';
import type { PageContext } from './page.js';
import { createPage, PageProvider, type PageFrame } from './use-page.js';

/** Renders a page as a complete HTML document. */
export function renderPage(context: PageContext, content: VNode): string {
  const frame: PageFrame = { title: '' };
  const page = createPage(context, frame);
  const render = (node: VNode) =>
    renderToString(<PageProvider.Provider value={page}>{node}</PageProvider.Provider>);
  // Render the content first, because it sets the document title.
  const html = render(content);
  return `<!doctype html>${render(<Layout html={html} />)}`;
}
