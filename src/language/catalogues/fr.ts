import type { Catalogue } from './en.js';

/** Terms: compte, mot de passe, jeton d’accès, application, adresse e-mail. */
export const fr: Catalogue = {
  required: 'Cette valeur est obligatoire.',
  blank: 'Cette valeur ne doit pas être vide.',
  not_text: 'Cette valeur doit être du texte.',
  not_boolean: 'Cette valeur doit être vrai ou faux.',
  too_short:
    'Cette valeur est trop courte. Elle doit comporter au moins {min, plural, one {# caractère} other {# caractères}}.',
  too_long:
    'Cette valeur est trop longue. Elle doit comporter au plus {max, plural, one {# caractère} other {# caractères}}.',
  control_characters: 'Cette valeur ne doit pas contenir de caractères de contrôle.',
  not_unicode: 'Cette valeur contient des caractères qui ne sont pas de l’Unicode valide.',
  not_an_object: 'Cette valeur doit être un objet.',
  email_invalid: 'Cette valeur n’est pas une adresse e-mail valide.',
  email_taken: 'Un compte avec cette adresse e-mail existe déjà.',
  password_letter_missing: 'Le mot de passe doit contenir au moins une lettre.',
  password_digit_missing: 'Le mot de passe doit contenir au moins un chiffre.',
  password_common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  password_is_email: 'Le mot de passe ne doit pas être l’adresse e-mail.',
  old_password_required: 'Veuillez saisir votre mot de passe actuel pour changer de mot de passe.',
  old_password_wrong: 'Le mot de passe actuel est incorrect.',
  new_password_required: 'Veuillez saisir un nouveau mot de passe pour changer de mot de passe.',
  language_unknown: 'Cette langue n’est pas disponible.',
  phone_digit_missing: 'Le numéro de téléphone doit contenir au moins un chiffre.',
  phone_number_invalid: 'Veuillez saisir un numéro de téléphone de 6 à 15 chiffres.',
  redirect_uri_invalid:
    'Une adresse de redirection doit être une adresse absolue sans fragment, et utiliser https sauf si elle mène à cet appareil.',
  owner_unknown: 'Il n’existe aucun compte avec cette adresse e-mail.',
  too_many:
    'Cette liste est trop longue. Elle doit avoir au plus {max, plural, one {# élément} other {# éléments}}.',
  pkce_indispensable: 'Une application publique ne peut pas se passer de PKCE.',
  client_secret_unavailable: 'Une application publique n’a pas de secret client.',
  credentials_wrong: 'L’adresse e-mail ou le mot de passe est incorrect.',

  malformed_json: 'Le corps de la requête n’est pas du JSON valide.',
  body_not_object: 'Le corps de la requête doit être un objet JSON.',
  body_too_deep: 'Le corps de la requête est imbriqué trop profondément.',
  body_not_utf8: 'Le corps de la requête contient du texte dont l’encodage n’est pas valide.',
  bad_request: 'La requête n’a pas pu être comprise.',
  token_conflict:
    'N’envoyez le jeton d’accès qu’une seule fois : soit dans l’en-tête Authorization, soit comme access_token dans l’adresse.',
  version_unsupported:
    'Cette version de l’API n’est pas prise en charge. Choisissez une version de {oldest} à {newest}.',
  payload_too_large: 'Le corps de la requête est trop volumineux.',
  unsupported_media_type: 'Le corps de la requête doit être envoyé au format application/json.',

  authentication_required: 'Un jeton d’accès est nécessaire.',
  invalid_token: 'Le jeton d’accès n’est pas valide.',
  token_expired: 'Le jeton d’accès a expiré.',
  access_denied: 'Vous n’avez pas accès à ce compte.',
  own_token_required: 'Cette action nécessite le jeton propre à l’une de vos applications.',
  insufficient_scope: 'Le jeton d’accès n’autorise pas cette action.',
  form_expired: 'Ce formulaire n’est plus valable. Veuillez réessayer.',

  not_found: 'Il n’y a rien à cette adresse.',
  account_not_found: 'Ce compte n’existe pas.',
  application_not_found: 'Cette application n’existe pas.',
  method_not_allowed: 'Cette adresse n’accepte pas cette méthode.',
  rate_limited:
    'Trop de requêtes. Veuillez réessayer dans {seconds, plural, one {# seconde} other {# secondes}}.',
  overloaded: 'Le service est très sollicité en ce moment. Veuillez réessayer dans un instant.',
  unavailable: 'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
  internal_error:
    'Une erreur s’est produite de notre côté. Veuillez mentionner {requestId} en la signalant.',

  client_unknown: 'L’application qui vous a envoyé ici n’est pas connue.',
  redirect_uri_unregistered:
    'L’application qui vous a envoyé ici demande la réponse à une adresse qui n’est pas enregistrée pour elle.',
  invalid_request:
    'Le paramètre {parameter} manque dans la requête, y figure plusieurs fois ou a une valeur inutilisable.',
  form_body_required:
    'Le corps de la requête doit être envoyé en application/x-www-form-urlencoded.',
  invalid_client: 'Le client n’a pas pu être authentifié.',
  invalid_grant:
    'Le code d’autorisation ou le jeton est inconnu, expiré, déjà utilisé ou appartient à un autre client.',
  unsupported_grant_type:
    'Ce type d’autorisation n’est pas pris en charge. Utilisez authorization_code ou refresh_token.',
  unsupported_response_type: 'Ce type de réponse n’est pas pris en charge. Utilisez code.',
  invalid_scope: 'La portée est inconnue, mal écrite ou dépasse ce qui a été accordé.',
  pkce_required: 'La demande d’autorisation a besoin d’un code_challenge de la méthode S256.',
  consent_denied: 'La personne n’a pas donné son accord.',

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
