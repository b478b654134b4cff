import type { MailCatalogue } from './en.js';

/** Terms: konts, parole, piekļuves pilnvara, lietotne, e-pasta adrese. */
export const lv: MailCatalogue = {
  'mail.greeting': 'Labdien, {name}!',
  'mail.greeting_nameless': 'Labdien!',
  'mail.link_hint': 'Ja poga nedarbojas, iekopējiet šo saiti pārlūkā:',
  'mail.code':
    'Vai arī ievadiet šo kodu lapā, kurā pieprasījāt šo ziņojumu. Kods ir derīgs {codeMinutes, plural, zero {# minūtes} one {# minūti} other {# minūtes}}, un to var izmantot tikai vienreiz.',
  'mail.verification.subject': 'Apstipriniet sava {serviceName} konta e-pasta adresi',
  'mail.verification.lead':
    'Lūdzu, apstipriniet, ka šī ir jūsu e-pasta adrese. Tā tika norādīta {serviceName} kontam.',
  'mail.verification.action': 'Apstiprināt e-pasta adresi',
  'mail.verification.expiry':
    'Saite ir derīga {hours, plural, zero {# stundas} one {# stundu} other {# stundas}}, un to var izmantot tikai vienreiz.',
  'mail.verification.ignore':
    'Ja šis konts nav jūsu, ignorējiet šo ziņojumu. Tādā gadījumā adrese paliks neapstiprināta.',
  'mail.sign-up.subject': 'Pabeidziet sava {serviceName} konta izveidi',
  'mail.sign-up.lead':
    'Gandrīz viss ir gatavs. Atveriet saiti, lai pabeigtu sava {serviceName} konta izveidi. Lapā būs jāievada jūsu izvēlētā parole.',
  'mail.sign-up.action': 'Pabeigt konta izveidi',
  'mail.sign-up.expiry':
    'Saite ir derīga {hours, plural, zero {# stundas} one {# stundu} other {# stundas}}, un to var izmantot tikai vienreiz.',
  'mail.sign-up.ignore':
    'Ja jūs nereģistrējāties, ignorējiet šo ziņojumu. Bez jūsu līdzdalības konts netiks izveidots.',
  'mail.sign-up-taken.subject': 'Jums jau ir {serviceName} konts',
  'mail.sign-up-taken.lead':
    'Kāds mēģināja izveidot {serviceName} kontu ar šo e-pasta adresi, bet jums tāds jau ir. Nekas nav mainījies.',
  'mail.sign-up-taken.you':
    'Ja tas bijāt jūs, vienkārši pierakstieties. Ja aizmirsāt paroli, varat to atiestatīt pierakstīšanās lapā.',
  'mail.sign-up-taken.action': 'Pierakstīties',
  'mail.sign-up-taken.ignore': 'Ja tas nebijāt jūs, jums nekas nav jādara.',
  'mail.password-reset.subject': 'Atiestatiet sava {serviceName} konta paroli',
  'mail.password-reset.lead':
    'Kāds pieprasīja atiestatīt jūsu {serviceName} konta paroli. Ja tas bijāt jūs, izvēlieties jaunu paroli.',
  'mail.password-reset.action': 'Izvēlēties jaunu paroli',
  'mail.password-reset.expiry':
    'Saite ir derīga {minutes, plural, zero {# minūtes} one {# minūti} other {# minūtes}}, un to var izmantot tikai vienreiz.',
  'mail.password-reset.ignore':
    'Ja tas nebijāt jūs, ignorējiet šo ziņojumu. Jūsu parole paliks nemainīta.',
  'mail.first-proof.subject': 'Apstipriniet sava {serviceName} konta e-pasta adresi',
  'mail.first-proof.lead':
    'Kāds {serviceName} konts izmanto šo e-pasta adresi, bet neviens to vēl nav apstiprinājis.',
  'mail.first-proof.you':
    'Ja adrese ir jūsu, izvēlieties jaunu paroli. Tas apstiprina adresi un izbeidz visu, kas kontā iepriekš iestatīts.',
  'mail.first-proof.action': 'Izvēlēties jaunu paroli',
  'mail.first-proof.expiry':
    'Saite ir derīga {hours, plural, zero {# stundas} one {# stundu} other {# stundas}}, un to var izmantot tikai vienreiz.',
  'mail.first-proof.ignore': 'Ja tas nebijāt jūs, ignorējiet šo ziņojumu. Nekas nav mainījies.',
  'mail.password-changed.subject': 'Jūsu {serviceName} konta parole ir nomainīta',
  'mail.password-changed.lead':
    'Jūsu {serviceName} konta parole ir nomainīta. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.password-changed.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.password-changed.action': 'Atiestatīt paroli',
  'mail.factor-added.subject': 'Jūsu {serviceName} kontam ir iestatīta autentifikācijas lietotne',
  'mail.factor-added.lead':
    'Jūsu {serviceName} kontam ir iestatīta autentifikācijas lietotne. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.factor-added.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.factor-added.action': 'Atiestatīt paroli',
  'mail.factor-removed.subject': 'Autentifikācijas lietotne ir noņemta no jūsu {serviceName} konta',
  'mail.factor-removed.lead':
    'Autentifikācijas lietotne ir noņemta no jūsu {serviceName} konta. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.factor-removed.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.factor-removed.action': 'Atiestatīt paroli',
  'mail.factor-removal.subject': 'Jūsu {serviceName} konta otrais faktors tiks noņemts',
  'mail.factor-removal.lead':
    '{serviceName} uzturētājam ir lūgts noņemt pazaudēto jūsu konta otro faktoru. Tas tiks noņemts pēc 24 stundām.',
  'mail.factor-removal.other':
    'Ja jūs to nelūdzāt, nekavējoties apturiet noņemšanu un nomainiet paroli.',
  'mail.factor-removal.action': 'Apturēt noņemšanu',
  'mail.recovery-used.subject': 'Ir izmantots jūsu {serviceName} konta atkopšanas kods',
  'mail.recovery-used.lead':
    'Ir izmantots jūsu {serviceName} konta atkopšanas kods. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.recovery-used.left': 'Atlikušie kodi: {count, number}.',
  'mail.recovery-used.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.recovery-used.action': 'Atiestatīt paroli',
  'mail.passkey-added.subject': 'Jūsu {serviceName} kontam ir pievienota piekļuves atslēga',
  'mail.passkey-added.lead':
    'Jūsu {serviceName} kontam ir pievienota piekļuves atslēga. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.passkey-added.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.passkey-added.action': 'Atiestatīt paroli',
  'mail.passkey-removed.subject': 'No jūsu {serviceName} konta ir noņemta piekļuves atslēga',
  'mail.passkey-removed.lead':
    'No jūsu {serviceName} konta ir noņemta piekļuves atslēga. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.passkey-removed.other':
    'Ja tas nebijāt jūs, nekavējoties atiestatiet paroli. Tādējādi tiks pārtrauktas visas pārējās sesijas.',
  'mail.passkey-removed.action': 'Atiestatīt paroli',
  'mail.email-changed.subject': 'Jūsu {serviceName} konta e-pasta adrese ir nomainīta',
  'mail.email-changed.lead':
    'Jūsu {serviceName} konta e-pasta adrese ir nomainīta uz {newEmail}. Ja to izdarījāt jūs, nekas vairāk nav jādara.',
  'mail.email-changed.yours':
    'Ja tajā pašā lapā apstiprināsiet, ka to izdarījāt jūs, no šīs adreses maiņu vairs nevarēs atsaukt.',
  'mail.email-changed.other':
    'Ja tas nebijāt jūs, nekavējoties atsauciet maiņu un pēc tam izvēlieties jaunu paroli.',
  'mail.email-changed.action': 'Atsaukt maiņu',
  'mail.email-changed.expiry':
    'Saite ir derīga {days, plural, zero {# dienas} one {# dienu} other {# dienas}}, un to var izmantot tikai vienreiz.',
  'mail.email-left.subject': 'Jūsu {serviceName} konta e-pasta adrese ir nomainīta',
  'mail.email-left.lead':
    'Jūsu {serviceName} konta e-pasta adrese ir nomainīta. Ja to nedarījāt jūs, sazinieties ar {serviceName}.',
  'mail.account-deleted.subject': 'Jūsu {serviceName} konts ir dzēsts',
  'mail.account-deleted.lead':
    'Jūsu {serviceName} konts ir dzēsts. Ja to nedarījāt jūs, sazinieties ar {serviceName}.',
  'mail.email-pending.subject': 'Jūsu {serviceName} konta e-pasta adrese ir nomainīta',
  'mail.email-pending.lead':
    'Lietotne nomainīja jūsu {serviceName} konta e-pasta adresi uz {newEmail}. Kamēr nepieņemat jauno adresi, jūs pierakstāties ar šo.',
  'mail.email-pending.other':
    'Ja tas nebijāt jūs, nekavējoties atsauciet šīs lietotnes piekļuvi un nomainiet paroli.',
  'mail.email-pending.action': 'Izmantot jauno adresi',
  'mail.email-pending.expiry':
    'Saite ir derīga {hours, plural, zero {# stundas} one {# stundu} other {# stundas}}, un to var izmantot tikai vienreiz.',
  'mail.application-authorized.subject': 'Lietotne tagad var izmantot jūsu {serviceName} kontu',
  'mail.application-authorized.lead':
    'Jūs atļāvāt lietotnei {application} izmantot savu {serviceName} kontu. Piekļuvi varat jebkurā laikā atsaukt.',
  'mail.application-authorized.other':
    'Ja tas nebijāt jūs, nekavējoties atsauciet šīs lietotnes piekļuvi un nomainiet paroli.',
  'mail.application-authorized.action': 'Skatīt saistītās lietotnes',
  'mail.new-browser.subject': 'Jauna pierakstīšanās jūsu {serviceName} kontā',
  'mail.new-browser.lead':
    'Kāds tikko pierakstījās jūsu {serviceName} kontā pārlūkā, kas ar to līdz šim nav izmantots: {browser}, IP adrese {source}.',
  'mail.new-browser.other': 'Ja tas nebijāt jūs, tagad izvēlieties jaunu paroli.',
  'mail.new-browser.action': 'Atiestatīt paroli',
};
