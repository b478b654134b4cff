import type { MailCatalogue } from './en.js';

/** Terms: account, password, token di accesso, applicazione, indirizzo email. */
export const it: MailCatalogue = {
  'mail.greeting': 'Ciao {name},',
  'mail.greeting_nameless': 'Ciao,',
  'mail.link_hint': 'Se il pulsante non funziona, copia questo link nel tuo browser:',
  'mail.code':
    'Oppure inserisci questo codice nella pagina in cui hai richiesto questa email. Il codice è valido per {codeMinutes, plural, one {# minuto} other {# minuti}} e può essere usato una sola volta.',
  'mail.verification.subject': 'Conferma il tuo indirizzo email per {serviceName}',
  'mail.verification.lead':
    'Conferma che questo è il tuo indirizzo email. È stato inserito per un account {serviceName}.',
  'mail.verification.action': 'Conferma indirizzo email',
  'mail.verification.expiry':
    'Il link è valido per {hours, plural, one {# ora} other {# ore}} e può essere usato una sola volta.',
  'mail.verification.ignore':
    'Se questo account non è tuo, ignora questa email. L’indirizzo non verrà confermato.',
  'mail.sign-up.subject': 'Completa la creazione del tuo account {serviceName}',
  'mail.sign-up.lead':
    'Ci sei quasi. Apri il link per completare la creazione del tuo account {serviceName}. La pagina ti chiederà la password che hai scelto.',
  'mail.sign-up.action': 'Completa la creazione dell’account',
  'mail.sign-up.expiry':
    'Il link è valido per {hours, plural, one {# ora} other {# ore}} e può essere usato una sola volta.',
  'mail.sign-up.ignore':
    'Se non hai chiesto di creare un account, ignora questa email. Nessun account verrà creato senza la tua conferma.',
  'mail.sign-up-taken.subject': 'Hai già un account {serviceName}',
  'mail.sign-up-taken.lead':
    'Qualcuno ha provato a creare un account {serviceName} con questo indirizzo email, ma ne hai già uno. Non è cambiato nulla.',
  'mail.sign-up-taken.you':
    'Se eri tu, accedi al tuo account. Se hai dimenticato la password, puoi reimpostarla dalla pagina di accesso.',
  'mail.sign-up-taken.action': 'Accedi',
  'mail.sign-up-taken.ignore': 'Se non eri tu, non devi fare nulla.',
  'mail.password-reset.subject': 'Reimposta la password del tuo account {serviceName}',
  'mail.password-reset.lead':
    'Qualcuno ha chiesto di reimpostare la password del tuo account {serviceName}. Se eri tu, scegli una nuova password.',
  'mail.password-reset.action': 'Scegli una nuova password',
  'mail.password-reset.expiry':
    'Il link è valido per {minutes, plural, one {# minuto} other {# minuti}} e può essere usato una sola volta.',
  'mail.password-reset.ignore':
    'Se non eri tu, ignora questa email. La tua password resterà la stessa.',
  'mail.first-proof.subject': 'Conferma il tuo indirizzo email per {serviceName}',
  'mail.first-proof.lead':
    'Un account {serviceName} usa questo indirizzo email, ma nessuno lo ha ancora confermato.',
  'mail.first-proof.you':
    'Se l’indirizzo è tuo, scegli una nuova password. In questo modo confermi l’indirizzo e annulli tutto ciò che era stato configurato prima sull’account.',
  'mail.first-proof.action': 'Scegli una nuova password',
  'mail.first-proof.expiry':
    'Il link è valido per {hours, plural, one {# ora} other {# ore}} e può essere usato una sola volta.',
  'mail.first-proof.ignore': 'Se non eri tu, ignora questa email. Non è cambiato nulla.',
  'mail.password-changed.subject': 'La password del tuo account {serviceName} è stata cambiata',
  'mail.password-changed.lead':
    'La password del tuo account {serviceName} è stata cambiata. Se l’hai cambiata tu, non devi fare altro.',
  'mail.password-changed.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.password-changed.action': 'Reimposta password',
  'mail.factor-added.subject':
    'È stata configurata un’app di autenticazione per il tuo account {serviceName}',
  'mail.factor-added.lead':
    'È stata configurata un’app di autenticazione per il tuo account {serviceName}. Se eri tu, non devi fare altro.',
  'mail.factor-added.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.factor-added.action': 'Reimposta password',
  'mail.factor-removed.subject':
    'L’app di autenticazione è stata rimossa dal tuo account {serviceName}',
  'mail.factor-removed.lead':
    'L’app di autenticazione è stata rimossa dal tuo account {serviceName}. Se eri tu, non devi fare altro.',
  'mail.factor-removed.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.factor-removed.action': 'Reimposta password',
  'mail.factor-removal.subject': 'Il secondo fattore del tuo account {serviceName} verrà rimosso',
  'mail.factor-removal.lead':
    'È stato chiesto al gestore di {serviceName} di rimuovere il secondo fattore smarrito del tuo account. Verrà rimosso tra 24 ore.',
  'mail.factor-removal.other':
    'Se non l’hai chiesto tu, interrompi subito la rimozione e cambia la password.',
  'mail.factor-removal.action': 'Interrompi la rimozione',
  'mail.recovery-used.subject': 'È stato usato un codice di recupero del tuo account {serviceName}',
  'mail.recovery-used.lead':
    'È stato usato un codice di recupero del tuo account {serviceName}. Se eri tu, non devi fare altro.',
  'mail.recovery-used.left': 'Codici rimasti: {count, number}.',
  'mail.recovery-used.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.recovery-used.action': 'Reimposta password',
  'mail.passkey-added.subject': 'È stata aggiunta una passkey al tuo account {serviceName}',
  'mail.passkey-added.lead':
    'È stata aggiunta una passkey al tuo account {serviceName}. Se eri tu, non devi fare altro.',
  'mail.passkey-added.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.passkey-added.action': 'Reimposta password',
  'mail.passkey-removed.subject': 'È stata rimossa una passkey dal tuo account {serviceName}',
  'mail.passkey-removed.lead':
    'È stata rimossa una passkey dal tuo account {serviceName}. Se eri tu, non devi fare altro.',
  'mail.passkey-removed.other':
    'Se non eri tu, reimposta subito la password. In questo modo verranno terminate tutte le altre sessioni.',
  'mail.passkey-removed.action': 'Reimposta password',
  'mail.email-changed.subject':
    'L’indirizzo email del tuo account {serviceName} è stato modificato',
  'mail.email-changed.lead':
    'L’indirizzo email del tuo account {serviceName} è stato modificato in {newEmail}. Se l’hai modificato tu, non devi fare altro.',
  'mail.email-changed.yours':
    'Se confermi nella stessa pagina che sei stato tu, da questo indirizzo non si potrà più annullare la modifica.',
  'mail.email-changed.other':
    'Se non eri tu, annulla subito la modifica e poi scegli una nuova password.',
  'mail.email-changed.action': 'Annulla la modifica',
  'mail.email-changed.expiry':
    'Il link è valido per {days, plural, one {# giorno} other {# giorni}} e può essere usato una sola volta.',
  'mail.email-left.subject': 'L’indirizzo email del tuo account {serviceName} è stato modificato',
  'mail.email-left.lead':
    'L’indirizzo email del tuo account {serviceName} è stato modificato. Se non sei stato tu, contatta {serviceName}.',
  'mail.account-deleted.subject': 'Il tuo account {serviceName} è stato eliminato',
  'mail.account-deleted.lead':
    'Il tuo account {serviceName} è stato eliminato. Se non sei stato tu, contatta {serviceName}.',
  'mail.email-pending.subject':
    'L’indirizzo email del tuo account {serviceName} è stato modificato',
  'mail.email-pending.lead':
    'Un’applicazione ha modificato l’indirizzo email del tuo account {serviceName} in {newEmail}. Finché non accetti il nuovo indirizzo, accedi con questo.',
  'mail.email-pending.other':
    'Se non eri tu, revoca subito l’accesso di questa applicazione e cambia la password.',
  'mail.email-pending.action': 'Usa il nuovo indirizzo',
  'mail.email-pending.expiry':
    'Il link è valido per {hours, plural, one {# ora} other {# ore}} e può essere usato una sola volta.',
  'mail.application-authorized.subject':
    'Un’applicazione può ora usare il tuo account {serviceName}',
  'mail.application-authorized.lead':
    'Hai autorizzato {application} a usare il tuo account {serviceName}. Puoi revocare l’accesso in qualsiasi momento.',
  'mail.application-authorized.other':
    'Se non eri tu, revoca subito l’accesso di questa applicazione e cambia la password.',
  'mail.application-authorized.action': 'Vedi le applicazioni collegate',
  'mail.new-browser.subject': 'Nuovo accesso al tuo account {serviceName}',
  'mail.new-browser.lead':
    'Qualcuno ha appena eseguito l’accesso al tuo account {serviceName} con un browser mai usato prima per questo account: {browser}, indirizzo IP {source}.',
  'mail.new-browser.other': 'Se non eri tu, scegli ora una nuova password.',
  'mail.new-browser.action': 'Reimposta password',
};
