import type { MailCatalogue } from './en.js';

/** Terms: konto, passord, tilgangstoken, app, e-postadresse. */
export const no: MailCatalogue = {
  'mail.greeting': 'Hei, {name}!',
  'mail.greeting_nameless': 'Hei!',
  'mail.link_hint': 'Hvis knappen ikke virker, kan du kopiere denne lenken inn i nettleseren:',
  'mail.code':
    'Eller skriv inn denne koden på siden der du ba om denne e-posten. Koden er gyldig i {codeMinutes, plural, one {# minutt} other {# minutter}} og kan bare brukes én gang.',
  'mail.verification.subject': 'Bekreft e-postadressen din hos {serviceName}',
  'mail.verification.lead':
    'Bekreft at dette er e-postadressen din. Den ble oppgitt for en konto hos {serviceName}.',
  'mail.verification.action': 'Bekreft e-postadresse',
  'mail.verification.expiry':
    'Lenken er gyldig i {hours, plural, one {# time} other {# timer}} og kan bare brukes én gang.',
  'mail.verification.ignore':
    'Hvis denne kontoen ikke er din, kan du se bort fra denne e-posten. Adressen blir da ikke bekreftet.',
  'mail.sign-up.subject': 'Fullfør opprettelsen av kontoen din hos {serviceName}',
  'mail.sign-up.lead':
    'Du er nesten i mål. Åpne lenken for å fullføre opprettelsen av kontoen din hos {serviceName}. Siden ber om passordet du valgte.',
  'mail.sign-up.action': 'Fullfør opprettelsen',
  'mail.sign-up.expiry':
    'Lenken er gyldig i {hours, plural, one {# time} other {# timer}} og kan bare brukes én gang.',
  'mail.sign-up.ignore':
    'Hvis det ikke var du som registrerte deg, kan du se bort fra denne e-posten. Ingen konto blir opprettet uten deg.',
  'mail.sign-up-taken.subject': 'Du har allerede en konto hos {serviceName}',
  'mail.sign-up-taken.lead':
    'Noen har prøvd å opprette en konto hos {serviceName} med denne e-postadressen, men du har allerede en. Ingenting er endret.',
  'mail.sign-up-taken.you':
    'Hvis det var deg, kan du bare logge inn. Har du glemt passordet, kan du tilbakestille det på innloggingssiden.',
  'mail.sign-up-taken.action': 'Logg inn',
  'mail.sign-up-taken.ignore': 'Hvis det ikke var deg, trenger du ikke å gjøre noe.',
  'mail.password-reset.subject': 'Tilbakestill passordet ditt for {serviceName}',
  'mail.password-reset.lead':
    'Noen har bedt om å få tilbakestilt passordet for kontoen din hos {serviceName}. Hvis det var deg, kan du velge et nytt passord.',
  'mail.password-reset.action': 'Velg nytt passord',
  'mail.password-reset.expiry':
    'Lenken er gyldig i {minutes, plural, one {# minutt} other {# minutter}} og kan bare brukes én gang.',
  'mail.password-reset.ignore':
    'Hvis det ikke var deg, kan du se bort fra denne e-posten. Passordet ditt forblir det samme.',
  'mail.first-proof.subject': 'Bekreft e-postadressen din hos {serviceName}',
  'mail.first-proof.lead':
    'En konto hos {serviceName} bruker denne e-postadressen, men ingen har bekreftet den ennå.',
  'mail.first-proof.you':
    'Hvis adressen er din, velger du et nytt passord. Det bekrefter adressen og avslutter alt som tidligere er satt opp på kontoen.',
  'mail.first-proof.action': 'Velg nytt passord',
  'mail.first-proof.expiry':
    'Lenken er gyldig i {hours, plural, one {# time} other {# timer}} og kan bare brukes én gang.',
  'mail.first-proof.ignore':
    'Hvis det ikke var deg, kan du se bort fra denne e-posten. Ingenting er endret.',
  'mail.password-changed.subject': 'Passordet ditt for {serviceName} er endret',
  'mail.password-changed.lead':
    'Passordet for kontoen din hos {serviceName} er endret. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.password-changed.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.password-changed.action': 'Tilbakestill passord',
  'mail.factor-added.subject':
    'En autentiseringsapp er konfigurert for kontoen din hos {serviceName}',
  'mail.factor-added.lead':
    'En autentiseringsapp er konfigurert for kontoen din hos {serviceName}. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.factor-added.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.factor-added.action': 'Tilbakestill passord',
  'mail.factor-removed.subject': 'Autentiseringsappen er fjernet fra kontoen din hos {serviceName}',
  'mail.factor-removed.lead':
    'Autentiseringsappen er fjernet fra kontoen din hos {serviceName}. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.factor-removed.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.factor-removed.action': 'Tilbakestill passord',
  'mail.factor-removal.subject':
    'Den andre faktoren for kontoen din hos {serviceName} blir fjernet',
  'mail.factor-removal.lead':
    'Den som driver {serviceName}, er bedt om å fjerne den mistede andre faktoren for kontoen din. Den blir fjernet om 24 timer.',
  'mail.factor-removal.other':
    'Hvis du ikke har bedt om dette, må du umiddelbart stoppe fjerningen og endre passordet ditt.',
  'mail.factor-removal.action': 'Stopp fjerningen',
  'mail.recovery-used.subject': 'En gjenopprettingskode for kontoen din hos {serviceName} er brukt',
  'mail.recovery-used.lead':
    'En gjenopprettingskode for kontoen din hos {serviceName} er brukt. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.recovery-used.left': 'Gjenværende koder: {count, number}.',
  'mail.recovery-used.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.recovery-used.action': 'Tilbakestill passord',
  'mail.passkey-added.subject': 'En tilgangsnøkkel er lagt til i kontoen din hos {serviceName}',
  'mail.passkey-added.lead':
    'En tilgangsnøkkel er lagt til i kontoen din hos {serviceName}. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.passkey-added.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.passkey-added.action': 'Tilbakestill passord',
  'mail.passkey-removed.subject': 'En tilgangsnøkkel er fjernet fra kontoen din hos {serviceName}',
  'mail.passkey-removed.lead':
    'En tilgangsnøkkel er fjernet fra kontoen din hos {serviceName}. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.passkey-removed.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakestille passordet. Da blir alle andre logget ut.',
  'mail.passkey-removed.action': 'Tilbakestill passord',
  'mail.email-changed.subject': 'E-postadressen til kontoen din hos {serviceName} er endret',
  'mail.email-changed.lead':
    'E-postadressen til kontoen din hos {serviceName} er endret til {newEmail}. Hvis det var deg, trenger du ikke å gjøre noe mer.',
  'mail.email-changed.yours':
    'Hvis du bekrefter på den samme siden at det var deg, kan denne adressen ikke lenger angre endringen.',
  'mail.email-changed.other':
    'Hvis det ikke var deg, må du umiddelbart angre endringen og deretter velge et nytt passord.',
  'mail.email-changed.action': 'Angre endringen',
  'mail.email-changed.expiry':
    'Lenken er gyldig i {days, plural, one {# dag} other {# dager}} og kan bare brukes én gang.',
  'mail.email-left.subject': 'E-postadressen til kontoen din hos {serviceName} er endret',
  'mail.email-left.lead':
    'E-postadressen til kontoen din hos {serviceName} er endret. Hvis det ikke var deg, kontakter du {serviceName}.',
  'mail.account-deleted.subject': 'Kontoen din hos {serviceName} er slettet',
  'mail.account-deleted.lead':
    'Kontoen din hos {serviceName} er slettet. Hvis det ikke var deg, kontakter du {serviceName}.',
  'mail.email-pending.subject': 'E-postadressen til kontoen din hos {serviceName} er endret',
  'mail.email-pending.lead':
    'En app har endret e-postadressen til kontoen din hos {serviceName} til {newEmail}. Til du godtar den nye adressen, logger du på med denne.',
  'mail.email-pending.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakekalle appens tilgang og endre passordet ditt.',
  'mail.email-pending.action': 'Bruk den nye adressen',
  'mail.email-pending.expiry':
    'Lenken er gyldig i {hours, plural, one {# time} other {# timer}} og kan bare brukes én gang.',
  'mail.application-authorized.subject': 'En app kan nå bruke kontoen din hos {serviceName}',
  'mail.application-authorized.lead':
    'Du har autorisert {application} til å bruke kontoen din hos {serviceName}. Du kan når som helst tilbakekalle tilgangen.',
  'mail.application-authorized.other':
    'Hvis det ikke var deg, må du umiddelbart tilbakekalle appens tilgang og endre passordet ditt.',
  'mail.application-authorized.action': 'Se tilkoblede apper',
  'mail.new-browser.subject': 'Ny innlogging på kontoen din hos {serviceName}',
  'mail.new-browser.lead':
    'Noen har nettopp logget inn på kontoen din hos {serviceName} i en nettleser som ikke har vært brukt med den før: {browser}, IP-adresse {source}.',
  'mail.new-browser.other': 'Hvis det ikke var deg, må du velge et nytt passord nå.',
  'mail.new-browser.action': 'Tilbakestill passord',
};
