import type { ErrorCode } from '../../language/catalogues/index.js';

export type { ErrorCode };

export interface ErrorDefinition {
  readonly status: number;
  /** What stands in `error` when it is not the code itself. */
  readonly error?: string;
  /** Answered as RFC 6749 section 5.2 says, whatever the status: never as a form, and in English. */
  readonly oauth?: true;
}

/** The one registry of what can go wrong: every code with its status (SPEC 7, CONTRACT 4). */
export const errorCodes: Readonly<Record<ErrorCode, ErrorDefinition>> = {
  required: { status: 400 },
  blank: { status: 400 },
  not_text: { status: 400 },
  not_boolean: { status: 400 },
  too_short: { status: 400 },
  too_long: { status: 400 },
  control_characters: { status: 400 },
  not_unicode: { status: 400 },
  not_an_object: { status: 400 },
  email_invalid: { status: 400 },
  email_taken: { status: 400 },
  password_letter_missing: { status: 400 },
  password_digit_missing: { status: 400 },
  password_common: { status: 400 },
  password_is_email: { status: 400 },
  old_password_required: { status: 400 },
  old_password_wrong: { status: 400 },
  new_password_required: { status: 400 },
  email_password_required: { status: 400 },
  language_unknown: { status: 400 },
  phone_digit_missing: { status: 400 },
  phone_number_invalid: { status: 400 },
  redirect_uri_invalid: { status: 400 },
  redirect_uri_reserved: { status: 400 },
  owner_unknown: { status: 400 },
  too_many: { status: 400 },
  too_many_applications: { status: 400 },
  pkce_indispensable: { status: 400 },
  client_secret_unavailable: { status: 400 },
  credentials_wrong: { status: 400 },

  malformed_json: { status: 400 },
  body_not_object: { status: 400 },
  body_too_deep: { status: 400 },
  body_not_utf8: { status: 400 },
  bad_request: { status: 400 },
  token_conflict: { status: 400 },
  version_unsupported: { status: 400 },
  idempotency_key_invalid: { status: 400 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },

  authentication_required: { status: 401 },
  invalid_token: { status: 401 },
  token_expired: { status: 401, error: 'invalid_token' },
  access_denied: { status: 403 },
  own_token_required: { status: 403, error: 'access_denied' },
  insufficient_scope: { status: 403 },
  form_expired: { status: 403 },

  not_found: { status: 404 },
  account_not_found: { status: 404 },
  application_not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  precondition_failed: { status: 412 },
  expectation_failed: { status: 417 },
  idempotency_key_in_use: { status: 409 },
  idempotency_key_reused: { status: 422 },
  rate_limited: { status: 429 },
  overloaded: { status: 503 },
  unavailable: { status: 503 },
  deadline_exceeded: { status: 504 },
  internal_error: { status: 500 },

  client_unknown: { status: 400, error: 'invalid_request', oauth: true },
  redirect_uri_unregistered: { status: 400, error: 'invalid_request', oauth: true },
  invalid_request: { status: 400, oauth: true },
  form_body_required: { status: 400, error: 'invalid_request', oauth: true },
  invalid_client: { status: 401, oauth: true },
  invalid_grant: { status: 400, oauth: true },
  unsupported_grant_type: { status: 400, oauth: true },
  unsupported_response_type: { status: 400, oauth: true },
  invalid_scope: { status: 400, oauth: true },
  pkce_required: { status: 400, error: 'invalid_request', oauth: true },
  consent_denied: { status: 403, error: 'access_denied', oauth: true },
};
