import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrandOptions } from '../../../src/brand/brand.options.js';
import { Brand } from '../../../src/brand/brand.js';
import { PageAssets } from '../../../src/console/shell/page-assets.js';
import { contentSecurityPolicy } from '../../../src/console/shell/browser/page-writer.js';
import type { PageContext } from '../../../src/console/shell/rendering/use-page.js';
import { renderPage } from '../../../src/console/shell/rendering/render.js';
import type { Account } from '../../../src/database/records.js';
import { catalogues } from '../../../src/language/catalogues/index.js';
import { Languages } from '../../../src/language/languages.js';
import { consolePages } from '../console-samples.js';

/** Matches the pages for signed-out visitors. */
const ofVisitors =
  /^(?:sign|second step|check mail|forgot|reset|confirm sign-up|verify|restore|invalid|error)/;

/** Serves every page in every state over HTTP, filled with user input. */
export interface PageGallery {
  /** The names of the pages. */
  readonly names: readonly string[];
  url(name: string, language: string): string;
  close(): void;
}

/**
 * @param text the user input on all pages
 * @param email the email of the account
 * @param options the brand of the service, with SVG images. Default: none
 */
export async function startPageGallery(
  text = 'Difference Engine No. 2',
  email = 'ada@example.com',
  options: BrandOptions = {},
): Promise<PageGallery> {
  const brand = new Brand(options);
  const assets = new PageAssets(brand);
  const languages = new Languages();
  const pagesIn = (code: string) => consolePages(catalogues.get(code)!['entry.missing'], text);
  const getContext = (name: string, code: string): PageContext => ({
    language: languages.get(code)!,
    account: ofVisitors.test(name)
      ? undefined
      : ({ id: '7hT2mQx9LbW4KcV8NpR3ZsYd', name: 'Ada', email } as Account),
    csrfToken: 'x'.repeat(43),
    formId: 'x'.repeat(24),
    location: '/console',
    sections: [
      'account',
      'security',
      'sessions',
      'activity',
      'notifications',
      'grants',
      'applications',
    ],
    signUp: true,
    mail: true,
    application: ofVisitors.test(name) ? text : undefined,
    passwordPolicy: 'standard',
    brand,
    path: (path) => path,
  });
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const asset = assets.find(pathname.replace('/console/assets/', ''));
    if (asset) {
      response.setHeader('Content-Type', asset.type);
      return response.end(asset.bytes);
    }
    const name = searchParams.get('page') ?? '';
    const code = searchParams.get('language') ?? 'en';
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', contentSecurityPolicy([]));
    response.end(renderPage(getContext(name, code), pagesIn(code)[name]!));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    names: Object.keys(pagesIn('en')),
    url: (name, language) =>
      `http://127.0.0.1:${port}/?${new URLSearchParams({ page: name, language })}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
