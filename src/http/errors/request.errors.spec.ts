import type { TranslatableError } from '../../language/translatable.error.js';
import {
  BodyNotObjectError,
  BodyNotUtf8Error,
  BodyTooDeepError,
  FormBodyRequiredError,
  IdempotencyKeyInvalidError,
  InvalidRequestError,
  MalformedJsonError,
  MethodNotAllowedError,
  PayloadTooLargeError,
  PreconditionFailedError,
  UnsupportedMediaTypeError,
  VersionUnsupportedError,
} from './request.errors.js';

describe('what is wrong with a request', () => {
  it.each<[TranslatableError, string]>([
    [new MalformedJsonError(), 'malformed_json'],
    [new BodyNotObjectError(), 'body_not_object'],
    [new BodyTooDeepError(), 'body_too_deep'],
    [new BodyNotUtf8Error(), 'body_not_utf8'],
    [new PayloadTooLargeError(), 'payload_too_large'],
    [new UnsupportedMediaTypeError(), 'unsupported_media_type'],
    [new VersionUnsupportedError('1.8', '1.21'), 'version_unsupported'],
    [new PreconditionFailedError(), 'precondition_failed'],
    [new IdempotencyKeyInvalidError(), 'idempotency_key_invalid'],
    [new MethodNotAllowedError(['GET']), 'method_not_allowed'],
    [new InvalidRequestError('scope'), 'invalid_request'],
    [new FormBodyRequiredError(), 'form_body_required'],
  ])('has a name of its own: %s', (error, code) => {
    expect(error.code).toBe(code);
  });

  it('is told with what would be right', () => {
    expect(new VersionUnsupportedError('1.8', '1.21').params).toEqual({
      oldest: '1.8',
      newest: '1.21',
    });
    expect(new MethodNotAllowedError(['GET', 'PUT']).allow).toEqual(['GET', 'PUT']);
  });
});

describe('a parameter that cannot be used', () => {
  it.each(['grant_type', 'code.challenge-2', 'x'.repeat(64)])('is named: %s', (parameter) => {
    expect(new InvalidRequestError(parameter).params).toEqual({ parameter });
  });

  it.each(['', 'x'.repeat(65), 'a b', '"a', 'a\n', '<a>', 'é'])(
    'is not repeated where its name might do harm: %j',
    (parameter) => {
      expect(new InvalidRequestError(parameter).params).toEqual({ parameter: '?' });
    },
  );
});
