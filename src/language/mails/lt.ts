import type { MailCatalogue } from './en.js';

/** Terms: paskyra, slaptažodis, prieigos raktas, programa, el. pašto adresas. */
export const lt: MailCatalogue = {
  'mail.greeting': 'Sveiki, {name}!',
  'mail.greeting_nameless': 'Sveiki!',
  'mail.link_hint': 'Jei mygtukas neveikia, nukopijuokite šią nuorodą į naršyklę:',
  'mail.code':
    'Arba įveskite šį kodą puslapyje, kuriame paprašėte šio laiško. Kodas galioja {codeMinutes, plural, one {# minutę} few {# minutes} many {# minutės} other {# minučių}} ir jį galima panaudoti tik vieną kartą.',
  'mail.verification.subject': 'Patvirtinkite savo „{serviceName}“ paskyros el. pašto adresą',
  'mail.verification.lead':
    'Patvirtinkite, kad tai jūsų el. pašto adresas. Jis buvo nurodytas „{serviceName}“ paskyrai.',
  'mail.verification.action': 'Patvirtinti el. pašto adresą',
  'mail.verification.expiry':
    'Nuoroda galioja {hours, plural, one {# valandą} few {# valandas} many {# valandos} other {# valandų}} ir ją galima panaudoti tik vieną kartą.',
  'mail.verification.ignore':
    'Jei ši paskyra ne jūsų, nekreipkite dėmesio į šį laišką. Tada adresas liks nepatvirtintas.',
  'mail.sign-up.subject': 'Užbaikite „{serviceName}“ paskyros kūrimą',
  'mail.sign-up.lead':
    'Liko visai nedaug. Atverkite nuorodą ir užbaikite „{serviceName}“ paskyros kūrimą. Puslapyje reikės įvesti pasirinktą slaptažodį.',
  'mail.sign-up.action': 'Užbaigti paskyros kūrimą',
  'mail.sign-up.expiry':
    'Nuoroda galioja {hours, plural, one {# valandą} few {# valandas} many {# valandos} other {# valandų}} ir ją galima panaudoti tik vieną kartą.',
  'mail.sign-up.ignore':
    'Jei nesiregistravote, nekreipkite dėmesio į šį laišką. Be jūsų jokia paskyra nebus sukurta.',
  'mail.sign-up-taken.subject': 'Jau turite „{serviceName}“ paskyrą',
  'mail.sign-up-taken.lead':
    'Kažkas bandė sukurti „{serviceName}“ paskyrą su šiuo el. pašto adresu, bet ją jau turite. Niekas nepasikeitė.',
  'mail.sign-up-taken.you':
    'Jei tai buvote jūs, tiesiog prisijunkite. Jei pamiršote slaptažodį, galite jį atkurti prisijungimo puslapyje.',
  'mail.sign-up-taken.action': 'Prisijungti',
  'mail.sign-up-taken.ignore': 'Jei tai buvote ne jūs, nieko daryti nereikia.',
  'mail.password-reset.subject': 'Atkurkite savo „{serviceName}“ paskyros slaptažodį',
  'mail.password-reset.lead':
    'Kažkas paprašė atkurti jūsų „{serviceName}“ paskyros slaptažodį. Jei tai buvote jūs, pasirinkite naują slaptažodį.',
  'mail.password-reset.action': 'Pasirinkti naują slaptažodį',
  'mail.password-reset.expiry':
    'Nuoroda galioja {minutes, plural, one {# minutę} few {# minutes} many {# minutės} other {# minučių}} ir ją galima panaudoti tik vieną kartą.',
  'mail.password-reset.ignore':
    'Jei tai buvote ne jūs, nekreipkite dėmesio į šį laišką. Jūsų slaptažodis nepasikeis.',
  'mail.first-proof.subject': 'Patvirtinkite savo „{serviceName}“ paskyros el. pašto adresą',
  'mail.first-proof.lead':
    '„{serviceName}“ paskyra naudoja šį el. pašto adresą, bet jo dar niekas nepatvirtino.',
  'mail.first-proof.you':
    'Jei adresas jūsų, pasirinkite naują slaptažodį. Taip patvirtinsite adresą ir nutrauksite viską, kas anksčiau nustatyta paskyroje.',
  'mail.first-proof.action': 'Pasirinkti naują slaptažodį',
  'mail.first-proof.expiry':
    'Nuoroda galioja {hours, plural, one {# valandą} few {# valandas} many {# valandos} other {# valandų}} ir ją galima panaudoti tik vieną kartą.',
  'mail.first-proof.ignore':
    'Jei tai buvote ne jūs, nekreipkite dėmesio į šį laišką. Niekas nepasikeitė.',
  'mail.password-changed.subject': 'Jūsų „{serviceName}“ paskyros slaptažodis pakeistas',
  'mail.password-changed.lead':
    'Jūsų „{serviceName}“ paskyros slaptažodis buvo pakeistas. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.password-changed.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.password-changed.action': 'Atkurti slaptažodį',
  'mail.factor-added.subject': 'Jūsų „{serviceName}“ paskyrai nustatyta autentifikavimo programa',
  'mail.factor-added.lead':
    'Jūsų „{serviceName}“ paskyrai nustatyta autentifikavimo programa. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.factor-added.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.factor-added.action': 'Atkurti slaptažodį',
  'mail.factor-removed.subject':
    'Autentifikavimo programa pašalinta iš jūsų „{serviceName}“ paskyros',
  'mail.factor-removed.lead':
    'Autentifikavimo programa pašalinta iš jūsų „{serviceName}“ paskyros. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.factor-removed.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.factor-removed.action': 'Atkurti slaptažodį',
  'mail.factor-removal.subject': 'Jūsų „{serviceName}“ paskyros antrasis veiksnys bus pašalintas',
  'mail.factor-removal.lead':
    '„{serviceName}“ valdytojo paprašyta pašalinti prarastą jūsų paskyros antrąjį veiksnį. Jis bus pašalintas po 24 valandų.',
  'mail.factor-removal.other':
    'Jei to neprašėte, nedelsdami sustabdykite šalinimą ir pakeiskite slaptažodį.',
  'mail.factor-removal.action': 'Sustabdyti šalinimą',
  'mail.recovery-used.subject': 'Panaudotas jūsų „{serviceName}“ paskyros atkūrimo kodas',
  'mail.recovery-used.lead':
    'Panaudotas jūsų „{serviceName}“ paskyros atkūrimo kodas. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.recovery-used.left': 'Likę kodai: {count, number}.',
  'mail.recovery-used.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.recovery-used.action': 'Atkurti slaptažodį',
  'mail.passkey-added.subject': 'Prie jūsų „{serviceName}“ paskyros pridėtas slaptaraktis',
  'mail.passkey-added.lead':
    'Prie jūsų „{serviceName}“ paskyros pridėtas slaptaraktis. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.passkey-added.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.passkey-added.action': 'Atkurti slaptažodį',
  'mail.passkey-removed.subject': 'Iš jūsų „{serviceName}“ paskyros pašalintas slaptaraktis',
  'mail.passkey-removed.lead':
    'Iš jūsų „{serviceName}“ paskyros pašalintas slaptaraktis. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.passkey-removed.other':
    'Jei tai buvote ne jūs, nedelsdami atkurkite slaptažodį. Taip visi kiti bus atjungti.',
  'mail.passkey-removed.action': 'Atkurti slaptažodį',
  'mail.email-changed.subject': 'Jūsų „{serviceName}“ paskyros el. pašto adresas pakeistas',
  'mail.email-changed.lead':
    'Jūsų „{serviceName}“ paskyros el. pašto adresas buvo pakeistas į {newEmail}. Jei tai padarėte jūs, daugiau nieko daryti nereikia.',
  'mail.email-changed.yours':
    'Jei tame pačiame puslapyje patvirtinsite, kad tai padarėte jūs, šiuo adresu pakeitimo anuliuoti nebebus galima.',
  'mail.email-changed.other':
    'Jei tai buvote ne jūs, nedelsdami anuliuokite pakeitimą ir tada pasirinkite naują slaptažodį.',
  'mail.email-changed.action': 'Anuliuoti pakeitimą',
  'mail.email-changed.expiry':
    'Nuoroda galioja {days, plural, one {# dieną} few {# dienas} many {# dienos} other {# dienų}} ir ją galima panaudoti tik vieną kartą.',
  'mail.email-left.subject': 'Jūsų „{serviceName}“ paskyros el. pašto adresas pakeistas',
  'mail.email-left.lead':
    'Jūsų „{serviceName}“ paskyros el. pašto adresas pakeistas. Jei tai padarėte ne jūs, susisiekite su „{serviceName}“.',
  'mail.account-deleted.subject': 'Jūsų „{serviceName}“ paskyra ištrinta',
  'mail.account-deleted.lead':
    'Jūsų „{serviceName}“ paskyra ištrinta. Jei tai padarėte ne jūs, susisiekite su „{serviceName}“.',
  'mail.email-pending.subject': 'Jūsų „{serviceName}“ paskyros el. pašto adresas pakeistas',
  'mail.email-pending.lead':
    'Programa pakeitė jūsų „{serviceName}“ paskyros el. pašto adresą į {newEmail}. Kol nepriimsite naujo adreso, prisijungiate šiuo.',
  'mail.email-pending.other':
    'Jei tai buvote ne jūs, nedelsdami panaikinkite šios programos prieigą ir pakeiskite slaptažodį.',
  'mail.email-pending.action': 'Naudoti naują adresą',
  'mail.email-pending.expiry':
    'Nuoroda galioja {hours, plural, one {# valandą} few {# valandas} many {# valandos} other {# valandų}} ir ją galima panaudoti tik vieną kartą.',
  'mail.application-authorized.subject':
    'Programa nuo šiol gali naudoti jūsų „{serviceName}“ paskyrą',
  'mail.application-authorized.lead':
    'Leidote programai „{application}“ naudoti savo „{serviceName}“ paskyrą. Prieigą galite bet kada panaikinti.',
  'mail.application-authorized.other':
    'Jei tai buvote ne jūs, nedelsdami panaikinkite šios programos prieigą ir pakeiskite slaptažodį.',
  'mail.application-authorized.action': 'Peržiūrėti susietas programas',
  'mail.new-browser.subject': 'Naujas prisijungimas prie jūsų „{serviceName}“ paskyros',
  'mail.new-browser.lead':
    'Kažkas ką tik prisijungė prie jūsų „{serviceName}“ paskyros naršykle, kuri su ja anksčiau nebuvo naudota: {browser}, IP adresas {source}.',
  'mail.new-browser.other': 'Jei tai buvote ne jūs, dabar pasirinkite naują slaptažodį.',
  'mail.new-browser.action': 'Atkurti slaptažodį',
};
