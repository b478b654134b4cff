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
  code_wrong: 'This code is not correct, or it has been used already.',
  sign_up_password_wrong:
    'This is not the password that was chosen at sign-up. Enter that one, or start again below.',
  new_password_required: 'Please enter a new password to change the password.',
  email_password_required: 'Please enter your current password to change the email.',
  language_unknown: 'This language is not available.',
  phone_digit_missing: 'The phone number must contain at least one digit.',
  phone_number_invalid: 'Please enter a phone number of 6 to 15 digits.',
  date_invalid: 'This value is not a valid date.',
  number_out_of_range: 'This value must be a whole number from {min} to {max}.',
  redirect_uri_invalid:
    'A redirect address must be an absolute address without a fragment: with https, with http if it leads to this device, or with an app’s own scheme that has a dot in it, such as {example}.',
  redirect_uri_reserved:
    'The query of a redirect address must not contain any of these parameters, which the response adds: {parameters}.',
  owner_unknown: 'There is no account with this email.',
  too_many:
    'This list is too long. It must have at most {max, plural, one {# entry} other {# entries}}.',
  too_many_applications:
    'An account can have at most {max} applications. Delete one that is no longer needed.',
  pkce_mandatory: 'A public application cannot do without PKCE.',
  client_secret_unavailable: 'A public application has no client secret.',
  credentials_wrong: 'The email or the password is not correct.',
  sign_in_expired: 'That took too long. Please sign in again.',

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
  idempotency_key_invalid: 'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body must be sent as application/json.',

  // Who may do what
  authentication_required: 'An access token is required.',
  invalid_token: 'The access token is not valid.',
  token_expired: 'The access token has expired.',
  access_denied: 'You do not have access to this account.',
  account_suspended: 'This account is suspended. Please contact the operator of the service.',
  own_token_required: 'This needs the own token of an application of yours.',
  insufficient_scope: 'The access token does not allow this.',
  form_expired: 'This form is no longer valid. Please try again.',

  // What is not there, or not now
  not_found: 'There is nothing at this address.',
  account_not_found: 'This account does not exist.',
  application_not_found: 'This application does not exist.',
  method_not_allowed: 'This address does not support this method.',
  precondition_failed: 'This has been changed in the meantime. Please load it again.',
  expectation_failed: 'The service cannot do what the Expect header asks for.',
  idempotency_key_in_use:
    'A request with this Idempotency-Key is still being worked on. Please try again shortly.',
  idempotency_key_reused: 'This Idempotency-Key has already been used for another request.',
  mail_unavailable: 'No email can be sent to this account.',
  rate_limited:
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  overloaded: 'The service is very busy at the moment. Please try again shortly.',
  unavailable: 'The service is not available at the moment. Please try again shortly.',
  deadline_exceeded: 'The request could not be answered in time.',
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
  link_invalid: 'This link is not valid. It may have expired, or it has been used already.',

  // The frame of every page of the console
  'layout.product': 'Accounts',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Error: {title}',
  'layout.skip': 'Skip to the content',
  'layout.navigation': 'Main navigation',
  'layout.applications': 'Applications',
  'layout.grants': 'Allowed applications',
  'layout.account': 'Account',
  'layout.security': 'Security',
  'layout.activity': 'Activity',
  'layout.sessions': 'Sign-ins',
  'layout.sign_out': 'Sign out',
  'layout.footer': 'Applications never see your password.',

  // Parts of many pages
  'form.errors': 'Please check what you entered',
  'form.field_error': '{field}: {sentence}',
  'form.optional': 'Optional',
  'form.save': 'Save changes',
  'form.cancel': 'Cancel',
  'copy.action': 'Copy',
  'copy.done': 'Copied',
  'scope.account_read': 'Read your account: name, email and settings',
  'scope.account_write': 'Change your account, and create new accounts',

  // The labels of fields by the names of the fields, and what helps to fill them in
  'field.name': 'Name',
  'field.email': 'Email',
  'field.code': 'Code',
  'field.password': 'Password',
  'field.language_code': 'Language',
  'field.phone': 'Phone',
  'field.default_notification_phone': 'Phone for notifications',
  'field.old_password': 'Current password',
  'field.new_password': 'New password',
  'field.end_application_tokens': 'Also end the access tokens of my own applications',
  'field.redirect_uris': 'Redirect addresses',
  'field.public': 'Public application',
  'field.api_version': 'API version',
  'field.require_pkce': 'Require PKCE',
  'hint.default_notification_phone': '6 to 15 digits, best with the country code, such as +44.',
  'hint.password_for_email': 'Only needed to change the email.',
  'hint.end_application_tokens':
    'Choose this if somebody else may have had your password. Otherwise your own applications keep working.',
  'hint.redirect_uris': 'One per line. People are only ever sent back to these addresses.',
  'hint.public':
    'For an application that cannot keep a secret, such as one on a phone or in a browser.',
  'hint.api_version': 'Used when a call does not name a version itself.',
  'hint.require_pkce':
    'Protects the sign-in of your users. Switch it off only for an old client that cannot do PKCE.',
  'hint.password_standard': 'At least 6 characters, with a letter and a digit.',
  'hint.password_length': 'At least 6 characters.',
  'hint.password_strict':
    'At least 15 characters. A few words that do not belong together work well.',

  // Signing in and signing up
  'sign_in.title': 'Sign in',
  'sign_in.submit': 'Sign in',
  'sign_in.no_account': 'No account yet?',
  'sign_in.sign_up': 'Create an account',
  'sign_in.forgot': 'Forgot your password?',
  'second_step.title': 'Second step',
  'second_step.lead':
    'Enter the code that your authenticator app shows, or one of your recovery codes.',
  'confirm.title': 'Confirm that it is you',
  'confirm.submit': 'Confirm',
  'sign_up.title': 'Create an account',
  'sign_up.submit': 'Create account',
  'sign_up.have_account': 'You have an account already?',
  'sign_up.sign_in': 'Sign in',
  'check_mail.title': 'Check your email',
  'check_mail.sign_up':
    'We sent an email to {email}. Open the link in it to finish creating your account. The link works for 24 hours.',
  'check_mail.reset':
    'If there is an account with the email address {email}, we sent a link to it. The link works for 30 minutes.',
  'check_mail.missing': 'No email? Look in your spam folder, or try again in a few minutes.',
  'confirm_sign_up.title': 'Finish creating your account',
  'confirm_sign_up.lead': 'Enter the password that you chose for {email}.',
  'confirm_sign_up.submit': 'Create account',
  'confirm_sign_up.again': 'Start again',
  'forgot.title': 'Forgot your password?',
  'forgot.lead':
    'Enter the email address of your account. We will send you a link with which you can choose a new password.',
  'forgot.submit': 'Send link',
  'reset.title': 'Choose a new password',
  'reset.lead':
    'You will be signed out everywhere, and applications that you authorized lose access to your account.',
  'reset.submit': 'Change password',
  'verify.title': 'Confirm your email address',
  'verify.lead': 'Confirm that {email} is your email address.',
  'verify.submit': 'Confirm email address',
  'restore_email.title': 'Undo the change of your email address?',
  'restore_email.lead':
    'Your account gets the email address {email} again. You will be signed out everywhere, and then choose a new password.',
  'restore_email.submit': 'Undo the change',
  'link.invalid': 'This link no longer works',
  'link.again': 'Request a new link',

  // The account
  'account.title': 'Account',
  'account.lead': 'Who you are here, and how you sign in.',
  'account.profile': 'Profile',
  'account.password': 'Password',
  'account.password_lead':
    'A new password ends all your other sign-ins, and the access of the applications that you allowed.',
  'account.password_submit': 'Change password',
  'account.email': 'Email address',
  'account.email_verified': '{email} is confirmed.',
  'account.email_unverified':
    '{email} is not confirmed yet. Without a confirmed email address you cannot reset a forgotten password.',
  'account.email_verify': 'Send confirmation email',
  'account.danger': 'Delete account',
  'account.danger_lead':
    'Your account goes for good, with your applications and everything you allowed.',
  'account.delete': 'Delete account…',
  'export_account.title': 'Download your data',
  'export_account.lead':
    'A JSON file with everything that is kept about you, without passwords and tokens.',
  'export_account.submit': 'Download',
  'delete_account.title': 'Delete your account?',
  'delete_account.lead': 'This cannot be undone. At once and for good, you lose:',
  'delete_account.account': 'Your account {email}',
  'delete_account.applications': 'Your applications with their access tokens',
  'delete_account.grants': 'All sign-ins, and whatever you allowed other applications',
  'delete_account.password': 'Enter your password to show that it is you.',
  'delete_account.submit': 'Delete my account',

  // The second factor of the account
  'security.app': 'Authenticator app',
  'security.app_off':
    'With an app on your phone, signing in takes a code that changes every 30 seconds, beside your password.',
  'security.app_on': 'Signing in takes a code of your authenticator app.',
  'security.app_add': 'Set up authenticator app',
  'security.app_scan':
    'Scan the QR code with your authenticator app, or enter the key there. Then enter the code that the app shows.',
  'security.app_key': 'Key',
  'security.app_remove': 'Remove authenticator app',
  'security.codes': 'Recovery codes',
  'security.codes_once':
    'If you lose your phone, each of these codes signs you in once. Print them or write them down now: they are not shown again.',
  'security.codes_left': 'Codes left: {count}',
  'security.codes_end': 'The codes that you have now no longer work then.',
  'security.codes_replace': 'Create new recovery codes',

  // Where the person is signed in
  'sessions.title': 'Sign-ins',
  'sessions.lead':
    'The browsers in which you are signed in. End those that you do not know, and change your password.',
  'sessions.current': 'This browser',
  'sessions.unknown': 'Unknown browser',
  'sessions.browser_on_system': '{browser} on {system}',
  'sessions.seen': 'Last used',
  'sessions.since': 'Signed in',
  'sessions.source': 'From',
  'sessions.end': 'End',
  'sessions.end_others': 'End all others',

  // What happened to the account
  'activity.title': 'Activity',
  'activity.lead':
    'What happened to your account in the past year, the latest first. If something here was not you, change your password.',
  'activity.delays':
    'Whoever enters a wrong password several times has to wait longer and longer. A new password ends the waiting.',
  'activity.empty': 'No activity yet',
  'activity.refused': 'Refused',
  'activity.changed': 'Changed',
  'activity.through': 'Through',
  'activity.console': 'These pages',
  'activity.operator': 'The operator of the service',
  'activity.deleted_application': 'A deleted application',
  'activity.waiting_until': 'Has to wait until',
  'activity.older': 'Older',
  'activity.latest': 'Latest',
  'activity.account.create': 'Account created',
  'activity.account.update': 'Change of the account',
  'activity.account.delete': 'Deletion of the account',
  'activity.account.suspend': 'Account suspended',
  'activity.account.restore': 'Suspension of the account ended',
  'activity.account.export': 'Download of the data',
  'activity.password.change': 'Change of the password',
  'activity.reset.start': 'Password reset started',
  'activity.password.reset': 'Password reset',
  'activity.email.verify': 'Email address confirmed',
  'activity.email.restore': 'Change of the email address undone',
  'activity.account.authenticate': 'Sign-in',
  'activity.factor.add': 'Authenticator app set up',
  'activity.factor.remove': 'Authenticator app removed',
  'activity.factor.use': 'Code of the authenticator app',
  'activity.recovery.use': 'Recovery code used',
  'activity.recovery.replace': 'New recovery codes',
  'activity.session.confirm': 'Confirmation of identity',
  'activity.session.end': 'Sign-in ended',
  'activity.application.create': 'Application created',
  'activity.application.update': 'Application changed',
  'activity.application.delete': 'Application deleted',
  'activity.secret.rotate': 'New client secret',
  'activity.client.authenticate': 'Authentication of the application',
  'activity.token.create': 'New access token',
  'activity.token.reveal': 'Access token revealed',
  'activity.token.revoke': 'Access token revoked',
  'activity.grant.create': 'Application allowed',
  'activity.grant.revoke': 'Application no longer allowed',
  'activity.grant.redeem': 'Application received access',
  'activity.grant.refresh': 'Application renewed its access',
  'activity.grant.reuse': 'Access ended, because a token was used twice',

  // The person’s own applications
  'applications.title': 'Applications',
  'applications.lead': 'Programs of yours that work with this service.',
  'applications.new': 'New application',
  'applications.created': 'Created on',
  'applications.public': 'Public',
  'applications.empty': 'No applications yet',
  'applications.empty_lead':
    'An application gives you an access token, with which your programs can call the API. It can also let other people sign in with their accounts, through OAuth.',
  'applications.empty_new': 'Create your first application',
  'new_application.title': 'New application',
  'new_application.lead': 'A name is enough. Your access token is ready right afterwards.',
  'new_application.oauth': 'For OAuth',
  'new_application.oauth_lead': 'Only needed if other people sign in through your application.',
  'new_application.submit': 'Create application',
  'application.token': 'Access token',
  'application.token_lead':
    'With it a program can do everything with your account that the API offers. Keep it as safe as a password.',
  'application.token_masked': 'The access token is hidden.',
  'application.token_none': 'There is no access token at the moment.',
  'application.token_unreadable': 'The access token works, but can no longer be shown.',
  'application.token_reveal': 'Reveal',
  'application.token_create': 'Create access token',
  'application.token_regenerate': 'Regenerate',
  'application.token_revoke': 'Revoke',
  'application.token_replace': 'A new token ends the old one at once.',
  'application.try': 'Try it in a terminal',
  'application.credentials': 'OAuth client',
  'application.credentials_lead': 'How your application introduces itself when people sign in.',
  'application.client_id': 'Client ID',
  'application.client_secret': 'Client secret',
  'application.secret_once': 'Copy this secret now. It is not shown again.',
  'application.secret_kept':
    'It was shown once and cannot be shown again. If it is lost, create a new one; the old one then ends at once.',
  'application.secret_none': 'A public application has none. It relies on PKCE instead.',
  'application.secret_rotate': 'Create new secret',
  'application.settings': 'Settings',
  'application.created': 'Created',
  'application.updated': 'Last changed',
  'application.danger': 'Delete application',
  'application.danger_lead':
    'Its access tokens stop working at once, also those that other people allowed.',
  'application.delete': 'Delete application…',
  'delete_application.title': 'Delete {application}?',
  'delete_application.lead':
    'All its access tokens stop working at once, also those that other people allowed. This cannot be undone.',
  'delete_application.submit': 'Delete application',

  // What the person allows other applications
  'grants.title': 'Allowed applications',
  'grants.lead': 'Applications that you let use your account. You can withdraw that at any time.',
  'grants.owner': 'By {owner}',
  'grants.since': 'Allowed on',
  'grants.revoke': 'Withdraw',
  'grants.empty': 'No allowed applications',
  'grants.empty_lead':
    'When you let an application use your account, it appears here, and you can withdraw that again.',
  'consent.title': 'Allow {application}?',
  'consent.lead': '{application}, an application of {owner}, would like to use your account.',
  'consent.scope': 'It will be able to:',
  'consent.limits': 'It cannot see your password, and cannot reach your other applications.',
  'consent.duration': 'Your permission ends by itself after one year.',
  'consent.signed_in': 'You are signed in as {email}.',
  'consent.not_you': 'Not you? Sign out',
  'consent.destination': 'You go on to {destination}.',
  'consent.withdraw': 'You can withdraw this at any time under “Allowed applications”.',
  'consent.allow': 'Allow',
  'consent.deny': 'Do not allow',

  // When something did not work
  'error.forbidden': 'Not allowed',
  'error.not_found': 'Page not found',
  'error.busy': 'One moment, please',
  'error.server': 'Something went wrong',
  'error.other': 'That did not work',
  'error.request_id': 'Request',
  'error.home': 'Go to the start page',

  // What has just been done
  'notice.signed_out': 'You are signed out.',
  'notice.confirmed': 'Confirmed. You are not asked again for ten minutes.',
  'notice.account_saved': 'Your account is saved.',
  'notice.password_changed': 'Your password is changed. All your other sign-ins have ended.',
  'notice.password_reset': 'Your password is changed. Sign in with the new password.',
  'notice.email_verified': 'Your email address is confirmed.',
  'notice.email_restored': 'Your email address is restored. Choose a new password now.',
  'notice.verification_sent':
    'We sent an email to your address. Open the link in it to confirm the address.',
  'notice.account_deleted': 'Your account is deleted.',
  'notice.session_ended': 'The sign-in has ended.',
  'notice.sessions_ended': 'All other sign-ins have ended.',
  'notice.application_created': 'The application is created.',
  'notice.application_saved': 'The application is saved.',
  'notice.application_deleted': 'The application is deleted.',
  'notice.token_regenerated': 'There is a new access token. The old one no longer works.',
  'notice.token_revoked': 'The access token is revoked.',
  'notice.secret_rotated': 'There is a new client secret. The old one no longer works.',
  'notice.grant_revoked': 'The application can no longer use your account.',
} as const;

/** The key of a sentence or a text of the console. */
export type MessageKey = keyof typeof en;

/** A code of the registry of errors: the key of its sentence. */
export type ErrorCode = Exclude<MessageKey, `${string}.${string}`>;

/** One language's sentences. The compiler names a key that is missing or unknown. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
