import type { MailCatalogue } from './en.js';

/** Terms: cont, parolă, token de acces, aplicație, adresă de e-mail. */
export const ro: MailCatalogue = {
  'mail.greeting': 'Bună ziua, {name},',
  'mail.greeting_nameless': 'Bună ziua,',
  'mail.link_hint': 'Dacă butonul nu funcționează, copiați acest link în browser:',
  'mail.code':
    'Sau introduceți acest cod pe pagina pe care ați solicitat acest e-mail. Codul este valabil {codeMinutes, plural, one {# minut} few {# minute} other {# de minute}} și poate fi folosit o singură dată.',
  'mail.verification.subject': 'Confirmați adresa de e-mail pentru {serviceName}',
  'mail.verification.lead':
    'Confirmați că aceasta este adresa dvs. de e-mail. A fost introdusă pentru un cont {serviceName}.',
  'mail.verification.action': 'Confirmați adresa de e-mail',
  'mail.verification.expiry':
    'Linkul este valabil {hours, plural, one {# oră} few {# ore} other {# de ore}} și poate fi folosit o singură dată.',
  'mail.verification.ignore':
    'Dacă acest cont nu vă aparține, ignorați acest e-mail. Adresa va rămâne neconfirmată.',
  'mail.sign-up.subject': 'Finalizați crearea contului dvs. {serviceName}',
  'mail.sign-up.lead':
    'Mai aveți un singur pas. Deschideți linkul pentru a finaliza crearea contului dvs. {serviceName}. Pagina vă va cere parola pe care ați ales-o.',
  'mail.sign-up.action': 'Finalizați crearea contului',
  'mail.sign-up.expiry':
    'Linkul este valabil {hours, plural, one {# oră} few {# ore} other {# de ore}} și poate fi folosit o singură dată.',
  'mail.sign-up.ignore':
    'Dacă nu ați cerut crearea unui cont, ignorați acest e-mail. Niciun cont nu va fi creat fără acordul dvs.',
  'mail.sign-up-taken.subject': 'Aveți deja un cont {serviceName}',
  'mail.sign-up-taken.lead':
    'Cineva a încercat să creeze un cont {serviceName} cu această adresă de e-mail, dar aveți deja unul. Nu s-a schimbat nimic.',
  'mail.sign-up-taken.you':
    'Dacă ați fost dvs., conectați-vă la contul existent. Dacă ați uitat parola, o puteți reseta acolo.',
  'mail.sign-up-taken.action': 'Conectați-vă',
  'mail.sign-up-taken.ignore': 'Dacă nu ați fost dvs., nu trebuie să faceți nimic.',
  'mail.password-reset.subject': 'Resetați parola contului dvs. {serviceName}',
  'mail.password-reset.lead':
    'Cineva a cerut resetarea parolei contului dvs. {serviceName}. Dacă ați fost dvs., alegeți o parolă nouă.',
  'mail.password-reset.action': 'Alegeți o parolă nouă',
  'mail.password-reset.expiry':
    'Linkul este valabil {minutes, plural, one {# minut} few {# minute} other {# de minute}} și poate fi folosit o singură dată.',
  'mail.password-reset.ignore':
    'Dacă nu ați fost dvs., ignorați acest e-mail. Parola dvs. rămâne neschimbată.',
  'mail.first-proof.subject': 'Confirmați adresa de e-mail pentru {serviceName}',
  'mail.first-proof.lead':
    'Un cont {serviceName} folosește această adresă de e-mail, dar nimeni nu a confirmat-o încă.',
  'mail.first-proof.you':
    'Dacă adresa este a dvs., alegeți o parolă nouă. Astfel confirmați adresa și încheiați tot ce a fost configurat înainte în cont.',
  'mail.first-proof.action': 'Alegeți o parolă nouă',
  'mail.first-proof.expiry':
    'Linkul este valabil {hours, plural, one {# oră} few {# ore} other {# de ore}} și poate fi folosit o singură dată.',
  'mail.first-proof.ignore': 'Dacă nu ați fost dvs., ignorați acest e-mail. Nu s-a schimbat nimic.',
  'mail.password-changed.subject': 'Parola contului dvs. {serviceName} a fost schimbată',
  'mail.password-changed.lead':
    'Parola contului dvs. {serviceName} a fost schimbată. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.password-changed.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.password-changed.action': 'Resetați parola',
  'mail.factor-added.subject':
    'O aplicație de autentificare a fost configurată pentru contul dvs. {serviceName}',
  'mail.factor-added.lead':
    'O aplicație de autentificare a fost configurată pentru contul dvs. {serviceName}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.factor-added.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.factor-added.action': 'Resetați parola',
  'mail.factor-removed.subject':
    'Aplicația de autentificare a fost eliminată din contul dvs. {serviceName}',
  'mail.factor-removed.lead':
    'Aplicația de autentificare a fost eliminată din contul dvs. {serviceName}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.factor-removed.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.factor-removed.action': 'Resetați parola',
  'mail.factor-removal.subject': 'Al doilea factor al contului dvs. {serviceName} va fi eliminat',
  'mail.factor-removal.lead':
    'Operatorul {serviceName} a primit o solicitare de eliminare a celui de-al doilea factor al contului dvs., declarat pierdut. Factorul va fi eliminat peste 24 de ore.',
  'mail.factor-removal.other':
    'Dacă nu ați făcut dvs. această solicitare, opriți imediat eliminarea și schimbați parola.',
  'mail.factor-removal.action': 'Opriți eliminarea',
  'mail.recovery-used.subject':
    'A fost folosit un cod de recuperare al contului dvs. {serviceName}',
  'mail.recovery-used.lead':
    'A fost folosit un cod de recuperare al contului dvs. {serviceName}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.recovery-used.left': 'Coduri rămase: {count, number}.',
  'mail.recovery-used.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.recovery-used.action': 'Resetați parola',
  'mail.passkey-added.subject': 'O cheie de acces a fost adăugată la contul dvs. {serviceName}',
  'mail.passkey-added.lead':
    'O cheie de acces a fost adăugată la contul dvs. {serviceName}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.passkey-added.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.passkey-added.action': 'Resetați parola',
  'mail.passkey-removed.subject': 'O cheie de acces a fost eliminată din contul dvs. {serviceName}',
  'mail.passkey-removed.lead':
    'O cheie de acces a fost eliminată din contul dvs. {serviceName}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.passkey-removed.other':
    'Dacă nu ați fost dvs., resetați imediat parola. Astfel, toate celelalte sesiuni vor fi încheiate.',
  'mail.passkey-removed.action': 'Resetați parola',
  'mail.email-changed.subject': 'Adresa de e-mail a contului dvs. {serviceName} a fost schimbată',
  'mail.email-changed.lead':
    'Adresa de e-mail a contului dvs. {serviceName} a fost schimbată în {newEmail}. Dacă ați fost dvs., nu mai trebuie să faceți nimic.',
  'mail.email-changed.yours':
    'Dacă confirmați pe aceeași pagină că ați fost dvs., de la această adresă schimbarea nu va mai putea fi anulată.',
  'mail.email-changed.other':
    'Dacă nu ați fost dvs., anulați imediat schimbarea, apoi alegeți o parolă nouă.',
  'mail.email-changed.action': 'Anulați schimbarea',
  'mail.email-changed.expiry':
    'Linkul este valabil {days, plural, one {# zi} few {# zile} other {# de zile}} și poate fi folosit o singură dată.',
  'mail.email-left.subject': 'Adresa de e-mail a contului dvs. {serviceName} a fost schimbată',
  'mail.email-left.lead':
    'Adresa de e-mail a contului dvs. {serviceName} a fost schimbată. Dacă nu ați fost dvs., contactați {serviceName}.',
  'mail.account-deleted.subject': 'Contul dvs. {serviceName} a fost șters',
  'mail.account-deleted.lead':
    'Contul dvs. {serviceName} a fost șters. Dacă nu ați fost dvs., contactați {serviceName}.',
  'mail.email-pending.subject': 'Adresa de e-mail a contului dvs. {serviceName} a fost schimbată',
  'mail.email-pending.lead':
    'O aplicație a schimbat adresa de e-mail a contului dvs. {serviceName} în {newEmail}. Până acceptați noua adresă, vă conectați cu aceasta.',
  'mail.email-pending.other':
    'Dacă nu ați fost dvs., revocați imediat accesul acestei aplicații și schimbați parola.',
  'mail.email-pending.action': 'Folosiți noua adresă',
  'mail.email-pending.expiry':
    'Linkul este valabil {hours, plural, one {# oră} few {# ore} other {# de ore}} și poate fi folosit o singură dată.',
  'mail.application-authorized.subject': 'O aplicație poate folosi acum contul dvs. {serviceName}',
  'mail.application-authorized.lead':
    'Ați autorizat aplicația {application} să folosească contul dvs. {serviceName}. Puteți revoca oricând accesul.',
  'mail.application-authorized.other':
    'Dacă nu ați fost dvs., revocați imediat accesul acestei aplicații și schimbați parola.',
  'mail.application-authorized.action': 'Vedeți aplicațiile conectate',
  'mail.new-browser.subject': 'Conectare nouă la contul dvs. {serviceName}',
  'mail.new-browser.lead':
    'Cineva tocmai s-a conectat la contul dvs. {serviceName} dintr-un browser care nu a mai fost folosit cu acest cont: {browser}, adresă IP {source}.',
  'mail.new-browser.other': 'Dacă nu ați fost dvs., alegeți acum o parolă nouă.',
  'mail.new-browser.action': 'Resetați parola',
};
