import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { defineError, definitions, type ErrorDefinition } from './define-error.js';
import { AuthenticationError, OAuthError, type RateLimitState } from './translatable.error.js';

/*
 * The registry of all errors (SPEC 7, CONTRACT 4). An entry is a class with a code and a status. The code is also
 * the key of the error's sentence in every catalogue. The body of status 400 is a form.
 */

const fieldErrors = {
  required: {},
  blank: {},
  not_text: {},
  not_boolean: {},
  too_short: { min: 6 },
  too_long: { max: 255 },
  control_characters: {},
  not_unicode: {},
  not_an_object: {},
  not_a_choice: { choices: 'daily, weekly, never' },
  email_invalid: { example: 'name@example.com' },
  email_taken: {},
  password_letter_missing: {},
  password_digit_missing: {},
  password_common: {},
  password_is_email: {},
  password_unchanged: {},
  password_hash_unknown: {},
  password_hash_costly: {},
  old_password_required: {},
  old_password_wrong: {},
  code_wrong: {},
  mail_code_wrong: {},
  sign_up_password_wrong: {},
  new_password_required: {},
  email_password_required: {},
  language_unknown: {},
  phone_digit_missing: {},
  phone_character_invalid: {},
  phone_number_invalid: {},
  date_invalid: {},
  number_out_of_range: { min: 1, max: 10_000 },
  redirect_uri_invalid: { example: 'com.example.app' },
  redirect_uri_reserved: { parameters: 'code, state, iss, error, error_description, error_uri' },
  owner_unknown: {},
  too_many: { max: 20 },
  pkce_mandatory: {},
} satisfies Partial<Record<ErrorCode, MessageParams>>;

const inForm = { isShownInForm: true };
const aboutToken = { base: AuthenticationError };
const aboutClient = { base: OAuthError };
const invalidRequest = { ...aboutClient, error: 'invalid_request' };

/** The account has reached the maximum number of applications. */
export class TooManyApplicationsError extends defineError('too_many_applications', 400, {
  ...inForm,
  example: { max: 100 },
}) {}

/** The application has reached the maximum number of named tokens. */
export class TooManyTokensError extends defineError('too_many_tokens', 400, {
  ...inForm,
  example: { max: 20 },
}) {}

/** A public client has no secret to rotate (RFC 6749 section 2.1). */
export class ClientSecretUnavailableError extends defineError('client_secret_unavailable', 400) {}

/** The email or the password is wrong. The response does not reveal which. */
export class CredentialsWrongError extends defineError('credentials_wrong', 400, inForm) {}

/** The second step of the sign-in has timed out, or the password has changed since the first step. */
export class SignInExpiredError extends defineError('sign_in_expired', 400) {}

/** The passkey could not be verified. The response does not reveal whether it is known. */
export class PasskeyWrongError extends defineError('passkey_wrong', 400, inForm) {}

/** The passkey's signature counter did not increase, so it may be a copy (WebAuthn level 3, section 6.1.1). */
export class PasskeyCopiedError extends defineError('passkey_copied', 400, inForm) {}

/** The account has as many passkeys as it may have. */
export class TooManyPasskeysError extends defineError('too_many_passkeys', 400, {
  ...inForm,
  example: { max: 20 },
}) {}

export class MalformedJsonError extends defineError('malformed_json', 400) {}
export class BodyNotObjectError extends defineError('body_not_object', 400) {}
export class BodyTooDeepError extends defineError('body_too_deep', 400) {}
export class BodyNotUtf8Error extends defineError('body_not_utf8', 400) {}
export class BadRequestError extends defineError('bad_request', 400) {}

/** The request contains more than one access token (RFC 6750 section 2). */
export class TokenConflictError extends defineError('token_conflict', 400, aboutToken) {}

export class VersionUnsupportedError extends defineError('version_unsupported', 400, {
  example: { oldest: '1.8', newest: '1.21' },
}) {}

export class IdempotencyKeyInvalidError extends defineError('idempotency_key_invalid', 400) {}
export class PayloadTooLargeError extends defineError('payload_too_large', 413) {}
export class UnsupportedMediaTypeError extends defineError('unsupported_media_type', 415) {}

export class ContentEncodingUnsupportedError extends defineError(
  'content_encoding_unsupported',
  415,
  { error: 'unsupported_media_type' },
) {}

/** The request contains no access token. */
export class AuthenticationRequiredError extends defineError(
  'authentication_required',
  401,
  aboutToken,
) {}

/** The access token is malformed, unknown or revoked. */
export class InvalidTokenError extends defineError('invalid_token', 401, aboutToken) {}

/** The access token has expired. */
export class TokenExpiredError extends defineError('token_expired', 401, {
  ...aboutToken,
  error: 'invalid_token',
}) {}

/** The browser is not signed in. */
export class SessionRequiredError extends defineError('session_required', 401) {}

/** The user has neither signed in nor confirmed in the last ten minutes. */
export class SessionUnconfirmedError extends defineError('session_unconfirmed', 403) {}

/** The origin of the request is unknown or not allowed. */
export class OriginNotAllowedError extends defineError('origin_not_allowed', 403) {}

/** The token is valid for another account. */
export class AccessDeniedError extends defineError('access_denied', 403) {}

/** An operator has suspended the account of the token or the sign-in. */
export class AccountSuspendedError extends defineError('account_suspended', 403, inForm) {}

/** An operator has suspended the account that owns the application of the token. */
export class ApplicationSuspendedError extends defineError('application_suspended', 403) {}

export class OwnTokenRequiredError extends defineError('own_token_required', 403, {
  error: 'access_denied',
}) {}

/**
 * The token lacks the scope of the operation (RFC 6750 section 3.1), or an operator's token does not permit the
 * operation.
 */
export class InsufficientScopeError extends defineError('insufficient_scope', 403) {
  /** @param scope the scope that the operation requires. Default: the operation has no scope */
  constructor(readonly scope?: string) {
    super();
  }
}

/** The form does not come from a page of the same browser, or its page has expired. */
export class FormExpiredError extends defineError('form_expired', 403) {}

/** The mailed link has expired, was used, or is malformed. */
export class LinkInvalidError extends defineError('link_invalid', 404) {}

/** There is nothing at this URL, or nothing with this id. */
export class NotFoundError extends defineError('not_found', 404) {}

/** There is no account with this id, or it was deleted. */
export class AccountNotFoundError extends defineError('account_not_found', 404) {}

/** There is no such application, or it belongs to another account. The response does not reveal which. */
export class ApplicationNotFoundError extends defineError('application_not_found', 404) {}

/** There is no such token, or it has ended. */
export class TokenNotFoundError extends defineError('token_not_found', 404) {}

/** The application has no replaced client secret with this id that is still valid. */
export class ClientSecretNotFoundError extends defineError('client_secret_not_found', 404) {}

export class MethodNotAllowedError extends defineError('method_not_allowed', 405) {
  constructor(readonly allow: readonly string[]) {
    super();
  }
}

/** The account or its application has changed, or does not fulfil the condition of the caller. */
export class PreconditionFailedError extends defineError('precondition_failed', 412) {}
export class ExpectationFailedError extends defineError('expectation_failed', 417) {}
/** Another request with the same idempotency key is still in progress. */
export class IdempotencyKeyInUseError extends defineError('idempotency_key_in_use', 409) {}
/** An earlier request with the same idempotency key had different input. */
export class IdempotencyKeyReusedError extends defineError('idempotency_key_reused', 422) {}
/** The account must have a second factor, and this is its last one. */
export class SecondFactorMandatoryError extends defineError('second_factor_mandatory', 409) {}
/** The account has no second factor. */
export class SecondFactorMissingError extends defineError('second_factor_missing', 409) {}

/** Any program on the user's device can receive the responses of the application (RFC 8252 section 8.6). */
export class ApplicationUntrustableError extends defineError('application_untrustable', 409) {}

/** The account cannot receive mail: the service sends none, or the address is not verified. */
export class MailUnavailableError extends defineError('mail_unavailable', 409) {}

/** A limit is used up until `rateLimit.resetAt`. */
export class RateLimitedError extends defineError('rate_limited', 429, {
  ...inForm,
  example: { seconds: 42 },
}) {
  constructor(readonly rateLimit: RateLimitState) {
    super({ seconds: Math.max(1, Math.ceil((rateLimit.resetAt - Date.now()) / 1_000)) });
  }
}

/** The queue for password hashing is full. */
export class OverloadedError extends defineError('overloaded', 503, inForm) {}
export class UnavailableError extends defineError('unavailable', 503) {}
export class DeadlineExceededError extends defineError('deadline_exceeded', 504) {}

/** An unexpected failure. Its cause is only logged. */
export class UnexpectedError extends defineError('internal_error', 500, {
  example: { requestId: '3887620b' },
}) {
  constructor(override readonly cause: unknown) {
    // The filter logs the failure with its request.
    super({ requestId: '' });
  }
}

/** The authorization request names an unknown client, so there is no redirect URI to send an error to. */
export class ClientUnknownError extends defineError('client_unknown', 400, invalidRequest) {}

/** The client has not registered the redirect URI of the authorization request. No response is sent there. */
export class RedirectUriUnregisteredError extends defineError(
  'redirect_uri_unregistered',
  400,
  invalidRequest,
) {}

/** A parameter has an invalid value or occurs more than once (RFC 6749 section 5.2). */
export class InvalidRequestError extends defineError('invalid_request', 400, {
  ...aboutClient,
  example: { parameter: 'grant_type' },
}) {
  constructor(parameter: string) {
    // A parameter name from the client is repeated only if it contains harmless characters.
    super({ parameter: /^[\w.-]{1,64}$/.test(parameter) ? parameter : '?' });
  }
}

export class FormBodyRequiredError extends defineError('form_body_required', 400, invalidRequest) {}
export class InvalidClientError extends defineError('invalid_client', 401, aboutClient) {}
export class UnauthorizedClientError extends defineError('unauthorized_client', 400, aboutClient) {}

/** The client is public, or its owner has not enabled client credentials (RFC 6749 section 5.2). */
export class ClientCredentialsDisabledError extends defineError(
  'client_credentials_disabled',
  400,
  {
    ...aboutClient,
    error: 'unauthorized_client',
  },
) {}

/** The code or refresh token is unknown, expired, used, or belongs to another client (RFC 6749 section 5.2). */
export class InvalidGrantError extends defineError('invalid_grant', 400, aboutClient) {}

export class UnsupportedGrantTypeError extends defineError(
  'unsupported_grant_type',
  400,
  aboutClient,
) {}

export class UnsupportedResponseTypeError extends defineError(
  'unsupported_response_type',
  400,
  aboutClient,
) {}

export class InvalidScopeError extends defineError('invalid_scope', 400, aboutClient) {}

/** The requested resource is unknown, is not the authorized one, or is not the only one (RFC 8707 section 2). */
export class InvalidTargetError extends defineError('invalid_target', 400, aboutClient) {}
export class PkceRequiredError extends defineError('pkce_required', 400, invalidRequest) {}

export class ConsentDeniedError extends defineError('consent_denied', 403, {
  ...aboutClient,
  error: 'access_denied',
}) {}

/** With `prompt=none`: the user is not signed in, or must authenticate again (OpenID Connect Core section 3.1.2.6). */
export class LoginRequiredError extends defineError('login_required', 400, aboutClient) {}
export class ConsentRequiredError extends defineError('consent_required', 400, aboutClient) {}

/** With `prompt=none`: the user must confirm, or set up a second factor. */
export class InteractionRequiredError extends defineError(
  'interaction_required',
  400,
  aboutClient,
) {}

export class RequestNotSupportedError extends defineError(
  'request_not_supported',
  400,
  aboutClient,
) {}

export class RequestUriNotSupportedError extends defineError(
  'request_uri_not_supported',
  400,
  aboutClient,
) {}

export class RegistrationNotSupportedError extends defineError(
  'registration_not_supported',
  400,
  aboutClient,
) {}

export type { ErrorCode };

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

export const errorCodes = Object.fromEntries([
  ...Object.entries(fieldErrors).map(([code, example]) => [
    code,
    { status: 400, error: code, isOAuth: false, isShownInForm: true, example },
  ]),
  ...definitions,
]) as Readonly<Record<ErrorCode, ErrorDefinition>>;
