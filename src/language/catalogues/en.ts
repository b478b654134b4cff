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
  not_a_choice: 'Choose one of these: {choices}.',
  email_invalid: 'This value is not a valid email address. An address looks like {example}.',
  email_taken: 'An account with this email address already exists.',
  password_letter_missing: 'The password must contain at least one letter.',
  password_digit_missing: 'The password must contain at least one digit.',
  password_common: 'This password is too common. Choose another one.',
  password_is_email: 'The password must not be the email address.',
  old_password_required: 'To change your password, enter your current password.',
  old_password_wrong: 'The current password is incorrect.',
  code_wrong: 'This code is incorrect or has already been used.',
  sign_up_password_wrong:
    'This is not the password you chose when you signed up. Enter that password, or start over below.',
  new_password_required: 'To change your password, enter a new one.',
  email_password_required: 'To change your email address, enter your current password.',
  language_unknown: 'This language is not available.',
  phone_digit_missing: 'The phone number must contain at least one digit.',
  phone_character_invalid:
    'A phone number can contain only digits, spaces, punctuation and a plus sign at the beginning.',
  phone_number_invalid: 'Enter a phone number with 6 to 15 digits.',
  date_invalid: 'This value is not a valid date.',
  number_out_of_range: 'This value must be a whole number from {min} to {max}.',
  redirect_uri_invalid:
    'A redirect URI must be absolute, without a fragment, and use https, http on a loopback address, or an app scheme such as {example}.',
  redirect_uri_reserved:
    'The query of a redirect URI must not contain these parameters, because the response adds them: {parameters}.',
  owner_unknown: 'There is no account with this email address.',
  too_many:
    'This list is too long. It must have at most {max, plural, one {# entry} other {# entries}}.',
  too_many_applications:
    'An account can have at most {max, number} applications. Delete one you no longer need.',
  too_many_passkeys:
    'An account can have at most {max, number} passkeys. Remove one you no longer need.',
  pkce_mandatory: 'PKCE is required for public applications.',
  client_secret_unavailable: 'A public application does not have a client secret.',
  credentials_wrong: 'The email address or password is incorrect.',
  passkey_wrong: 'The passkey was not accepted. Try again.',
  passkey_copied:
    'This passkey was not accepted because it may have been copied. Sign in another way and remove it.',
  sign_in_expired: 'Signing in took too long. Sign in again.',

  // What is wrong with a request
  malformed_json: 'The request body is not valid JSON.',
  body_not_object: 'The request body must be a JSON object.',
  body_too_deep: 'The request body is nested too deeply.',
  body_not_utf8: 'The request body contains text that is not valid UTF-8.',
  bad_request: 'The request could not be understood.',
  token_conflict:
    'Send the access token only once: either in the Authorization header or as the access_token query parameter.',
  version_unsupported:
    'This API version is not supported. Choose a version from {oldest} to {newest}.',
  idempotency_key_invalid: 'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body must be sent as application/json.',
  content_encoding_unsupported: 'The request body must be sent without Content-Encoding.',

  // Who may do what
  authentication_required: 'An access token is required.',
  invalid_token: 'The access token is invalid.',
  token_expired: 'The access token has expired.',
  access_denied: 'You do not have access to this account.',
  account_suspended: 'This account is suspended. Please contact the operator of this service.',
  application_suspended: 'This application cannot be used at present.',
  own_token_required:
    'Use the access token of one of your own applications, not one granted through OAuth.',
  insufficient_scope: 'The access token does not have the required scope.',
  form_expired: 'This form has expired. Try again.',

  // What is not there, or not now
  not_found: 'There is nothing at this URL.',
  account_not_found: 'This account does not exist.',
  application_not_found: 'This application does not exist.',
  method_not_allowed: 'This URL does not support this method.',
  precondition_failed: 'The account has changed since you loaded it. Reload it.',
  expectation_failed: 'The service cannot meet the expectation in the Expect header.',
  idempotency_key_in_use:
    'A request with this Idempotency-Key is still being processed. Please try again shortly.',
  idempotency_key_reused: 'This Idempotency-Key has already been used for another request.',
  second_factor_mandatory:
    'Your account requires a second factor. Add another one before you remove this one.',
  second_factor_missing: 'This account has no second factor.',
  mail_unavailable: 'Emails cannot be sent to this account.',
  rate_limited:
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  overloaded: 'The service is very busy right now. Please try again shortly.',
  unavailable: 'The service is currently unavailable. Please try again shortly.',
  deadline_exceeded: 'The request took too long to process.',
  internal_error: 'Something went wrong on our side. Please quote {requestId} when you report it.',

  // What an OAuth 2.0 client did wrong; in English only ASCII, as RFC 6749 section 5.2 wants it
  client_unknown: 'The application that sent you here is not registered.',
  redirect_uri_unregistered:
    'The application that sent you here wants to send you back to a URL it has not registered.',
  invalid_request: 'The parameter {parameter} is missing, repeated, or invalid.',
  form_body_required: 'The request body must be sent as application/x-www-form-urlencoded.',
  invalid_client: 'Client authentication failed.',
  unauthorized_client: 'This application receives no tokens at present.',
  invalid_grant:
    'The authorization code or token is unknown, expired, already used, or issued to another client.',
  unsupported_grant_type:
    'This grant type is not supported. Use authorization_code or refresh_token.',
  unsupported_response_type: 'This response type is not supported. Use code.',
  invalid_scope: 'The scope is unknown or malformed, or exceeds what was granted.',
  pkce_required:
    'The authorization request must include a code_challenge that uses the method S256.',
  consent_denied: 'The user did not give consent.',
  link_invalid: 'This link is invalid. It may have expired or already been used.',

  // The frame of every page of the console
  'layout.product': 'Accounts',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Error: {title}',
  'layout.skip': 'Skip to content',
  'layout.navigation': 'Main navigation',
  'layout.applications': 'Applications',
  'layout.grants': 'Authorized applications',
  'layout.account': 'Account',
  'layout.notifications': 'Notifications',
  'layout.security': 'Security',
  'layout.activity': 'Activity',
  'layout.sessions': 'Sessions',
  'layout.sign_out': 'Sign out',
  'layout.footer': 'Applications never see your password.',

  // Parts of many pages
  'form.errors': 'Check your entries',
  'form.field_error': '{field}: {sentence}',
  'form.optional': 'Optional',
  'form.save': 'Save changes',
  'form.continue': 'Continue',
  'form.cancel': 'Cancel',
  'form.show': 'Show',
  'copy.action': 'Copy',
  'copy.done': 'Copied',
  'scope.account_read': 'View your account: name, email address, and settings',
  'scope.account_write': 'Change your account and create new accounts',

  // The labels of fields by the names of the fields, and what helps to fill them in
  'field.name': 'Name',
  'field.email': 'Email address',
  'field.code': 'Code',
  'field.password': 'Password',
  'field.language_code': 'Language',
  'field.phone': 'Phone',
  'field.default_notification_phone': 'Phone for notifications',
  'field.grouped_email_notification': 'All notifications in one email',
  'field.default_email_notification_frequency': 'Email notifications',
  'field.default_desktop_notification_frequency': 'Desktop notifications',
  'field.default_push_notification_frequency': 'Push notifications',
  'field.default_trending_email_notification_frequency': 'Emails about trends',
  'field.email_subscriptions': 'Email when a quota is exceeded',
  'field.create_alert': 'Create alerts',
  'field.read_teammembers': 'View team members',
  'field.read_teamrequests': 'View team requests',
  'field.read_quotastats': 'View quota statistics',
  'field.old_password': 'Current password',
  'field.new_password': 'New password',
  'field.end_application_tokens': 'Also revoke the access tokens of your own applications',
  'field.redirect_uris': 'Redirect URIs',
  'field.public': 'Public application',
  'field.api_version': 'API version',
  'field.require_pkce': 'Require PKCE',
  'hint.default_notification_phone': '6 to 15 digits, ideally with the country code, such as +44.',
  'hint.password_for_email': 'Needed only to change your email address.',
  'hint.end_application_tokens':
    'Select this if someone else may know your password. If you leave it off, your own applications keep working.',
  'hint.redirect_uris': 'One per line. Users are only ever sent back to these URIs.',
  'hint.public': 'For applications that cannot keep a secret, such as mobile apps.',
  'hint.api_version': 'Used when a request does not specify a version.',
  'hint.require_pkce':
    'Protects your users when they sign in. Turn it off only for older client software that does not support PKCE.',
  'hint.password_standard': 'At least 6 characters, including a letter and a digit.',
  'hint.password_length': 'At least 6 characters.',
  'hint.password_strict': 'At least 15 characters. Several unrelated words work well.',

  // How often notifications are sent, by the words of `GET /app/data`
  'frequency.instantly': 'Instantly',
  'frequency.5min': 'Every 5 minutes',
  'frequency.hourly': 'Hourly',
  'frequency.daily': 'Daily',
  'frequency.weekly': 'Weekly',
  'frequency.occasionally': 'Occasionally',
  'frequency.often': 'Often',
  'frequency.never': 'Never',

  // Signing in and signing up
  'sign_in.title': 'Sign in',
  'sign_in.submit': 'Sign in',
  'sign_in.no_account': 'New here?',
  'sign_in.sign_up': 'Create an account',
  'sign_in.forgot': 'Forgot your password?',
  'sign_in.passkey': 'Sign in with a passkey',
  'second_step.title': 'Two-step verification',
  'second_step.lead': 'Enter the code from your authenticator app, or one of your recovery codes.',
  'second_step.passkey': 'Use a passkey',
  'second_step.recovery': 'Enter one of your recovery codes.',
  'confirm.title': 'Confirm that it is you',
  'confirm.submit': 'Confirm',
  'sign_up.title': 'Create an account',
  'sign_up.submit': 'Create account',
  'sign_up.have_account': 'Already have an account?',
  'sign_up.sign_in': 'Sign in',
  'check_mail.title': 'Check your email',
  'check_mail.sign_up':
    'We sent an email to {email}. Open the link in it to finish creating your account. The link is valid for 24 hours.',
  'check_mail.reset':
    'If an account exists for {email}, we sent it a link. The link is valid for 30 minutes.',
  'check_mail.missing': 'No email? Check your spam folder, or try again in a few minutes.',
  'confirm_sign_up.title': 'Finish creating your account',
  'confirm_sign_up.lead': 'Enter the password you chose for {email}.',
  'confirm_sign_up.submit': 'Create account',
  'confirm_sign_up.again': 'Start over',
  'forgot.title': 'Forgot your password?',
  'forgot.lead':
    'Enter the email address of your account, and we will send you a link to choose a new password.',
  'forgot.submit': 'Send link',
  'reset.title': 'Choose a new password',
  'reset.lead':
    'You will be signed out everywhere, and the applications you authorized will lose access to your account.',
  'reset.first_proof':
    'Nobody has confirmed this address before. Your new password confirms it and removes everything that was set up on the account: sessions, access tokens, client secrets, redirect URIs, authorized applications, and second factors. The account keeps its own applications, but empty.',
  'reset.submit': 'Change password',
  'verify.title': 'Confirm your email address',
  'verify.lead': 'Confirm that {email} is your email address.',
  'verify.submit': 'Confirm email address',
  'restore_email.title': 'Undo the change of your email address?',
  'restore_email.lead':
    'The email address of your account will be {email} again. You will be signed out everywhere and then asked to choose a new password.',
  'restore_email.submit': 'Undo the change',
  'restore_email.yours': 'If you confirm that it was you, {email} can no longer undo the change.',
  'restore_email.release': 'It was me',
  'link.invalid': 'This link no longer works',
  'link.again': 'Request a new link',

  // The account
  'account.title': 'Account',
  'account.lead': 'Your profile and how you sign in.',
  'account.profile': 'Profile',
  'account.password': 'Password',
  'account.password_lead':
    'Changing your password signs you out everywhere else and revokes the access of the applications you authorized.',
  'account.password_submit': 'Change password',
  'account.email': 'Email address',
  'account.email_verified': '{email} is confirmed.',
  'account.email_unverified':
    '{email} is not confirmed yet. Without a confirmed email address, you cannot reset a forgotten password.',
  'account.email_pending':
    'An application has changed your email address to {pending}. Until you accept the new address, you sign in with {email}.',
  'account.email_adopt': 'Use the new address',
  'account.email_verify': 'Send confirmation email',
  'account.danger': 'Delete account',
  'account.danger_lead':
    'Your account will be permanently deleted, with your applications and all access you granted.',
  'account.delete': 'Delete account…',
  'export_account.title': 'Download your data',
  'export_account.lead':
    'A JSON file with all the data we keep about you, except passwords and tokens.',
  'export_account.submit': 'Download',
  'delete_account.title': 'Delete your account?',
  'delete_account.lead': 'This cannot be undone. You will immediately and permanently lose:',
  'delete_account.account': 'Your account {email}',
  'delete_account.applications': 'Your applications and their access tokens',
  'delete_account.grants': 'All your sessions, and all access you granted',
  'delete_account.password': 'Enter your password to confirm that it is you.',
  'delete_account.submit': 'Delete account',

  // The second factor of the account
  'security.app': 'Authenticator app',
  'security.app_off':
    'With an authenticator app on your phone, signing in takes a code that changes every 30 seconds, in addition to your password.',
  'security.app_on': 'Signing in with your password also takes a code from your authenticator app.',
  'security.app_add': 'Set up authenticator app',
  'security.app_scan':
    'Scan the QR code with your authenticator app, or enter the key there. Then enter the code the app shows.',
  'security.app_open': 'Open in the app on this device',
  'security.app_key': 'Key',
  'security.app_replace': 'Move to another phone',
  'security.app_remove': 'Remove authenticator app',
  'security.app_remove_lead': 'Codes from this app will no longer be accepted.',
  'security.set_up': 'Set up a second factor',
  'security.needed': 'Your account requires a second factor. Set one up to continue.',
  'security.passkeys': 'Passkeys',
  'security.passkeys_lead':
    'Sign in with your fingerprint, face, or device PIN instead of a password.',
  'security.passkey_add': 'Add passkey',
  'security.passkey_added': 'Added on',
  'security.passkey_name': 'Passkey name',
  'security.passkey_rename': 'Rename passkey',
  'security.passkey_remove': 'Remove passkey',
  'security.passkey_remove_lead': 'You will no longer be able to sign in with this passkey.',
  'security.passkey_unavailable': 'Passkeys require JavaScript and a browser that supports them.',
  'security.codes': 'Recovery codes',
  'security.codes_once':
    'If you lose your phone, each of these codes signs you in once. Print them or write them down now. They will not be shown again.',
  'security.codes_left': 'Codes left: {count, number}',
  'security.codes_end': 'Your current recovery codes will stop working.',
  'security.codes_replace': 'Create new recovery codes',

  // The removal of a lost second factor by the operator
  'removal.title': 'Your second factor will be removed',
  'removal.lead':
    'The service operator was asked to remove the second factor of this account because it is lost. If you did not ask for this, stop the removal.',
  'removal.due': 'Scheduled for',
  'removal.submit': 'Stop the removal',

  // Where the person is signed in
  'sessions.title': 'Sessions',
  'sessions.lead':
    'Browsers where you are signed in. If you do not recognize one, sign it out and change your password.',
  'sessions.current': 'This browser',
  'sessions.unknown': 'Unknown browser',
  'sessions.browser_on_system': '{browser} on {system}',
  'sessions.seen': 'Last active',
  'sessions.since': 'Signed in',
  'sessions.source': 'IP address',
  'sessions.end': 'Sign out',
  'sessions.end_others': 'Sign out all others',
  'question.session': 'Sign out this session?',
  'question.sessions': 'Sign out all other sessions?',

  // What happened to the account
  'activity.title': 'Activity',
  'activity.lead':
    'Activity on your account, newest first. If you do not recognize something, change your password.',
  'activity.delays':
    'After several wrong passwords, each new attempt has to wait longer. Changing the password ends the wait.',
  'activity.empty': 'No activity yet',
  'activity.all': 'All activity',
  'activity.refused': 'Refused',
  'activity.changed': 'Changed',
  'activity.through': 'Via',
  'activity.console': 'This website',
  'activity.operator': 'Service operator',
  'activity.deleted_application': 'Deleted application',
  'activity.waiting_until': 'Locked until',
  'activity.older': 'Older',
  'activity.latest': 'Latest',
  'activity.account.create': 'Account created',
  'activity.account.update': 'Account update',
  'activity.account.delete': 'Account deletion',
  'activity.account.suspend': 'Account suspended',
  'activity.account.restore': 'Account suspension lifted',
  'activity.account.export': 'Data download',
  'activity.account.read': 'Account viewed',
  'activity.permissions.change': 'Permissions changed',
  'activity.password.change': 'Password change',
  'activity.reset.start': 'Password reset started',
  'activity.reset.reveal': 'Password reset link shown',
  'activity.password.reset': 'Password reset',
  'activity.email.verify': 'Email address confirmed',
  'activity.email.restore': 'Email address change undone',
  'activity.account.authenticate': 'Sign-in',
  'activity.factor.add': 'Authenticator app set up',
  'activity.factor.remove': 'Authenticator app removed',
  'activity.factor.use': 'Second-factor code',
  'activity.passkey.add': 'Passkey added',
  'activity.passkey.rename': 'Passkey renamed',
  'activity.passkey.remove': 'Passkey removed',
  'activity.passkey.use': 'Use of a passkey',
  'activity.recovery.use': 'Recovery code used',
  'activity.recovery.replace': 'Recovery codes replaced',
  'activity.removal.start': 'Second factor removal requested',
  'activity.removal.stop': 'Second factor removal stopped',
  'activity.session.confirm': 'Identity confirmation',
  'activity.session.end': 'Session ended',
  'activity.application.create': 'Application created',
  'activity.application.update': 'Application changed',
  'activity.application.delete': 'Application deleted',
  'activity.secret.rotate': 'Client secret created',
  'activity.client.authenticate': 'Application authentication',
  'activity.token.create': 'Access token created',
  'activity.token.reveal': 'Access token shown',
  'activity.token.revoke': 'Access token revoked',
  'activity.grant.create': 'Application authorized',
  'activity.grant.revoke': 'Application access revoked',
  'activity.grant.redeem': 'Application received access',
  'activity.grant.refresh': 'Application access renewed',
  'activity.grant.reuse': 'Application access ended because a token was used twice',

  // The person’s own applications
  'applications.title': 'Applications',
  'applications.lead': 'Your programs that use this service.',
  'applications.new': 'New application',
  'applications.created': 'Created on',
  'applications.used': 'Last used',
  'applications.never_used': 'Never used',
  'applications.public': 'Public',
  'applications.empty': 'No applications yet',
  'applications.empty_lead':
    'An application gives you an access token that your programs can use to call the API. It can also let other people sign in with their accounts through OAuth.',
  'applications.empty_new': 'Create your first application',
  'new_application.title': 'New application',
  'new_application.lead': 'All you need is a name. You get an access token right away.',
  'new_application.oauth': 'For OAuth',
  'new_application.oauth_lead': 'Needed only if other people sign in through your application.',
  'new_application.submit': 'Create application',
  'application.name': 'Application name',
  'application.token': 'Access token',
  'application.token_lead':
    'A program with this token can do everything with your account that the API allows. Keep it as safe as a password.',
  'application.token_masked': 'The access token is hidden.',
  'application.token_none': 'This application has no access token.',
  'application.token_unreadable': 'The access token works but can no longer be shown.',
  'application.token_create': 'Create access token',
  'application.token_regenerate': 'Regenerate',
  'application.token_revoke': 'Revoke',
  'application.token_replace': 'A new token immediately replaces the old one.',
  'application.try': 'Try it in a terminal',
  'application.credentials': 'OAuth client',
  'application.credentials_lead':
    'Your application identifies itself with these when people sign in.',
  'application.client_id': 'Client ID',
  'application.client_secret': 'Client secret',
  'application.secret_once': 'Copy this secret now. It will not be shown again.',
  'application.secret_kept':
    'It was shown once and cannot be shown again. If you lose it, create a new one; the old one stops working immediately.',
  'application.secret_none': 'A public application has no client secret. It uses PKCE instead.',
  'application.secret_rotate': 'Create new secret',
  'application.settings': 'Settings',
  'application.created': 'Created',
  'application.updated': 'Last updated',
  'application.danger': 'Delete application',
  'application.danger_lead':
    'All its access tokens stop working immediately, including those of people who authorized it.',
  'application.delete': 'Delete application…',
  'delete_application.title': 'Delete {application}?',
  'delete_application.lead':
    'All its access tokens stop working immediately, including those of people who authorized it. This cannot be undone.',
  'delete_application.submit': 'Delete application',
  'question.token_regenerate': 'Regenerate the access token of {application}?',
  'question.token_revoke': 'Revoke the access token of {application}?',
  'question.token_revoke_lead': 'Programs that use this token can no longer call the API.',
  'question.secret': 'Create a new client secret for {application}?',

  // What the person allows other applications
  'grants.title': 'Authorized applications',
  'grants.lead': 'Applications that can use your account. You can revoke access at any time.',
  'grants.owner': 'By {owner}',
  'grants.since': 'Authorized on',
  'grants.revoke': 'Revoke access',
  'grants.empty': 'No authorized applications',
  'grants.empty_lead': 'Applications you authorize appear here, and you can revoke their access.',
  'question.grant': 'Revoke the access of {application}?',
  'consent.title': 'Authorize {application}?',
  'consent.lead': '{application}, an application of {owner}, would like to use your account.',
  'consent.scope': 'It will be able to:',
  'consent.limits': 'It cannot see your password or access your other applications.',
  'consent.duration': 'Access expires automatically after one year.',
  'consent.signed_in': 'You are signed in as {email}.',
  'consent.not_you': 'Not you? Sign out',
  'consent.destination': 'You will continue to {destination}.',
  'consent.withdraw': 'You can revoke access at any time under “Authorized applications”.',
  'consent.allow': 'Authorize',
  'consent.deny': 'Deny',

  // When something did not work
  'error.forbidden': 'Access denied',
  'error.not_found': 'Page not found',
  'error.busy': 'Please wait a moment',
  'error.server': 'Something went wrong',
  'error.other': 'The request failed',
  'error.request_id': 'Request ID',
  'error.home': 'Go to the home page',
  'error.application':
    'Go back to the application and try again. If this keeps happening, send the details below to its developers.',
  'error.developer': 'For the developers of the application',
  'error.again': 'Try again',

  // What has just been done
  'notice.signed_out': 'You have been signed out.',
  'notice.confirmed': 'Confirmed. You will not be asked again for ten minutes.',
  'notice.account_saved': 'Your account has been updated.',
  'notice.password_changed':
    'Your password has been changed. You have been signed out everywhere else.',
  'notice.password_reset': 'Your password has been changed. Sign in with the new password.',
  'notice.email_verified': 'Your email address has been confirmed.',
  'notice.email_restored': 'Your email address has been restored. Choose a new password now.',
  'notice.verification_sent':
    'We sent an email to your address. Open the link in it to confirm the address.',
  'notice.account_deleted': 'Your account has been deleted.',
  'notice.app_added': 'The authenticator app has been set up.',
  'notice.app_removed': 'The authenticator app has been removed.',
  'notice.passkey_added': 'The passkey has been added.',
  'notice.passkey_renamed': 'The passkey has been renamed.',
  'notice.passkey_removed': 'The passkey has been removed.',
  'notice.removal_stopped': 'The removal has been stopped. Your second factor has been kept.',
  'notice.session_ended': 'The session has been signed out.',
  'notice.sessions_ended': 'All other sessions have been signed out.',
  'notice.application_created': 'The application has been created.',
  'notice.application_saved': 'The application has been updated.',
  'notice.application_deleted': 'The application has been deleted.',
  'notice.token_created': 'The access token has been created.',
  'notice.token_regenerated': 'The access token has been replaced. The old one no longer works.',
  'notice.token_revoked': 'The access token has been revoked.',
  'notice.secret_rotated': 'The client secret has been replaced. The old one no longer works.',
  'notice.grant_revoked': 'The application can no longer use your account.',
} as const;

/** The key of a sentence or a text of the console. */
export type MessageKey = keyof typeof en;

/** A code of the registry of errors: the key of its sentence. */
export type ErrorCode = Exclude<MessageKey, `${string}.${string}`>;

/** One language's sentences. The compiler names a key that is missing or unknown. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
