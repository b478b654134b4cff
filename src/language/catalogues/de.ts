import type { Catalogue } from './en.js';

/** Terms: Konto, Passwort, Zugriffstoken, Anwendung, E-Mail-Adresse. */
export const de: Catalogue = {
  required: 'Dieser Wert ist erforderlich.',
  blank: 'Dieser Wert darf nicht leer sein.',
  not_text: 'Dieser Wert muss ein Text sein.',
  not_boolean: 'Dieser Wert muss wahr oder falsch sein.',
  too_short:
    'Dieser Wert ist zu kurz. Er muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} haben.',
  too_long:
    'Dieser Wert ist zu lang. Er darf höchstens {max, plural, one {# Zeichen} other {# Zeichen}} haben.',
  control_characters: 'Dieser Wert darf keine Steuerzeichen enthalten.',
  not_unicode: 'Dieser Wert enthält Zeichen, die kein gültiges Unicode sind.',
  not_an_object: 'Dieser Wert muss ein Objekt sein.',
  email_invalid: 'Dieser Wert ist keine gültige E-Mail-Adresse.',
  email_taken: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  password_letter_missing: 'Das Passwort muss mindestens einen Buchstaben enthalten.',
  password_digit_missing: 'Das Passwort muss mindestens eine Ziffer enthalten.',
  password_common: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes.',
  password_is_email: 'Das Passwort darf nicht die E-Mail-Adresse sein.',
  old_password_required: 'Bitte geben Sie Ihr aktuelles Passwort ein, um das Passwort zu ändern.',
  old_password_wrong: 'Das aktuelle Passwort ist nicht richtig.',
  new_password_required: 'Bitte geben Sie ein neues Passwort ein, um das Passwort zu ändern.',
  language_unknown: 'Diese Sprache ist nicht verfügbar.',
  phone_digit_missing: 'Die Telefonnummer muss mindestens eine Ziffer enthalten.',
  phone_number_invalid: 'Bitte geben Sie eine Telefonnummer mit 6 bis 15 Ziffern ein.',
  redirect_uri_invalid:
    'Eine Weiterleitungsadresse muss eine absolute Adresse ohne Fragment sein und https verwenden, außer sie führt zu diesem Gerät.',
  owner_unknown: 'Es gibt kein Konto mit dieser E-Mail-Adresse.',
  too_many:
    'Diese Liste ist zu lang. Sie darf höchstens {max, plural, one {# Eintrag} other {# Einträge}} haben.',
  pkce_indispensable: 'Eine öffentliche Anwendung kommt nicht ohne PKCE aus.',
  client_secret_unavailable: 'Eine öffentliche Anwendung hat kein Client-Secret.',
  credentials_wrong: 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',

  malformed_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  body_not_object: 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.',
  body_too_deep: 'Der Inhalt der Anfrage ist zu tief verschachtelt.',
  body_not_utf8: 'Der Inhalt der Anfrage enthält Text in einer ungültigen Kodierung.',
  bad_request: 'Die Anfrage konnte nicht verstanden werden.',
  token_conflict:
    'Senden Sie das Zugriffstoken nur einmal: entweder im Header Authorization oder als access_token in der Adresse.',
  version_unsupported:
    'Diese API-Version wird nicht unterstützt. Wählen Sie eine Version von {oldest} bis {newest}.',
  payload_too_large: 'Der Inhalt der Anfrage ist zu groß.',
  unsupported_media_type: 'Der Inhalt der Anfrage muss als application/json gesendet werden.',

  authentication_required: 'Ein Zugriffstoken ist erforderlich.',
  invalid_token: 'Das Zugriffstoken ist nicht gültig.',
  token_expired: 'Das Zugriffstoken ist abgelaufen.',
  access_denied: 'Sie haben keinen Zugriff auf dieses Konto.',
  own_token_required: 'Dafür wird das eigene Token einer Ihrer Anwendungen benötigt.',
  insufficient_scope: 'Das Zugriffstoken erlaubt dies nicht.',
  form_expired: 'Dieses Formular ist nicht mehr gültig. Bitte versuchen Sie es noch einmal.',

  not_found: 'Unter dieser Adresse gibt es nichts.',
  account_not_found: 'Dieses Konto existiert nicht.',
  application_not_found: 'Diese Anwendung existiert nicht.',
  method_not_allowed: 'Diese Adresse unterstützt diese Methode nicht.',
  rate_limited:
    'Zu viele Anfragen. Bitte versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  overloaded: 'Der Dienst ist gerade stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  internal_error:
    'Bei uns ist ein Fehler aufgetreten. Bitte nennen Sie {requestId}, wenn Sie ihn melden.',

  client_unknown: 'Die Anwendung, die Sie hierher geschickt hat, ist nicht bekannt.',
  redirect_uri_unregistered:
    'Die Anwendung, die Sie hierher geschickt hat, will die Antwort an einer Adresse, die nicht für sie eingetragen ist.',
  invalid_request:
    'Der Anfrage fehlt der Parameter {parameter}, oder er kommt mehrmals vor oder hat einen unbrauchbaren Wert.',
  form_body_required:
    'Der Inhalt der Anfrage muss als application/x-www-form-urlencoded gesendet werden.',
  invalid_client: 'Der Client konnte nicht authentifiziert werden.',
  invalid_grant:
    'Der Autorisierungscode oder das Token ist unbekannt, abgelaufen, schon benutzt oder gehört einem anderen Client.',
  unsupported_grant_type:
    'Dieser Grant-Typ wird nicht unterstützt. Verwenden Sie authorization_code oder refresh_token.',
  unsupported_response_type: 'Dieser Antworttyp wird nicht unterstützt. Verwenden Sie code.',
  invalid_scope:
    'Der Umfang ist unbekannt, falsch geschrieben oder größer als das, was erlaubt wurde.',
  pkce_required: 'Die Autorisierungsanfrage braucht eine code_challenge der Methode S256.',
  consent_denied: 'Die Person hat nicht zugestimmt.',

  // The frame of every page of the console
  'layout.product': 'Accounts',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Error: {title}',
  'layout.skip': 'Skip to the content',
  'layout.navigation': 'Main navigation',
  'layout.applications': 'Applications',
  'layout.grants': 'Allowed applications',
  'layout.account': 'Account',
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
  'sign_up.title': 'Create an account',
  'sign_up.submit': 'Create account',
  'sign_up.have_account': 'You have an account already?',
  'sign_up.sign_in': 'Sign in',

  // The account
  'account.title': 'Account',
  'account.lead': 'Who you are here, and how you sign in.',
  'account.profile': 'Profile',
  'account.password': 'Password',
  'account.password_lead':
    'A new password ends all your other sign-ins, and the access of the applications that you allowed.',
  'account.password_submit': 'Change password',
  'account.danger': 'Delete account',
  'account.danger_lead':
    'Your account goes for good, with your applications and everything you allowed.',
  'account.delete': 'Delete account…',
  'delete_account.title': 'Delete your account?',
  'delete_account.lead': 'This cannot be undone. At once and for good, you lose:',
  'delete_account.account': 'your account {email}',
  'delete_account.applications': 'your applications with their access tokens',
  'delete_account.grants': 'all sign-ins, and whatever you allowed other applications',
  'delete_account.password': 'Enter your password to show that it is you.',
  'delete_account.submit': 'Delete my account',

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
  'notice.account_saved': 'Your account is saved.',
  'notice.password_changed': 'Your password is changed. All your other sign-ins have ended.',
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
};
