import type { MailCatalogue } from './en.js';

/** Terms: konto, lösenord, åtkomsttoken, app, e-postadress. */
export const sv: MailCatalogue = {
  'mail.greeting': 'Hej {name}!',
  'mail.greeting_nameless': 'Hej!',
  'mail.link_hint': 'Om knappen inte fungerar kan du kopiera den här länken till din webbläsare:',
  'mail.code':
    'Eller ange den här koden på sidan där du begärde det här mejlet. Koden gäller i {codeMinutes, plural, one {# minut} other {# minuter}} och kan bara användas en gång.',
  'mail.verification.subject': 'Bekräfta din e-postadress hos {serviceName}',
  'mail.verification.lead':
    'Bekräfta att det här är din e-postadress. Den har angetts för ett konto hos {serviceName}.',
  'mail.verification.action': 'Bekräfta e-postadress',
  'mail.verification.expiry':
    'Länken gäller i {hours, plural, one {# timme} other {# timmar}} och kan bara användas en gång.',
  'mail.verification.ignore':
    'Om kontot inte är ditt kan du bortse från det här mejlet. Adressen förblir då obekräftad.',
  'mail.sign-up.subject': 'Slutför registreringen av ditt konto hos {serviceName}',
  'mail.sign-up.lead':
    'Nu är det nästan klart. Öppna länken för att slutföra registreringen av ditt konto hos {serviceName}. Sidan frågar efter lösenordet som du valde.',
  'mail.sign-up.action': 'Slutför registreringen',
  'mail.sign-up.expiry':
    'Länken gäller i {hours, plural, one {# timme} other {# timmar}} och kan bara användas en gång.',
  'mail.sign-up.ignore':
    'Om du inte har registrerat dig kan du bortse från det här mejlet. Inget konto skapas utan dig.',
  'mail.sign-up-taken.subject': 'Du har redan ett konto hos {serviceName}',
  'mail.sign-up-taken.lead':
    'Någon har försökt skapa ett konto hos {serviceName} med den här e-postadressen, men du har redan ett. Ingenting har ändrats.',
  'mail.sign-up-taken.you':
    'Om det var du kan du logga in i stället. Om du har glömt ditt lösenord kan du återställa det på inloggningssidan.',
  'mail.sign-up-taken.action': 'Logga in',
  'mail.sign-up-taken.ignore': 'Om det inte var du behöver du inte göra något.',
  'mail.password-reset.subject': 'Återställ ditt lösenord hos {serviceName}',
  'mail.password-reset.lead':
    'Någon har bett om att få återställa lösenordet för ditt konto hos {serviceName}. Om det var du kan du välja ett nytt lösenord.',
  'mail.password-reset.action': 'Välj nytt lösenord',
  'mail.password-reset.expiry':
    'Länken gäller i {minutes, plural, one {# minut} other {# minuter}} och kan bara användas en gång.',
  'mail.password-reset.ignore':
    'Om det inte var du kan du bortse från det här mejlet. Ditt lösenord ändras inte.',
  'mail.first-proof.subject': 'Bekräfta din e-postadress hos {serviceName}',
  'mail.first-proof.lead':
    'Ett konto hos {serviceName} använder den här e-postadressen, men ingen har bekräftat den än.',
  'mail.first-proof.you':
    'Om adressen är din väljer du ett nytt lösenord. Det bekräftar adressen och avslutar allt som tidigare har ställts in på kontot.',
  'mail.first-proof.action': 'Välj nytt lösenord',
  'mail.first-proof.expiry':
    'Länken gäller i {hours, plural, one {# timme} other {# timmar}} och kan bara användas en gång.',
  'mail.first-proof.ignore':
    'Om det inte var du kan du bortse från det här mejlet. Ingenting har ändrats.',
  'mail.password-changed.subject': 'Ditt lösenord hos {serviceName} har ändrats',
  'mail.password-changed.lead':
    'Lösenordet för ditt konto hos {serviceName} har ändrats. Om det var du behöver du inte göra något mer.',
  'mail.password-changed.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.password-changed.action': 'Återställ lösenord',
  'mail.factor-added.subject':
    'En autentiseringsapp har konfigurerats för ditt konto hos {serviceName}',
  'mail.factor-added.lead':
    'En autentiseringsapp har konfigurerats för ditt konto hos {serviceName}. Om det var du behöver du inte göra något mer.',
  'mail.factor-added.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.factor-added.action': 'Återställ lösenord',
  'mail.factor-removed.subject':
    'Autentiseringsappen har tagits bort från ditt konto hos {serviceName}',
  'mail.factor-removed.lead':
    'Autentiseringsappen har tagits bort från ditt konto hos {serviceName}. Om det var du behöver du inte göra något mer.',
  'mail.factor-removed.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.factor-removed.action': 'Återställ lösenord',
  'mail.factor-removal.subject':
    'Den andra faktorn för ditt konto hos {serviceName} kommer att tas bort',
  'mail.factor-removal.lead':
    'Den som driver {serviceName} har blivit ombedd att ta bort den förlorade andra faktorn för ditt konto. Den tas bort om 24 timmar.',
  'mail.factor-removal.other':
    'Om du inte har bett om detta ska du omedelbart stoppa borttagningen och ändra ditt lösenord.',
  'mail.factor-removal.action': 'Stoppa borttagningen',
  'mail.recovery-used.subject': 'En återställningskod för ditt konto hos {serviceName} har använts',
  'mail.recovery-used.lead':
    'En återställningskod för ditt konto hos {serviceName} har använts. Om det var du behöver du inte göra något mer.',
  'mail.recovery-used.left': 'Återstående koder: {count, number}.',
  'mail.recovery-used.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.recovery-used.action': 'Återställ lösenord',
  'mail.passkey-added.subject': 'En nyckel har lagts till i ditt konto hos {serviceName}',
  'mail.passkey-added.lead':
    'En nyckel har lagts till i ditt konto hos {serviceName}. Om det var du behöver du inte göra något mer.',
  'mail.passkey-added.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.passkey-added.action': 'Återställ lösenord',
  'mail.passkey-removed.subject': 'En nyckel har tagits bort från ditt konto hos {serviceName}',
  'mail.passkey-removed.lead':
    'En nyckel har tagits bort från ditt konto hos {serviceName}. Om det var du behöver du inte göra något mer.',
  'mail.passkey-removed.other':
    'Om det inte var du ska du omedelbart återställa ditt lösenord. Då loggas alla andra ut.',
  'mail.passkey-removed.action': 'Återställ lösenord',
  'mail.email-changed.subject': 'E-postadressen för ditt konto hos {serviceName} har ändrats',
  'mail.email-changed.lead':
    'E-postadressen för ditt konto hos {serviceName} har ändrats till {newEmail}. Om det var du behöver du inte göra något mer.',
  'mail.email-changed.yours':
    'Om du bekräftar på samma sida att det var du kan den här adressen inte längre ångra ändringen.',
  'mail.email-changed.other':
    'Om det inte var du ska du omedelbart ångra ändringen och sedan välja ett nytt lösenord.',
  'mail.email-changed.action': 'Ångra ändringen',
  'mail.email-changed.expiry':
    'Länken gäller i {days, plural, one {# dag} other {# dagar}} och kan bara användas en gång.',
  'mail.email-left.subject': 'E-postadressen för ditt konto hos {serviceName} har ändrats',
  'mail.email-left.lead':
    'E-postadressen för ditt konto hos {serviceName} har ändrats. Om det inte var du kontaktar du {serviceName}.',
  'mail.account-deleted.subject': 'Ditt konto hos {serviceName} har raderats',
  'mail.account-deleted.lead':
    'Ditt konto hos {serviceName} har raderats. Om det inte var du kontaktar du {serviceName}.',
  'mail.email-pending.subject': 'E-postadressen för ditt konto hos {serviceName} har ändrats',
  'mail.email-pending.lead':
    'En app har ändrat e-postadressen för ditt konto hos {serviceName} till {newEmail}. Tills du godkänner den nya adressen loggar du in med den här.',
  'mail.email-pending.other':
    'Om det inte var du ska du omedelbart återkalla appens åtkomst och ändra ditt lösenord.',
  'mail.email-pending.action': 'Använd den nya adressen',
  'mail.email-pending.expiry':
    'Länken gäller i {hours, plural, one {# timme} other {# timmar}} och kan bara användas en gång.',
  'mail.application-authorized.subject': 'En app kan nu använda ditt konto hos {serviceName}',
  'mail.application-authorized.lead':
    'Du har auktoriserat {application} att använda ditt konto hos {serviceName}. Du kan återkalla åtkomsten när som helst.',
  'mail.application-authorized.other':
    'Om det inte var du ska du omedelbart återkalla appens åtkomst och ändra ditt lösenord.',
  'mail.application-authorized.action': 'Visa anslutna appar',
  'mail.new-browser.subject': 'Ny inloggning på ditt konto hos {serviceName}',
  'mail.new-browser.lead':
    'Någon har precis loggat in på ditt konto hos {serviceName} i en webbläsare som inte har använts med kontot tidigare: {browser}, IP-adress {source}.',
  'mail.new-browser.other': 'Om det inte var du ska du välja ett nytt lösenord nu.',
  'mail.new-browser.action': 'Återställ lösenord',
};
