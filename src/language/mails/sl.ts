import type { MailCatalogue } from './en.js';

/** Terms: račun, geslo, dostopni žeton, aplikacija, e-poštni naslov. */
export const sl: MailCatalogue = {
  'mail.greeting': 'Pozdravljeni, {name}!',
  'mail.greeting_nameless': 'Pozdravljeni!',
  'mail.link_hint': 'Če gumb ne deluje, kopirajte to povezavo v brskalnik:',
  'mail.code':
    'Lahko pa to kodo vnesete na strani, na kateri ste zahtevali to sporočilo. Koda velja {codeMinutes, plural, one {# minuto} two {# minuti} few {# minute} other {# minut}} in jo je mogoče uporabiti samo enkrat.',
  'mail.verification.subject': 'Potrdite svoj e-poštni naslov za storitev {serviceName}',
  'mail.verification.lead':
    'Potrdite, da je to vaš e-poštni naslov. Vnesen je bil za račun pri storitvi {serviceName}.',
  'mail.verification.action': 'Potrdi e-poštni naslov',
  'mail.verification.expiry':
    'Povezava velja {hours, plural, one {# uro} two {# uri} few {# ure} other {# ur}} in jo je mogoče uporabiti samo enkrat.',
  'mail.verification.ignore':
    'Če ta račun ni vaš, prezrite to sporočilo. Naslov bo v tem primeru ostal nepotrjen.',
  'mail.sign-up.subject': 'Dokončajte ustvarjanje računa pri storitvi {serviceName}',
  'mail.sign-up.lead':
    'Skoraj ste že na cilju. Odprite povezavo in dokončajte ustvarjanje računa pri storitvi {serviceName}. Na strani boste vnesli geslo, ki ste ga izbrali.',
  'mail.sign-up.action': 'Dokončaj ustvarjanje računa',
  'mail.sign-up.expiry':
    'Povezava velja {hours, plural, one {# uro} two {# uri} few {# ure} other {# ur}} in jo je mogoče uporabiti samo enkrat.',
  'mail.sign-up.ignore':
    'Če se niste registrirali, prezrite to sporočilo. Brez vas ne bo ustvarjen noben račun.',
  'mail.sign-up-taken.subject': 'Pri storitvi {serviceName} že imate račun',
  'mail.sign-up-taken.lead':
    'Nekdo je s tem e-poštnim naslovom poskusil ustvariti račun pri storitvi {serviceName}, vendar ga že imate. Nič se ni spremenilo.',
  'mail.sign-up-taken.you':
    'Če ste bili to vi, se preprosto prijavite. Če ste pozabili geslo, ga lahko ponastavite na strani za prijavo.',
  'mail.sign-up-taken.action': 'Prijava',
  'mail.sign-up-taken.ignore': 'Če to niste bili vi, vam ni treba storiti ničesar.',
  'mail.password-reset.subject': 'Ponastavite geslo za storitev {serviceName}',
  'mail.password-reset.lead':
    'Nekdo je zahteval ponastavitev gesla vašega računa pri storitvi {serviceName}. Če ste bili to vi, izberite novo geslo.',
  'mail.password-reset.action': 'Izberi novo geslo',
  'mail.password-reset.expiry':
    'Povezava velja {minutes, plural, one {# minuto} two {# minuti} few {# minute} other {# minut}} in jo je mogoče uporabiti samo enkrat.',
  'mail.password-reset.ignore':
    'Če to niste bili vi, prezrite to sporočilo. Vaše geslo ostane nespremenjeno.',
  'mail.first-proof.subject': 'Potrdite svoj e-poštni naslov za storitev {serviceName}',
  'mail.first-proof.lead':
    'Račun pri storitvi {serviceName} uporablja ta e-poštni naslov, vendar ga še nihče ni potrdil.',
  'mail.first-proof.you':
    'Če je naslov vaš, izberite novo geslo. S tem potrdite naslov in končate vse, kar je bilo prej nastavljeno v računu.',
  'mail.first-proof.action': 'Izberi novo geslo',
  'mail.first-proof.expiry':
    'Povezava velja {hours, plural, one {# uro} two {# uri} few {# ure} other {# ur}} in jo je mogoče uporabiti samo enkrat.',
  'mail.first-proof.ignore': 'Če to niste bili vi, prezrite to sporočilo. Nič se ni spremenilo.',
  'mail.password-changed.subject': 'Vaše geslo za storitev {serviceName} je bilo spremenjeno',
  'mail.password-changed.lead':
    'Geslo vašega računa pri storitvi {serviceName} je bilo spremenjeno. Če ste ga spremenili vi, vam ni treba storiti ničesar več.',
  'mail.password-changed.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.password-changed.action': 'Ponastavi geslo',
  'mail.factor-added.subject':
    'Za vaš račun pri storitvi {serviceName} je bila nastavljena aplikacija za preverjanje pristnosti',
  'mail.factor-added.lead':
    'Za vaš račun pri storitvi {serviceName} je bila nastavljena aplikacija za preverjanje pristnosti. Če ste bili to vi, vam ni treba storiti ničesar več.',
  'mail.factor-added.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.factor-added.action': 'Ponastavi geslo',
  'mail.factor-removed.subject':
    'Aplikacija za preverjanje pristnosti je bila odstranjena iz vašega računa pri storitvi {serviceName}',
  'mail.factor-removed.lead':
    'Aplikacija za preverjanje pristnosti je bila odstranjena iz vašega računa pri storitvi {serviceName}. Če ste bili to vi, vam ni treba storiti ničesar več.',
  'mail.factor-removed.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.factor-removed.action': 'Ponastavi geslo',
  'mail.factor-removal.subject':
    'Drugi faktor vašega računa pri storitvi {serviceName} bo odstranjen',
  'mail.factor-removal.lead':
    'Upravljavec storitve {serviceName} je prejel zahtevo, naj odstrani izgubljeni drugi faktor vašega računa. Odstranjen bo čez 24 ur.',
  'mail.factor-removal.other':
    'Če tega niste zahtevali, takoj ustavite odstranitev in spremenite geslo.',
  'mail.factor-removal.action': 'Ustavi odstranitev',
  'mail.recovery-used.subject':
    'Uporabljena je bila obnovitvena koda vašega računa pri storitvi {serviceName}',
  'mail.recovery-used.lead':
    'Uporabljena je bila obnovitvena koda vašega računa pri storitvi {serviceName}. Če ste bili to vi, vam ni treba storiti ničesar več.',
  'mail.recovery-used.left': 'Preostale kode: {count, number}.',
  'mail.recovery-used.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.recovery-used.action': 'Ponastavi geslo',
  'mail.passkey-added.subject':
    'Vašemu računu pri storitvi {serviceName} je bil dodan ključ za dostop',
  'mail.passkey-added.lead':
    'Vašemu računu pri storitvi {serviceName} je bil dodan ključ za dostop. Če ste bili to vi, vam ni treba storiti ničesar več.',
  'mail.passkey-added.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.passkey-added.action': 'Ponastavi geslo',
  'mail.passkey-removed.subject':
    'Iz vašega računa pri storitvi {serviceName} je bil odstranjen ključ za dostop',
  'mail.passkey-removed.lead':
    'Iz vašega računa pri storitvi {serviceName} je bil odstranjen ključ za dostop. Če ste bili to vi, vam ni treba storiti ničesar več.',
  'mail.passkey-removed.other':
    'Če to niste bili vi, takoj ponastavite geslo. S tem bodo odjavljeni vsi drugi.',
  'mail.passkey-removed.action': 'Ponastavi geslo',
  'mail.email-changed.subject':
    'E-poštni naslov vašega računa pri storitvi {serviceName} je bil spremenjen',
  'mail.email-changed.lead':
    'E-poštni naslov vašega računa pri storitvi {serviceName} je bil spremenjen v {newEmail}. Če ste ga spremenili vi, vam ni treba storiti ničesar več.',
  'mail.email-changed.yours':
    'Če na isti strani potrdite, da ste to storili vi, spremembe s tega naslova ne bo več mogoče razveljaviti.',
  'mail.email-changed.other':
    'Če to niste bili vi, takoj razveljavite spremembo in nato izberite novo geslo.',
  'mail.email-changed.action': 'Razveljavi spremembo',
  'mail.email-changed.expiry':
    'Povezava velja {days, plural, one {# dan} two {# dneva} few {# dni} other {# dni}} in jo je mogoče uporabiti samo enkrat.',
  'mail.email-left.subject':
    'E-poštni naslov vašega računa pri storitvi {serviceName} je bil spremenjen',
  'mail.email-left.lead':
    'E-poštni naslov vašega računa pri storitvi {serviceName} je bil spremenjen. Če tega niste storili vi, se obrnite na {serviceName}.',
  'mail.account-deleted.subject': 'Vaš račun pri storitvi {serviceName} je bil izbrisan',
  'mail.account-deleted.lead':
    'Vaš račun pri storitvi {serviceName} je bil izbrisan. Če tega niste storili vi, se obrnite na {serviceName}.',
  'mail.email-pending.subject':
    'E-poštni naslov vašega računa pri storitvi {serviceName} je bil spremenjen',
  'mail.email-pending.lead':
    'Aplikacija je e-poštni naslov vašega računa pri storitvi {serviceName} spremenila v {newEmail}. Dokler novega naslova ne sprejmete, se prijavljate s tem.',
  'mail.email-pending.other':
    'Če to niste bili vi, tej aplikaciji takoj odvzemite dostop in spremenite geslo.',
  'mail.email-pending.action': 'Uporabi novi naslov',
  'mail.email-pending.expiry':
    'Povezava velja {hours, plural, one {# uro} two {# uri} few {# ure} other {# ur}} in jo je mogoče uporabiti samo enkrat.',
  'mail.application-authorized.subject':
    'Aplikacija lahko zdaj uporablja vaš račun pri storitvi {serviceName}',
  'mail.application-authorized.lead':
    'Aplikaciji {application} ste dovolili uporabo svojega računa pri storitvi {serviceName}. Dostop ji lahko kadar koli odvzamete.',
  'mail.application-authorized.other':
    'Če to niste bili vi, tej aplikaciji takoj odvzemite dostop in spremenite geslo.',
  'mail.application-authorized.action': 'Prikaži povezane aplikacije',
  'mail.new-browser.subject': 'Nova prijava v vaš račun pri storitvi {serviceName}',
  'mail.new-browser.lead':
    'Nekdo se je pravkar prijavil v vaš račun pri storitvi {serviceName} v brskalniku, ki z njim doslej še ni bil uporabljen: {browser}, naslov IP {source}.',
  'mail.new-browser.other': 'Če to niste bili vi, zdaj izberite novo geslo.',
  'mail.new-browser.action': 'Ponastavi geslo',
};
