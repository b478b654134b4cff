import type { MailCatalogue } from './en.js';

/** Terms: račun, lozinka, pristupni token, aplikacija, adresa e-pošte. */
export const hr: MailCatalogue = {
  'mail.greeting': 'Pozdrav, {name}!',
  'mail.greeting_nameless': 'Pozdrav!',
  'mail.link_hint': 'Ako gumb ne radi, kopirajte ovu poveznicu u preglednik:',
  'mail.code':
    'Ili unesite ovaj kod na stranici na kojoj ste zatražili ovu poruku. Kod vrijedi {codeMinutes, plural, one {# minutu} few {# minute} other {# minuta}} i može se iskoristiti samo jednom.',
  'mail.verification.subject': 'Potvrdite adresu e-pošte za uslugu {serviceName}',
  'mail.verification.lead':
    'Potvrdite da je ovo vaša adresa e-pošte. Unesena je za račun usluge {serviceName}.',
  'mail.verification.action': 'Potvrdi adresu e-pošte',
  'mail.verification.expiry':
    'Poveznica vrijedi {hours, plural, one {# sat} few {# sata} other {# sati}} i može se iskoristiti samo jednom.',
  'mail.verification.ignore':
    'Ako ovaj račun nije vaš, zanemarite ovu poruku. Adresa tada ostaje nepotvrđena.',
  'mail.sign-up.subject': 'Dovršite izradu računa za uslugu {serviceName}',
  'mail.sign-up.lead':
    'Još malo i gotovo. Otvorite poveznicu da biste dovršili izradu računa za uslugu {serviceName}. Na stranici ćete unijeti lozinku koju ste odabrali.',
  'mail.sign-up.action': 'Dovrši izradu računa',
  'mail.sign-up.expiry':
    'Poveznica vrijedi {hours, plural, one {# sat} few {# sata} other {# sati}} i može se iskoristiti samo jednom.',
  'mail.sign-up.ignore':
    'Ako se niste registrirali, zanemarite ovu poruku. Račun neće biti izrađen bez vas.',
  'mail.sign-up-taken.subject': 'Već imate račun za uslugu {serviceName}',
  'mail.sign-up-taken.lead':
    'Netko je pokušao izraditi račun za uslugu {serviceName} s ovom adresom e-pošte, ali vi ga već imate. Ništa se nije promijenilo.',
  'mail.sign-up-taken.you':
    'Ako ste to bili vi, samo se prijavite. Ako ste zaboravili lozinku, možete je ponovno postaviti na stranici za prijavu.',
  'mail.sign-up-taken.action': 'Prijava',
  'mail.sign-up-taken.ignore': 'Ako to niste bili vi, ne morate ništa učiniti.',
  'mail.password-reset.subject': 'Ponovno postavite lozinku za uslugu {serviceName}',
  'mail.password-reset.lead':
    'Netko je zatražio ponovno postavljanje lozinke vašeg računa za uslugu {serviceName}. Ako ste to bili vi, odaberite novu lozinku.',
  'mail.password-reset.action': 'Odaberi novu lozinku',
  'mail.password-reset.expiry':
    'Poveznica vrijedi {minutes, plural, one {# minutu} few {# minute} other {# minuta}} i može se iskoristiti samo jednom.',
  'mail.password-reset.ignore':
    'Ako to niste bili vi, zanemarite ovu poruku. Vaša lozinka ostaje ista.',
  'mail.first-proof.subject': 'Potvrdite adresu e-pošte za uslugu {serviceName}',
  'mail.first-proof.lead':
    'Račun za uslugu {serviceName} koristi ovu adresu e-pošte, ali je još nitko nije potvrdio.',
  'mail.first-proof.you':
    'Ako je adresa vaša, odaberite novu lozinku. Time potvrđujete adresu i ukidate sve što je prije postavljeno na računu.',
  'mail.first-proof.action': 'Odaberi novu lozinku',
  'mail.first-proof.expiry':
    'Poveznica vrijedi {hours, plural, one {# sat} few {# sata} other {# sati}} i može se iskoristiti samo jednom.',
  'mail.first-proof.ignore':
    'Ako to niste bili vi, zanemarite ovu poruku. Ništa se nije promijenilo.',
  'mail.password-changed.subject': 'Promijenjena je vaša lozinka za uslugu {serviceName}',
  'mail.password-changed.lead':
    'Lozinka vašeg računa za uslugu {serviceName} promijenjena je. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.password-changed.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.password-changed.action': 'Ponovno postavi lozinku',
  'mail.factor-added.subject':
    'Na vašem računu za uslugu {serviceName} postavljena je aplikacija za autentifikaciju',
  'mail.factor-added.lead':
    'Na vašem računu za uslugu {serviceName} postavljena je aplikacija za autentifikaciju. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.factor-added.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.factor-added.action': 'Ponovno postavi lozinku',
  'mail.factor-removed.subject':
    'Aplikacija za autentifikaciju uklonjena je s vašeg računa za uslugu {serviceName}',
  'mail.factor-removed.lead':
    'Aplikacija za autentifikaciju uklonjena je s vašeg računa za uslugu {serviceName}. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.factor-removed.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.factor-removed.action': 'Ponovno postavi lozinku',
  'mail.factor-removal.subject':
    'Drugi faktor vašeg računa za uslugu {serviceName} bit će uklonjen',
  'mail.factor-removal.lead':
    'Od pružatelja usluge {serviceName} zatraženo je uklanjanje izgubljenog drugog faktora vašeg računa. Bit će uklonjen za 24 sata.',
  'mail.factor-removal.other':
    'Ako to niste zatražili, odmah zaustavite uklanjanje i promijenite lozinku.',
  'mail.factor-removal.action': 'Zaustavi uklanjanje',
  'mail.recovery-used.subject':
    'Iskorišten je kod za oporavak vašeg računa za uslugu {serviceName}',
  'mail.recovery-used.lead':
    'Iskorišten je kod za oporavak vašeg računa za uslugu {serviceName}. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.recovery-used.left': 'Preostali kodovi: {count, number}.',
  'mail.recovery-used.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.recovery-used.action': 'Ponovno postavi lozinku',
  'mail.passkey-added.subject': 'Vašem računu za uslugu {serviceName} dodan je pristupni ključ',
  'mail.passkey-added.lead':
    'Vašem računu za uslugu {serviceName} dodan je pristupni ključ. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.passkey-added.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.passkey-added.action': 'Ponovno postavi lozinku',
  'mail.passkey-removed.subject':
    'S vašeg računa za uslugu {serviceName} uklonjen je pristupni ključ',
  'mail.passkey-removed.lead':
    'S vašeg računa za uslugu {serviceName} uklonjen je pristupni ključ. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.passkey-removed.other':
    'Ako to niste bili vi, odmah ponovno postavite lozinku. Time će svi ostali biti odjavljeni.',
  'mail.passkey-removed.action': 'Ponovno postavi lozinku',
  'mail.email-changed.subject':
    'Promijenjena je adresa e-pošte vašeg računa za uslugu {serviceName}',
  'mail.email-changed.lead':
    'Adresa e-pošte vašeg računa za uslugu {serviceName} promijenjena je u {newEmail}. Ako ste to učinili vi, ne morate učiniti ništa drugo.',
  'mail.email-changed.yours':
    'Ako na istoj stranici potvrdite da ste to bili vi, promjenu više neće biti moguće poništiti s ove adrese.',
  'mail.email-changed.other':
    'Ako to niste bili vi, odmah poništite promjenu, a zatim odaberite novu lozinku.',
  'mail.email-changed.action': 'Poništi promjenu',
  'mail.email-changed.expiry':
    'Poveznica vrijedi {days, plural, one {# dan} few {# dana} other {# dana}} i može se iskoristiti samo jednom.',
  'mail.email-left.subject': 'Promijenjena je adresa e-pošte vašeg računa za uslugu {serviceName}',
  'mail.email-left.lead':
    'Adresa e-pošte vašeg računa za uslugu {serviceName} promijenjena je. Ako to niste bili vi, obratite se usluzi {serviceName}.',
  'mail.account-deleted.subject': 'Vaš račun za uslugu {serviceName} izbrisan je',
  'mail.account-deleted.lead':
    'Vaš račun za uslugu {serviceName} izbrisan je. Ako to niste bili vi, obratite se usluzi {serviceName}.',
  'mail.email-pending.subject':
    'Promijenjena je adresa e-pošte vašeg računa za uslugu {serviceName}',
  'mail.email-pending.lead':
    'Aplikacija je adresu e-pošte vašeg računa za uslugu {serviceName} promijenila u {newEmail}. Dok ne prihvatite novu adresu, prijavljujete se ovom.',
  'mail.email-pending.other':
    'Ako to niste bili vi, odmah opozovite pristup ove aplikacije i promijenite lozinku.',
  'mail.email-pending.action': 'Koristi novu adresu',
  'mail.email-pending.expiry':
    'Poveznica vrijedi {hours, plural, one {# sat} few {# sata} other {# sati}} i može se iskoristiti samo jednom.',
  'mail.application-authorized.subject':
    'Aplikacija sada može upotrebljavati vaš račun za uslugu {serviceName}',
  'mail.application-authorized.lead':
    'Aplikaciji {application} dopustili ste upotrebu svojeg računa za uslugu {serviceName}. Pristup možete opozvati u svakom trenutku.',
  'mail.application-authorized.other':
    'Ako to niste bili vi, odmah opozovite pristup ove aplikacije i promijenite lozinku.',
  'mail.application-authorized.action': 'Prikaži povezane aplikacije',
  'mail.new-browser.subject': 'Nova prijava na vaš račun za uslugu {serviceName}',
  'mail.new-browser.lead':
    'Netko se upravo prijavio na vaš račun za uslugu {serviceName} u pregledniku koji dosad nije bio upotrijebljen za njega: {browser}, IP adresa {source}.',
  'mail.new-browser.other': 'Ako to niste bili vi, sada odaberite novu lozinku.',
  'mail.new-browser.action': 'Ponovno postavi lozinku',
};
