import type { Catalogue } from './en.js';

/** Terms: compte, mot de passe, jeton d’accès, application, adresse e-mail. */
export const fr: Catalogue = {
  required: 'Cette valeur est obligatoire.',
  blank: 'Cette valeur ne doit pas être vide.',
  not_text: 'Cette valeur doit être du texte.',
  not_boolean: 'Cette valeur doit être un booléen : vrai ou faux.',
  too_short:
    'Cette valeur est trop courte. Elle doit comporter au moins {min, plural, one {# caractère} other {# caractères}}.',
  too_long:
    'Cette valeur est trop longue. Elle peut comporter au maximum {max, plural, one {# caractère} other {# caractères}}.',
  control_characters: 'Cette valeur ne doit pas contenir de caractères de contrôle.',
  not_unicode: 'Cette valeur contient des caractères Unicode non valides.',
  not_an_object: 'Cette valeur doit être un objet.',
  email_invalid: 'Cette valeur n’est pas une adresse e-mail valide.',
  email_taken: 'Un compte avec cette adresse e-mail existe déjà.',
  password_letter_missing: 'Le mot de passe doit contenir au moins une lettre.',
  password_digit_missing: 'Le mot de passe doit contenir au moins un chiffre.',
  password_common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  password_is_email: 'Le mot de passe ne doit pas être identique à l’adresse e-mail.',
  old_password_required: 'Veuillez saisir votre mot de passe actuel pour changer de mot de passe.',
  old_password_wrong: 'Le mot de passe actuel est incorrect.',
  sign_up_password_wrong:
    'Ce n’est pas le mot de passe choisi à l’inscription. Saisissez celui de l’inscription, ou recommencez ci-dessous.',
  new_password_required: 'Pour changer de mot de passe, veuillez en saisir un nouveau.',
  email_password_required:
    'Veuillez saisir votre mot de passe actuel pour modifier l’adresse e-mail.',
  language_unknown: 'Cette langue n’est pas disponible.',
  phone_digit_missing: 'Le numéro de téléphone doit contenir au moins un chiffre.',
  phone_number_invalid: 'Veuillez saisir un numéro de téléphone de 6 à 15 chiffres.',
  redirect_uri_invalid:
    'Une adresse de redirection doit être une adresse absolue sans fragment : avec https, avec http si elle mène à cet appareil, ou avec un schéma propre à l’application qui contient un point, comme {example}.',
  redirect_uri_reserved:
    'La requête d’une adresse de redirection ne doit contenir aucun de ces paramètres, que la réponse ajoute : {parameters}.',
  owner_unknown: 'Il n’existe aucun compte avec cette adresse e-mail.',
  too_many:
    'Cette liste est trop longue. Elle peut comporter au maximum {max, plural, one {# élément} other {# éléments}}.',
  too_many_applications:
    'Un compte peut avoir au plus {max} applications. Supprimez-en une qui n’est plus nécessaire.',
  pkce_mandatory: 'Une application publique ne peut pas se passer de PKCE.',
  client_secret_unavailable: 'Une application publique n’a pas de secret client.',
  credentials_wrong: 'L’adresse e-mail ou le mot de passe est incorrect.',

  malformed_json: 'Le corps de la requête n’est pas du JSON valide.',
  body_not_object: 'Le corps de la requête doit être un objet JSON.',
  body_too_deep: 'Le corps de la requête comporte trop de niveaux d’imbrication.',
  body_not_utf8: 'Le corps de la requête contient du texte dont l’encodage n’est pas valide.',
  bad_request: 'La requête n’a pas pu être comprise.',
  token_conflict:
    'N’envoyez le jeton d’accès qu’une seule fois : soit dans l’en-tête Authorization, soit comme access_token dans l’adresse.',
  version_unsupported:
    'Cette version de l’API n’est pas prise en charge. Choisissez une version comprise entre {oldest} et {newest}.',
  idempotency_key_invalid: 'L’Idempotency-Key doit comporter de 1 à 255 caractères ASCII visibles.',
  payload_too_large: 'Le corps de la requête est trop volumineux.',
  unsupported_media_type: 'Le corps de la requête doit être envoyé au format application/json.',

  authentication_required: 'Un jeton d’accès est nécessaire.',
  invalid_token: 'Le jeton d’accès n’est pas valide.',
  token_expired: 'Le jeton d’accès a expiré.',
  access_denied: 'Vous n’avez pas accès à ce compte.',
  own_token_required: 'Cette action nécessite le jeton d’accès propre à l’une de vos applications.',
  insufficient_scope: 'Le jeton d’accès n’autorise pas cette action.',
  form_expired: 'Ce formulaire n’est plus valide. Veuillez réessayer.',

  not_found: 'Il n’y a rien à cette adresse.',
  account_not_found: 'Ce compte n’existe pas.',
  application_not_found: 'Cette application n’existe pas.',
  method_not_allowed: 'Cette adresse ne prend pas en charge cette méthode.',
  precondition_failed: 'Ceci a été modifié entre-temps. Veuillez le recharger.',
  expectation_failed: 'Le service ne peut pas faire ce que demande l’en-tête Expect.',
  idempotency_key_in_use:
    'Une requête avec cette Idempotency-Key est encore en cours de traitement. Veuillez réessayer dans un instant.',
  idempotency_key_reused: 'Cette Idempotency-Key a déjà été utilisée pour une autre requête.',
  rate_limited:
    'Trop de requêtes. Veuillez réessayer dans {seconds, plural, one {# seconde} other {# secondes}}.',
  overloaded: 'Le service est très sollicité en ce moment. Veuillez réessayer dans un instant.',
  unavailable: 'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
  deadline_exceeded: 'La requête n’a pas pu être traitée dans le délai prévu.',
  internal_error:
    'Une erreur s’est produite de notre côté. Si vous la signalez, veuillez indiquer {requestId}.',

  client_unknown: 'L’application d’où vous venez n’est pas connue.',
  redirect_uri_unregistered:
    'L’application d’où vous venez demande que la réponse soit envoyée à une adresse qui n’est pas enregistrée pour elle.',
  invalid_request:
    'Le paramètre {parameter} manque dans la requête, y figure plusieurs fois ou a une valeur inutilisable.',
  form_body_required:
    'Le corps de la requête doit être envoyé au format application/x-www-form-urlencoded.',
  invalid_client: 'Le client n’a pas pu être authentifié.',
  invalid_grant:
    'Le code d’autorisation ou le jeton est inconnu, a expiré, a déjà été utilisé ou appartient à un autre client.',
  unsupported_grant_type:
    'Ce type d’autorisation n’est pas pris en charge. Utilisez authorization_code ou refresh_token.',
  unsupported_response_type: 'Ce type de réponse n’est pas pris en charge. Utilisez code.',
  invalid_scope: 'La portée est inconnue, mal formée ou dépasse ce qui a été accordé.',
  pkce_required: 'La demande d’autorisation doit comporter un code_challenge avec la méthode S256.',
  consent_denied: 'La personne n’a pas donné son accord.',
  link_invalid: 'Ce lien n’est pas valide. Il a peut-être expiré ou a déjà été utilisé.',

  'layout.product': 'Comptes',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Erreur : {title}',
  'layout.skip': 'Aller au contenu',
  'layout.navigation': 'Navigation principale',
  'layout.applications': 'Applications',
  'layout.grants': 'Applications autorisées',
  'layout.account': 'Compte',
  'layout.activity': 'Activité',
  'layout.sessions': 'Sessions',
  'layout.sign_out': 'Se déconnecter',
  'layout.footer': 'Les applications ne voient jamais votre mot de passe.',

  'form.errors': 'Veuillez vérifier votre saisie',
  'form.field_error': '{field} : {sentence}',
  'form.optional': 'Facultatif',
  'form.save': 'Enregistrer',
  'form.cancel': 'Annuler',
  'copy.action': 'Copier',
  'copy.done': 'Copié',
  'scope.account_read': 'Consulter votre compte : nom, adresse e-mail et paramètres',
  'scope.account_write': 'Modifier votre compte et créer de nouveaux comptes',

  'field.name': 'Nom',
  'field.email': 'Adresse e-mail',
  'field.password': 'Mot de passe',
  'field.language_code': 'Langue',
  'field.phone': 'Téléphone',
  'field.default_notification_phone': 'Téléphone pour les notifications',
  'field.old_password': 'Mot de passe actuel',
  'field.new_password': 'Nouveau mot de passe',
  'field.end_application_tokens': 'Révoquer aussi les jetons d’accès de mes propres applications',
  'field.redirect_uris': 'Adresses de redirection',
  'field.public': 'Application publique',
  'field.api_version': 'Version de l’API',
  'field.require_pkce': 'Exiger PKCE',
  'hint.default_notification_phone':
    'De 6 à 15 chiffres, de préférence avec l’indicatif du pays, par exemple +33.',
  'hint.password_for_email': 'Nécessaire seulement pour modifier l’adresse e-mail.',
  'hint.end_application_tokens':
    'Cochez cette case si quelqu’un d’autre a pu connaître votre mot de passe. Sinon, vos propres applications continueront de fonctionner.',
  'hint.redirect_uris': 'Une par ligne. Les utilisateurs ne sont renvoyés que vers ces adresses.',
  'hint.public':
    'Pour une application qui ne peut pas garder un secret, par exemple sur un téléphone ou dans un navigateur.',
  'hint.api_version': 'Utilisée lorsqu’un appel n’indique pas de version.',
  'hint.require_pkce':
    'Protège la connexion de vos utilisateurs. Ne désactivez cette option que pour un ancien client qui ne prend pas en charge PKCE.',
  'hint.password_standard': 'Au moins 6 caractères, dont une lettre et un chiffre.',
  'hint.password_length': 'Au moins 6 caractères.',
  'hint.password_strict':
    'Au moins 15 caractères. Quelques mots sans rapport entre eux conviennent bien.',

  'sign_in.title': 'Se connecter',
  'sign_in.submit': 'Se connecter',
  'sign_in.no_account': 'Pas encore de compte ?',
  'sign_in.sign_up': 'Créer un compte',
  'sign_in.forgot': 'Mot de passe oublié ?',
  'sign_up.title': 'Créer un compte',
  'sign_up.submit': 'Créer le compte',
  'sign_up.have_account': 'Vous avez déjà un compte ?',
  'sign_up.sign_in': 'Se connecter',
  'check_mail.title': 'Consultez vos e-mails',
  'check_mail.sign_up':
    'Nous avons envoyé un e-mail à l’adresse {email}. Ouvrez le lien qu’il contient pour terminer la création de votre compte. Le lien est valable 24 heures.',
  'check_mail.reset':
    'S’il existe un compte avec l’adresse e-mail {email}, nous avons envoyé un lien à cette adresse. Le lien est valable 30 minutes.',
  'check_mail.missing':
    'Vous n’avez rien reçu ? Regardez dans votre dossier de courrier indésirable ou réessayez dans quelques minutes.',
  'confirm_sign_up.title': 'Terminez la création de votre compte',
  'confirm_sign_up.lead': 'Saisissez le mot de passe que vous avez choisi pour {email}.',
  'confirm_sign_up.submit': 'Créer le compte',
  'confirm_sign_up.again': 'Recommencer',
  'forgot.title': 'Mot de passe oublié ?',
  'forgot.lead':
    'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'forgot.submit': 'Envoyer le lien',
  'reset.title': 'Choisissez un nouveau mot de passe',
  'reset.lead':
    'Toutes vos sessions seront fermées, et les applications que vous avez autorisées perdront l’accès à votre compte.',
  'reset.submit': 'Changer de mot de passe',
  'verify.title': 'Confirmez votre adresse e-mail',
  'verify.lead': 'Confirmez que {email} est bien votre adresse e-mail.',
  'verify.submit': 'Confirmer l’adresse e-mail',
  'restore_email.title': 'Annuler le changement d’adresse e-mail ?',
  'restore_email.lead':
    'Votre compte retrouvera l’adresse e-mail {email}. Toutes vos sessions seront fermées, puis vous choisirez un nouveau mot de passe.',
  'restore_email.submit': 'Annuler le changement',
  'link.invalid': 'Ce lien ne fonctionne plus',
  'link.again': 'Demander un nouveau lien',

  'account.title': 'Compte',
  'account.lead': 'Qui vous êtes ici et comment vous vous connectez.',
  'account.profile': 'Profil',
  'account.password': 'Mot de passe',
  'account.password_lead':
    'Un nouveau mot de passe met fin à toutes vos autres sessions et à l’accès des applications que vous avez autorisées.',
  'account.password_submit': 'Changer de mot de passe',
  'account.email': 'Adresse e-mail',
  'account.email_verified': 'L’adresse {email} est confirmée.',
  'account.email_unverified':
    'L’adresse {email} n’est pas encore confirmée. Sans adresse e-mail confirmée, vous ne pouvez pas réinitialiser un mot de passe oublié.',
  'account.email_verify': 'Envoyer l’e-mail de confirmation',
  'account.danger': 'Supprimer le compte',
  'account.danger_lead':
    'Votre compte sera supprimé définitivement, avec vos applications et toutes les autorisations que vous avez accordées.',
  'account.delete': 'Supprimer le compte…',
  'delete_account.title': 'Supprimer votre compte ?',
  'delete_account.lead':
    'Cette action est irréversible. Vous perdrez immédiatement et définitivement :',
  'delete_account.account': 'Votre compte {email}',
  'delete_account.applications': 'Vos applications avec leurs jetons d’accès',
  'delete_account.grants':
    'Toutes vos sessions et toutes les autorisations accordées à d’autres applications',
  'delete_account.password': 'Saisissez votre mot de passe pour confirmer que c’est bien vous.',
  'delete_account.submit': 'Supprimer mon compte',

  'sessions.title': 'Sessions',
  'sessions.lead':
    'Les navigateurs dans lesquels vous avez ouvert une session. Fermez les sessions que vous ne reconnaissez pas, puis changez de mot de passe.',
  'sessions.current': 'Ce navigateur',
  'sessions.unknown': 'Navigateur inconnu',
  'sessions.browser_on_system': '{browser} sur {system}',
  'sessions.seen': 'Dernière utilisation',
  'sessions.since': 'Session ouverte le',
  'sessions.source': 'Depuis',
  'sessions.end': 'Fermer la session',
  'sessions.end_others': 'Fermer les autres sessions',

  'activity.title': 'Activité',
  'activity.lead':
    'Ce qui s’est passé sur votre compte au cours des douze derniers mois, du plus récent au plus ancien. Si une action ne vient pas de vous, changez de mot de passe.',
  'activity.delays':
    'Après plusieurs mots de passe erronés, il faut attendre de plus en plus longtemps. Un nouveau mot de passe met fin à l’attente.',
  'activity.empty': 'Aucune activité pour le moment',
  'activity.refused': 'Tentative refusée',
  'activity.changed': 'Modifications',
  'activity.through': 'Via',
  'activity.console': 'Ces pages',
  'activity.operator': 'Exploitant du service',
  'activity.deleted_application': 'Une application supprimée',
  'activity.waiting_until': 'Attente jusqu’au',
  'activity.older': 'Activité plus ancienne',
  'activity.latest': 'Activité la plus récente',
  'activity.account.create': 'Compte créé',
  'activity.account.update': 'Modification du compte',
  'activity.account.delete': 'Suppression du compte',
  'activity.password.change': 'Changement de mot de passe',
  'activity.password.reset': 'Mot de passe réinitialisé',
  'activity.email.verify': 'Adresse e-mail confirmée',
  'activity.email.restore': 'Changement d’adresse e-mail annulé',
  'activity.account.authenticate': 'Connexion',
  'activity.session.end': 'Session fermée',
  'activity.application.create': 'Application créée',
  'activity.application.update': 'Application modifiée',
  'activity.application.delete': 'Application supprimée',
  'activity.secret.rotate': 'Nouveau secret client',
  'activity.client.authenticate': 'Authentification de l’application',
  'activity.token.create': 'Nouveau jeton d’accès',
  'activity.token.reveal': 'Jeton d’accès affiché',
  'activity.token.revoke': 'Jeton d’accès révoqué',
  'activity.grant.create': 'Application autorisée',
  'activity.grant.revoke': 'Autorisation de l’application retirée',
  'activity.grant.redeem': 'Accès obtenu par l’application',
  'activity.grant.refresh': 'Accès renouvelé par l’application',
  'activity.grant.reuse': 'Accès supprimé, car un jeton a été utilisé deux fois',

  'applications.title': 'Applications',
  'applications.lead': 'Vos programmes qui utilisent ce service.',
  'applications.new': 'Nouvelle application',
  'applications.created': 'Créée le',
  'applications.public': 'Publique',
  'applications.empty': 'Aucune application pour le moment',
  'applications.empty_lead':
    'Une application vous donne un jeton d’accès, avec lequel vos programmes peuvent appeler l’API. Grâce à OAuth, elle peut aussi permettre à d’autres personnes de se connecter avec leur propre compte.',
  'applications.empty_new': 'Créer votre première application',
  'new_application.title': 'Nouvelle application',
  'new_application.lead': 'Un nom suffit. Votre jeton d’accès sera prêt juste après.',
  'new_application.oauth': 'Pour OAuth',
  'new_application.oauth_lead':
    'Nécessaire seulement si d’autres personnes se connectent via votre application.',
  'new_application.submit': 'Créer l’application',
  'application.token': 'Jeton d’accès',
  'application.token_lead':
    'Il permet à un programme de faire avec votre compte tout ce que l’API propose. Conservez-le avec autant de soin qu’un mot de passe.',
  'application.token_masked': 'Le jeton d’accès est masqué.',
  'application.token_none': 'Il n’y a pas de jeton d’accès pour le moment.',
  'application.token_unreadable': 'Le jeton d’accès fonctionne, mais ne peut plus être affiché.',
  'application.token_reveal': 'Afficher',
  'application.token_create': 'Créer un jeton d’accès',
  'application.token_regenerate': 'Régénérer',
  'application.token_revoke': 'Révoquer',
  'application.token_replace': 'Un nouveau jeton invalide immédiatement l’ancien.',
  'application.try': 'Essayer dans un terminal',
  'application.credentials': 'Client OAuth',
  'application.credentials_lead':
    'Comment votre application s’identifie lorsque des utilisateurs se connectent.',
  'application.client_id': 'Identifiant client',
  'application.client_secret': 'Secret client',
  'application.secret_once': 'Copiez ce secret maintenant. Il ne sera plus affiché.',
  'application.secret_kept':
    'Il a été affiché une fois et ne peut plus l’être. S’il est perdu, créez-en un nouveau ; l’ancien cessera aussitôt de fonctionner.',
  'application.secret_none': 'Une application publique n’en a pas. Elle utilise PKCE à la place.',
  'application.secret_rotate': 'Créer un nouveau secret',
  'application.settings': 'Paramètres',
  'application.created': 'Créée le',
  'application.updated': 'Dernière modification',
  'application.danger': 'Supprimer l’application',
  'application.danger_lead':
    'Ses jetons d’accès cesseront immédiatement de fonctionner, y compris ceux que d’autres personnes ont autorisés.',
  'application.delete': 'Supprimer l’application…',
  'delete_application.title': 'Supprimer {application} ?',
  'delete_application.lead':
    'Tous ses jetons d’accès cesseront immédiatement de fonctionner, y compris ceux que d’autres personnes ont autorisés. Cette action est irréversible.',
  'delete_application.submit': 'Supprimer l’application',

  'grants.title': 'Applications autorisées',
  'grants.lead':
    'Les applications qui peuvent utiliser votre compte. Vous pouvez retirer cette autorisation à tout moment.',
  'grants.owner': 'Par {owner}',
  'grants.since': 'Autorisée le',
  'grants.revoke': 'Retirer l’autorisation',
  'grants.empty': 'Aucune application autorisée',
  'grants.empty_lead':
    'Quand vous autorisez une application à utiliser votre compte, elle apparaît ici, et vous pouvez retirer cette autorisation.',
  'consent.title': 'Autoriser {application} ?',
  'consent.lead':
    '{application}, une application proposée par {owner}, souhaite utiliser votre compte.',
  'consent.scope': 'Elle pourra :',
  'consent.limits':
    'Elle ne pourra ni voir votre mot de passe ni accéder à vos autres applications.',
  'consent.duration': 'Votre autorisation prendra fin automatiquement au bout d’un an.',
  'consent.signed_in': 'Vous utilisez le compte {email}.',
  'consent.not_you': 'Ce n’est pas vous ? Se déconnecter',
  'consent.destination': 'Vous continuerez ensuite sur {destination}.',
  'consent.withdraw':
    'Vous pouvez retirer cette autorisation à tout moment dans « Applications autorisées ».',
  'consent.allow': 'Autoriser',
  'consent.deny': 'Ne pas autoriser',

  'error.forbidden': 'Non autorisé',
  'error.not_found': 'Page introuvable',
  'error.busy': 'Un instant, s’il vous plaît',
  'error.server': 'Une erreur s’est produite',
  'error.other': 'Cela n’a pas fonctionné',
  'error.request_id': 'Requête',
  'error.home': 'Aller à la page d’accueil',

  'notice.signed_out': 'Déconnexion effectuée.',
  'notice.account_saved': 'Votre compte a été mis à jour.',
  'notice.password_changed':
    'Votre mot de passe a été changé. Toutes vos autres sessions ont été fermées.',
  'notice.password_reset':
    'Votre mot de passe a été changé. Connectez-vous avec le nouveau mot de passe.',
  'notice.email_verified': 'Votre adresse e-mail est confirmée.',
  'notice.email_restored':
    'Votre adresse e-mail a été rétablie. Choisissez maintenant un nouveau mot de passe.',
  'notice.verification_sent':
    'Nous avons envoyé un e-mail à votre adresse. Ouvrez le lien qu’il contient pour la confirmer.',
  'notice.account_deleted': 'Votre compte a été supprimé.',
  'notice.session_ended': 'La session a été fermée.',
  'notice.sessions_ended': 'Toutes les autres sessions ont été fermées.',
  'notice.application_created': 'L’application a été créée.',
  'notice.application_saved': 'L’application a été mise à jour.',
  'notice.application_deleted': 'L’application a été supprimée.',
  'notice.token_regenerated': 'Un nouveau jeton d’accès a été créé. L’ancien ne fonctionne plus.',
  'notice.token_revoked': 'Le jeton d’accès a été révoqué.',
  'notice.secret_rotated': 'Un nouveau secret client a été créé. L’ancien ne fonctionne plus.',
  'notice.grant_revoked': 'L’application ne peut plus utiliser votre compte.',
};
