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
};
