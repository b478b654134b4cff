import type { MailCatalogue } from './en.js';

/** Terms: account, wachtwoord, toegangstoken, toepassing, e-mailadres. */
export const nl: MailCatalogue = {
  'mail.greeting': 'Hallo {name},',
  'mail.greeting_nameless': 'Hallo,',
  'mail.link_hint': 'Als de knop niet werkt, kopieer deze link dan naar uw browser:',
  'mail.code':
    'Of voer deze code in op de pagina waar u deze e-mail hebt aangevraagd. De code is {codeMinutes, plural, one {# minuut} other {# minuten}} geldig en kan maar één keer worden gebruikt.',
  'mail.verification.subject': 'Bevestig uw e-mailadres voor {serviceName}',
  'mail.verification.lead':
    'Bevestig dat dit uw e-mailadres is. Het is opgegeven voor een account bij {serviceName}.',
  'mail.verification.action': 'E-mailadres bevestigen',
  'mail.verification.expiry':
    'De link is {hours, plural, one {# uur} other {# uur}} geldig en kan maar één keer worden gebruikt.',
  'mail.verification.ignore':
    'Als dit account niet van u is, kunt u deze e-mail negeren. Het adres blijft dan onbevestigd.',
  'mail.sign-up.subject': 'Voltooi uw registratie bij {serviceName}',
  'mail.sign-up.lead':
    'U bent er bijna. Open de link om uw registratie bij {serviceName} te voltooien. De pagina vraagt om het wachtwoord dat u hebt gekozen.',
  'mail.sign-up.action': 'Registratie voltooien',
  'mail.sign-up.expiry':
    'De link is {hours, plural, one {# uur} other {# uur}} geldig en kan maar één keer worden gebruikt.',
  'mail.sign-up.ignore':
    'Als u zich niet hebt geregistreerd, kunt u deze e-mail negeren. Zonder uw bevestiging wordt er geen account gemaakt.',
  'mail.sign-up-taken.subject': 'U hebt al een account bij {serviceName}',
  'mail.sign-up-taken.lead':
    'Iemand heeft geprobeerd met dit e-mailadres een account bij {serviceName} te maken, maar u hebt er al een. Er is niets veranderd.',
  'mail.sign-up-taken.you':
    'Was u dit zelf, log dan gewoon in. Als u uw wachtwoord bent vergeten, kunt u het op de inlogpagina opnieuw instellen.',
  'mail.sign-up-taken.action': 'Inloggen',
  'mail.sign-up-taken.ignore': 'Was u dit niet, dan hoeft u niets te doen.',
  'mail.password-reset.subject': 'Stel uw wachtwoord voor {serviceName} opnieuw in',
  'mail.password-reset.lead':
    'Iemand heeft gevraagd om het wachtwoord van uw account bij {serviceName} opnieuw in te stellen. Was u dit zelf, kies dan een nieuw wachtwoord.',
  'mail.password-reset.action': 'Nieuw wachtwoord kiezen',
  'mail.password-reset.expiry':
    'De link is {minutes, plural, one {# minuut} other {# minuten}} geldig en kan maar één keer worden gebruikt.',
  'mail.password-reset.ignore':
    'Was u dit niet, dan kunt u deze e-mail negeren. Uw wachtwoord blijft hetzelfde.',
  'mail.first-proof.subject': 'Bevestig uw e-mailadres voor {serviceName}',
  'mail.first-proof.lead':
    'Een account bij {serviceName} gebruikt dit e-mailadres, maar niemand heeft het nog bevestigd.',
  'mail.first-proof.you':
    'Is dit uw adres, kies dan een nieuw wachtwoord. Dat bevestigt het adres en beëindigt alles wat eerder in het account is ingesteld.',
  'mail.first-proof.action': 'Nieuw wachtwoord kiezen',
  'mail.first-proof.expiry':
    'De link is {hours, plural, one {# uur} other {# uur}} geldig en kan maar één keer worden gebruikt.',
  'mail.first-proof.ignore':
    'Was u dit niet, dan kunt u deze e-mail negeren. Er is niets veranderd.',
  'mail.password-changed.subject': 'Uw wachtwoord voor {serviceName} is gewijzigd',
  'mail.password-changed.lead':
    'Het wachtwoord van uw account bij {serviceName} is gewijzigd. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.password-changed.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.password-changed.action': 'Wachtwoord opnieuw instellen',
  'mail.factor-added.subject':
    'Er is een authenticator-app ingesteld voor uw account bij {serviceName}',
  'mail.factor-added.lead':
    'Er is een authenticator-app ingesteld voor uw account bij {serviceName}. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.factor-added.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.factor-added.action': 'Wachtwoord opnieuw instellen',
  'mail.factor-removed.subject':
    'De authenticator-app is verwijderd van uw account bij {serviceName}',
  'mail.factor-removed.lead':
    'De authenticator-app is verwijderd van uw account bij {serviceName}. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.factor-removed.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.factor-removed.action': 'Wachtwoord opnieuw instellen',
  'mail.factor-removal.subject':
    'De tweede factor van uw account bij {serviceName} wordt verwijderd',
  'mail.factor-removal.lead':
    'Aan de beheerder van {serviceName} is gevraagd om de verloren tweede factor van uw account te verwijderen. De factor wordt over 24 uur verwijderd.',
  'mail.factor-removal.other':
    'Als u hier niet om hebt gevraagd, stop de verwijdering dan onmiddellijk en wijzig uw wachtwoord.',
  'mail.factor-removal.action': 'Verwijdering stoppen',
  'mail.recovery-used.subject': 'Er is een herstelcode van uw account bij {serviceName} gebruikt',
  'mail.recovery-used.lead':
    'Er is een herstelcode van uw account bij {serviceName} gebruikt. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.recovery-used.left': 'Resterende codes: {count, number}.',
  'mail.recovery-used.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.recovery-used.action': 'Wachtwoord opnieuw instellen',
  'mail.passkey-added.subject': 'Er is een passkey toegevoegd aan uw account bij {serviceName}',
  'mail.passkey-added.lead':
    'Er is een passkey toegevoegd aan uw account bij {serviceName}. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.passkey-added.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.passkey-added.action': 'Wachtwoord opnieuw instellen',
  'mail.passkey-removed.subject': 'Er is een passkey verwijderd van uw account bij {serviceName}',
  'mail.passkey-removed.lead':
    'Er is een passkey verwijderd van uw account bij {serviceName}. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.passkey-removed.other':
    'Was u dit niet, stel uw wachtwoord dan onmiddellijk opnieuw in. Alle anderen worden daardoor uitgelogd.',
  'mail.passkey-removed.action': 'Wachtwoord opnieuw instellen',
  'mail.email-changed.subject': 'Het e-mailadres van uw account bij {serviceName} is gewijzigd',
  'mail.email-changed.lead':
    'Het e-mailadres van uw account bij {serviceName} is gewijzigd in {newEmail}. Was u dit zelf, dan hoeft u verder niets te doen.',
  'mail.email-changed.yours':
    'Als u op dezelfde pagina bevestigt dat u het was, kan dit adres de wijziging niet meer ongedaan maken.',
  'mail.email-changed.other':
    'Was u dit niet, maak de wijziging dan onmiddellijk ongedaan en kies daarna een nieuw wachtwoord.',
  'mail.email-changed.action': 'Wijziging ongedaan maken',
  'mail.email-changed.expiry':
    'De link is {days, plural, one {# dag} other {# dagen}} geldig en kan maar één keer worden gebruikt.',
  'mail.email-left.subject': 'Het e-mailadres van uw account bij {serviceName} is gewijzigd',
  'mail.email-left.lead':
    'Het e-mailadres van uw account bij {serviceName} is gewijzigd. Was u dit niet, neem dan contact op met {serviceName}.',
  'mail.account-deleted.subject': 'Uw account bij {serviceName} is verwijderd',
  'mail.account-deleted.lead':
    'Uw account bij {serviceName} is verwijderd. Was u dit niet, neem dan contact op met {serviceName}.',
  'mail.email-pending.subject': 'Het e-mailadres van uw account bij {serviceName} is gewijzigd',
  'mail.email-pending.lead':
    'Een toepassing heeft het e-mailadres van uw account bij {serviceName} gewijzigd in {newEmail}. Totdat u het nieuwe adres accepteert, logt u in met dit adres.',
  'mail.email-pending.other':
    'Was u dit niet, trek de toegang van deze toepassing dan onmiddellijk in en wijzig uw wachtwoord.',
  'mail.email-pending.action': 'Het nieuwe adres gebruiken',
  'mail.email-pending.expiry':
    'De link is {hours, plural, one {# uur} other {# uur}} geldig en kan maar één keer worden gebruikt.',
  'mail.application-authorized.subject':
    'Een toepassing kan nu uw account bij {serviceName} gebruiken',
  'mail.application-authorized.lead':
    'U hebt {application} geautoriseerd om uw account bij {serviceName} te gebruiken. U kunt de toegang op elk moment intrekken.',
  'mail.application-authorized.other':
    'Was u dit niet, trek de toegang van deze toepassing dan onmiddellijk in en wijzig uw wachtwoord.',
  'mail.application-authorized.action': 'Gekoppelde toepassingen bekijken',
  'mail.new-browser.subject': 'Nieuwe login op uw account bij {serviceName}',
  'mail.new-browser.lead':
    'Iemand heeft zojuist ingelogd op uw account bij {serviceName} in een browser die daarvoor nog niet eerder is gebruikt: {browser}, IP-adres {source}.',
  'mail.new-browser.other': 'Was u dit niet, kies dan nu een nieuw wachtwoord.',
  'mail.new-browser.action': 'Wachtwoord opnieuw instellen',
};
