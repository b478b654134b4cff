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
  idempotency_key_invalid: 'L’Idempotency-Key doit comporter de 1 à 255 caractères ASCII visibles.',
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
  precondition_failed: 'Le compte a été modifié entre-temps. Veuillez le recharger.',
  idempotency_key_in_use:
    'Une requête avec cette Idempotency-Key est encore en cours de traitement. Veuillez réessayer dans un instant.',
  idempotency_key_reused: 'Cette Idempotency-Key a déjà été utilisée pour une autre requête.',
  rate_limited:
    'Trop de requêtes. Veuillez réessayer dans {seconds, plural, one {# seconde} other {# secondes}}.',
  overloaded: 'Le service est très sollicité en ce moment. Veuillez réessayer dans un instant.',
  unavailable: 'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
  deadline_exceeded: 'La requête n’a pas pu recevoir de réponse à temps.',
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

  'layout.product': 'Comptes',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Erreur : {title}',
  'layout.skip': 'Aller au contenu',
  'layout.navigation': 'Navigation principale',
  'layout.applications': 'Applications',
  'layout.grants': 'Applications autorisées',
  'layout.account': 'Compte',
  'layout.sessions': 'Connexions',
  'layout.sign_out': 'Se déconnecter',
  'layout.footer': 'Les applications ne voient jamais votre mot de passe.',

  'form.errors': 'Veuillez vérifier votre saisie',
  'form.field_error': '{field} : {sentence}',
  'form.optional': 'Facultatif',
  'form.save': 'Enregistrer',
  'form.cancel': 'Annuler',
  'copy.action': 'Copier',
  'copy.done': 'Copié',
  'scope.account_read': 'Lire votre compte : nom, adresse e-mail et réglages',
  'scope.account_write': 'Modifier votre compte et créer de nouveaux comptes',

  'field.name': 'Nom',
  'field.email': 'Adresse e-mail',
  'field.password': 'Mot de passe',
  'field.language_code': 'Langue',
  'field.phone': 'Téléphone',
  'field.default_notification_phone': 'Téléphone pour les notifications',
  'field.old_password': 'Mot de passe actuel',
  'field.new_password': 'Nouveau mot de passe',
  'field.end_application_tokens': 'Mettre fin aussi aux jetons d’accès de mes propres applications',
  'field.redirect_uris': 'Adresses de redirection',
  'field.public': 'Application publique',
  'field.api_version': 'Version de l’API',
  'field.require_pkce': 'Exiger PKCE',
  'hint.default_notification_phone':
    'De 6 à 15 chiffres, de préférence avec l’indicatif du pays, par exemple +33.',
  'hint.end_application_tokens':
    'Choisissez ceci si quelqu’un d’autre a pu connaître votre mot de passe. Sinon, vos propres applications continuent de fonctionner.',
  'hint.redirect_uris':
    'Une par ligne. Les personnes ne sont jamais renvoyées ailleurs qu’à ces adresses.',
  'hint.public':
    'Pour une application qui ne peut pas garder un secret, par exemple sur un téléphone ou dans un navigateur.',
  'hint.api_version': 'Utilisée quand un appel n’indique pas lui-même de version.',
  'hint.require_pkce':
    'Protège la connexion de vos utilisateurs. Ne désactivez ceci que pour un ancien client qui ne connaît pas PKCE.',
  'hint.password_standard': 'Au moins 6 caractères, dont une lettre et un chiffre.',
  'hint.password_length': 'Au moins 6 caractères.',
  'hint.password_strict':
    'Au moins 15 caractères. Quelques mots sans rapport entre eux conviennent bien.',

  'sign_in.title': 'Se connecter',
  'sign_in.submit': 'Se connecter',
  'sign_in.no_account': 'Pas encore de compte ?',
  'sign_in.sign_up': 'Créer un compte',
  'sign_up.title': 'Créer un compte',
  'sign_up.submit': 'Créer le compte',
  'sign_up.have_account': 'Vous avez déjà un compte ?',
  'sign_up.sign_in': 'Se connecter',

  'account.title': 'Compte',
  'account.lead': 'Qui vous êtes ici, et comment vous vous connectez.',
  'account.profile': 'Profil',
  'account.password': 'Mot de passe',
  'account.password_lead':
    'Un nouveau mot de passe met fin à toutes vos autres connexions et à l’accès des applications que vous avez autorisées.',
  'account.password_submit': 'Changer de mot de passe',
  'account.danger': 'Supprimer le compte',
  'account.danger_lead':
    'Votre compte disparaît définitivement, avec vos applications et tout ce que vous avez autorisé.',
  'account.delete': 'Supprimer le compte…',
  'delete_account.title': 'Supprimer votre compte ?',
  'delete_account.lead':
    'Cette action est irréversible. Vous perdez immédiatement et définitivement :',
  'delete_account.account': 'Votre compte {email}',
  'delete_account.applications': 'Vos applications avec leurs jetons d’accès',
  'delete_account.grants':
    'Toutes vos connexions, et tout ce que vous avez autorisé à d’autres applications',
  'delete_account.password': 'Saisissez votre mot de passe pour montrer que c’est bien vous.',
  'delete_account.submit': 'Supprimer mon compte',

  'sessions.title': 'Connexions',
  'sessions.lead':
    'Les navigateurs dans lesquels vous êtes connecté. Mettez fin à ceux que vous ne connaissez pas, puis changez de mot de passe.',
  'sessions.current': 'Ce navigateur',
  'sessions.unknown': 'Navigateur inconnu',
  'sessions.browser_on_system': '{browser} sur {system}',
  'sessions.seen': 'Dernière utilisation',
  'sessions.since': 'Connexion',
  'sessions.source': 'Depuis',
  'sessions.end': 'Mettre fin',
  'sessions.end_others': 'Mettre fin à toutes les autres',

  'applications.title': 'Applications',
  'applications.lead': 'Vos programmes qui travaillent avec ce service.',
  'applications.new': 'Nouvelle application',
  'applications.created': 'Créée le',
  'applications.public': 'Publique',
  'applications.empty': 'Pas encore d’application',
  'applications.empty_lead':
    'Une application vous donne un jeton d’accès, avec lequel vos programmes peuvent appeler l’API. Par OAuth, elle peut aussi permettre à d’autres personnes de se connecter avec leurs comptes.',
  'applications.empty_new': 'Créer votre première application',
  'new_application.title': 'Nouvelle application',
  'new_application.lead': 'Un nom suffit. Votre jeton d’accès est prêt aussitôt après.',
  'new_application.oauth': 'Pour OAuth',
  'new_application.oauth_lead':
    'Nécessaire seulement si d’autres personnes se connectent par votre application.',
  'new_application.submit': 'Créer l’application',
  'application.token': 'Jeton d’accès',
  'application.token_lead':
    'Avec lui, un programme peut faire avec votre compte tout ce que l’API permet. Gardez-le aussi soigneusement qu’un mot de passe.',
  'application.token_masked': 'Le jeton d’accès est masqué.',
  'application.token_none': 'Il n’y a pas de jeton d’accès pour le moment.',
  'application.token_reveal': 'Afficher',
  'application.token_create': 'Créer un jeton d’accès',
  'application.token_regenerate': 'Régénérer',
  'application.token_revoke': 'Révoquer',
  'application.token_replace': 'Un nouveau jeton met fin aussitôt à l’ancien.',
  'application.try': 'Essayer dans un terminal',
  'application.credentials': 'Client OAuth',
  'application.credentials_lead':
    'Comment votre application se présente quand des personnes se connectent.',
  'application.client_id': 'Identifiant client',
  'application.client_secret': 'Secret client',
  'application.secret_once': 'Copiez ce secret maintenant. Il ne sera plus affiché.',
  'application.secret_kept':
    'Il a été affiché une fois et ne peut plus l’être. S’il est perdu, créez-en un nouveau ; l’ancien prend alors fin aussitôt.',
  'application.secret_none': 'Une application publique n’en a pas. Elle s’appuie sur PKCE.',
  'application.secret_rotate': 'Créer un nouveau secret',
  'application.settings': 'Réglages',
  'application.created': 'Créée',
  'application.updated': 'Dernière modification',
  'application.danger': 'Supprimer l’application',
  'application.danger_lead':
    'Ses jetons d’accès cessent aussitôt de fonctionner, y compris ceux que d’autres personnes ont autorisés.',
  'application.delete': 'Supprimer l’application…',
  'delete_application.title': 'Supprimer {application} ?',
  'delete_application.lead':
    'Tous ses jetons d’accès cessent aussitôt de fonctionner, y compris ceux que d’autres personnes ont autorisés. Cette action est irréversible.',
  'delete_application.submit': 'Supprimer l’application',

  'grants.title': 'Applications autorisées',
  'grants.lead':
    'Les applications qui peuvent utiliser votre compte. Vous pouvez retirer cette autorisation à tout moment.',
  'grants.owner': 'De {owner}',
  'grants.since': 'Autorisée le',
  'grants.revoke': 'Retirer',
  'grants.empty': 'Aucune application autorisée',
  'grants.empty_lead':
    'Quand vous autorisez une application à utiliser votre compte, elle apparaît ici, et vous pouvez retirer cette autorisation.',
  'consent.title': 'Autoriser {application} ?',
  'consent.lead': '{application}, une application de {owner}, souhaite utiliser votre compte.',
  'consent.scope': 'Elle pourra :',
  'consent.limits':
    'Elle ne peut ni voir votre mot de passe, ni accéder à vos autres applications.',
  'consent.signed_in': 'Vous êtes connecté en tant que {email}.',
  'consent.not_you': 'Ce n’est pas vous ? Se déconnecter',
  'consent.destination': 'Vous continuerez vers {destination}.',
  'consent.withdraw':
    'Vous pouvez retirer cette autorisation à tout moment sous « Applications autorisées ».',
  'consent.allow': 'Autoriser',
  'consent.deny': 'Ne pas autoriser',

  'error.forbidden': 'Non autorisé',
  'error.not_found': 'Page introuvable',
  'error.busy': 'Un instant, s’il vous plaît',
  'error.server': 'Une erreur s’est produite',
  'error.other': 'Cela n’a pas fonctionné',
  'error.request_id': 'Requête',
  'error.home': 'Aller à la page d’accueil',

  'notice.signed_out': 'Vous êtes déconnecté.',
  'notice.account_saved': 'Votre compte est enregistré.',
  'notice.password_changed':
    'Votre mot de passe est changé. Toutes vos autres connexions ont pris fin.',
  'notice.account_deleted': 'Votre compte est supprimé.',
  'notice.session_ended': 'La connexion a pris fin.',
  'notice.sessions_ended': 'Toutes les autres connexions ont pris fin.',
  'notice.application_created': 'L’application est créée.',
  'notice.application_saved': 'L’application est enregistrée.',
  'notice.application_deleted': 'L’application est supprimée.',
  'notice.token_regenerated': 'Il y a un nouveau jeton d’accès. L’ancien ne fonctionne plus.',
  'notice.token_revoked': 'Le jeton d’accès est révoqué.',
  'notice.secret_rotated': 'Il y a un nouveau secret client. L’ancien ne fonctionne plus.',
  'notice.grant_revoked': 'L’application ne peut plus utiliser votre compte.',
};
