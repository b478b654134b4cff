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
};
