import type { MailCatalogue } from './en.js';

/** Terms: konto, adgangskode, adgangstoken, app, e-mailadresse. */
export const da: MailCatalogue = {
  'mail.greeting': 'Hej {name},',
  'mail.greeting_nameless': 'Hej,',
  'mail.link_hint': 'Hvis knappen ikke virker, kan du kopiere dette link ind i din browser:',
  'mail.code':
    'Eller indtast denne kode på den side, hvor du bad om denne e-mail. Koden er gyldig i {codeMinutes, plural, one {# minut} other {# minutter}} og kan kun bruges én gang.',
  'mail.verification.subject': 'Bekræft din e-mailadresse hos {serviceName}',
  'mail.verification.lead':
    'Bekræft venligst, at dette er din e-mailadresse. Den er blevet angivet for en konto hos {serviceName}.',
  'mail.verification.action': 'Bekræft e-mailadresse',
  'mail.verification.expiry':
    'Linket er gyldigt i {hours, plural, one {# time} other {# timer}} og kan kun bruges én gang.',
  'mail.verification.ignore':
    'Hvis kontoen ikke er din, kan du ignorere denne e-mail. Adressen bliver så ikke bekræftet.',
  'mail.sign-up.subject': 'Færdiggør oprettelsen af din konto hos {serviceName}',
  'mail.sign-up.lead':
    'Du er næsten i mål. Åbn linket for at færdiggøre oprettelsen af din konto hos {serviceName}. Siden beder om den adgangskode, du har valgt.',
  'mail.sign-up.action': 'Færdiggør oprettelsen',
  'mail.sign-up.expiry':
    'Linket er gyldigt i {hours, plural, one {# time} other {# timer}} og kan kun bruges én gang.',
  'mail.sign-up.ignore':
    'Hvis det ikke var dig, der ville oprette en konto, kan du ignorere denne e-mail. Uden dig bliver der ikke oprettet nogen konto.',
  'mail.sign-up-taken.subject': 'Du har allerede en konto hos {serviceName}',
  'mail.sign-up-taken.lead':
    'Nogen har forsøgt at oprette en konto hos {serviceName} med denne e-mailadresse, men du har allerede en. Der er ikke ændret noget.',
  'mail.sign-up-taken.you':
    'Hvis det var dig, kan du bare logge ind. Har du glemt din adgangskode, kan du nulstille den på loginsiden.',
  'mail.sign-up-taken.action': 'Log ind',
  'mail.sign-up-taken.ignore': 'Hvis det ikke var dig, behøver du ikke gøre noget.',
  'mail.password-reset.subject': 'Nulstil din adgangskode til {serviceName}',
  'mail.password-reset.lead':
    'Nogen har bedt om at få nulstillet adgangskoden til din konto hos {serviceName}. Hvis det var dig, skal du vælge en ny adgangskode.',
  'mail.password-reset.action': 'Vælg ny adgangskode',
  'mail.password-reset.expiry':
    'Linket er gyldigt i {minutes, plural, one {# minut} other {# minutter}} og kan kun bruges én gang.',
  'mail.password-reset.ignore':
    'Hvis det ikke var dig, kan du ignorere denne e-mail. Din adgangskode forbliver den samme.',
  'mail.first-proof.subject': 'Bekræft din e-mailadresse hos {serviceName}',
  'mail.first-proof.lead':
    'En konto hos {serviceName} bruger denne e-mailadresse, men ingen har bekræftet den endnu.',
  'mail.first-proof.you':
    'Hvis adressen er din, skal du vælge en ny adgangskode. Det bekræfter adressen og afslutter alt, hvad der tidligere er sat op på kontoen.',
  'mail.first-proof.action': 'Vælg ny adgangskode',
  'mail.first-proof.expiry':
    'Linket er gyldigt i {hours, plural, one {# time} other {# timer}} og kan kun bruges én gang.',
  'mail.first-proof.ignore':
    'Hvis det ikke var dig, kan du ignorere denne e-mail. Der er ikke ændret noget.',
  'mail.password-changed.subject': 'Din adgangskode til {serviceName} er blevet skiftet',
  'mail.password-changed.lead':
    'Adgangskoden til din konto hos {serviceName} er blevet skiftet. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.password-changed.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.password-changed.action': 'Nulstil adgangskode',
  'mail.factor-added.subject':
    'Der er konfigureret en godkendelsesapp til din konto hos {serviceName}',
  'mail.factor-added.lead':
    'Der er konfigureret en godkendelsesapp til din konto hos {serviceName}. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.factor-added.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.factor-added.action': 'Nulstil adgangskode',
  'mail.factor-removed.subject': 'Godkendelsesappen er fjernet fra din konto hos {serviceName}',
  'mail.factor-removed.lead':
    'Godkendelsesappen er fjernet fra din konto hos {serviceName}. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.factor-removed.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.factor-removed.action': 'Nulstil adgangskode',
  'mail.factor-removal.subject': 'Den ekstra faktor for din konto hos {serviceName} bliver fjernet',
  'mail.factor-removal.lead':
    'Udbyderen af {serviceName} er blevet bedt om at fjerne den mistede ekstra faktor for din konto. Den bliver fjernet om 24 timer.',
  'mail.factor-removal.other':
    'Hvis du ikke har bedt om det, skal du straks stoppe fjernelsen og skifte din adgangskode.',
  'mail.factor-removal.action': 'Stop fjernelsen',
  'mail.recovery-used.subject':
    'En gendannelseskode for din konto hos {serviceName} er blevet brugt',
  'mail.recovery-used.lead':
    'En gendannelseskode for din konto hos {serviceName} er blevet brugt. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.recovery-used.left': 'Koder tilbage: {count, number}.',
  'mail.recovery-used.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.recovery-used.action': 'Nulstil adgangskode',
  'mail.passkey-added.subject': 'En adgangsnøgle er føjet til din konto hos {serviceName}',
  'mail.passkey-added.lead':
    'En adgangsnøgle er føjet til din konto hos {serviceName}. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.passkey-added.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.passkey-added.action': 'Nulstil adgangskode',
  'mail.passkey-removed.subject': 'En adgangsnøgle er fjernet fra din konto hos {serviceName}',
  'mail.passkey-removed.lead':
    'En adgangsnøgle er fjernet fra din konto hos {serviceName}. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.passkey-removed.other':
    'Hvis det ikke var dig, skal du straks nulstille din adgangskode. Så bliver alle andre logget ud.',
  'mail.passkey-removed.action': 'Nulstil adgangskode',
  'mail.email-changed.subject': 'E-mailadressen på din konto hos {serviceName} er blevet ændret',
  'mail.email-changed.lead':
    'E-mailadressen på din konto hos {serviceName} er blevet ændret til {newEmail}. Hvis det var dig, behøver du ikke gøre mere.',
  'mail.email-changed.yours':
    'Hvis du på den samme side bekræfter, at det var dig, kan denne adresse ikke længere fortryde ændringen.',
  'mail.email-changed.other':
    'Hvis det ikke var dig, skal du straks fortryde ændringen og derefter vælge en ny adgangskode.',
  'mail.email-changed.action': 'Fortryd ændringen',
  'mail.email-changed.expiry':
    'Linket er gyldigt i {days, plural, one {# dag} other {# dage}} og kan kun bruges én gang.',
  'mail.email-left.subject': 'E-mailadressen på din konto hos {serviceName} er blevet ændret',
  'mail.email-left.lead':
    'E-mailadressen på din konto hos {serviceName} er blevet ændret. Hvis det ikke var dig, skal du kontakte {serviceName}.',
  'mail.account-deleted.subject': 'Din konto hos {serviceName} er blevet slettet',
  'mail.account-deleted.lead':
    'Din konto hos {serviceName} er blevet slettet. Hvis det ikke var dig, skal du kontakte {serviceName}.',
  'mail.email-pending.subject': 'E-mailadressen på din konto hos {serviceName} er blevet ændret',
  'mail.email-pending.lead':
    'En app har ændret e-mailadressen på din konto hos {serviceName} til {newEmail}. Indtil du accepterer den nye adresse, logger du ind med denne.',
  'mail.email-pending.other':
    'Hvis det ikke var dig, skal du straks tilbagekalde appens adgang og skifte din adgangskode.',
  'mail.email-pending.action': 'Brug den nye adresse',
  'mail.email-pending.expiry':
    'Linket er gyldigt i {hours, plural, one {# time} other {# timer}} og kan kun bruges én gang.',
  'mail.application-authorized.subject': 'En app kan nu bruge din konto hos {serviceName}',
  'mail.application-authorized.lead':
    'Du har autoriseret {application} til at bruge din konto hos {serviceName}. Du kan til enhver tid tilbagekalde adgangen.',
  'mail.application-authorized.other':
    'Hvis det ikke var dig, skal du straks tilbagekalde appens adgang og skifte din adgangskode.',
  'mail.application-authorized.action': 'Se tilknyttede apps',
  'mail.new-browser.subject': 'Nyt login på din konto hos {serviceName}',
  'mail.new-browser.lead':
    'Nogen er lige logget ind på din konto hos {serviceName} i en browser, der ikke har været brugt til den før: {browser}, IP-adresse {source}.',
  'mail.new-browser.other': 'Hvis det ikke var dig, skal du vælge en ny adgangskode nu.',
  'mail.new-browser.action': 'Nulstil adgangskode',
};
