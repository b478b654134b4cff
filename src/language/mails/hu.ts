import type { MailCatalogue } from './en.js';

/** Terms: fiók, jelszó, hozzáférési token, alkalmazás, e-mail-cím. */
export const hu: MailCatalogue = {
  'mail.greeting': 'Kedves {name}!',
  'mail.greeting_nameless': 'Üdvözöljük!',
  'mail.link_hint': 'Ha a gomb nem működik, másolja ezt a linket a böngészőjébe:',
  'mail.code':
    'Vagy írja be ezt a kódot azon az oldalon, ahol ezt az e-mailt kérte. A kód {codeMinutes, plural, one {# percig} other {# percig}} érvényes, és csak egyszer használható fel.',
  'mail.verification.subject': 'Erősítse meg {serviceName}-fiókja e-mail-címét',
  'mail.verification.lead':
    'Kérjük, erősítse meg, hogy ez az Ön e-mail-címe. Egy {serviceName}-fiókhoz adták meg.',
  'mail.verification.action': 'E-mail-cím megerősítése',
  'mail.verification.expiry':
    'A link {hours, plural, one {# óráig} other {# óráig}} érvényes, és csak egyszer használható fel.',
  'mail.verification.ignore':
    'Ha ez a fiók nem az Öné, hagyja figyelmen kívül ezt az e-mailt. Ebben az esetben a cím nem lesz megerősítve.',
  'mail.sign-up.subject': 'Fejezze be {serviceName}-fiókja létrehozását',
  'mail.sign-up.lead':
    'Már majdnem kész. Nyissa meg a linket, és fejezze be {serviceName}-fiókja létrehozását. Az oldal kérni fogja az Ön által választott jelszót.',
  'mail.sign-up.action': 'Fiók létrehozásának befejezése',
  'mail.sign-up.expiry':
    'A link {hours, plural, one {# óráig} other {# óráig}} érvényes, és csak egyszer használható fel.',
  'mail.sign-up.ignore':
    'Ha nem Ön regisztrált, hagyja figyelmen kívül ezt az e-mailt. Az Ön közreműködése nélkül nem jön létre fiók.',
  'mail.sign-up-taken.subject': 'Már van {serviceName}-fiókja',
  'mail.sign-up-taken.lead':
    'Valaki {serviceName}-fiókot próbált létrehozni ezzel az e-mail-címmel, de Önnek már van fiókja. Semmi sem változott.',
  'mail.sign-up-taken.you':
    'Ha Ön volt az, egyszerűen jelentkezzen be. Ha elfelejtette a jelszavát, a bejelentkezési oldalon visszaállíthatja.',
  'mail.sign-up-taken.action': 'Bejelentkezés',
  'mail.sign-up-taken.ignore': 'Ha nem Ön volt az, nincs semmi teendője.',
  'mail.password-reset.subject': 'Állítsa vissza {serviceName}-fiókja jelszavát',
  'mail.password-reset.lead':
    'Valaki kérte az Ön {serviceName}-fiókjához tartozó jelszó visszaállítását. Ha Ön volt az, válasszon új jelszót.',
  'mail.password-reset.action': 'Új jelszó választása',
  'mail.password-reset.expiry':
    'A link {minutes, plural, one {# percig} other {# percig}} érvényes, és csak egyszer használható fel.',
  'mail.password-reset.ignore':
    'Ha nem Ön volt az, hagyja figyelmen kívül ezt az e-mailt. A jelszava nem változik.',
  'mail.first-proof.subject': 'Erősítse meg {serviceName}-fiókja e-mail-címét',
  'mail.first-proof.lead':
    'Egy {serviceName}-fiók ezt az e-mail-címet használja, de még senki sem erősítette meg.',
  'mail.first-proof.you':
    'Ha a cím az Öné, válasszon új jelszót. Ez megerősíti a címet, és megszüntet mindent, amit korábban a fiókban beállítottak.',
  'mail.first-proof.action': 'Új jelszó választása',
  'mail.first-proof.expiry':
    'A link {hours, plural, one {# óráig} other {# óráig}} érvényes, és csak egyszer használható fel.',
  'mail.first-proof.ignore':
    'Ha nem Ön volt az, hagyja figyelmen kívül ezt az e-mailt. Semmi sem változott.',
  'mail.password-changed.subject': 'Módosult az Ön {serviceName}-fiókjának jelszava',
  'mail.password-changed.lead':
    'Módosult az Ön {serviceName}-fiókjának jelszava. Ha Ön módosította, nincs további teendője.',
  'mail.password-changed.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.password-changed.action': 'Jelszó visszaállítása',
  'mail.factor-added.subject': 'Hitelesítő alkalmazást állítottak be {serviceName}-fiókjához',
  'mail.factor-added.lead':
    'Hitelesítő alkalmazást állítottak be {serviceName}-fiókjához. Ha Ön tette, nincs további teendője.',
  'mail.factor-added.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.factor-added.action': 'Jelszó visszaállítása',
  'mail.factor-removed.subject': 'A hitelesítő alkalmazást eltávolították {serviceName}-fiókjából',
  'mail.factor-removed.lead':
    'A hitelesítő alkalmazást eltávolították {serviceName}-fiókjából. Ha Ön tette, nincs további teendője.',
  'mail.factor-removed.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.factor-removed.action': 'Jelszó visszaállítása',
  'mail.factor-removal.subject': 'Hamarosan eltávolítjuk {serviceName}-fiókja második tényezőjét',
  'mail.factor-removal.lead':
    'Megkérték a szolgáltatás ({serviceName}) üzemeltetőjét, hogy távolítsa el az Ön fiókjának elveszett második tényezőjét. Az eltávolításra 24 óra múlva kerül sor.',
  'mail.factor-removal.other':
    'Ha nem Ön kérte ezt, azonnal állítsa le az eltávolítást, és módosítsa a jelszavát.',
  'mail.factor-removal.action': 'Az eltávolítás leállítása',
  'mail.recovery-used.subject': 'Felhasználták {serviceName}-fiókjának egyik helyreállítási kódját',
  'mail.recovery-used.lead':
    'Felhasználták {serviceName}-fiókjának egyik helyreállítási kódját. Ha Ön használta fel, nincs további teendője.',
  'mail.recovery-used.left': 'Megmaradt kódok: {count, number}.',
  'mail.recovery-used.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.recovery-used.action': 'Jelszó visszaállítása',
  'mail.passkey-added.subject': 'Azonosítókulcsot adtak hozzá {serviceName}-fiókjához',
  'mail.passkey-added.lead':
    'Azonosítókulcsot adtak hozzá {serviceName}-fiókjához. Ha Ön tette, nincs további teendője.',
  'mail.passkey-added.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.passkey-added.action': 'Jelszó visszaállítása',
  'mail.passkey-removed.subject': 'Azonosítókulcsot távolítottak el {serviceName}-fiókjából',
  'mail.passkey-removed.lead':
    'Azonosítókulcsot távolítottak el {serviceName}-fiókjából. Ha Ön tette, nincs további teendője.',
  'mail.passkey-removed.other':
    'Ha nem Ön volt az, azonnal állítsa vissza a jelszavát. Ezzel mindenki mást kijelentkeztet.',
  'mail.passkey-removed.action': 'Jelszó visszaállítása',
  'mail.email-changed.subject': 'Módosult az Ön {serviceName}-fiókjának e-mail-címe',
  'mail.email-changed.lead':
    'Módosult az Ön {serviceName}-fiókjának e-mail-címe. Az új cím: {newEmail}. Ha Ön módosította, nincs további teendője.',
  'mail.email-changed.yours':
    'Ha ugyanazon az oldalon megerősíti, hogy Ön módosította, erről a címről a módosítás többé nem vonható vissza.',
  'mail.email-changed.other':
    'Ha nem Ön volt az, azonnal vonja vissza a módosítást, majd válasszon új jelszót.',
  'mail.email-changed.action': 'Módosítás visszavonása',
  'mail.email-changed.expiry':
    'A link {days, plural, one {# napig} other {# napig}} érvényes, és csak egyszer használható fel.',
  'mail.email-left.subject': 'Módosult az Ön {serviceName}-fiókjának e-mail-címe',
  'mail.email-left.lead':
    'Módosult az Ön {serviceName}-fiókjának e-mail-címe. Ha nem Ön módosította, lépjen kapcsolatba a következővel: {serviceName}.',
  'mail.account-deleted.subject': 'Töröltük az Ön {serviceName}-fiókját',
  'mail.account-deleted.lead':
    'Töröltük az Ön {serviceName}-fiókját. Ha nem Ön kérte, lépjen kapcsolatba a következővel: {serviceName}.',
  'mail.email-pending.subject': 'Módosult az Ön {serviceName}-fiókjának e-mail-címe',
  'mail.email-pending.lead':
    'Egy alkalmazás módosította az Ön {serviceName}-fiókjának e-mail-címét. Az új cím: {newEmail}. Amíg el nem fogadja az új címet, ezzel a címmel jelentkezik be.',
  'mail.email-pending.other':
    'Ha nem Ön volt az, azonnal vonja vissza az alkalmazás hozzáférését, és módosítsa a jelszavát.',
  'mail.email-pending.action': 'Az új cím használata',
  'mail.email-pending.expiry':
    'A link {hours, plural, one {# óráig} other {# óráig}} érvényes, és csak egyszer használható fel.',
  'mail.application-authorized.subject':
    'Egy alkalmazás mostantól használhatja az Ön {serviceName}-fiókját',
  'mail.application-authorized.lead':
    'Engedélyezte, hogy a következő alkalmazás használja az Ön {serviceName}-fiókját: {application}. A hozzáférést bármikor visszavonhatja.',
  'mail.application-authorized.other':
    'Ha nem Ön volt az, azonnal vonja vissza az alkalmazás hozzáférését, és módosítsa a jelszavát.',
  'mail.application-authorized.action': 'Összekapcsolt alkalmazások megtekintése',
  'mail.new-browser.subject': 'Új bejelentkezés az Ön {serviceName}-fiókjába',
  'mail.new-browser.lead':
    'Valaki most jelentkezett be az Ön {serviceName}-fiókjába egy olyan böngészőben, amelyet korábban nem használtak ehhez a fiókhoz: {browser}, IP-cím: {source}.',
  'mail.new-browser.other': 'Ha nem Ön volt az, most válasszon új jelszót.',
  'mail.new-browser.action': 'Jelszó visszaállítása',
};
