import type { MailCatalogue } from './en.js';

/** Terms: Konto, Passwort, Zugriffstoken, Anwendung, E-Mail-Adresse. */
export const de: MailCatalogue = {
  'mail.greeting': 'Guten Tag {name},',
  'mail.greeting_nameless': 'Guten Tag,',
  'mail.link_hint':
    'Falls die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
  'mail.code':
    'Oder geben Sie diesen Code auf der Seite ein, auf der Sie diese E-Mail angefordert haben. Der Code ist {codeMinutes, plural, one {# Minute} other {# Minuten}} gültig und kann nur einmal verwendet werden.',
  'mail.verification.subject': 'Bestätigen Sie Ihre E-Mail-Adresse für {serviceName}',
  'mail.verification.lead':
    'Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist. Sie wurde für ein Konto bei {serviceName} angegeben.',
  'mail.verification.action': 'E-Mail-Adresse bestätigen',
  'mail.verification.expiry':
    'Der Link ist {hours, plural, one {# Stunde} other {# Stunden}} gültig und kann nur einmal verwendet werden.',
  'mail.verification.ignore':
    'Wenn dieses Konto nicht Ihres ist, ignorieren Sie diese E-Mail. Die Adresse bleibt dann unbestätigt.',
  'mail.sign-up.subject': 'Schließen Sie die Einrichtung Ihres Kontos bei {serviceName} ab',
  'mail.sign-up.lead':
    'Fast geschafft: Öffnen Sie den Link, um die Einrichtung Ihres Kontos bei {serviceName} abzuschließen. Die Seite fragt nach dem Passwort, das Sie gewählt haben.',
  'mail.sign-up.action': 'Einrichtung abschließen',
  'mail.sign-up.expiry':
    'Der Link ist {hours, plural, one {# Stunde} other {# Stunden}} gültig und kann nur einmal verwendet werden.',
  'mail.sign-up.ignore':
    'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung wird kein Konto erstellt.',
  'mail.sign-up-taken.subject': 'Sie haben bereits ein Konto bei {serviceName}',
  'mail.sign-up-taken.lead':
    'Jemand wollte mit dieser E-Mail-Adresse ein Konto bei {serviceName} erstellen, aber Sie haben bereits eines. Es hat sich nichts geändert.',
  'mail.sign-up-taken.you':
    'Wenn Sie es waren, melden Sie sich stattdessen an. Falls Sie Ihr Passwort vergessen haben, können Sie es auf der Anmeldeseite zurücksetzen.',
  'mail.sign-up-taken.action': 'Anmelden',
  'mail.sign-up-taken.ignore': 'Wenn Sie es nicht waren, müssen Sie nichts tun.',
  'mail.password-reset.subject': 'Setzen Sie Ihr Passwort für {serviceName} zurück',
  'mail.password-reset.lead':
    'Jemand hat das Zurücksetzen des Passworts für Ihr Konto bei {serviceName} angefordert. Wenn Sie es waren, wählen Sie ein neues Passwort.',
  'mail.password-reset.action': 'Neues Passwort wählen',
  'mail.password-reset.expiry':
    'Der Link ist {minutes, plural, one {# Minute} other {# Minuten}} gültig und kann nur einmal verwendet werden.',
  'mail.password-reset.ignore':
    'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  'mail.first-proof.subject': 'Bestätigen Sie Ihre E-Mail-Adresse für {serviceName}',
  'mail.first-proof.lead':
    'Ein Konto bei {serviceName} verwendet diese E-Mail-Adresse, aber noch niemand hat sie bestätigt.',
  'mail.first-proof.you':
    'Wenn die Adresse Ihnen gehört, wählen Sie ein neues Passwort. Damit bestätigen Sie die Adresse und beenden alles, was vorher im Konto eingerichtet wurde.',
  'mail.first-proof.action': 'Neues Passwort wählen',
  'mail.first-proof.expiry':
    'Der Link ist {hours, plural, one {# Stunde} other {# Stunden}} gültig und kann nur einmal verwendet werden.',
  'mail.first-proof.ignore':
    'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
  'mail.password-changed.subject': 'Ihr Passwort für {serviceName} wurde geändert',
  'mail.password-changed.lead':
    'Das Passwort Ihres Kontos bei {serviceName} wurde geändert. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.password-changed.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.password-changed.action': 'Passwort zurücksetzen',
  'mail.factor-added.subject':
    'Für Ihr Konto bei {serviceName} wurde eine Authenticator-App eingerichtet',
  'mail.factor-added.lead':
    'Für Ihr Konto bei {serviceName} wurde eine Authenticator-App eingerichtet. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.factor-added.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.factor-added.action': 'Passwort zurücksetzen',
  'mail.factor-removed.subject':
    'Die Authenticator-App wurde aus Ihrem Konto bei {serviceName} entfernt',
  'mail.factor-removed.lead':
    'Die Authenticator-App wurde aus Ihrem Konto bei {serviceName} entfernt. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.factor-removed.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.factor-removed.action': 'Passwort zurücksetzen',
  'mail.factor-removal.subject': 'Der zweite Faktor Ihres Kontos bei {serviceName} wird entfernt',
  'mail.factor-removal.lead':
    'Der Betreiber von {serviceName} wurde gebeten, den verlorenen zweiten Faktor Ihres Kontos zu entfernen. Er wird in 24 Stunden entfernt.',
  'mail.factor-removal.other':
    'Wenn Sie nicht darum gebeten haben, stoppen Sie die Entfernung sofort und ändern Sie Ihr Passwort.',
  'mail.factor-removal.action': 'Entfernung stoppen',
  'mail.recovery-used.subject':
    'Ein Wiederherstellungscode Ihres Kontos bei {serviceName} wurde verwendet',
  'mail.recovery-used.lead':
    'Ein Wiederherstellungscode Ihres Kontos bei {serviceName} wurde verwendet. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.recovery-used.left': 'Verbleibende Codes: {count, number}.',
  'mail.recovery-used.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.recovery-used.action': 'Passwort zurücksetzen',
  'mail.passkey-added.subject': 'Ihrem Konto bei {serviceName} wurde ein Passkey hinzugefügt',
  'mail.passkey-added.lead':
    'Ihrem Konto bei {serviceName} wurde ein Passkey hinzugefügt. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.passkey-added.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.passkey-added.action': 'Passwort zurücksetzen',
  'mail.passkey-removed.subject': 'Aus Ihrem Konto bei {serviceName} wurde ein Passkey entfernt',
  'mail.passkey-removed.lead':
    'Aus Ihrem Konto bei {serviceName} wurde ein Passkey entfernt. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.passkey-removed.other':
    'Wenn Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück. Damit werden alle anderen abgemeldet.',
  'mail.passkey-removed.action': 'Passwort zurücksetzen',
  'mail.email-changed.subject': 'Die E-Mail-Adresse Ihres Kontos bei {serviceName} wurde geändert',
  'mail.email-changed.lead':
    'Die E-Mail-Adresse Ihres Kontos bei {serviceName} wurde in {newEmail} geändert. Wenn Sie es waren, müssen Sie nichts weiter tun.',
  'mail.email-changed.yours':
    'Wenn Sie auf derselben Seite bestätigen, dass Sie es waren, kann diese Adresse die Änderung nicht mehr rückgängig machen.',
  'mail.email-changed.other':
    'Wenn Sie es nicht waren, machen Sie die Änderung sofort rückgängig und wählen Sie danach ein neues Passwort.',
  'mail.email-changed.action': 'Änderung rückgängig machen',
  'mail.email-changed.expiry':
    'Der Link ist {days, plural, one {# Tag} other {# Tage}} gültig und kann nur einmal verwendet werden.',
  'mail.email-left.subject': 'Die E-Mail-Adresse Ihres Kontos bei {serviceName} wurde geändert',
  'mail.email-left.lead':
    'Die E-Mail-Adresse Ihres Kontos bei {serviceName} wurde geändert. Wenn Sie es nicht waren, wenden Sie sich an {serviceName}.',
  'mail.account-deleted.subject': 'Ihr Konto bei {serviceName} wurde gelöscht',
  'mail.account-deleted.lead':
    'Ihr Konto bei {serviceName} wurde gelöscht. Wenn Sie es nicht waren, wenden Sie sich an {serviceName}.',
  'mail.email-pending.subject': 'Die E-Mail-Adresse Ihres Kontos bei {serviceName} wurde geändert',
  'mail.email-pending.lead':
    'Eine Anwendung hat die E-Mail-Adresse Ihres Kontos bei {serviceName} in {newEmail} geändert. Bis Sie die neue Adresse annehmen, melden Sie sich mit dieser an.',
  'mail.email-pending.other':
    'Wenn Sie es nicht waren, widerrufen Sie sofort den Zugriff dieser Anwendung und ändern Sie Ihr Passwort.',
  'mail.email-pending.action': 'Neue Adresse verwenden',
  'mail.email-pending.expiry':
    'Der Link ist {hours, plural, one {# Stunde} other {# Stunden}} gültig und kann nur einmal verwendet werden.',
  'mail.application-authorized.subject':
    'Eine Anwendung kann jetzt Ihr Konto bei {serviceName} verwenden',
  'mail.application-authorized.lead':
    'Sie haben {application} autorisiert, Ihr Konto bei {serviceName} zu verwenden. Sie können den Zugriff jederzeit widerrufen.',
  'mail.application-authorized.other':
    'Wenn Sie es nicht waren, widerrufen Sie sofort den Zugriff dieser Anwendung und ändern Sie Ihr Passwort.',
  'mail.application-authorized.action': 'Verbundene Anwendungen ansehen',
  'mail.new-browser.subject': 'Neue Anmeldung in Ihrem Konto bei {serviceName}',
  'mail.new-browser.lead':
    'Jemand hat sich gerade mit einem bisher nicht verwendeten Browser in Ihrem Konto bei {serviceName} angemeldet: {browser}, IP-Adresse {source}.',
  'mail.new-browser.other': 'Wenn Sie es nicht waren, wählen Sie jetzt ein neues Passwort.',
  'mail.new-browser.action': 'Passwort zurücksetzen',
};
