import { TranslatableError } from '../../language/translatable.error.js';

export class MalformedJsonError extends TranslatableError {
  constructor() {
    super('malformed_json');
  }
}

export class BodyNotObjectError extends TranslatableError {
  constructor() {
    super('body_not_object');
  }
}

export class BodyTooDeepError extends TranslatableError {
  constructor() {
    super('body_too_deep');
  }
}

export class BodyNotUtf8Error extends TranslatableError {
  constructor() {
    super('body_not_utf8');
  }
}

export class PayloadTooLargeError extends TranslatableError {
  constructor() {
    super('payload_too_large');
  }
}

export class UnsupportedMediaTypeError extends TranslatableError {
  constructor() {
    super('unsupported_media_type');
  }
}

/** `Accept-Version` names a version that is not served. */
export class VersionUnsupportedError extends TranslatableError {
  constructor(oldest: string, newest: string) {
    super('version_unsupported', { oldest, newest });
  }
}

/** What was to be read or changed is no longer as `If-Match` says (RFC 9110 section 15.5.13). */
export class PreconditionFailedError extends TranslatableError {
  constructor() {
    super('precondition_failed');
  }
}

/** More than one `Host` (RFC 9112 section 3.2). */
export class HostRepeatedError extends TranslatableError {
  constructor() {
    super('bad_request');
  }
}

/** `Expect` asks for something else than `100-continue` (RFC 9110 section 15.5.18). */
export class ExpectationFailedError extends TranslatableError {
  constructor() {
    super('expectation_failed');
  }
}

/** `Idempotency-Key` is empty, too long, or has other characters than it may. */
export class IdempotencyKeyInvalidError extends TranslatableError {
  constructor() {
    super('idempotency_key_invalid');
  }
}

/** The address exists, the method does not: `allow` says which do (RFC 9110 section 15.5.6). */
export class MethodNotAllowedError extends TranslatableError {
  constructor(readonly allow: readonly string[]) {
    super('method_not_allowed');
  }
}

/** A parameter of a form or query is missing, is there twice, or has a value that cannot be used. */
export class InvalidRequestError extends TranslatableError {
  constructor(parameter: string) {
    // What a stranger calls a parameter is repeated only where it can do no harm.
    super('invalid_request', { parameter: /^[\w.-]{1,64}$/.test(parameter) ? parameter : '?' });
  }
}

export class FormBodyRequiredError extends TranslatableError {
  constructor() {
    super('form_body_required');
  }
}
