import { readdirSync, readFileSync } from 'node:fs';
import { catalogues } from '../language/catalogues/index.js';
import { defineError, type ErrorDefinition } from './define-error.js';
import { AuthenticationError, OAuthError, TranslatableError } from './translatable.error.js';
import * as registry from './error-registry.js';
import { errorCodes, type ErrorCode } from './error-registry.js';

const codes = Object.entries(errorCodes) as [ErrorCode, ErrorDefinition][];

const findPlaceholders = (code: ErrorCode) =>
  [
    ...new Set(
      [...catalogues.get('en')![code].matchAll(/\{(\w+)[,}]/g)].map(
        ([, placeholder]) => placeholder,
      ),
    ),
  ].sort();

/** The statuses that clients must expect (SPEC 7.1, CONTRACT 4). */
const statuses = [400, 401, 403, 404, 405, 409, 412, 413, 415, 417, 422, 429, 500, 503, 504];

describe('the registry of error codes', () => {
  it.each(codes)('%s has a status that the API documents', (_, { status }) => {
    expect(statuses).toContain(status);
  });

  it.each(codes)('%s and its error name are in snake case', (code, { error }) => {
    expect(code).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    expect(error).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
  });

  it.each([...catalogues])(
    'has a sentence in %s for every code, and a code for every sentence',
    (_, catalogue) => {
      const sentences = Object.keys(catalogue).filter((key) => !key.includes('.'));
      expect(sentences.sort()).toEqual(Object.keys(errorCodes).sort());
    },
  );

  it.each(codes)(
    '%s has an example value for each placeholder of its sentence',
    (code, { example }) => {
      expect(Object.keys(example).sort()).toEqual(findPlaceholders(code));
    },
  );

  it('describes OAuth errors only in characters that RFC 6749 section 5.2 allows', () => {
    for (const [code, { isOAuth }] of codes) {
      if (isOAuth) expect(catalogues.get('en')![code]).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it('maps token_expired to invalid_token, and own_token_required to access_denied', () => {
    expect(errorCodes.token_expired.error).toBe('invalid_token');
    expect(errorCodes.own_token_required.error).toBe('access_denied');
  });

  it('keeps the code itself if no standard names it otherwise', () => {
    for (const code of [
      'invalid_token',
      'insufficient_scope',
      'access_denied',
      'not_found',
    ] as const) {
      expect(errorCodes[code].error).toBe(code);
    }
  });

  it('replaces a code only by one with the same status', () => {
    for (const [, { status, error }] of codes) {
      if (error in errorCodes) expect(errorCodes[error as ErrorCode].status).toBe(status);
    }
  });
});

type ErrorClass = new (...args: unknown[]) => TranslatableError;

const classes = Object.entries(registry).filter(
  ([, value]) => typeof value === 'function' && value.prototype instanceof TranslatableError,
) as unknown as [string, ErrorClass][];

/** Arguments that fit every class. */
const anyArgument = { resetAt: Date.now(), max: 1, oldest: '1.8', newest: '1.21' };

describe('an error class', () => {
  it.each(classes)('has a registered code and its own name: %s', (name, errorClass) => {
    const error = new errorClass(anyArgument);
    expect(Object.keys(errorCodes)).toContain(error.code);
    expect(error.name).toBe(name);
    expect(error.message).toBe(error.code);
  });

  it.each(classes)('fills the placeholders of its sentence: %s', (_, errorClass) => {
    const { code, params } = new errorClass(anyArgument);
    expect(Object.keys(params)).toEqual(expect.arrayContaining(findPlaceholders(code)));
  });

  it('extends the base class of its definition', () => {
    expect(new registry.InvalidTokenError()).toBeInstanceOf(AuthenticationError);
    expect(new registry.InvalidGrantError()).toBeInstanceOf(OAuthError);
    expect(new registry.AccessDeniedError()).not.toBeInstanceOf(AuthenticationError);
  });

  it('cannot reuse the code of another class', () => {
    expect(() => defineError('not_found', 404)).toThrow('The error not_found has two rows.');
  });
});

describe('an invalid parameter', () => {
  it.each(['grant_type', 'code.challenge-2', 'x'.repeat(64)])(
    'is named in the error: %s',
    (parameter) => {
      expect(new registry.InvalidRequestError(parameter).params).toEqual({ parameter });
    },
  );

  it.each(['', 'x'.repeat(65), 'a b', '"a', 'a\n', '<a>', 'é'])(
    'is replaced by "?" if its name is empty, too long or unsafe: %j',
    (parameter) => {
      expect(new registry.InvalidRequestError(parameter).params).toEqual({ parameter: '?' });
    },
  );
});

describe('an error that callers see', () => {
  const source = new URL('../', import.meta.url);
  const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.js') && !path.endsWith('.spec.js') && !path.includes('generated'),
  );

  it('is defined only in the registry', () => {
    for (const path of modules) {
      const text = readFileSync(new URL(path, source), 'utf8');
      if (/^errors\/(?:define-error|error-registry|translatable\.error)\.js$/.test(path)) continue;
      expect({ path, text }).not.toEqual({
        path,
        text: expect.stringMatching(
          /extends (?:TranslatableError|AuthenticationError|OAuthError)\b|defineError\(/,
        ),
      });
    }
  });
});
