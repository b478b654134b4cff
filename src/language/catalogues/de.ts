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
  not_unicode: 'Dieser Wert enthält ungültige Unicode-Zeichen.',
  not_an_object: 'Dieser Wert muss ein Objekt sein.',
  email_invalid: 'Dieser Wert ist keine gültige E-Mail-Adresse.',
  email_taken: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  password_letter_missing: 'Das Passwort muss mindestens einen Buchstaben enthalten.',
  password_digit_missing: 'Das Passwort muss mindestens eine Ziffer enthalten.',
  password_common: 'Dieses Passwort wird zu häufig verwendet. Bitte wählen Sie ein anderes.',
  password_is_email: 'Das Passwort darf nicht mit der E-Mail-Adresse übereinstimmen.',
  old_password_required: 'Bitte geben Sie Ihr aktuelles Passwort ein, um das Passwort zu ändern.',
  old_password_wrong: 'Das aktuelle Passwort ist nicht richtig.',
  code_wrong: 'Dieser Code ist nicht richtig oder wurde bereits verwendet.',
  sign_up_password_wrong:
    'Das ist nicht das Passwort, das bei der Registrierung gewählt wurde. Geben Sie jenes ein, oder fangen Sie unten neu an.',
  new_password_required: 'Um das Passwort zu ändern, geben Sie bitte ein neues ein.',
  email_password_required:
    'Bitte geben Sie Ihr aktuelles Passwort ein, um die E-Mail-Adresse zu ändern.',
  language_unknown: 'Diese Sprache ist nicht verfügbar.',
  phone_digit_missing: 'Die Telefonnummer muss mindestens eine Ziffer enthalten.',
  phone_number_invalid: 'Bitte geben Sie eine Telefonnummer mit 6 bis 15 Ziffern ein.',
  date_invalid: 'Dieser Wert ist kein gültiges Datum.',
  number_out_of_range: 'Dieser Wert muss eine ganze Zahl von {min} bis {max} sein.',
  redirect_uri_invalid:
    'Eine Weiterleitungsadresse muss eine absolute Adresse ohne Fragment sein: mit https, mit http, wenn sie zu diesem Gerät führt, oder mit einem eigenen Schema der Anwendung, das einen Punkt enthält, zum Beispiel {example}.',
  redirect_uri_reserved:
    'Die Abfrage einer Weiterleitungsadresse darf keinen dieser Parameter enthalten, denn die Antwort fügt sie hinzu: {parameters}.',
  owner_unknown: 'Es gibt kein Konto mit dieser E-Mail-Adresse.',
  too_many:
    'Diese Liste ist zu lang. Sie darf höchstens {max, plural, one {# Eintrag} other {# Einträge}} haben.',
  too_many_applications:
    'Ein Konto kann höchstens {max} Anwendungen haben. Löschen Sie eine, die nicht mehr gebraucht wird.',
  pkce_mandatory: 'Eine öffentliche Anwendung kommt nicht ohne PKCE aus.',
  client_secret_unavailable: 'Eine öffentliche Anwendung hat kein Client-Secret.',
  credentials_wrong: 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',

  sign_in_expired: 'Das hat zu lange gedauert. Bitte melden Sie sich erneut an.',
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
  account_suspended:
    'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber des Dienstes.',
  own_token_required: 'Dafür wird das eigene Zugriffstoken einer Ihrer Anwendungen benötigt.',
  insufficient_scope: 'Das Zugriffstoken erlaubt dies nicht.',
  form_expired: 'Dieses Formular ist nicht mehr gültig. Bitte versuchen Sie es noch einmal.',

  not_found: 'Unter dieser Adresse gibt es nichts.',
  account_not_found: 'Dieses Konto existiert nicht.',
  application_not_found: 'Diese Anwendung existiert nicht.',
  method_not_allowed: 'Diese Adresse unterstützt diese Methode nicht.',
  precondition_failed: 'Das wurde inzwischen geändert. Bitte laden Sie es erneut.',
  expectation_failed: 'Der Dienst kann nicht tun, was der Header Expect verlangt.',
  idempotency_key_in_use:
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Bitte versuchen Sie es gleich noch einmal.',
  idempotency_key_reused: 'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet.',
  mail_unavailable: 'An dieses Konto kann keine E-Mail gesendet werden.',
  rate_limited:
    'Zu viele Anfragen. Bitte versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  overloaded: 'Der Dienst ist gerade stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  deadline_exceeded: 'Die Anfrage konnte nicht rechtzeitig beantwortet werden.',
  internal_error:
    'Bei uns ist ein Fehler aufgetreten. Bitte geben Sie {requestId} an, wenn Sie ihn melden.',

  client_unknown: 'Die Anwendung, von der Sie kommen, ist nicht bekannt.',
  redirect_uri_unregistered:
    'Die Anwendung, von der Sie kommen, erwartet die Antwort an einer Adresse, die nicht für sie eingetragen ist.',
  invalid_request:
    'Der Anfrage fehlt der Parameter {parameter}, oder er kommt mehrmals vor oder hat einen unbrauchbaren Wert.',
  form_body_required:
    'Der Inhalt der Anfrage muss als application/x-www-form-urlencoded gesendet werden.',
  invalid_client: 'Der Client konnte nicht authentifiziert werden.',
  invalid_grant:
    'Der Autorisierungscode oder das Token ist unbekannt, abgelaufen, bereits verwendet oder gehört einem anderen Client.',
  unsupported_grant_type:
    'Dieser Grant-Typ wird nicht unterstützt. Verwenden Sie authorization_code oder refresh_token.',
  unsupported_response_type: 'Dieser Antworttyp wird nicht unterstützt. Verwenden Sie code.',
  invalid_scope: 'Der Scope ist unbekannt, fehlerhaft oder umfasst mehr, als erlaubt wurde.',
  pkce_required:
    'Die Autorisierungsanfrage muss eine code_challenge mit der Methode S256 enthalten.',
  consent_denied: 'Die Person hat nicht zugestimmt.',
  link_invalid:
    'Dieser Link ist nicht gültig. Er ist vielleicht abgelaufen oder wurde bereits verwendet.',

  'layout.product': 'Konten',
  'layout.title': '{page} · {product}',
  'layout.error_title': 'Fehler: {title}',
  'layout.skip': 'Zum Inhalt springen',
  'layout.navigation': 'Hauptnavigation',
  'layout.applications': 'Anwendungen',
  'layout.grants': 'Zugelassene Anwendungen',
  'layout.account': 'Konto',
  'layout.security': 'Sicherheit',
  'layout.activity': 'Aktivitäten',
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
  'scope.account_read': 'Ihre Kontodaten lesen: Name, E-Mail-Adresse und Einstellungen',
  'scope.account_write': 'Ihr Konto ändern und neue Konten anlegen',

  'field.name': 'Name',
  'field.email': 'E-Mail-Adresse',
  'field.code': 'Code',
  'field.password': 'Passwort',
  'field.language_code': 'Sprache',
  'field.phone': 'Telefon',
  'field.default_notification_phone': 'Telefon für Benachrichtigungen',
  'field.old_password': 'Aktuelles Passwort',
  'field.new_password': 'Neues Passwort',
  'field.end_application_tokens': 'Auch die Zugriffstoken meiner eigenen Anwendungen widerrufen',
  'field.redirect_uris': 'Weiterleitungsadressen',
  'field.public': 'Öffentliche Anwendung',
  'field.api_version': 'API-Version',
  'field.require_pkce': 'PKCE verlangen',
  'hint.default_notification_phone':
    '6 bis 15 Ziffern, am besten mit Ländervorwahl, zum Beispiel +49.',
  'hint.password_for_email': 'Nur nötig, um die E-Mail-Adresse zu ändern.',
  'hint.end_application_tokens':
    'Wählen Sie dies, wenn jemand anderes Ihr Passwort gekannt haben könnte. Andernfalls funktionieren Ihre eigenen Anwendungen weiter.',
  'hint.redirect_uris':
    'Eine pro Zeile. Benutzer werden ausschließlich an diese Adressen zurückgeleitet.',
  'hint.public':
    'Für eine Anwendung, die kein Geheimnis wahren kann, etwa auf einem Telefon oder im Browser.',
  'hint.api_version': 'Gilt, wenn ein Aufruf selbst keine Version angibt.',
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
  'sign_in.forgot': 'Passwort vergessen?',
  'second_step.title': 'Zweiter Schritt',
  'second_step.lead':
    'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt, oder einen Ihrer Wiederherstellungscodes.',
  'confirm.title': 'Bestätigen Sie, dass Sie es sind',
  'confirm.submit': 'Bestätigen',
  'sign_up.title': 'Konto anlegen',
  'sign_up.submit': 'Konto anlegen',
  'sign_up.have_account': 'Sie haben schon ein Konto?',
  'sign_up.sign_in': 'Anmelden',
  'check_mail.title': 'Sehen Sie in Ihrem Postfach nach',
  'check_mail.sign_up':
    'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin, um die Einrichtung Ihres Kontos abzuschließen. Der Link ist 24 Stunden gültig.',
  'check_mail.reset':
    'Falls es ein Konto mit der E-Mail-Adresse {email} gibt, haben wir einen Link dorthin gesendet. Der Link ist 30 Minuten gültig.',
  'check_mail.missing':
    'Keine E-Mail erhalten? Sehen Sie in Ihrem Spamordner nach oder versuchen Sie es in einigen Minuten noch einmal.',
  'confirm_sign_up.title': 'Einrichtung Ihres Kontos abschließen',
  'confirm_sign_up.lead': 'Geben Sie das Passwort ein, das Sie für {email} gewählt haben.',
  'confirm_sign_up.submit': 'Konto anlegen',
  'confirm_sign_up.again': 'Neu anfangen',
  'forgot.title': 'Passwort vergessen?',
  'forgot.lead':
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
  'forgot.submit': 'Link senden',
  'reset.title': 'Neues Passwort wählen',
  'reset.lead':
    'Sie werden überall abgemeldet, und Anwendungen, die Sie zugelassen haben, verlieren den Zugriff auf Ihr Konto.',
  'reset.submit': 'Passwort ändern',
  'verify.title': 'E-Mail-Adresse bestätigen',
  'verify.lead': 'Bestätigen Sie, dass {email} Ihre E-Mail-Adresse ist.',
  'verify.submit': 'E-Mail-Adresse bestätigen',
  'restore_email.title': 'Änderung Ihrer E-Mail-Adresse rückgängig machen?',
  'restore_email.lead':
    'Ihr Konto erhält wieder die E-Mail-Adresse {email}. Sie werden überall abgemeldet und wählen danach ein neues Passwort.',
  'restore_email.submit': 'Änderung rückgängig machen',
  'link.invalid': 'Dieser Link funktioniert nicht mehr',
  'link.again': 'Neuen Link anfordern',

  'account.title': 'Konto',
  'account.lead': 'Wer Sie hier sind und wie Sie sich anmelden.',
  'account.profile': 'Profil',
  'account.password': 'Passwort',
  'account.password_lead':
    'Ein neues Passwort beendet alle Ihre anderen Anmeldungen und den Zugriff der Anwendungen, die Sie zugelassen haben.',
  'account.password_submit': 'Passwort ändern',
  'account.email': 'E-Mail-Adresse',
  'account.email_verified': '{email} ist bestätigt.',
  'account.email_unverified':
    '{email} ist noch nicht bestätigt. Ohne bestätigte E-Mail-Adresse können Sie ein vergessenes Passwort nicht zurücksetzen.',
  'account.email_verify': 'Bestätigungs-E-Mail senden',
  'account.danger': 'Konto löschen',
  'account.danger_lead':
    'Ihr Konto wird endgültig gelöscht, zusammen mit Ihren Anwendungen und allem, was Sie erlaubt haben.',
  'account.delete': 'Konto löschen …',
  'export_account.title': 'Ihre Daten herunterladen',
  'export_account.lead':
    'Eine JSON-Datei mit allem, was über Sie gespeichert ist, ohne Passwörter und Token.',
  'export_account.submit': 'Herunterladen',
  'delete_account.title': 'Ihr Konto löschen?',
  'delete_account.lead':
    'Das lässt sich nicht rückgängig machen. Sie verlieren sofort und endgültig:',
  'delete_account.account': 'Ihr Konto {email}',
  'delete_account.applications': 'Ihre Anwendungen mit deren Zugriffstoken',
  'delete_account.grants': 'Alle Anmeldungen und alles, was Sie anderen Anwendungen erlaubt haben',
  'delete_account.password': 'Geben Sie Ihr Passwort ein, um zu bestätigen, dass Sie es sind.',
  'delete_account.submit': 'Mein Konto löschen',

  'security.app': 'Authenticator-App',
  'security.app_off':
    'Mit einer App auf Ihrem Telefon braucht die Anmeldung neben Ihrem Passwort einen Code, der sich alle 30 Sekunden ändert.',
  'security.app_on': 'Die Anmeldung braucht einen Code Ihrer Authenticator-App.',
  'security.app_add': 'Authenticator-App einrichten',
  'security.app_scan':
    'Scannen Sie den QR-Code mit Ihrer Authenticator-App oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den die App anzeigt.',
  'security.app_key': 'Schlüssel',
  'security.app_remove': 'Authenticator-App entfernen',
  'security.codes': 'Wiederherstellungscodes',
  'security.codes_once':
    'Wenn Sie Ihr Telefon verlieren, melden Sie sich mit jedem dieser Codes einmal an. Drucken Sie sie jetzt aus oder schreiben Sie sie auf: Sie werden nicht noch einmal angezeigt.',
  'security.codes_left': 'Verbleibende Codes: {count}',
  'security.codes_end': 'Die Codes, die Sie jetzt haben, funktionieren dann nicht mehr.',
  'security.codes_replace': 'Neue Wiederherstellungscodes erstellen',
  'sessions.title': 'Anmeldungen',
  'sessions.lead':
    'Die Browser, in denen Sie angemeldet sind. Beenden Sie Anmeldungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  'sessions.current': 'Dieser Browser',
  'sessions.unknown': 'Unbekannter Browser',
  'sessions.browser_on_system': '{browser} unter {system}',
  'sessions.seen': 'Zuletzt verwendet am',
  'sessions.since': 'Angemeldet seit',
  'sessions.source': 'Von',
  'sessions.end': 'Beenden',
  'sessions.end_others': 'Alle anderen beenden',

  'activity.title': 'Aktivitäten',
  'activity.lead':
    'Was in den letzten zwölf Monaten mit Ihrem Konto geschehen ist, das Neueste zuerst. Wenn etwas davon nicht von Ihnen stammt, ändern Sie Ihr Passwort.',
  'activity.delays':
    'Wer mehrmals ein falsches Passwort eingibt, muss immer länger warten. Ein neues Passwort beendet das Warten.',
  'activity.empty': 'Noch keine Aktivitäten',
  'activity.refused': 'Abgelehnt',
  'activity.changed': 'Geändert',
  'activity.through': 'Über',
  'activity.console': 'Diese Seiten',
  'activity.operator': 'Betreiber des Dienstes',
  'activity.deleted_application': 'Eine gelöschte Anwendung',
  'activity.waiting_until': 'Wartezeit bis',
  'activity.older': 'Ältere Aktivitäten',
  'activity.latest': 'Neueste Aktivitäten',
  'activity.account.create': 'Konto angelegt',
  'activity.account.update': 'Änderung des Kontos',
  'activity.account.delete': 'Löschung des Kontos',
  'activity.account.suspend': 'Konto gesperrt',
  'activity.account.restore': 'Sperre des Kontos aufgehoben',
  'activity.account.export': 'Herunterladen der Daten',
  'activity.password.change': 'Änderung des Passworts',
  'activity.reset.start': 'Zurücksetzen des Passworts begonnen',
  'activity.password.reset': 'Passwort zurückgesetzt',
  'activity.email.verify': 'E-Mail-Adresse bestätigt',
  'activity.email.restore': 'Änderung der E-Mail-Adresse rückgängig gemacht',
  'activity.account.authenticate': 'Anmeldung',
  'activity.factor.add': 'Authenticator-App eingerichtet',
  'activity.factor.remove': 'Authenticator-App entfernt',
  'activity.factor.use': 'Code der Authenticator-App',
  'activity.recovery.use': 'Wiederherstellungscode verwendet',
  'activity.recovery.replace': 'Neue Wiederherstellungscodes',
  'activity.session.confirm': 'Bestätigung der Identität',
  'activity.session.end': 'Anmeldung beendet',
  'activity.application.create': 'Anwendung angelegt',
  'activity.application.update': 'Anwendung geändert',
  'activity.application.delete': 'Anwendung gelöscht',
  'activity.secret.rotate': 'Neues Client-Secret',
  'activity.client.authenticate': 'Authentifizierung der Anwendung',
  'activity.token.create': 'Neues Zugriffstoken',
  'activity.token.reveal': 'Zugriffstoken angezeigt',
  'activity.token.revoke': 'Zugriffstoken widerrufen',
  'activity.grant.create': 'Anwendung zugelassen',
  'activity.grant.revoke': 'Anwendung nicht mehr zugelassen',
  'activity.grant.redeem': 'Anwendung hat Zugriff erhalten',
  'activity.grant.refresh': 'Anwendung hat ihren Zugriff erneuert',
  'activity.grant.reuse': 'Zugriff beendet, weil ein Token zweimal verwendet wurde',

  'applications.title': 'Anwendungen',
  'applications.lead': 'Ihre Programme, die mit diesem Dienst arbeiten.',
  'applications.new': 'Neue Anwendung',
  'applications.created': 'Angelegt am',
  'applications.public': 'Öffentlich',
  'applications.empty': 'Noch keine Anwendungen',
  'applications.empty_lead':
    'Eine Anwendung gibt Ihnen ein Zugriffstoken, mit dem Ihre Programme die API aufrufen können. Über OAuth können sich damit auch andere Personen mit ihren eigenen Konten anmelden.',
  'applications.empty_new': 'Erste Anwendung anlegen',
  'new_application.title': 'Neue Anwendung',
  'new_application.lead': 'Ein Name genügt. Ihr Zugriffstoken steht gleich danach bereit.',
  'new_application.oauth': 'Für OAuth',
  'new_application.oauth_lead':
    'Nur nötig, wenn sich andere Personen über Ihre Anwendung anmelden.',
  'new_application.submit': 'Anwendung anlegen',
  'application.token': 'Zugriffstoken',
  'application.token_lead':
    'Damit kann ein Programm mit Ihrem Konto alles tun, was die API bietet. Bewahren Sie es so sicher auf wie ein Passwort.',
  'application.token_masked': 'Das Zugriffstoken ist verborgen.',
  'application.token_none': 'Zurzeit gibt es kein Zugriffstoken.',
  'application.token_unreadable':
    'Das Zugriffstoken funktioniert, kann aber nicht mehr angezeigt werden.',
  'application.token_reveal': 'Anzeigen',
  'application.token_create': 'Zugriffstoken erzeugen',
  'application.token_regenerate': 'Neu erzeugen',
  'application.token_revoke': 'Widerrufen',
  'application.token_replace': 'Ein neues Token macht das alte sofort ungültig.',
  'application.try': 'Im Terminal ausprobieren',
  'application.credentials': 'OAuth-Client',
  'application.credentials_lead':
    'Womit sich Ihre Anwendung ausweist, wenn sich Benutzer über sie anmelden.',
  'application.client_id': 'Client-ID',
  'application.client_secret': 'Client-Secret',
  'application.secret_once':
    'Kopieren Sie dieses Secret jetzt. Es wird nicht noch einmal angezeigt.',
  'application.secret_kept':
    'Es wurde einmal angezeigt und kann nicht erneut angezeigt werden. Wenn Sie es verloren haben, erzeugen Sie ein neues; das alte wird dann sofort ungültig.',
  'application.secret_none':
    'Eine öffentliche Anwendung hat keines. Sie verwendet stattdessen PKCE.',
  'application.secret_rotate': 'Neues Secret erzeugen',
  'application.settings': 'Einstellungen',
  'application.created': 'Angelegt am',
  'application.updated': 'Zuletzt geändert am',
  'application.danger': 'Anwendung löschen',
  'application.danger_lead':
    'Alle Zugriffstoken dieser Anwendung verlieren sofort ihre Gültigkeit, auch solche, die andere Personen erlaubt haben.',
  'application.delete': 'Anwendung löschen …',
  'delete_application.title': '{application} löschen?',
  'delete_application.lead':
    'Alle Zugriffstoken dieser Anwendung verlieren sofort ihre Gültigkeit, auch solche, die andere Personen erlaubt haben. Das lässt sich nicht rückgängig machen.',
  'delete_application.submit': 'Anwendung löschen',

  'grants.title': 'Zugelassene Anwendungen',
  'grants.lead':
    'Anwendungen, die Ihr Konto verwenden dürfen. Sie können das jederzeit widerrufen.',
  'grants.owner': 'Von {owner}',
  'grants.since': 'Zugelassen am',
  'grants.revoke': 'Widerrufen',
  'grants.empty': 'Keine zugelassenen Anwendungen',
  'grants.empty_lead':
    'Wenn Sie einer Anwendung erlauben, Ihr Konto zu verwenden, erscheint sie hier, und Sie können die Erlaubnis widerrufen.',
  'consent.title': '{application} zulassen?',
  'consent.lead': '{application}, eine Anwendung von {owner}, möchte Ihr Konto verwenden.',
  'consent.scope': 'Die Anwendung darf dann:',
  'consent.limits':
    'Die Anwendung kann weder Ihr Passwort sehen noch auf Ihre anderen Anwendungen zugreifen.',
  'consent.duration': 'Ihre Erlaubnis endet automatisch nach einem Jahr.',
  'consent.signed_in': 'Sie sind als {email} angemeldet.',
  'consent.not_you': 'Nicht Ihr Konto? Abmelden',
  'consent.destination': 'Danach geht es weiter zu {destination}.',
  'consent.withdraw': 'Sie können das jederzeit unter „Zugelassene Anwendungen“ widerrufen.',
  'consent.allow': 'Zulassen',
  'consent.deny': 'Nicht zulassen',

  'error.forbidden': 'Nicht erlaubt',
  'error.not_found': 'Seite nicht gefunden',
  'error.busy': 'Einen Moment, bitte',
  'error.server': 'Etwas ist schiefgegangen',
  'error.other': 'Das hat nicht funktioniert',
  'error.request_id': 'Anfrage',
  'error.home': 'Zur Startseite',

  'notice.signed_out': 'Sie sind abgemeldet.',
  'notice.confirmed':
    'Bestätigt. In den nächsten zehn Minuten werden Sie nicht noch einmal gefragt.',
  'notice.account_saved': 'Ihr Konto wurde gespeichert.',
  'notice.password_changed':
    'Ihr Passwort wurde geändert. Alle Ihre anderen Anmeldungen wurden beendet.',
  'notice.password_reset':
    'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen Passwort an.',
  'notice.email_verified': 'Ihre E-Mail-Adresse ist bestätigt.',
  'notice.email_restored':
    'Ihre E-Mail-Adresse wurde wiederhergestellt. Wählen Sie jetzt ein neues Passwort.',
  'notice.verification_sent':
    'Wir haben eine E-Mail an Ihre Adresse gesendet. Öffnen Sie den Link darin, um die Adresse zu bestätigen.',
  'notice.account_deleted': 'Ihr Konto wurde gelöscht.',
  'notice.session_ended': 'Die Anmeldung wurde beendet.',
  'notice.sessions_ended': 'Alle anderen Anmeldungen wurden beendet.',
  'notice.application_created': 'Die Anwendung wurde angelegt.',
  'notice.application_saved': 'Die Anwendung wurde gespeichert.',
  'notice.application_deleted': 'Die Anwendung wurde gelöscht.',
  'notice.token_regenerated': 'Es gibt ein neues Zugriffstoken. Das alte gilt nicht mehr.',
  'notice.token_revoked': 'Das Zugriffstoken wurde widerrufen.',
  'notice.secret_rotated': 'Es gibt ein neues Client-Secret. Das alte gilt nicht mehr.',
  'notice.grant_revoked': 'Die Anwendung kann Ihr Konto nicht mehr verwenden.',
};
