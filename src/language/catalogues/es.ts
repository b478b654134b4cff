import type { Catalogue } from './en.js';

/** Terms: cuenta, contraseña, token de acceso, aplicación, correo electrónico. */
export const es: Catalogue = {
  required: 'Este valor es obligatorio.',
  blank: 'Este valor no puede estar vacío.',
  not_text: 'Este valor debe ser texto.',
  not_boolean: 'Este valor debe ser verdadero o falso.',
  too_short:
    'Este valor es demasiado corto. Debe tener al menos {min, plural, one {# carácter} other {# caracteres}}.',
  too_long:
    'Este valor es demasiado largo. Debe tener como máximo {max, plural, one {# carácter} other {# caracteres}}.',
  control_characters: 'Este valor no puede contener caracteres de control.',
  not_unicode: 'Este valor contiene caracteres que no son Unicode válido.',
  not_an_object: 'Este valor debe ser un objeto.',
  email_invalid: 'Este valor no es una dirección de correo electrónico válida.',
  email_taken: 'Ya existe una cuenta con este correo electrónico.',
  password_letter_missing: 'La contraseña debe contener al menos una letra.',
  password_digit_missing: 'La contraseña debe contener al menos un dígito.',
  password_common: 'Esta contraseña es demasiado común. Elija otra, por favor.',
  password_is_email: 'La contraseña no puede ser el correo electrónico.',
  old_password_required: 'Introduzca su contraseña actual para cambiar la contraseña.',
  old_password_wrong: 'La contraseña actual no es correcta.',
  new_password_required: 'Introduzca una contraseña nueva para cambiar la contraseña.',
  language_unknown: 'Este idioma no está disponible.',
  phone_digit_missing: 'El número de teléfono debe contener al menos un dígito.',
  phone_number_invalid: 'Introduzca un número de teléfono de 6 a 15 dígitos.',
  redirect_uri_invalid:
    'Una dirección de redirección debe ser una dirección absoluta sin fragmento y usar https, salvo que lleve a este dispositivo.',
  owner_unknown: 'No existe ninguna cuenta con este correo electrónico.',
  too_many:
    'Esta lista es demasiado larga. Debe tener como máximo {max, plural, one {# elemento} other {# elementos}}.',
  pkce_indispensable: 'Una aplicación pública no puede prescindir de PKCE.',
  client_secret_unavailable: 'Una aplicación pública no tiene secreto de cliente.',
  credentials_wrong: 'El correo electrónico o la contraseña no son correctos.',

  malformed_json: 'El cuerpo de la solicitud no es JSON válido.',
  body_not_object: 'El cuerpo de la solicitud debe ser un objeto JSON.',
  body_too_deep: 'El cuerpo de la solicitud tiene demasiados niveles anidados.',
  body_not_utf8: 'El cuerpo de la solicitud contiene texto con una codificación no válida.',
  bad_request: 'No se ha podido entender la solicitud.',
  token_conflict:
    'Envíe el token de acceso una sola vez: en la cabecera Authorization o como access_token en la dirección.',
  version_unsupported:
    'Esta versión de la API no es compatible. Elija una versión de {oldest} a {newest}.',
  payload_too_large: 'El cuerpo de la solicitud es demasiado grande.',
  unsupported_media_type: 'El cuerpo de la solicitud debe enviarse como application/json.',

  authentication_required: 'Se necesita un token de acceso.',
  invalid_token: 'El token de acceso no es válido.',
  token_expired: 'El token de acceso ha caducado.',
  access_denied: 'No tiene acceso a esta cuenta.',
  own_token_required: 'Para esto se necesita el token propio de una de sus aplicaciones.',
  insufficient_scope: 'El token de acceso no permite esta acción.',
  form_expired: 'Este formulario ya no es válido. Inténtelo de nuevo.',

  not_found: 'No hay nada en esta dirección.',
  account_not_found: 'Esta cuenta no existe.',
  application_not_found: 'Esta aplicación no existe.',
  method_not_allowed: 'Esta dirección no admite este método.',
  rate_limited:
    'Demasiadas solicitudes. Vuelva a intentarlo dentro de {seconds, plural, one {# segundo} other {# segundos}}.',
  overloaded: 'El servicio está muy ocupado en este momento. Vuelva a intentarlo en breve.',
  unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en breve.',
  internal_error:
    'Se ha producido un error por nuestra parte. Mencione {requestId} al comunicarlo.',

  client_unknown: 'La aplicación que le ha enviado aquí no es conocida.',
  redirect_uri_unregistered:
    'La aplicación que le ha enviado aquí pide la respuesta en una dirección que no está registrada para ella.',
  invalid_request:
    'A la solicitud le falta el parámetro {parameter}, o lo repite, o su valor no se puede usar.',
  form_body_required:
    'El cuerpo de la solicitud debe enviarse como application/x-www-form-urlencoded.',
  invalid_client: 'No se ha podido autenticar al cliente.',
  invalid_grant:
    'El código de autorización o el token es desconocido, ha caducado, ya se ha usado o es de otro cliente.',
  unsupported_grant_type:
    'Este tipo de concesión no se admite. Use authorization_code o refresh_token.',
  unsupported_response_type: 'Este tipo de respuesta no se admite. Use code.',
  invalid_scope: 'El alcance es desconocido, está mal escrito o supera lo concedido.',
  pkce_required: 'La solicitud de autorización necesita un code_challenge del método S256.',
  consent_denied: 'La persona no ha dado su consentimiento.',

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
