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
  idempotency_key_invalid:
    'Der Idempotency-Key muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
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
  precondition_failed: 'Das Konto wurde inzwischen geändert. Bitte laden Sie es erneut.',
  idempotency_key_in_use:
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Bitte versuchen Sie es gleich noch einmal.',
  idempotency_key_reused: 'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet.',
  rate_limited:
    'Zu viele Anfragen. Bitte versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  overloaded: 'Der Dienst ist gerade stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  deadline_exceeded: 'Die Anfrage konnte nicht rechtzeitig beantwortet werden.',
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

  'layout.product': 'Konten',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Fehler: {title}',
  'layout.skip': 'Zum Inhalt springen',
  'layout.navigation': 'Hauptnavigation',
  'layout.applications': 'Anwendungen',
  'layout.grants': 'Erlaubte Anwendungen',
  'layout.account': 'Konto',
  'layout.sessions': 'Anmeldungen',
  'layout.sign_out': 'Abmelden',
  'layout.footer': 'Anwendungen sehen Ihr Passwort nie.',

  'form.errors': 'Bitte prüfen Sie Ihre Eingaben',
  'form.field_error': '{field}: {sentence}',
  'form.optional': 'Optional',
  'form.save': 'Änderungen speichern',
  'form.cancel': 'Abbrechen',
  'copy.action': 'Kopieren',
  'copy.done': 'Kopiert',
  'scope.account_read': 'Ihr Konto lesen: Name, E-Mail-Adresse und Einstellungen',
  'scope.account_write': 'Ihr Konto ändern und neue Konten anlegen',

  'field.name': 'Name',
  'field.email': 'E-Mail-Adresse',
  'field.password': 'Passwort',
  'field.language_code': 'Sprache',
  'field.phone': 'Telefon',
  'field.default_notification_phone': 'Telefon für Benachrichtigungen',
  'field.old_password': 'Aktuelles Passwort',
  'field.new_password': 'Neues Passwort',
  'field.end_application_tokens': 'Auch die Zugriffstoken meiner eigenen Anwendungen beenden',
  'field.redirect_uris': 'Weiterleitungsadressen',
  'field.public': 'Öffentliche Anwendung',
  'field.api_version': 'API-Version',
  'field.require_pkce': 'PKCE verlangen',
  'hint.default_notification_phone':
    '6 bis 15 Ziffern, am besten mit der Landesvorwahl, zum Beispiel +49.',
  'hint.end_application_tokens':
    'Wählen Sie dies, wenn jemand anderes Ihr Passwort gekannt haben könnte. Sonst arbeiten Ihre eigenen Anwendungen weiter.',
  'hint.redirect_uris':
    'Eine pro Zeile. Nur an diese Adressen wird jemals zurückgeleitet, wer sich anmeldet.',
  'hint.public':
    'Für eine Anwendung, die kein Geheimnis wahren kann, etwa auf einem Telefon oder im Browser.',
  'hint.api_version': 'Gilt, wenn ein Aufruf selbst keine Version nennt.',
  'hint.require_pkce':
    'Schützt die Anmeldung Ihrer Benutzer. Schalten Sie es nur für einen alten Client aus, der PKCE nicht beherrscht.',
  'hint.password_standard': 'Mindestens 6 Zeichen, darunter ein Buchstabe und eine Ziffer.',
  'hint.password_length': 'Mindestens 6 Zeichen.',
  'hint.password_strict':
    'Mindestens 15 Zeichen. Gut eignen sich einige Wörter, die nicht zusammengehören.',

  'sign_in.title': 'Anmelden',
  'sign_in.submit': 'Anmelden',
  'sign_in.no_account': 'Noch kein Konto?',
  'sign_in.sign_up': 'Konto anlegen',
  'sign_up.title': 'Konto anlegen',
  'sign_up.submit': 'Konto anlegen',
  'sign_up.have_account': 'Sie haben schon ein Konto?',
  'sign_up.sign_in': 'Anmelden',

  'account.title': 'Konto',
  'account.lead': 'Wer Sie hier sind und wie Sie sich anmelden.',
  'account.profile': 'Profil',
  'account.password': 'Passwort',
  'account.password_lead':
    'Ein neues Passwort beendet alle Ihre anderen Anmeldungen und den Zugriff der Anwendungen, die Sie erlaubt haben.',
  'account.password_submit': 'Passwort ändern',
  'account.danger': 'Konto löschen',
  'account.danger_lead':
    'Ihr Konto wird endgültig gelöscht, mit Ihren Anwendungen und allem, was Sie erlaubt haben.',
  'account.delete': 'Konto löschen …',
  'delete_account.title': 'Ihr Konto löschen?',
  'delete_account.lead':
    'Das lässt sich nicht rückgängig machen. Sie verlieren sofort und endgültig:',
  'delete_account.account': 'Ihr Konto {email}',
  'delete_account.applications': 'Ihre Anwendungen mit deren Zugriffstoken',
  'delete_account.grants': 'Alle Anmeldungen und alles, was Sie anderen Anwendungen erlaubt haben',
  'delete_account.password': 'Geben Sie Ihr Passwort ein, um zu zeigen, dass Sie es sind.',
  'delete_account.submit': 'Mein Konto löschen',

  'sessions.title': 'Anmeldungen',
  'sessions.lead':
    'Die Browser, in denen Sie angemeldet sind. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  'sessions.current': 'Dieser Browser',
  'sessions.unknown': 'Unbekannter Browser',
  'sessions.browser_on_system': '{browser} unter {system}',
  'sessions.seen': 'Zuletzt benutzt',
  'sessions.since': 'Angemeldet',
  'sessions.source': 'Von',
  'sessions.end': 'Beenden',
  'sessions.end_others': 'Alle anderen beenden',

  'applications.title': 'Anwendungen',
  'applications.lead': 'Ihre Programme, die mit diesem Dienst arbeiten.',
  'applications.new': 'Neue Anwendung',
  'applications.created': 'Angelegt am',
  'applications.public': 'Öffentlich',
  'applications.empty': 'Noch keine Anwendungen',
  'applications.empty_lead':
    'Eine Anwendung gibt Ihnen ein Zugriffstoken, mit dem Ihre Programme die API aufrufen können. Über OAuth kann sie auch andere Personen mit deren Konten anmelden.',
  'applications.empty_new': 'Erste Anwendung anlegen',
  'new_application.title': 'Neue Anwendung',
  'new_application.lead': 'Ein Name genügt. Ihr Zugriffstoken ist gleich danach bereit.',
  'new_application.oauth': 'Für OAuth',
  'new_application.oauth_lead':
    'Nur nötig, wenn sich andere Personen über Ihre Anwendung anmelden.',
  'new_application.submit': 'Anwendung anlegen',
  'application.token': 'Zugriffstoken',
  'application.token_lead':
    'Damit kann ein Programm mit Ihrem Konto alles tun, was die API bietet. Bewahren Sie es so sicher auf wie ein Passwort.',
  'application.token_masked': 'Das Zugriffstoken ist verborgen.',
  'application.token_none': 'Zurzeit gibt es kein Zugriffstoken.',
  'application.token_reveal': 'Anzeigen',
  'application.token_create': 'Zugriffstoken erzeugen',
  'application.token_regenerate': 'Neu erzeugen',
  'application.token_revoke': 'Widerrufen',
  'application.token_replace': 'Ein neues Token beendet das alte sofort.',
  'application.try': 'Im Terminal ausprobieren',
  'application.credentials': 'OAuth-Client',
  'application.credentials_lead':
    'Womit sich Ihre Anwendung ausweist, wenn sich Personen über sie anmelden.',
  'application.client_id': 'Client-ID',
  'application.client_secret': 'Client-Secret',
  'application.secret_once':
    'Kopieren Sie dieses Secret jetzt. Es wird nicht noch einmal angezeigt.',
  'application.secret_kept':
    'Es wurde einmal angezeigt und kann nicht noch einmal angezeigt werden. Ist es verloren, erzeugen Sie ein neues; das alte endet dann sofort.',
  'application.secret_none': 'Eine öffentliche Anwendung hat keines. Sie stützt sich auf PKCE.',
  'application.secret_rotate': 'Neues Secret erzeugen',
  'application.settings': 'Einstellungen',
  'application.created': 'Angelegt',
  'application.updated': 'Zuletzt geändert',
  'application.danger': 'Anwendung löschen',
  'application.danger_lead':
    'Ihre Zugriffstoken verlieren sofort ihre Gültigkeit, auch die von anderen Personen erlaubten.',
  'application.delete': 'Anwendung löschen …',
  'delete_application.title': '{application} löschen?',
  'delete_application.lead':
    'Alle Zugriffstoken dieser Anwendung verlieren sofort ihre Gültigkeit, auch die von anderen Personen erlaubten. Das lässt sich nicht rückgängig machen.',
  'delete_application.submit': 'Anwendung löschen',

  'grants.title': 'Erlaubte Anwendungen',
  'grants.lead': 'Anwendungen, die Ihr Konto benutzen dürfen. Sie können das jederzeit widerrufen.',
  'grants.owner': 'Von {owner}',
  'grants.since': 'Erlaubt am',
  'grants.revoke': 'Widerrufen',
  'grants.empty': 'Keine erlaubten Anwendungen',
  'grants.empty_lead':
    'Wenn Sie einer Anwendung erlauben, Ihr Konto zu benutzen, erscheint sie hier, und Sie können das wieder widerrufen.',
  'consent.title': '{application} erlauben?',
  'consent.lead': '{application}, eine Anwendung von {owner}, möchte Ihr Konto benutzen.',
  'consent.scope': 'Sie wird Folgendes können:',
  'consent.limits':
    'Sie kann Ihr Passwort nicht sehen und Ihre anderen Anwendungen nicht erreichen.',
  'consent.signed_in': 'Sie sind als {email} angemeldet.',
  'consent.not_you': 'Das sind nicht Sie? Abmelden',
  'consent.destination': 'Weiter geht es zu {destination}.',
  'consent.withdraw': 'Sie können das jederzeit unter „Erlaubte Anwendungen“ widerrufen.',
  'consent.allow': 'Erlauben',
  'consent.deny': 'Nicht erlauben',

  'error.forbidden': 'Nicht erlaubt',
  'error.not_found': 'Seite nicht gefunden',
  'error.busy': 'Einen Moment, bitte',
  'error.server': 'Etwas ist schiefgegangen',
  'error.other': 'Das hat nicht funktioniert',
  'error.request_id': 'Anfrage',
  'error.home': 'Zur Startseite',

  'notice.signed_out': 'Sie sind abgemeldet.',
  'notice.account_saved': 'Ihr Konto ist gespeichert.',
  'notice.password_changed':
    'Ihr Passwort ist geändert. Alle Ihre anderen Anmeldungen sind beendet.',
  'notice.account_deleted': 'Ihr Konto ist gelöscht.',
  'notice.session_ended': 'Die Anmeldung ist beendet.',
  'notice.sessions_ended': 'Alle anderen Anmeldungen sind beendet.',
  'notice.application_created': 'Die Anwendung ist angelegt.',
  'notice.application_saved': 'Die Anwendung ist gespeichert.',
  'notice.application_deleted': 'Die Anwendung ist gelöscht.',
  'notice.token_regenerated': 'Es gibt ein neues Zugriffstoken. Das alte gilt nicht mehr.',
  'notice.token_revoked': 'Das Zugriffstoken ist widerrufen.',
  'notice.secret_rotated': 'Es gibt ein neues Client-Secret. Das alte gilt nicht mehr.',
  'notice.grant_revoked': 'Die Anwendung kann Ihr Konto nicht mehr benutzen.',
};
