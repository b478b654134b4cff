import type { MailCatalogue } from './en.js';

/** Terms: účet, heslo, prístupový token, aplikácia, e-mailová adresa. */
export const sk: MailCatalogue = {
  'mail.greeting': 'Dobrý deň, {name}!',
  'mail.greeting_nameless': 'Dobrý deň!',
  'mail.link_hint': 'Ak tlačidlo nefunguje, skopírujte tento odkaz do prehliadača:',
  'mail.code':
    'Alebo zadajte tento kód na stránke, kde ste si tento e-mail vyžiadali. Kód platí {codeMinutes, plural, one {# minútu} few {# minúty} many {# minúty} other {# minút}} a možno ho použiť iba raz.',
  'mail.verification.subject': 'Potvrďte svoju e-mailovú adresu pre službu {serviceName}',
  'mail.verification.lead':
    'Potvrďte, že toto je vaša e-mailová adresa. Bola zadaná pre účet v službe {serviceName}.',
  'mail.verification.action': 'Potvrdiť e-mailovú adresu',
  'mail.verification.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodín}} a možno ho použiť iba raz.',
  'mail.verification.ignore':
    'Ak tento účet nie je váš, ignorujte tento e-mail. Adresa tak zostane nepotvrdená.',
  'mail.sign-up.subject': 'Dokončite vytvorenie účtu v službe {serviceName}',
  'mail.sign-up.lead':
    'Už to takmer máte. Otvorte odkaz a dokončite vytvorenie účtu v službe {serviceName}. Na stránke zadáte heslo, ktoré ste si zvolili.',
  'mail.sign-up.action': 'Dokončiť vytvorenie účtu',
  'mail.sign-up.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodín}} a možno ho použiť iba raz.',
  'mail.sign-up.ignore':
    'Ak ste sa neregistrovali, ignorujte tento e-mail. Bez vás sa žiadny účet nevytvorí.',
  'mail.sign-up-taken.subject': 'V službe {serviceName} už máte účet',
  'mail.sign-up-taken.lead':
    'Niekto sa pokúsil vytvoriť účet v službe {serviceName} s touto e-mailovou adresou, ale účet už máte. Nič sa nezmenilo.',
  'mail.sign-up-taken.you':
    'Ak ste to boli vy, jednoducho sa prihláste. Ak ste zabudli heslo, môžete si ho obnoviť na prihlasovacej stránke.',
  'mail.sign-up-taken.action': 'Prihlásiť sa',
  'mail.sign-up-taken.ignore': 'Ak ste to neboli vy, nemusíte nič robiť.',
  'mail.password-reset.subject': 'Obnovte si heslo k službe {serviceName}',
  'mail.password-reset.lead':
    'Niekto požiadal o obnovenie hesla k vášmu účtu v službe {serviceName}. Ak ste to boli vy, zvoľte si nové heslo.',
  'mail.password-reset.action': 'Zvoliť nové heslo',
  'mail.password-reset.expiry':
    'Odkaz platí {minutes, plural, one {# minútu} few {# minúty} many {# minúty} other {# minút}} a možno ho použiť iba raz.',
  'mail.password-reset.ignore':
    'Ak ste to neboli vy, ignorujte tento e-mail. Vaše heslo sa nezmení.',
  'mail.first-proof.subject': 'Potvrďte svoju e-mailovú adresu pre službu {serviceName}',
  'mail.first-proof.lead':
    'Účet v službe {serviceName} používa túto e-mailovú adresu, ale nikto ju ešte nepotvrdil.',
  'mail.first-proof.you':
    'Ak je adresa vaša, zvoľte nové heslo. Tým adresu potvrdíte a ukončíte všetko, čo bolo na účte predtým nastavené.',
  'mail.first-proof.action': 'Zvoliť nové heslo',
  'mail.first-proof.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodín}} a možno ho použiť iba raz.',
  'mail.first-proof.ignore': 'Ak ste to neboli vy, ignorujte tento e-mail. Nič sa nezmenilo.',
  'mail.password-changed.subject': 'Vaše heslo k službe {serviceName} bolo zmenené',
  'mail.password-changed.lead':
    'Heslo k vášmu účtu v službe {serviceName} bolo zmenené. Ak ste ho zmenili vy, nemusíte už nič robiť.',
  'mail.password-changed.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.password-changed.action': 'Obnoviť heslo',
  'mail.factor-added.subject':
    'K vášmu účtu v službe {serviceName} bola nastavená overovacia aplikácia',
  'mail.factor-added.lead':
    'K vášmu účtu v službe {serviceName} bola nastavená overovacia aplikácia. Ak ste to boli vy, nemusíte už nič robiť.',
  'mail.factor-added.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.factor-added.action': 'Obnoviť heslo',
  'mail.factor-removed.subject':
    'Overovacia aplikácia bola odstránená z vášho účtu v službe {serviceName}',
  'mail.factor-removed.lead':
    'Overovacia aplikácia bola odstránená z vášho účtu v službe {serviceName}. Ak ste to boli vy, nemusíte už nič robiť.',
  'mail.factor-removed.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.factor-removed.action': 'Obnoviť heslo',
  'mail.factor-removal.subject': 'Druhý faktor vášho účtu v službe {serviceName} bude odstránený',
  'mail.factor-removal.lead':
    'Prevádzkovateľ služby {serviceName} bol požiadaný o odstránenie strateného druhého faktora vášho účtu. Faktor bude odstránený o 24 hodín.',
  'mail.factor-removal.other':
    'Ak ste o to nežiadali, okamžite odstránenie zastavte a zmeňte si heslo.',
  'mail.factor-removal.action': 'Zastaviť odstránenie',
  'mail.recovery-used.subject': 'Bol použitý obnovovací kód vášho účtu v službe {serviceName}',
  'mail.recovery-used.lead':
    'Bol použitý obnovovací kód vášho účtu v službe {serviceName}. Ak ste ho použili vy, nemusíte už nič robiť.',
  'mail.recovery-used.left': 'Zostávajúce kódy: {count, number}.',
  'mail.recovery-used.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.recovery-used.action': 'Obnoviť heslo',
  'mail.passkey-added.subject': 'K vášmu účtu v službe {serviceName} bol pridaný prístupový kľúč',
  'mail.passkey-added.lead':
    'K vášmu účtu v službe {serviceName} bol pridaný prístupový kľúč. Ak ste to boli vy, nemusíte už nič robiť.',
  'mail.passkey-added.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.passkey-added.action': 'Obnoviť heslo',
  'mail.passkey-removed.subject':
    'Z vášho účtu v službe {serviceName} bol odstránený prístupový kľúč',
  'mail.passkey-removed.lead':
    'Z vášho účtu v službe {serviceName} bol odstránený prístupový kľúč. Ak ste to boli vy, nemusíte už nič robiť.',
  'mail.passkey-removed.other':
    'Ak ste to neboli vy, okamžite si obnovte heslo. Všetci ostatní tým budú odhlásení.',
  'mail.passkey-removed.action': 'Obnoviť heslo',
  'mail.email-changed.subject': 'E-mailová adresa vášho účtu v službe {serviceName} bola zmenená',
  'mail.email-changed.lead':
    'E-mailová adresa vášho účtu v službe {serviceName} bola zmenená na {newEmail}. Ak ste ju zmenili vy, nemusíte už nič robiť.',
  'mail.email-changed.yours':
    'Ak na tej istej stránke potvrdíte, že ste to boli vy, z tejto adresy sa už zmena nebude dať vrátiť späť.',
  'mail.email-changed.other':
    'Ak ste to neboli vy, okamžite vráťte zmenu späť a potom si zvoľte nové heslo.',
  'mail.email-changed.action': 'Vrátiť zmenu späť',
  'mail.email-changed.expiry':
    'Odkaz platí {days, plural, one {# deň} few {# dni} many {# dňa} other {# dní}} a možno ho použiť iba raz.',
  'mail.email-left.subject': 'E-mailová adresa vášho účtu v službe {serviceName} bola zmenená',
  'mail.email-left.lead':
    'E-mailová adresa vášho účtu v službe {serviceName} bola zmenená. Ak ste to neboli vy, obráťte sa na {serviceName}.',
  'mail.account-deleted.subject': 'Váš účet v službe {serviceName} bol odstránený',
  'mail.account-deleted.lead':
    'Váš účet v službe {serviceName} bol odstránený. Ak ste to neboli vy, obráťte sa na {serviceName}.',
  'mail.email-pending.subject': 'E-mailová adresa vášho účtu v službe {serviceName} bola zmenená',
  'mail.email-pending.lead':
    'Aplikácia zmenila e-mailovú adresu vášho účtu v službe {serviceName} na {newEmail}. Kým novú adresu neprijmete, prihlasujete sa touto.',
  'mail.email-pending.other':
    'Ak ste to neboli vy, okamžite tejto aplikácii odoberte prístup a zmeňte si heslo.',
  'mail.email-pending.action': 'Použiť novú adresu',
  'mail.email-pending.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodín}} a možno ho použiť iba raz.',
  'mail.application-authorized.subject':
    'Aplikácia môže odteraz používať váš účet v službe {serviceName}',
  'mail.application-authorized.lead':
    'Povolili ste aplikácii {application} používať váš účet v službe {serviceName}. Prístup môžete kedykoľvek odobrať.',
  'mail.application-authorized.other':
    'Ak ste to neboli vy, okamžite tejto aplikácii odoberte prístup a zmeňte si heslo.',
  'mail.application-authorized.action': 'Zobraziť prepojené aplikácie',
  'mail.new-browser.subject': 'Nové prihlásenie do vášho účtu v službe {serviceName}',
  'mail.new-browser.lead':
    'Niekto sa práve prihlásil do vášho účtu v službe {serviceName} v prehliadači, ktorý s ním doteraz nebol použitý: {browser}, IP adresa {source}.',
  'mail.new-browser.other': 'Ak ste to neboli vy, zvoľte si teraz nové heslo.',
  'mail.new-browser.action': 'Obnoviť heslo',
};
