/**
 * Every sentence the service says to a person, in ICU MessageFormat.
 *
 * The keys of this catalogue are the keys of all the others; an error's key is its code.
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

  // What is not there, or not now
  not_found: 'There is nothing at this address.',
  account_not_found: 'This account does not exist.',
  method_not_allowed: 'This address does not support this method.',
  rate_limited:
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  overloaded: 'The service is very busy at the moment. Please try again shortly.',
  unavailable: 'The service is not available at the moment. Please try again shortly.',
  internal_error:
    'Something went wrong on our side. Please mention {requestId} when you report it.',
} as const;

export type MessageKey = keyof typeof en;

/** One language's sentences. The compiler names a key that is missing or unknown. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
