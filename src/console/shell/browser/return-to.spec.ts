import fc from 'fast-check';
import { PublicUrl } from '../../../http/urls/public-url.js';
import { pageLocation, readKeptFormId, safeReturnTo, withKeptFormId } from './return-to.js';

const at = (publicUrl: string) =>
  new PublicUrl(publicUrl, '', {
    getGlobalPrefix: () => '',
    getGlobalPrefixOptions: () => ({}),
  });
const address = at('https://a.example');
const mounted = at('https://a.example/base');

/** The id of a kept form. */
const id = 'A'.repeat(24);

describe('the destination after sign-in', () => {
  it.each([
    '/console/account',
    '/console/applications/new?a=b&c=%2F',
    '/oauth/authorize',
    '/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fevil.example',
  ])('may be a page of the console or the authorization page: %s', (text) => {
    expect(safeReturnTo(text, address)).toBe(text);
  });

  it.each([
    'https://evil.example/console/account',
    '//evil.example/console/account',
    '/\\evil.example/console/account',
    '/\t/evil.example/console/account',
    '\\\\evil.example/console/account',
    'console/account',
    ' /console/account',
    'javascript:alert(1)//console/',
    '/console',
    '/consoles/account',
    '/console/../docs',
    '/console/%2e%2e/docs',
    '/docs?/console/',
    '/oauth/authorize/x',
    '/oauth/token',
    '/api/accounts/me',
    '/',
    '//',
    '',
    undefined,
  ])('is dropped if it is anything else: %j', (text) => {
    expect(safeReturnTo(text, address)).toBeUndefined();
  });

  it('must start with the base path of the public URL', () => {
    expect(safeReturnTo('/base/console/account', mounted)).toBe('/base/console/account');
    expect(safeReturnTo('/base/oauth/authorize?a', mounted)).toBe('/base/oauth/authorize?a');
    expect(safeReturnTo('/console/account', mounted)).toBeUndefined();
  });

  it('loses its fragment and dot segments', () => {
    expect(safeReturnTo('/console/account#x', address)).toBe('/console/account');
    expect(safeReturnTo('/console/a/../account', address)).toBe('/console/account');
  });

  it('is reduced to the parameters that identify a page', () => {
    for (const [location, named] of [
      ['/console/check-mail?to=a-b_C1&x=1', '/console/check-mail?to=a-b_C1'],
      ['/console/check-mail?to=%22', '/console/check-mail'],
      [
        '/console/sign-in?x=1&return_to=%2Fconsole%2Fgrants',
        '/console/sign-in?return_to=%2Fconsole%2Fgrants',
      ],
      ['/console/sign-in?x=1', '/console/sign-in'],
      [`/console/account?x=1&kept_form=${id}`, `/console/account?kept_form=${id}`],
      [`/console/check-mail?kept_form=${id}&to=a`, `/console/check-mail?to=a&kept_form=${id}`],
      ['/console/account?kept_form=%22', '/console/account'],
    ] as const) {
      expect(pageLocation(location, address)).toBe(named);
    }
  });

  it('names at most one kept form', () => {
    expect(withKeptFormId('/console/account', id)).toBe(`/console/account?kept_form=${id}`);
    const page = withKeptFormId('/console/check-mail?to=a', 'B'.repeat(24));
    expect(withKeptFormId(page, id)).toBe(`/console/check-mail?to=a&kept_form=${id}`);
    expect(readKeptFormId(withKeptFormId(page, id))).toBe(id);
    for (const none of ['/console/account', '/console/account?kept_form=x', '', '//']) {
      expect(readKeptFormId(none)).toBeUndefined();
    }
  });

  it('is never on another host', () => {
    const part = fc.constantFrom('/', '\\', '.', '..', '%2e', '%2f', '@', ':', '?', '#', 'console');
    const piece = fc.oneof(
      part,
      fc.constantFrom('\t', '\n', 'evil.example', 'https:'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const start of ['', '/', '/console/']) {
          const found = safeReturnTo(start + pieces.join(''), address);
          if (found === undefined) continue;
          expect(found).toMatch(/^\/(?:console\/|oauth\/authorize(?:\?|$))/);
          expect(new URL(found, 'https://a.example').origin).toBe('https://a.example');
          expect(safeReturnTo(found, address)).toBe(found);
        }
      }),
      { numRuns: 500 },
    );
  });
});
