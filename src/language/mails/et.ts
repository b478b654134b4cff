import type { MailCatalogue } from './en.js';

/** Terms: konto, parool, juurdepääsutõend, rakendus, e-posti aadress. */
export const et: MailCatalogue = {
  'mail.greeting': 'Tere, {name}!',
  'mail.greeting_nameless': 'Tere!',
  'mail.link_hint': 'Kui nupp ei tööta, kopeerige see link oma brauserisse:',
  'mail.code':
    'Või sisestage see kood lehel, kus te selle kirja küsisite. Kood kehtib {codeMinutes, plural, one {# minuti} other {# minutit}} ja seda saab kasutada ainult üks kord.',
  'mail.verification.subject': 'Kinnitage oma e-posti aadress teenuse {serviceName} jaoks',
  'mail.verification.lead':
    'Palun kinnitage, et see on teie e-posti aadress. See sisestati teenuse {serviceName} konto jaoks.',
  'mail.verification.action': 'Kinnita e-posti aadress',
  'mail.verification.expiry':
    'Link kehtib {hours, plural, one {# tunni} other {# tundi}} ja seda saab kasutada ainult üks kord.',
  'mail.verification.ignore':
    'Kui see konto ei ole teie oma, jätke see kiri tähelepanuta. Aadress jääb siis kinnitamata.',
  'mail.sign-up.subject': 'Viige oma konto loomine teenuses {serviceName} lõpule',
  'mail.sign-up.lead':
    'Peaaegu valmis. Avage link, et viia oma konto loomine teenuses {serviceName} lõpule. Lehel küsitakse teie valitud parooli.',
  'mail.sign-up.action': 'Vii konto loomine lõpule',
  'mail.sign-up.expiry':
    'Link kehtib {hours, plural, one {# tunni} other {# tundi}} ja seda saab kasutada ainult üks kord.',
  'mail.sign-up.ignore':
    'Kui te ei soovinud kontot luua, jätke see kiri tähelepanuta. Ilma teieta ühtegi kontot ei looda.',
  'mail.sign-up-taken.subject': 'Teil on juba konto teenuses {serviceName}',
  'mail.sign-up-taken.lead':
    'Keegi üritas selle e-posti aadressiga luua kontot teenuses {serviceName}, kuid teil on konto juba olemas. Midagi ei ole muutunud.',
  'mail.sign-up-taken.you':
    'Kui see olite teie, logige selle asemel sisse. Kui olete parooli unustanud, saate selle sisselogimislehel lähtestada.',
  'mail.sign-up-taken.action': 'Logi sisse',
  'mail.sign-up-taken.ignore': 'Kui seda ei teinud teie, ei pea te midagi tegema.',
  'mail.password-reset.subject': 'Lähtestage oma parool teenuses {serviceName}',
  'mail.password-reset.lead':
    'Keegi taotles teie konto parooli lähtestamist teenuses {serviceName}. Kui see olite teie, valige uus parool.',
  'mail.password-reset.action': 'Vali uus parool',
  'mail.password-reset.expiry':
    'Link kehtib {minutes, plural, one {# minuti} other {# minutit}} ja seda saab kasutada ainult üks kord.',
  'mail.password-reset.ignore':
    'Kui seda ei teinud teie, jätke see kiri tähelepanuta. Teie parool jääb samaks.',
  'mail.first-proof.subject': 'Kinnitage oma e-posti aadress teenuse {serviceName} jaoks',
  'mail.first-proof.lead':
    'Konto teenuses {serviceName} kasutab seda e-posti aadressi, kuid keegi ei ole seda veel kinnitanud.',
  'mail.first-proof.you':
    'Kui aadress on teie oma, valige uus parool. See kinnitab aadressi ja lõpetab kõik, mis on kontol varem seadistatud.',
  'mail.first-proof.action': 'Vali uus parool',
  'mail.first-proof.expiry':
    'Link kehtib {hours, plural, one {# tunni} other {# tundi}} ja seda saab kasutada ainult üks kord.',
  'mail.first-proof.ignore':
    'Kui seda ei teinud teie, jätke see kiri tähelepanuta. Midagi ei ole muutunud.',
  'mail.password-changed.subject': 'Teie parool teenuses {serviceName} on muudetud',
  'mail.password-changed.lead':
    'Teie konto parool teenuses {serviceName} on muudetud. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.password-changed.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.password-changed.action': 'Lähtesta parool',
  'mail.factor-added.subject': 'Teie kontole teenuses {serviceName} seadistati autentimisrakendus',
  'mail.factor-added.lead':
    'Teie kontole teenuses {serviceName} seadistati autentimisrakendus. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.factor-added.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.factor-added.action': 'Lähtesta parool',
  'mail.factor-removed.subject': 'Autentimisrakendus eemaldati teie kontolt teenuses {serviceName}',
  'mail.factor-removed.lead':
    'Autentimisrakendus eemaldati teie kontolt teenuses {serviceName}. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.factor-removed.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.factor-removed.action': 'Lähtesta parool',
  'mail.factor-removal.subject':
    'Teie konto täiendav kinnitusviis teenuses {serviceName} eemaldatakse',
  'mail.factor-removal.lead':
    'Teenuse {serviceName} haldajal paluti eemaldada teie konto kadunud täiendav kinnitusviis. See eemaldatakse 24 tunni pärast.',
  'mail.factor-removal.other':
    'Kui te seda ei palunud, peatage eemaldamine kohe ja muutke oma parooli.',
  'mail.factor-removal.action': 'Peata eemaldamine',
  'mail.recovery-used.subject': 'Teie konto taastekoodi on teenuses {serviceName} kasutatud',
  'mail.recovery-used.lead':
    'Teie konto taastekoodi on teenuses {serviceName} kasutatud. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.recovery-used.left': 'Koode alles: {count, number}.',
  'mail.recovery-used.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.recovery-used.action': 'Lähtesta parool',
  'mail.passkey-added.subject': 'Teie kontole teenuses {serviceName} lisati pääsuvõti',
  'mail.passkey-added.lead':
    'Teie kontole teenuses {serviceName} lisati pääsuvõti. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.passkey-added.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.passkey-added.action': 'Lähtesta parool',
  'mail.passkey-removed.subject': 'Teie kontolt teenuses {serviceName} eemaldati pääsuvõti',
  'mail.passkey-removed.lead':
    'Teie kontolt teenuses {serviceName} eemaldati pääsuvõti. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.passkey-removed.other':
    'Kui seda ei teinud teie, lähtestage kohe oma parool. Sellega logitakse kõik teised välja.',
  'mail.passkey-removed.action': 'Lähtesta parool',
  'mail.email-changed.subject': 'Teie konto e-posti aadress teenuses {serviceName} on muudetud',
  'mail.email-changed.lead':
    'Teie konto e-posti aadress teenuses {serviceName} on muudetud. Uus aadress on {newEmail}. Kui see olite teie, ei pea te rohkem midagi tegema.',
  'mail.email-changed.yours':
    'Kui kinnitate samal lehel, et see olite teie, ei saa muudatust enam selle aadressi kaudu tagasi võtta.',
  'mail.email-changed.other':
    'Kui seda ei teinud teie, võtke muudatus kohe tagasi ja valige seejärel uus parool.',
  'mail.email-changed.action': 'Võta muudatus tagasi',
  'mail.email-changed.expiry':
    'Link kehtib {days, plural, one {# päeva} other {# päeva}} ja seda saab kasutada ainult üks kord.',
  'mail.email-left.subject': 'Teie konto e-posti aadress teenuses {serviceName} on muudetud',
  'mail.email-left.lead':
    'Teie konto e-posti aadress teenuses {serviceName} on muudetud. Kui see ei olnud teie, võtke ühendust teenusega {serviceName}.',
  'mail.account-deleted.subject': 'Teie konto teenuses {serviceName} on kustutatud',
  'mail.account-deleted.lead':
    'Teie konto teenuses {serviceName} on kustutatud. Kui see ei olnud teie, võtke ühendust teenusega {serviceName}.',
  'mail.email-pending.subject': 'Teie konto e-posti aadress teenuses {serviceName} on muudetud',
  'mail.email-pending.lead':
    'Rakendus muutis teie konto e-posti aadressi teenuses {serviceName}. Uus aadress on {newEmail}. Kuni te uut aadressi ei aktsepteeri, logite sisse praeguse aadressiga.',
  'mail.email-pending.other':
    'Kui seda ei teinud teie, tühistage kohe selle rakenduse juurdepääs ja muutke oma parooli.',
  'mail.email-pending.action': 'Kasuta uut aadressi',
  'mail.email-pending.expiry':
    'Link kehtib {hours, plural, one {# tunni} other {# tundi}} ja seda saab kasutada ainult üks kord.',
  'mail.application-authorized.subject':
    'Rakendus saab nüüd kasutada teie kontot teenuses {serviceName}',
  'mail.application-authorized.lead':
    'Volitasite rakendust {application} kasutama oma kontot teenuses {serviceName}. Saate juurdepääsu igal ajal tühistada.',
  'mail.application-authorized.other':
    'Kui seda ei teinud teie, tühistage kohe selle rakenduse juurdepääs ja muutke oma parooli.',
  'mail.application-authorized.action': 'Vaata ühendatud rakendusi',
  'mail.new-browser.subject': 'Uus sisselogimine teie kontole teenuses {serviceName}',
  'mail.new-browser.lead':
    'Keegi logis just sisse teie kontole teenuses {serviceName} brauseris, mida pole selle kontoga varem kasutatud: {browser}, IP-aadress {source}.',
  'mail.new-browser.other': 'Kui seda ei teinud teie, valige kohe uus parool.',
  'mail.new-browser.action': 'Lähtesta parool',
};
