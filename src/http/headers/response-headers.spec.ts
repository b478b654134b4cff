import { answeringHost, Answer } from '../../../test/support/recorded-response.js';
import { rememberPrincipal, type Principal } from '../../principals/principal.js';
import { Languages } from '../../language/languages.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { ResponseHeaders } from './response-headers.js';
import { ApiVersions } from '../versions/api-versions.js';

const versions = new ApiVersions([{ version: '1.8' }, { version: '1.9' }, { version: '1.10' }]);
const answers = new ResponseHeaders(answeringHost(), versions, new Languages());
const asking = (headers: Record<string, string> = {}) => ({ headers });

/** A request with a token, whose account has a language and whose application has a version. */
function calling(
  headers: Record<string, string> = {},
  { languageCode = 'fr', apiVersion = '1.9', viaQuery = false } = {},
) {
  const request = asking(headers);
  const principal = { account: { languageCode }, application: { apiVersion }, viaQuery };
  rememberPrincipal(request, principal as Principal);
  return request;
}

describe('the version of a response', () => {
  const readVersion = (request: { headers: Record<string, string> }) => {
    const { version, headers } = answers.description(request);
    expect(versions.requestedBy(request)).toBe(version);
    return [version?.version, headers['Content-Version']];
  };

  it('is the requested one, regardless of the version of the application', () => {
    expect(readVersion(asking({ 'accept-version': '1.8' }))).toEqual(['1.8', '1.8']);
    expect(readVersion(calling({ 'accept-version': '1.8.3' }))).toEqual(['1.8', '1.8']);
  });

  it('is the application’s version if none is requested', () => {
    expect(readVersion(calling())).toEqual(['1.9', '1.9']);
  });

  it('is the newest by default, or if the application’s version is not served', () => {
    expect(readVersion(asking())).toEqual(['1.10', '1.10']);
    expect(readVersion(calling({}, { apiVersion: '0.1' }))).toEqual(['1.10', '1.10']);
  });

  it('is undefined if the requested one is not served, and the error has the default one', () => {
    for (const asked of ['1.7', '']) {
      expect(readVersion(asking({ 'accept-version': asked }))).toEqual([undefined, '1.10']);
      expect(readVersion(calling({ 'accept-version': asked }))).toEqual([undefined, '1.9']);
    }
  });
});

describe('the language of a response', () => {
  const getLanguage = (request: { headers: Record<string, string> }) => {
    const { language, headers } = answers.description(request);
    expect(answers.getLanguage(request)).toBe(language);
    expect(headers['Content-Language']).toBe(language.tag);
    return language.tag;
  };

  it('is the requested one, else the account’s, else English', () => {
    expect(getLanguage(calling({ 'accept-language': 'de' }))).toBe('de');
    expect(getLanguage(calling())).toBe('fr');
    expect(getLanguage(asking())).toBe('en');
  });

  it('is named by its tag, not its code', () => {
    expect(getLanguage(calling({}, { languageCode: 'ms' }))).toBe('id');
  });
});

describe('the cache headers of a response', () => {
  const said = (request: { headers: Record<string, string> }, before?: object) => {
    const { headers } = answers.description(request, before);
    return [headers.Vary, headers['Cache-Control']];
  };
  const ours = 'Accept-Version, Accept-Language';

  it('contain Vary and Cache-Control: private, no-cache', () => {
    expect(said(asking())).toEqual([ours, 'private, no-cache']);
    expect(said(calling())).toEqual([ours, 'private, no-cache']);
  });

  it('extend an existing Vary without repeating values', () => {
    expect(said(asking(), { vary: 'Origin' })[0]).toBe(`Origin, ${ours}`);
    expect(said(asking(), { vary: `Origin, ${ours}` })[0]).toBe(`Origin, ${ours}`);
    expect(said(asking(), { vary: ['Origin', 'Cookie'] })[0]).toBe(`Origin,Cookie, ${ours}`);
  });

  it('keep no-store, but replace a weaker Cache-Control', () => {
    expect(said(asking(), { cacheControl: 'no-store' })[1]).toBe('no-store');
    expect(said(asking(), { cacheControl: 'public' })[1]).toBe('private, no-cache');
  });

  it('forbid caching the response to a URL with a token (RFC 6750 section 2.3)', () => {
    expect(said(calling({}, { viaQuery: true }))[1]).toBe('no-store');
  });
});

describe('the headers of a response', () => {
  it('contain the request id, version, language and cache rules, and nothing else', () => {
    const answer = new Answer();
    const request = asking({ 'x-request-id': 'req-1', 'accept-language': 'de' });
    expect(answers.describe(request, answer)).toEqual({
      version: versions.newest,
      language: answers.getLanguage(request),
    });
    expect(answer.headers).toEqual({
      'X-Request-Id': 'req-1',
      'Content-Version': '1.10',
      'Content-Language': 'de',
      Vary: 'Accept-Version, Accept-Language',
      'Cache-Control': 'private, no-cache',
    });
  });

  it('keep values that were set before, and extend Vary', () => {
    const answer = new Answer();
    const before = { Vary: 'Origin', 'Cache-Control': 'no-store', 'X-Request-Id': 'of the host' };
    answers.set(answer, before);
    answers.describe(asking({ 'x-request-id': 'req-1' }), answer);
    expect(answer.headers).toMatchObject({
      ...before,
      Vary: 'Origin, Accept-Version, Accept-Language',
    });
  });
});

describe('an entity tag', () => {
  const requesting = (method: string, headers: Record<string, string>) => ({
    ...asking(headers),
    method,
  });

  it.each(['GET', 'HEAD'])('is sent, and a %s with the same tag receives 304', (method) => {
    const [known, unknown] = [new Answer(), new Answer()];
    expect(answers.tag(requesting(method, { 'if-none-match': '"a"' }), known, '"a"')).toBe(true);
    expect(answers.tag(requesting(method, { 'if-none-match': '"b"' }), unknown, '"a"')).toBe(false);
    expect(known).toMatchObject({ status: 304, headers: { ETag: '"a"' } });
    expect(unknown).toMatchObject({ status: undefined, headers: { ETag: '"a"' } });
  });

  it('rejects a read if If-Match names another tag', () => {
    const request = requesting('GET', { 'if-match': '"b"' });
    expect(() => answers.tag(request, new Answer(), '"a"')).toThrow(PreconditionFailedError);
  });

  it('is sent after a change without checking the conditions again', () => {
    const answer = new Answer();
    const request = requesting('PUT', { 'if-match': '"b"', 'if-none-match': '"a"' });
    expect(answers.tag(request, answer, '"a"')).toBe(false);
    expect(answer).toMatchObject({ status: undefined, headers: { ETag: '"a"' } });
  });
});
