import { consolePages, hostile, secret } from '../../../../test/support/console-samples.js';
import { Brand } from '../../../brand/brand.js';
import type { Account } from '../../../database/records.js';
import { catalogues, type MessageKey } from '../../../language/catalogues/index.js';
import { Languages } from '../../../language/languages.js';
import type { PageContext } from './use-page.js';
import { renderPage } from './render.js';

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** The start tags of a document; attributes are always quoted as Preact quotes them. */
function tags(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, name = '', attributes = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s=>"]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [
          key,
          value ?? '',
        ]),
      ),
    }),
  );
}

/** The texts between the tags. */
const texts = (html: string) =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean);

const languages = new Languages();
const english = catalogues.get('en')!;
const keys = Object.keys(english) as MessageKey[];
const account = {
  id: '7hT2mQx9LbW4KcV8NpR3ZsYd',
  name: hostile,
  email: hostile,
  languageCode: 'en',
} as Account;

const contextIn = (code: string): PageContext => ({
  language: languages.get(code)!,
  account,
  csrfToken: 'csrf"token',
  formId: 'form',
  location: '/host/console/account',
  notice: 'notice.account_saved',
  application: hostile,
  sections: ['applications', 'grants', 'account', 'sessions', 'activity'],
  signUp: true,
  mail: true,
  passwordPolicy: 'strict',
  brand: new Brand(),
  path: (path) => `/host${path}`,
});

const namesKey = (text: string) => keys.some((key) => key.includes('.') && text.includes(key));

it.each([...catalogues])('no page in %s contains untranslated text', (code, catalogue) => {
  const own = new Set<string>(Object.values(catalogue));
  const foreign = new Set(Object.values(english).filter((text) => !own.has(text)));
  const isForeign = (text: string) => foreign.has(text) || (/\w\.\w/.test(text) && namesKey(text));
  for (const content of Object.values(consolePages(catalogue.blank))) {
    const said = texts(renderPage(contextIn(code), content));
    expect(said.length).toBeGreaterThan(4);
    expect(said.filter(isForeign)).toEqual([]);
  }
});

describe.each(['en', 'ar'])('the console in %s', (code) => {
  const catalogue = catalogues.get(code)!;
  const context = contextIn(code);
  const { language } = context;

  describe.each(Object.entries(consolePages(catalogue.blank)))('page %s', (page, content) => {
    const html = renderPage(context, content);
    const found = tags(html);
    const having = (attribute: string) =>
      found.flatMap(({ attributes }) => attributes[attribute] ?? []);
    const named = (...names: string[]) => found.filter(({ name }) => names.includes(name));

    it('is a complete document in its language and direction', () => {
      expect(html).toMatch(/^<!doctype html><html /);
      const [root] = named('html');
      const { 'data-reopens-at': reopensAt, ...attributes } = root!.attributes;
      expect(attributes).toEqual({ lang: language.tag, dir: language.direction });
      if (reopensAt !== undefined) expect(reopensAt).toMatch(/^\/(?!\/)/);
      expect(/<title>(.*?)<\/title>/.exec(html)![1]).toContain('Accounts');
      expect(named('h1')).toHaveLength(1);
      const [, notice] = /<p class="notice"[^>]*>(.*?)<\/p>/.exec(html)!;
      expect(notice).toBe(catalogue['notice.account_saved']);
    });

    it('has a sign-out form, unless it asks one question', () => {
      const asksOneQuestion = ['passkey offer', 'recovery codes, then on'].includes(page);
      const actions = named('form').map(({ attributes }) => attributes.action);
      expect(actions.includes('/host/console/sign-out')).toBe(!asksOneQuestion);
    });

    it('uses nothing that a strict content security policy blocks', () => {
      expect(named('style')).toEqual([]);
      const ours = ['/host/console/assets/console.js', '/host/console/assets/passkeys.js'];
      for (const { attributes } of named('script')) expect(ours).toContain(attributes.src);
      for (const { attributes } of found) {
        for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^(?:on.*|style)$/);
      }
      for (const address of [...having('href'), ...having('action'), ...having('src')]) {
        // An otpauth: link opens the authenticator app; the page loads nothing from it.
        expect(address).toMatch(/^(?:#|\/host\/|otpauth:)/);
      }
    });

    it('escapes user input', () => {
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('<img');
      expect(html).not.toContain(secret);
    });

    it('has unique ids, and references only existing ones', () => {
      const ids = having('id');
      expect(new Set(ids).size).toBe(ids.length);
      const anchors = having('href').flatMap((href) => (href[0] === '#' ? [href.slice(1)] : []));
      const described = having('aria-describedby').flatMap((list) => list.split(' '));
      for (const id of [...anchors, ...described, ...having('for')]) expect(ids).toContain(id);
    });

    it('has a label for every field and a CSRF token in every form', () => {
      const fields = named('input', 'select', 'textarea');
      for (const { attributes } of fields) {
        if (attributes.type === 'hidden' || 'hidden' in attributes) continue;
        expect(having('for')).toContain(attributes.id);
      }
      const forms = named('form');
      for (const { attributes } of forms) expect(attributes.method).toBe('post');
      const proofs = fields.filter(({ attributes }) => attributes.name === 'csrf_token');
      expect(proofs).toHaveLength(forms.length);
      for (const { attributes } of proofs) expect(attributes.value).toBe('csrf&quot;token');
      expect(having('autofocus').length).toBeLessThanOrEqual(2);
    });
  });
});

describe('a page', () => {
  const language = languages.get('en')!;
  const { 'sign in': signIn, account: profile } = consolePages('');
  const context: Omit<PageContext, 'signUp'> = {
    language,
    csrfToken: '',
    formId: '',
    sections: ['grants', 'account'],
    mail: false,
    brand: new Brand(),
    path: (path) => path,
  };

  it('has no navigation and no sign-out form without a signed-in user', () => {
    const html = renderPage({ ...context, signUp: true }, signIn!);
    expect(html).not.toContain('<nav');
    expect(html).not.toContain('/console/sign-out');
  });

  it('offers sign-up only if it is enabled', () => {
    const signUp = 'href="/console/sign-up?return_to=';
    expect(renderPage({ ...context, signUp: true }, signIn!)).toContain(signUp);
    expect(renderPage({ ...context, signUp: false }, signIn!)).not.toContain(signUp);
  });

  it('marks the current section in the navigation', () => {
    const html = renderPage({ ...context, account, signUp: true }, profile!);
    expect(html).toContain('<a href="/console/account" aria-current="page">Account</a>');
  });

  it('links only to the enabled sections', () => {
    const html = renderPage({ ...context, account, signUp: true }, profile!);
    const [navigation] = /<nav[^]*<\/nav>/.exec(html)!;
    expect(navigation.match(/href="[^"]*"/g)).toEqual([
      'href="/console/grants"',
      'href="/console/account"',
    ]);
  });
});
