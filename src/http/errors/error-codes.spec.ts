import { readdirSync, readFileSync } from 'node:fs';
import { catalogues } from '../../language/catalogues/index.js';
import { TranslatableError } from '../../language/translatable.error.js';
import { errorCodes, type ErrorCode, type ErrorDefinition } from './error-codes.js';

const codes = Object.entries(errorCodes) as [ErrorCode, ErrorDefinition][];

/** SPEC 7.1, and what CONTRACT 4 adds to it. */
const statuses = [400, 401, 403, 404, 405, 409, 412, 413, 415, 417, 422, 429, 500, 503, 504];

describe('the registry of error codes', () => {
  it.each(codes)('%s has a status of the interface', (_, { status }) => {
    expect(statuses).toContain(status);
  });

  it.each(codes)('%s is a name that a program can hold on to', (code, { error = code }) => {
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

  it.each([
    [400, 'required blank not_text not_boolean too_short too_long control_characters not_unicode'],
    [400, 'not_an_object email_invalid email_taken password_letter_missing password_digit_missing'],
    [400, 'password_common password_is_email old_password_required old_password_wrong'],
    [400, 'new_password_required language_unknown phone_digit_missing phone_number_invalid'],
    [
      400,
      'redirect_uri_invalid redirect_uri_reserved owner_unknown malformed_json body_not_object body_too_deep',
    ],
    [400, 'body_not_utf8 bad_request token_conflict version_unsupported'],
    [400, 'too_many pkce_indispensable client_secret_unavailable credentials_wrong'],
    [400, 'client_unknown redirect_uri_unregistered invalid_request form_body_required'],
    [400, 'invalid_grant unsupported_grant_type unsupported_response_type invalid_scope'],
    [400, 'pkce_required email_password_required'],
    [401, 'invalid_client'],
    [403, 'form_expired consent_denied'],
    [404, 'application_not_found'],
    [401, 'authentication_required invalid_token token_expired'],
    [403, 'access_denied own_token_required insufficient_scope'],
    [404, 'not_found account_not_found'],
    [405, 'method_not_allowed'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [429, 'rate_limited'],
    [500, 'internal_error'],
    [503, 'overloaded unavailable'],
    [504, 'deadline_exceeded'],
  ])('answers %d for %s', (status, names) => {
    for (const name of names.split(' ')) {
      expect({ name, status: errorCodes[name as ErrorCode]?.status }).toEqual({ name, status });
    }
  });

  it('describes what an OAuth client did wrong in the characters that RFC 6749 section 5.2 allows', () => {
    for (const [code, { oauth }] of codes) {
      if (oauth) expect(catalogues.get('en')![code]).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it('calls an expired token invalid, and a wrong kind of token denied', () => {
    expect(errorCodes.token_expired.error).toBe('invalid_token');
    expect(errorCodes.own_token_required.error).toBe('access_denied');
  });

  it('answers with the code itself where no standard has another name', () => {
    for (const code of [
      'invalid_token',
      'insufficient_scope',
      'access_denied',
      'not_found',
    ] as const) {
      expect(errorCodes[code].error).toBeUndefined();
    }
  });

  it('names in place of a code only another code of the same status', () => {
    for (const [code, { status, error = code }] of codes) {
      if (error in errorCodes) expect(errorCodes[error as ErrorCode].status).toBe(status);
    }
  });
});

type ErrorClass = new (...args: unknown[]) => TranslatableError;

const source = new URL('../../', import.meta.url);
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.js') && !path.endsWith('.spec.js') && !path.includes('generated'),
);
const isErrorModule = (path: string) => /\.errors?\.js$/.test(path);

const classes: [string, ErrorClass][] = [];
for (const path of modules.filter(isErrorModule)) {
  const exported = (await import(new URL(path, source).href)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(exported)) {
    if (typeof value === 'function' && value.prototype instanceof TranslatableError) {
      classes.push([name, value as ErrorClass]);
    }
  }
}
const parents = new Set(
  classes.map(([, errorClass]) => Object.getPrototypeOf(errorClass) as unknown),
);
// The filters answer the cause of an UnexpectedError instead of it.
const concrete = classes.filter(
  ([name, errorClass]) => !parents.has(errorClass) && name !== 'UnexpectedError',
);

describe('every failure a person is told about', () => {
  it('was found', () => {
    expect(concrete.map(([name]) => name)).toEqual(
      expect.arrayContaining(['AccountNotFoundError', 'InvalidTokenError', 'MalformedJsonError']),
    );
  });

  it('is in a module of errors', () => {
    const families = ['TranslatableError', ...classes.map(([name]) => name)].join('|');
    for (const path of modules.filter((path) => !isErrorModule(path))) {
      const text = readFileSync(new URL(path, source), 'utf8');
      expect({ path, text }).not.toEqual({
        path,
        text: expect.stringMatching(new RegExp(`extends (?:${families})\\b`)),
      });
    }
  });

  it.each(concrete)('has a code of the registry: %s', (name, errorClass) => {
    // Arguments that any of them can do something with.
    const error = new errorClass({ resetAt: Date.now() }, 'second', 'third');
    expect(Object.keys(errorCodes)).toContain(error.code);
    expect(error.name).toBe(name);
  });

  it.each(concrete)('fills the placeholders of its sentence: %s', (_, errorClass) => {
    const { code, params } = new errorClass({ resetAt: Date.now() }, 'second', 'third');
    for (const [, placeholder] of catalogues.get('en')![code].matchAll(/\{(\w+)[,}]/g)) {
      expect(Object.keys(params)).toContain(placeholder);
    }
  });
});
