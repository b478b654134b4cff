import { english } from '../language/english.js';
import type { Language } from '../language/language.js';
import { type ErrorCode, errorCodes } from './error-registry.js';
import { presentViolation, type ValidationBody, type Violation } from './form-error.js';

export interface ErrorBody {
  readonly error: string;
  readonly error_description: string;
}

/** Builds the body of an error response: a form if the status is 400 (SPEC 7). */
export function errorBody({ code, params }: Violation, language: Language) {
  const { status, error } = errorCodes[code];
  return status === 400
    ? presentViolation({ code, params }, language)
    : { error, error_description: language.say(code, params) };
}

/** Never a form, and in English, because only ASCII is allowed (RFC 6749 sections 4.1.2.1 and 5.2). */
export function oauthErrorBody({ code, params }: Violation): ErrorBody {
  const { status, error, isOAuth } = errorCodes[code];
  return {
    error: status === 400 && !isOAuth ? 'invalid_request' : error,
    error_description: english.say(code, params),
  };
}

export function exampleErrorBody(code: ErrorCode): ErrorBody | ValidationBody {
  const { isOAuth, example: params } = errorCodes[code];
  return isOAuth ? oauthErrorBody({ code, params }) : errorBody({ code, params }, english);
}
