import type { Catalogue } from './en.js';

/** Terms: Konto, Passwort, Zugriffstoken, Anwendung, E-Mail-Adresse. */
export const de: Catalogue = {
  required: 'Dieser Wert ist erforderlich.',
  blank: 'Dieser Wert darf nicht leer sein.',
  not_text: 'Dieser Wert muss ein Text sein.',
  not_boolean: 'Dieser Wert muss true oder false sein.',
  too_short:
    'Dieser Wert ist zu kurz. Er muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} haben.',
  too_long:
    'Dieser Wert ist zu lang. Er darf höchstens {max, plural, one {# Zeichen} other {# Zeichen}} haben.',
  control_characters: 'Dieser Wert darf keine Steuerzeichen enthalten.',
  not_unicode: 'Dieser Wert enthält ungültige Unicode-Zeichen.',
  not_an_object: 'Dieser Wert muss ein Objekt sein.',
  email_invalid: 'Dieser Wert ist keine gültige E-Mail-Adresse.',
  email_taken: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  password_letter_missing: 'Das Passwort muss mindestens einen Buchstaben enthalten.',
  password_digit_missing: 'Das Passwort muss mindestens eine Ziffer enthalten.',
  password_common: 'Dieses Passwort wird zu häufig verwendet. Bitte wählen Sie ein anderes.',
  password_is_email: 'Das Passwort darf nicht mit der E-Mail-Adresse übereinstimmen.',
  old_password_required: 'Geben Sie Ihr aktuelles Passwort ein, um Ihr Passwort zu ändern.',
  old_password_wrong: 'Das aktuelle Passwort ist falsch.',
  code_wrong: 'Dieser Code ist falsch oder wurde bereits verwendet.',
  sign_up_password_wrong:
    'Das ist nicht das Passwort, das Sie bei der Registrierung gewählt haben. Geben Sie dieses Passwort ein oder fangen Sie unten neu an.',
  new_password_required: 'Geben Sie ein neues Passwort ein, um Ihr Passwort zu ändern.',
  email_password_required:
    'Geben Sie Ihr aktuelles Passwort ein, um Ihre E-Mail-Adresse zu ändern.',
  language_unknown: 'Diese Sprache ist nicht verfügbar.',
  phone_digit_missing: 'Die Telefonnummer muss mindestens eine Ziffer enthalten.',
  phone_number_invalid: 'Bitte geben Sie eine Telefonnummer mit 6 bis 15 Ziffern ein.',
  date_invalid: 'Dieser Wert ist kein gültiges Datum.',
  number_out_of_range: 'Dieser Wert muss eine ganze Zahl von {min} bis {max} sein.',
  redirect_uri_invalid:
    'Eine Weiterleitungs-URI muss absolut sein, darf kein Fragment enthalten und muss https, http mit einer Loopback-Adresse oder ein App-Schema wie {example} verwenden.',
  redirect_uri_reserved:
    'Die Query einer Weiterleitungs-URI darf diese Parameter nicht enthalten, da die Antwort sie hinzufügt: {parameters}.',
  owner_unknown: 'Es gibt kein Konto mit dieser E-Mail-Adresse.',
  too_many:
    'Diese Liste ist zu lang. Sie darf höchstens {max, plural, one {# Eintrag} other {# Einträge}} haben.',
  too_many_applications:
    'Ein Konto kann höchstens {max, number} Anwendungen haben. Löschen Sie eine, die Sie nicht mehr benötigen.',
  too_many_passkeys:
    'Ein Konto kann höchstens {max, number} Passkeys haben. Entfernen Sie einen, den Sie nicht mehr benötigen.',
  pkce_mandatory: 'Für öffentliche Anwendungen ist PKCE erforderlich.',
  client_secret_unavailable: 'Eine öffentliche Anwendung hat kein Client-Secret.',
  credentials_wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  passkey_wrong: 'Der Passkey wurde nicht akzeptiert. Bitte versuchen Sie es noch einmal.',
  passkey_copied:
    'Dieser Passkey wurde nicht akzeptiert, weil er möglicherweise kopiert wurde. Melden Sie sich auf andere Weise an und entfernen Sie ihn.',

  sign_in_expired: 'Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich erneut an.',
  malformed_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  body_not_object: 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.',
  body_too_deep: 'Der Inhalt der Anfrage ist zu tief verschachtelt.',
  body_not_utf8: 'Der Inhalt der Anfrage enthält Text, der kein gültiges UTF-8 ist.',
  bad_request: 'Die Anfrage konnte nicht verstanden werden.',
  token_conflict:
    'Senden Sie das Zugriffstoken nur einmal: entweder im Header Authorization oder als Query-Parameter access_token.',
  version_unsupported:
    'Diese API-Version wird nicht unterstützt. Wählen Sie eine Version von {oldest} bis {newest}.',
  idempotency_key_invalid:
    'Der Idempotency-Key muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
  payload_too_large: 'Der Inhalt der Anfrage ist zu groß.',
  unsupported_media_type: 'Der Inhalt der Anfrage muss als application/json gesendet werden.',
  content_encoding_unsupported:
    'Der Inhalt der Anfrage muss ohne den Header Content-Encoding gesendet werden.',

  authentication_required: 'Ein Zugriffstoken ist erforderlich.',
  invalid_token: 'Das Zugriffstoken ist ungültig.',
  token_expired: 'Das Zugriffstoken ist abgelaufen.',
  access_denied: 'Sie haben keinen Zugriff auf dieses Konto.',
  account_suspended:
    'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
  application_suspended: 'Diese Anwendung kann zurzeit nicht verwendet werden.',
  own_token_required:
    'Verwenden Sie das Zugriffstoken einer Ihrer eigenen Anwendungen, nicht eines, das über OAuth gewährt wurde.',
  insufficient_scope: 'Dem Zugriffstoken fehlt der erforderliche Scope.',
  form_expired: 'Dieses Formular ist abgelaufen. Bitte versuchen Sie es noch einmal.',

  not_found: 'Unter dieser URL gibt es nichts.',
  account_not_found: 'Dieses Konto existiert nicht.',
  application_not_found: 'Diese Anwendung existiert nicht.',
  method_not_allowed: 'Diese URL unterstützt diese Methode nicht.',
  precondition_failed:
    'Das Konto wurde geändert, seit Sie es geladen haben. Bitte laden Sie es neu.',
  expectation_failed: 'Der Dienst kann die Erwartung im Header Expect nicht erfüllen.',
  idempotency_key_in_use:
    'Eine Anfrage mit diesem Idempotency-Key wird noch verarbeitet. Bitte versuchen Sie es gleich noch einmal.',
  idempotency_key_reused: 'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet.',
  second_factor_mandatory:
    'Für Ihr Konto ist ein zweiter Faktor erforderlich. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  second_factor_missing: 'Dieses Konto hat keinen zweiten Faktor.',
  mail_unavailable: 'An dieses Konto können keine E-Mails gesendet werden.',
  rate_limited:
    'Zu viele Anfragen. Bitte versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  overloaded: 'Der Dienst ist gerade stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst ist derzeit nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  deadline_exceeded: 'Die Verarbeitung der Anfrage hat zu lange gedauert.',
  internal_error:
    'Bei uns ist ein Fehler aufgetreten. Bitte geben Sie {requestId} an, wenn Sie ihn melden.',

  client_unknown: 'Die Anwendung, die Sie hierher geleitet hat, ist nicht registriert.',
  redirect_uri_unregistered:
    'Die Anwendung, die Sie hierher geleitet hat, möchte Sie zu einer URL zurückleiten, die sie nicht registriert hat.',
  invalid_request: 'Der Parameter {parameter} fehlt, kommt mehrmals vor oder ist ungültig.',
  form_body_required:
    'Der Inhalt der Anfrage muss als application/x-www-form-urlencoded gesendet werden.',
  invalid_client: 'Die Client-Authentifizierung ist fehlgeschlagen.',
  unauthorized_client: 'Diese Anwendung erhält zurzeit keine Token.',
  invalid_grant:
    'Der Autorisierungscode oder das Token ist unbekannt, abgelaufen, bereits verwendet oder für einen anderen Client ausgestellt.',
  unsupported_grant_type:
    'Dieser Grant-Typ wird nicht unterstützt. Verwenden Sie authorization_code oder refresh_token.',
  unsupported_response_type: 'Dieser Antworttyp wird nicht unterstützt. Verwenden Sie code.',
  invalid_scope:
    'Der Scope ist unbekannt oder fehlerhaft oder geht über das hinaus, was gewährt wurde.',
  pkce_required:
    'Die Autorisierungsanfrage muss eine code_challenge enthalten, die die Methode S256 verwendet.',
  consent_denied: 'Der Benutzer hat nicht zugestimmt.',
  link_invalid:
    'Dieser Link ist ungültig. Er ist vielleicht abgelaufen oder wurde bereits verwendet.',

  'layout.product': 'Konten',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Fehler: {title}',
  'layout.skip': 'Zum Inhalt springen',
  'layout.navigation': 'Hauptnavigation',
  'layout.applications': 'Anwendungen',
  'layout.grants': 'Autorisierte Anwendungen',
  'layout.account': 'Konto',
  'layout.security': 'Sicherheit',
  'layout.activity': 'Aktivitäten',
  'layout.sessions': 'Sitzungen',
  'layout.sign_out': 'Abmelden',
  'layout.footer': 'Anwendungen sehen Ihr Passwort nie.',

  'form.errors': 'Bitte überprüfen Sie Ihre Eingaben',
  'form.field_error': '{field}: {sentence}',
  'form.optional': 'Optional',
  'form.save': 'Änderungen speichern',
  'form.continue': 'Weiter',
  'form.cancel': 'Abbrechen',
  'form.show': 'Anzeigen',
  'copy.action': 'Kopieren',
  'copy.done': 'Kopiert',
  'scope.account_read': 'Ihr Konto ansehen: Name, E-Mail-Adresse und Einstellungen',
  'scope.account_write': 'Ihr Konto ändern und neue Konten erstellen',

  'field.name': 'Name',
  'field.email': 'E-Mail-Adresse',
  'field.code': 'Code',
  'field.password': 'Passwort',
  'field.language_code': 'Sprache',
  'field.phone': 'Telefon',
  'field.default_notification_phone': 'Telefon für Benachrichtigungen',
  'field.old_password': 'Aktuelles Passwort',
  'field.new_password': 'Neues Passwort',
  'field.end_application_tokens': 'Auch die Zugriffstoken Ihrer eigenen Anwendungen widerrufen',
  'field.redirect_uris': 'Weiterleitungs-URIs',
  'field.public': 'Öffentliche Anwendung',
  'field.api_version': 'API-Version',
  'field.require_pkce': 'PKCE verlangen',
  'hint.default_notification_phone':
    '6 bis 15 Ziffern, am besten mit Landesvorwahl, zum Beispiel +49.',
  'hint.password_for_email': 'Nur nötig, um Ihre E-Mail-Adresse zu ändern.',
  'hint.end_application_tokens':
    'Wählen Sie dies aus, wenn jemand anderes Ihr Passwort kennen könnte. Andernfalls funktionieren Ihre eigenen Anwendungen weiter.',
  'hint.redirect_uris':
    'Eine pro Zeile. Benutzer werden ausschließlich zu diesen URIs zurückgeleitet.',
  'hint.public':
    'Für Anwendungen, die kein Geheimnis wahren können, etwa mobile Apps und Single-Page-Apps.',
  'hint.api_version': 'Gilt, wenn in einer Anfrage keine Version angegeben ist.',
  'hint.require_pkce':
    'Schützt Ihre Benutzer bei der Anmeldung. Schalten Sie dies nur für ältere Clients aus, die PKCE nicht unterstützen.',
  'hint.password_standard': 'Mindestens 6 Zeichen, darunter ein Buchstabe und eine Ziffer.',
  'hint.password_length': 'Mindestens 6 Zeichen.',
  'hint.password_strict':
    'Mindestens 15 Zeichen. Gut geeignet sind mehrere Wörter ohne Zusammenhang.',

  'sign_in.title': 'Anmelden',
  'sign_in.submit': 'Anmelden',
  'sign_in.no_account': 'Neu hier?',
  'sign_in.sign_up': 'Konto erstellen',
  'sign_in.forgot': 'Passwort vergessen?',
  'sign_in.passkey': 'Mit einem Passkey anmelden',
  'second_step.title': 'Bestätigung in zwei Schritten',
  'second_step.lead':
    'Geben Sie den Code aus Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  'second_step.passkey': 'Passkey verwenden',
  'second_step.recovery': 'Geben Sie einen Ihrer Wiederherstellungscodes ein.',
  'confirm.title': 'Bestätigen Sie, dass Sie es sind',
  'confirm.submit': 'Bestätigen',
  'sign_up.title': 'Konto erstellen',
  'sign_up.submit': 'Konto erstellen',
  'sign_up.have_account': 'Haben Sie bereits ein Konto?',
  'sign_up.sign_in': 'Anmelden',
  'check_mail.title': 'Sehen Sie in Ihrem Postfach nach',
  'check_mail.sign_up':
    'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin, um die Einrichtung Ihres Kontos abzuschließen. Der Link ist 24 Stunden gültig.',
  'check_mail.reset':
    'Falls es für {email} ein Konto gibt, haben wir einen Link dorthin gesendet. Der Link ist 30 Minuten gültig.',
  'check_mail.missing':
    'Keine E-Mail erhalten? Sehen Sie in Ihrem Spamordner nach oder versuchen Sie es in einigen Minuten noch einmal.',
  'confirm_sign_up.title': 'Einrichtung Ihres Kontos abschließen',
  'confirm_sign_up.lead': 'Geben Sie das Passwort ein, das Sie für {email} gewählt haben.',
  'confirm_sign_up.submit': 'Konto erstellen',
  'confirm_sign_up.again': 'Neu anfangen',
  'forgot.title': 'Passwort vergessen?',
  'forgot.lead':
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen dann einen Link, über den Sie ein neues Passwort wählen können.',
  'forgot.submit': 'Link senden',
  'reset.title': 'Neues Passwort wählen',
  'reset.lead':
    'Sie werden überall abgemeldet, und die Anwendungen, die Sie autorisiert haben, verlieren den Zugriff auf Ihr Konto.',
  'reset.first_proof':
    'Noch niemand hat diese Adresse bestätigt. Ihr neues Passwort bestätigt sie und entfernt alles, was im Konto eingerichtet wurde: Sitzungen, Zugriffstoken, Client-Geheimnisse, Weiterleitungs-URIs, autorisierte Anwendungen und zweite Faktoren. Die eigenen Anwendungen des Kontos bleiben, aber leer.',
  'reset.submit': 'Passwort ändern',
  'verify.title': 'E-Mail-Adresse bestätigen',
  'verify.lead': 'Bestätigen Sie, dass {email} Ihre E-Mail-Adresse ist.',
  'verify.submit': 'E-Mail-Adresse bestätigen',
  'restore_email.title': 'Änderung Ihrer E-Mail-Adresse rückgängig machen?',
  'restore_email.lead':
    'Die E-Mail-Adresse Ihres Kontos ist dann wieder {email}. Sie werden überall abgemeldet und wählen danach ein neues Passwort.',
  'restore_email.submit': 'Änderung rückgängig machen',
  'link.invalid': 'Dieser Link funktioniert nicht mehr',
  'link.again': 'Neuen Link anfordern',

  'account.title': 'Konto',
  'account.lead': 'Ihr Profil und Ihre Anmeldedaten.',
  'account.profile': 'Profil',
  'account.password': 'Passwort',
  'account.password_lead':
    'Wenn Sie Ihr Passwort ändern, werden Sie überall sonst abgemeldet, und den Anwendungen, die Sie autorisiert haben, wird der Zugriff entzogen.',
  'account.password_submit': 'Passwort ändern',
  'account.email': 'E-Mail-Adresse',
  'account.email_verified': '{email} ist bestätigt.',
  'account.email_unverified':
    '{email} ist noch nicht bestätigt. Ohne bestätigte E-Mail-Adresse können Sie ein vergessenes Passwort nicht zurücksetzen.',
  'account.email_pending':
    'Eine Anwendung hat Ihre E-Mail-Adresse in {pending} geändert. Bis Sie die neue Adresse annehmen, melden Sie sich mit {email} an.',
  'account.email_adopt': 'Neue Adresse verwenden',
  'account.email_verify': 'Bestätigungs-E-Mail senden',
  'account.danger': 'Konto löschen',
  'account.danger_lead':
    'Ihr Konto wird endgültig gelöscht, zusammen mit Ihren Anwendungen und allen Zugriffsrechten, die Sie gewährt haben.',
  'account.delete': 'Konto löschen …',
  'export_account.title': 'Ihre Daten herunterladen',
  'export_account.lead':
    'Eine JSON-Datei mit allen Daten, die wir über Sie speichern, außer Passwörtern und Token.',
  'export_account.submit': 'Herunterladen',
  'delete_account.title': 'Ihr Konto löschen?',
  'delete_account.lead':
    'Das lässt sich nicht rückgängig machen. Sie verlieren sofort und endgültig:',
  'delete_account.account': 'Ihr Konto {email}',
  'delete_account.applications': 'Ihre Anwendungen und deren Zugriffstoken',
  'delete_account.grants': 'Alle Ihre Sitzungen und alle Zugriffsrechte, die Sie gewährt haben',
  'delete_account.password': 'Geben Sie Ihr Passwort ein, um zu bestätigen, dass Sie es sind.',
  'delete_account.submit': 'Konto löschen',

  'security.app': 'Authenticator-App',
  'security.app_off':
    'Mit einer Authenticator-App auf Ihrem Telefon benötigen Sie zum Anmelden zusätzlich zu Ihrem Passwort einen Code, der sich alle 30 Sekunden ändert.',
  'security.app_on':
    'Beim Anmelden mit Ihrem Passwort benötigen Sie zusätzlich einen Code aus Ihrer Authenticator-App.',
  'security.app_add': 'Authenticator-App einrichten',
  'security.app_scan':
    'Scannen Sie den QR-Code mit Ihrer Authenticator-App oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den die App anzeigt.',
  'security.app_open': 'In der App auf diesem Gerät öffnen',
  'security.app_key': 'Schlüssel',
  'security.app_replace': 'Auf ein anderes Telefon übertragen',
  'security.app_remove': 'Authenticator-App entfernen',
  'security.app_remove_lead': 'Codes aus dieser App werden nicht mehr akzeptiert.',
  'security.set_up': 'Zweiten Faktor einrichten',
  'security.needed':
    'Für Ihr Konto ist ein zweiter Faktor erforderlich. Richten Sie einen ein, um fortzufahren.',
  'security.passkeys': 'Passkeys',
  'security.passkeys_lead':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder Geräte-PIN an statt mit einem Passwort.',
  'security.passkey_add': 'Passkey hinzufügen',
  'security.passkey_added': 'Hinzugefügt am',
  'security.passkey_name': 'Name des Passkeys',
  'security.passkey_rename': 'Passkey umbenennen',
  'security.passkey_remove': 'Passkey entfernen',
  'security.passkey_remove_lead': 'Sie können sich mit diesem Passkey nicht mehr anmelden.',
  'security.passkey_unavailable':
    'Für Passkeys benötigen Sie JavaScript und einen Browser, der Passkeys unterstützt.',
  'security.codes': 'Wiederherstellungscodes',
  'security.codes_once':
    'Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Drucken Sie die Codes jetzt aus oder schreiben Sie sie auf. Sie werden nicht noch einmal angezeigt.',
  'security.codes_left': 'Verbleibende Codes: {count, number}',
  'security.codes_end': 'Ihre bisherigen Wiederherstellungscodes funktionieren dann nicht mehr.',
  'security.codes_replace': 'Neue Wiederherstellungscodes erstellen',
  'removal.title': 'Ihr zweiter Faktor wird entfernt',
  'removal.lead':
    'Der Betreiber des Dienstes wurde gebeten, den verlorenen zweiten Faktor dieses Kontos zu entfernen. Wenn Sie nicht darum gebeten haben, stoppen Sie die Entfernung.',
  'removal.due': 'Geplant für',
  'removal.submit': 'Entfernung stoppen',
  'sessions.title': 'Sitzungen',
  'sessions.lead':
    'Browser, in denen Sie angemeldet sind. Wenn Sie einen davon nicht kennen, beenden Sie dessen Sitzung und ändern Sie Ihr Passwort.',
  'sessions.current': 'Dieser Browser',
  'sessions.unknown': 'Unbekannter Browser',
  'sessions.browser_on_system': '{browser} unter {system}',
  'sessions.seen': 'Zuletzt aktiv',
  'sessions.since': 'Angemeldet seit',
  'sessions.source': 'IP-Adresse',
  'sessions.end': 'Sitzung beenden',
  'sessions.end_others': 'Alle anderen Sitzungen beenden',
  'question.session': 'Diese Sitzung beenden?',
  'question.sessions': 'Alle anderen Sitzungen beenden?',

  'activity.title': 'Aktivitäten',
  'activity.lead':
    'Aktivitäten in Ihrem Konto, die neuesten zuerst. Wenn Ihnen etwas nicht bekannt vorkommt, ändern Sie Ihr Passwort.',
  'activity.delays':
    'Nach mehreren falschen Passwörtern muss vor jedem weiteren Versuch länger gewartet werden. Eine Passwortänderung hebt die Wartezeit auf.',
  'activity.empty': 'Noch keine Aktivitäten',
  'activity.all': 'Alle Aktivitäten',
  'activity.refused': 'Abgelehnt',
  'activity.changed': 'Geändert',
  'activity.through': 'Über',
  'activity.console': 'Diese Website',
  'activity.operator': 'Betreiber des Dienstes',
  'activity.deleted_application': 'Gelöschte Anwendung',
  'activity.waiting_until': 'Wartezeit bis',
  'activity.older': 'Ältere Aktivitäten',
  'activity.latest': 'Neueste Aktivitäten',
  'activity.account.create': 'Konto erstellt',
  'activity.account.update': 'Kontoänderung',
  'activity.account.delete': 'Kontolöschung',
  'activity.account.suspend': 'Konto gesperrt',
  'activity.account.restore': 'Kontosperre aufgehoben',
  'activity.account.export': 'Datendownload',
  'activity.account.read': 'Konto angesehen',
  'activity.password.change': 'Passwortänderung',
  'activity.reset.start': 'Zurücksetzen des Passworts begonnen',
  'activity.reset.reveal': 'Link zum Zurücksetzen des Passworts angezeigt',
  'activity.password.reset': 'Passwort zurückgesetzt',
  'activity.email.verify': 'E-Mail-Adresse bestätigt',
  'activity.email.restore': 'Änderung der E-Mail-Adresse rückgängig gemacht',
  'activity.account.authenticate': 'Anmeldung',
  'activity.factor.add': 'Authenticator-App eingerichtet',
  'activity.factor.remove': 'Authenticator-App entfernt',
  'activity.factor.use': 'Code des zweiten Faktors',
  'activity.passkey.add': 'Passkey hinzugefügt',
  'activity.passkey.rename': 'Passkey umbenannt',
  'activity.passkey.remove': 'Passkey entfernt',
  'activity.passkey.use': 'Verwendung eines Passkeys',
  'activity.recovery.use': 'Wiederherstellungscode verwendet',
  'activity.recovery.replace': 'Wiederherstellungscodes ersetzt',
  'activity.removal.start': 'Entfernung des zweiten Faktors angefordert',
  'activity.removal.stop': 'Entfernung des zweiten Faktors gestoppt',
  'activity.session.confirm': 'Bestätigung der Identität',
  'activity.session.end': 'Sitzung beendet',
  'activity.application.create': 'Anwendung erstellt',
  'activity.application.update': 'Anwendung geändert',
  'activity.application.delete': 'Anwendung gelöscht',
  'activity.secret.rotate': 'Client-Secret erstellt',
  'activity.client.authenticate': 'Authentifizierung der Anwendung',
  'activity.token.create': 'Zugriffstoken erstellt',
  'activity.token.reveal': 'Zugriffstoken angezeigt',
  'activity.token.revoke': 'Zugriffstoken widerrufen',
  'activity.grant.create': 'Anwendung autorisiert',
  'activity.grant.revoke': 'Zugriff der Anwendung widerrufen',
  'activity.grant.redeem': 'Anwendung hat Zugriff erhalten',
  'activity.grant.refresh': 'Zugriff der Anwendung erneuert',
  'activity.grant.reuse': 'Zugriff der Anwendung beendet, weil ein Token zweimal verwendet wurde',

  'applications.title': 'Anwendungen',
  'applications.lead': 'Ihre Programme, die diesen Dienst nutzen.',
  'applications.new': 'Neue Anwendung',
  'applications.created': 'Erstellt am',
  'applications.used': 'Zuletzt verwendet',
  'applications.never_used': 'Noch nie verwendet',
  'applications.public': 'Öffentlich',
  'applications.empty': 'Noch keine Anwendungen',
  'applications.empty_lead':
    'Mit einer Anwendung erhalten Sie ein Zugriffstoken, mit dem Ihre Programme die API aufrufen können. Über OAuth können sich auch andere Personen mit ihren Konten bei der Anwendung anmelden.',
  'applications.empty_new': 'Erste Anwendung erstellen',
  'new_application.title': 'Neue Anwendung',
  'new_application.lead': 'Sie brauchen nur einen Namen. Ihr Zugriffstoken erhalten Sie sofort.',
  'new_application.oauth': 'Für OAuth',
  'new_application.oauth_lead':
    'Nur nötig, wenn sich andere Personen über Ihre Anwendung anmelden.',
  'new_application.submit': 'Anwendung erstellen',
  'application.name': 'Name der Anwendung',
  'application.token': 'Zugriffstoken',
  'application.token_lead':
    'Ein Programm mit diesem Token kann mit Ihrem Konto alles tun, was die API zulässt. Bewahren Sie es so sicher auf wie ein Passwort.',
  'application.token_masked': 'Das Zugriffstoken ist ausgeblendet.',
  'application.token_none': 'Diese Anwendung hat kein Zugriffstoken.',
  'application.token_unreadable':
    'Das Zugriffstoken funktioniert, kann aber nicht mehr angezeigt werden.',
  'application.token_create': 'Zugriffstoken erstellen',
  'application.token_regenerate': 'Neu generieren',
  'application.token_revoke': 'Widerrufen',
  'application.token_replace': 'Ein neues Token ersetzt das alte sofort.',
  'application.try': 'Im Terminal ausprobieren',
  'application.credentials': 'OAuth-Client',
  'application.credentials_lead':
    'Womit sich Ihre Anwendung ausweist, wenn sich Benutzer anmelden.',
  'application.client_id': 'Client-ID',
  'application.client_secret': 'Client-Secret',
  'application.secret_once':
    'Kopieren Sie dieses Secret jetzt. Es wird nicht noch einmal angezeigt.',
  'application.secret_kept':
    'Es wurde einmal angezeigt und kann nicht erneut angezeigt werden. Wenn Sie es verlieren, erstellen Sie ein neues; das alte funktioniert dann sofort nicht mehr.',
  'application.secret_none':
    'Eine öffentliche Anwendung hat kein Client-Secret. Sie verwendet stattdessen PKCE.',
  'application.secret_rotate': 'Neues Secret erstellen',
  'application.settings': 'Einstellungen',
  'application.created': 'Erstellt am',
  'application.updated': 'Zuletzt geändert am',
  'application.danger': 'Anwendung löschen',
  'application.danger_lead':
    'Alle Zugriffstoken dieser Anwendung werden sofort ungültig, auch die von Personen, die die Anwendung autorisiert haben.',
  'application.delete': 'Anwendung löschen …',
  'delete_application.title': '{application} löschen?',
  'delete_application.lead':
    'Alle Zugriffstoken dieser Anwendung werden sofort ungültig, auch die von Personen, die die Anwendung autorisiert haben. Das lässt sich nicht rückgängig machen.',
  'delete_application.submit': 'Anwendung löschen',
  'question.token_regenerate': 'Zugriffstoken von {application} neu generieren?',
  'question.token_revoke': 'Zugriffstoken von {application} widerrufen?',
  'question.token_revoke_lead':
    'Programme, die dieses Token verwenden, können die API nicht mehr aufrufen.',
  'question.secret': 'Neues Client-Secret für {application} erstellen?',

  'grants.title': 'Autorisierte Anwendungen',
  'grants.lead':
    'Anwendungen, die Ihr Konto verwenden können. Sie können den Zugriff jederzeit widerrufen.',
  'grants.owner': 'Von {owner}',
  'grants.since': 'Autorisiert am',
  'grants.revoke': 'Zugriff widerrufen',
  'grants.empty': 'Keine autorisierten Anwendungen',
  'grants.empty_lead':
    'Anwendungen, die Sie autorisieren, erscheinen hier, und Sie können ihren Zugriff widerrufen.',
  'question.grant': 'Zugriff von {application} widerrufen?',
  'consent.title': '{application} autorisieren?',
  'consent.lead': '{application}, eine Anwendung von {owner}, möchte Ihr Konto verwenden.',
  'consent.scope': 'Die Anwendung kann dann:',
  'consent.limits':
    'Die Anwendung kann weder Ihr Passwort sehen noch auf Ihre anderen Anwendungen zugreifen.',
  'consent.duration': 'Der Zugriff läuft nach einem Jahr automatisch ab.',
  'consent.signed_in': 'Sie sind als {email} angemeldet.',
  'consent.not_you': 'Nicht Ihr Konto? Abmelden',
  'consent.destination': 'Danach werden Sie zu {destination} weitergeleitet.',
  'consent.withdraw':
    'Sie können den Zugriff jederzeit unter „Autorisierte Anwendungen“ widerrufen.',
  'consent.allow': 'Autorisieren',
  'consent.deny': 'Ablehnen',

  'error.forbidden': 'Zugriff verweigert',
  'error.not_found': 'Seite nicht gefunden',
  'error.busy': 'Bitte warten Sie einen Moment',
  'error.server': 'Etwas ist schiefgegangen',
  'error.other': 'Die Anfrage ist fehlgeschlagen',
  'error.request_id': 'Anfrage-ID',
  'error.home': 'Zur Startseite',
  'error.application':
    'Kehren Sie zur Anwendung zurück und versuchen Sie es noch einmal. Wenn der Fehler weiterhin auftritt, senden Sie die folgenden Angaben an die Entwickler der Anwendung.',
  'error.developer': 'Für die Entwickler der Anwendung',
  'error.again': 'Erneut versuchen',

  'notice.signed_out': 'Sie wurden abgemeldet.',
  'notice.confirmed':
    'Bestätigt. In den nächsten zehn Minuten werden Sie nicht noch einmal gefragt.',
  'notice.account_saved': 'Ihr Konto wurde aktualisiert.',
  'notice.password_changed': 'Ihr Passwort wurde geändert. Sie wurden überall sonst abgemeldet.',
  'notice.password_reset':
    'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen Passwort an.',
  'notice.email_verified': 'Ihre E-Mail-Adresse wurde bestätigt.',
  'notice.email_restored':
    'Ihre E-Mail-Adresse wurde wiederhergestellt. Wählen Sie jetzt ein neues Passwort.',
  'notice.verification_sent':
    'Wir haben eine E-Mail an Ihre Adresse gesendet. Öffnen Sie den Link darin, um die Adresse zu bestätigen.',
  'notice.account_deleted': 'Ihr Konto wurde gelöscht.',
  'notice.app_added': 'Die Authenticator-App wurde eingerichtet.',
  'notice.app_removed': 'Die Authenticator-App wurde entfernt.',
  'notice.passkey_added': 'Der Passkey wurde hinzugefügt.',
  'notice.passkey_renamed': 'Der Passkey wurde umbenannt.',
  'notice.passkey_removed': 'Der Passkey wurde entfernt.',
  'notice.removal_stopped': 'Die Entfernung wurde gestoppt. Ihr zweiter Faktor bleibt erhalten.',
  'notice.session_ended': 'Die Sitzung wurde beendet.',
  'notice.sessions_ended': 'Alle anderen Sitzungen wurden beendet.',
  'notice.application_created': 'Die Anwendung wurde erstellt.',
  'notice.application_saved': 'Die Anwendung wurde aktualisiert.',
  'notice.application_deleted': 'Die Anwendung wurde gelöscht.',
  'notice.token_created': 'Das Zugriffstoken wurde erstellt.',
  'notice.token_regenerated': 'Das Zugriffstoken wurde ersetzt. Das alte funktioniert nicht mehr.',
  'notice.token_revoked': 'Das Zugriffstoken wurde widerrufen.',
  'notice.secret_rotated': 'Das Client-Secret wurde ersetzt. Das alte funktioniert nicht mehr.',
  'notice.grant_revoked': 'Die Anwendung kann Ihr Konto nicht mehr verwenden.',
};
