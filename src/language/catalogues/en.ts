/**
 * Everything the service says to a person, in ICU MessageFormat.
 *
 * The keys of this catalogue are the keys of all the others. A key without a dot is the code of an
 * error; one with a dot is a text of the console, the name of its page first.
 */
export const en = {
  // What is wrong with a value
  required: 'This value is required.',
  blank: 'This value must not be blank.',
  not_text: 'This value must be text.',
  not_boolean: 'This value must be true or false.',
  too_short:
    'This value is too short. It must have at least {min, plural, one {# character} other {# characters}}.',
  too_long:
    'This value is too long. It must have at most {max, plural, one {# character} other {# characters}}.',
  control_characters: 'This value must not contain control characters.',
  not_unicode: 'This value contains characters that are not valid Unicode.',
  not_an_object: 'This value must be an object.',
  email_invalid: 'This value is not a valid email address.',
  email_taken: 'An account with this email already exists.',
  password_letter_missing: 'The password must contain at least one letter.',
  password_digit_missing: 'The password must contain at least one digit.',
  password_common: 'This password is too common. Please choose another one.',
  password_is_email: 'The password must not be the email address.',
  old_password_required: 'Please enter your current password to change the password.',
  old_password_wrong: 'The current password is not correct.',
  new_password_required: 'Please enter a new password to change the password.',
  language_unknown: 'This language is not available.',
  phone_digit_missing: 'The phone number must contain at least one digit.',
  phone_number_invalid: 'Please enter a phone number of 6 to 15 digits.',
  redirect_uri_invalid:
    'A redirect address must be an absolute address without a fragment, and use https unless it leads to this device.',
  owner_unknown: 'There is no account with this email.',
  too_many:
    'This list is too long. It must have at most {max, plural, one {# entry} other {# entries}}.',
  pkce_indispensable: 'A public application cannot do without PKCE.',
  client_secret_unavailable: 'A public application has no client secret.',
  credentials_wrong: 'The email or the password is not correct.',

  // What is wrong with a request
  malformed_json: 'The request body is not valid JSON.',
  body_not_object: 'The request body must be a JSON object.',
  body_too_deep: 'The request body is nested too deeply.',
  body_not_utf8: 'The request body contains text in an invalid encoding.',
  bad_request: 'The request could not be understood.',
  token_conflict:
    'Send the access token only once: either in the Authorization header or as access_token in the address.',
  version_unsupported:
    'This API version is not supported. Choose a version from {oldest} to {newest}.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body must be sent as application/json.',

  // Who may do what
  authentication_required: 'An access token is required.',
  invalid_token: 'The access token is not valid.',
  token_expired: 'The access token has expired.',
  access_denied: 'You do not have access to this account.',
  own_token_required: 'This needs the own token of an application of yours.',
  insufficient_scope: 'The access token does not allow this.',
  form_expired: 'This form is no longer valid. Please try again.',

  // What is not there, or not now
  not_found: 'There is nothing at this address.',
  account_not_found: 'This account does not exist.',
  application_not_found: 'This application does not exist.',
  method_not_allowed: 'This address does not support this method.',
  rate_limited:
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  overloaded: 'The service is very busy at the moment. Please try again shortly.',
  unavailable: 'The service is not available at the moment. Please try again shortly.',
  internal_error:
    'Something went wrong on our side. Please mention {requestId} when you report it.',

  // What an OAuth 2.0 client did wrong; in English only ASCII, as RFC 6749 section 5.2 wants it
  client_unknown: 'The application that sent you here is not known.',
  redirect_uri_unregistered:
    'The application that sent you here asks for the answer at an address that is not registered for it.',
  invalid_request:
    'The request lacks the parameter {parameter}, or repeats it, or its value cannot be used.',
  form_body_required: 'The request body must be sent as application/x-www-form-urlencoded.',
  invalid_client: 'The client could not be authenticated.',
  invalid_grant:
    'The authorization code or token is unknown, expired, used already, or of another client.',
  unsupported_grant_type:
    'This grant type is not supported. Use authorization_code or refresh_token.',
  unsupported_response_type: 'This response type is not supported. Use code.',
  invalid_scope: 'The scope is unknown, malformed, or more than was granted.',
  pkce_required: 'The authorization request needs a code_challenge of the method S256.',
  consent_denied: 'The person did not give their consent.',
} as const;

export type MessageKey = keyof typeof en;

/** A code of the registry of errors: the key of its sentence. */
export type ErrorCode = Exclude<MessageKey, `${string}.${string}`>;

/** One language's sentences. The compiler names a key that is missing or unknown. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
