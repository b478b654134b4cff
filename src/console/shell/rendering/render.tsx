import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from '../components/layout.js';
import { PageProvider, type Page, type PageContext } from './use-page.js';

export function renderPage(context: PageContext, content: VNode): string {
  const { language, assetVersion } = context;
  const version = assetVersion === undefined ? '' : `?v=${assetVersion}`;
  const t: Page['t'] = (key, params) => language.say(key, params);
  const asset: Page['asset'] = (name) => context.path(`/console/assets/${name}`) + version;
  const page: Page = { ...context, frame: { title: '' }, t, asset };
  const render = (node: VNode) =>
    renderToString(<PageProvider.Provider value={page}>{node}</PageProvider.Provider>);
  // Render the content first, because it sets the document title.
  const html = render(content);
  return `<!doctype html>${render(<Layout html={html} />)}`;
}
