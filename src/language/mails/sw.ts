import type { MailCatalogue } from './en.js';

/** Terms: akaunti, nenosiri, tokeni ya ufikiaji, programu, anwani ya barua pepe. */
export const sw: MailCatalogue = {
  'mail.greeting': 'Habari {name},',
  'mail.greeting_nameless': 'Habari,',
  'mail.link_hint': 'Ikiwa kitufe hakifanyi kazi, nakili kiungo hiki kwenye kivinjari chako:',
  'mail.code':
    'Au weka msimbo huu kwenye ukurasa ulikoomba barua pepe hii. Msimbo utafanya kazi kwa muda wa {codeMinutes, plural, one {dakika #} other {dakika #}}, na mara moja tu.',
  'mail.verification.subject': 'Thibitisha anwani yako ya barua pepe kwa ajili ya {serviceName}',
  'mail.verification.lead':
    'Tafadhali thibitisha kuwa hii ni anwani yako ya barua pepe. Iliwekwa kwa ajili ya akaunti ya {serviceName}.',
  'mail.verification.action': 'Thibitisha anwani ya barua pepe',
  'mail.verification.expiry':
    'Kiungo kitafanya kazi kwa muda wa {hours, plural, one {saa #} other {saa #}}, na mara moja tu.',
  'mail.verification.ignore':
    'Ikiwa akaunti hii si yako, puuza barua pepe hii. Anwani hiyo itabaki bila kuthibitishwa.',
  'mail.sign-up.subject': 'Kamilisha kufungua akaunti yako ya {serviceName}',
  'mail.sign-up.lead':
    'Umekaribia kumaliza. Fungua kiungo ili ukamilishe kufungua akaunti yako ya {serviceName}. Ukurasa utakuomba uweke nenosiri ulilochagua.',
  'mail.sign-up.action': 'Kamilisha kufungua akaunti',
  'mail.sign-up.expiry':
    'Kiungo kitafanya kazi kwa muda wa {hours, plural, one {saa #} other {saa #}}, na mara moja tu.',
  'mail.sign-up.ignore':
    'Ikiwa hukujisajili, puuza barua pepe hii. Hakuna akaunti itakayofunguliwa bila wewe.',
  'mail.sign-up-taken.subject': 'Tayari una akaunti ya {serviceName}',
  'mail.sign-up-taken.lead':
    'Mtu fulani alijaribu kufungua akaunti ya {serviceName} kwa kutumia anwani hii ya barua pepe, lakini tayari una akaunti. Hakuna kilichobadilika.',
  'mail.sign-up-taken.you':
    'Ikiwa ni wewe, ingia tu katika akaunti yako. Ikiwa umesahau nenosiri lako, unaweza kuliweka upya kwenye ukurasa wa kuingia.',
  'mail.sign-up-taken.action': 'Ingia',
  'mail.sign-up-taken.ignore': 'Ikiwa si wewe, huhitaji kufanya chochote.',
  'mail.password-reset.subject': 'Weka upya nenosiri lako la {serviceName}',
  'mail.password-reset.lead':
    'Mtu fulani aliomba kuweka upya nenosiri la akaunti yako ya {serviceName}. Ikiwa ni wewe, chagua nenosiri jipya.',
  'mail.password-reset.action': 'Chagua nenosiri jipya',
  'mail.password-reset.expiry':
    'Kiungo kitafanya kazi kwa muda wa {minutes, plural, one {dakika #} other {dakika #}}, na mara moja tu.',
  'mail.password-reset.ignore':
    'Ikiwa si wewe, puuza barua pepe hii. Nenosiri lako litabaki vilevile.',
  'mail.first-proof.subject': 'Thibitisha anwani yako ya barua pepe kwa ajili ya {serviceName}',
  'mail.first-proof.lead':
    'Akaunti ya {serviceName} inatumia anwani hii ya barua pepe, lakini hakuna aliyeithibitisha bado.',
  'mail.first-proof.you':
    'Ikiwa anwani ni yako, chagua nenosiri jipya. Hii inathibitisha anwani na kukomesha kila kitu kilichowekwa awali kwenye akaunti.',
  'mail.first-proof.action': 'Chagua nenosiri jipya',
  'mail.first-proof.expiry':
    'Kiungo kitafanya kazi kwa muda wa {hours, plural, one {saa #} other {saa #}}, na mara moja tu.',
  'mail.first-proof.ignore': 'Ikiwa si wewe, puuza barua pepe hii. Hakuna kilichobadilika.',
  'mail.password-changed.subject': 'Nenosiri lako la {serviceName} limebadilishwa',
  'mail.password-changed.lead':
    'Nenosiri la akaunti yako ya {serviceName} limebadilishwa. Ikiwa ni wewe uliyelibadilisha, huhitaji kufanya kitu kingine.',
  'mail.password-changed.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.password-changed.action': 'Weka upya nenosiri',
  'mail.factor-added.subject':
    'Programu ya uthibitishaji imesanidiwa kwa akaunti yako ya {serviceName}',
  'mail.factor-added.lead':
    'Programu ya uthibitishaji imesanidiwa kwa akaunti yako ya {serviceName}. Ikiwa ni wewe uliyefanya hivi, huhitaji kufanya kitu kingine.',
  'mail.factor-added.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.factor-added.action': 'Weka upya nenosiri',
  'mail.factor-removed.subject':
    'Programu ya uthibitishaji imeondolewa kwenye akaunti yako ya {serviceName}',
  'mail.factor-removed.lead':
    'Programu ya uthibitishaji imeondolewa kwenye akaunti yako ya {serviceName}. Ikiwa ni wewe uliyefanya hivi, huhitaji kufanya kitu kingine.',
  'mail.factor-removed.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.factor-removed.action': 'Weka upya nenosiri',
  'mail.factor-removal.subject':
    'Kipengele cha pili cha uthibitishaji cha akaunti yako ya {serviceName} kitaondolewa',
  'mail.factor-removal.lead':
    'Mwendeshaji wa {serviceName} ameombwa kuondoa kipengele cha pili cha uthibitishaji cha akaunti yako ambacho kimepotea. Kitaondolewa baada ya saa 24.',
  'mail.factor-removal.other':
    'Ikiwa hukuomba hili, simamisha uondoaji mara moja na ubadilishe nenosiri lako.',
  'mail.factor-removal.action': 'Simamisha uondoaji',
  'mail.recovery-used.subject': 'Msimbo wa urejeshaji wa akaunti yako ya {serviceName} umetumika',
  'mail.recovery-used.lead':
    'Msimbo wa urejeshaji wa akaunti yako ya {serviceName} umetumika. Ikiwa ni wewe uliyefanya hivi, huhitaji kufanya kitu kingine.',
  'mail.recovery-used.left': 'Misimbo iliyobaki: {count, number}.',
  'mail.recovery-used.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.recovery-used.action': 'Weka upya nenosiri',
  'mail.passkey-added.subject': 'Ufunguo wa siri umeongezwa kwenye akaunti yako ya {serviceName}',
  'mail.passkey-added.lead':
    'Ufunguo wa siri umeongezwa kwenye akaunti yako ya {serviceName}. Ikiwa ni wewe uliyefanya hivi, huhitaji kufanya kitu kingine.',
  'mail.passkey-added.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.passkey-added.action': 'Weka upya nenosiri',
  'mail.passkey-removed.subject':
    'Ufunguo wa siri umeondolewa kwenye akaunti yako ya {serviceName}',
  'mail.passkey-removed.lead':
    'Ufunguo wa siri umeondolewa kwenye akaunti yako ya {serviceName}. Ikiwa ni wewe uliyefanya hivi, huhitaji kufanya kitu kingine.',
  'mail.passkey-removed.other':
    'Ikiwa si wewe, weka upya nenosiri lako mara moja. Kufanya hivyo kutawaondoa watu wengine wote katika akaunti yako.',
  'mail.passkey-removed.action': 'Weka upya nenosiri',
  'mail.email-changed.subject':
    'Anwani ya barua pepe ya akaunti yako ya {serviceName} imebadilishwa',
  'mail.email-changed.lead':
    'Anwani ya barua pepe ya akaunti yako ya {serviceName} imebadilishwa kuwa {newEmail}. Ikiwa ni wewe uliyeibadilisha, huhitaji kufanya kitu kingine.',
  'mail.email-changed.yours':
    'Ukithibitisha kwenye ukurasa huo huo kwamba ni wewe, anwani hii haitaweza tena kutendua mabadiliko.',
  'mail.email-changed.other':
    'Ikiwa si wewe, tendua mabadiliko mara moja, kisha uchague nenosiri jipya.',
  'mail.email-changed.action': 'Tendua mabadiliko',
  'mail.email-changed.expiry':
    'Kiungo kitafanya kazi kwa muda wa {days, plural, one {siku #} other {siku #}}, na mara moja tu.',
  'mail.email-left.subject': 'Anwani ya barua pepe ya akaunti yako ya {serviceName} imebadilishwa',
  'mail.email-left.lead':
    'Anwani ya barua pepe ya akaunti yako ya {serviceName} imebadilishwa. Ikiwa si wewe, wasiliana na {serviceName}.',
  'mail.account-deleted.subject': 'Akaunti yako ya {serviceName} imefutwa',
  'mail.account-deleted.lead':
    'Akaunti yako ya {serviceName} imefutwa. Ikiwa si wewe, wasiliana na {serviceName}.',
  'mail.email-pending.subject':
    'Anwani ya barua pepe ya akaunti yako ya {serviceName} imebadilishwa',
  'mail.email-pending.lead':
    'Programu imebadilisha anwani ya barua pepe ya akaunti yako ya {serviceName} kuwa {newEmail}. Hadi utakapoikubali anwani mpya, unaingia kwa anwani hii.',
  'mail.email-pending.other':
    'Ikiwa si wewe, batilisha ufikiaji wa programu hii mara moja, kisha ubadilishe nenosiri lako.',
  'mail.email-pending.action': 'Tumia anwani mpya',
  'mail.email-pending.expiry':
    'Kiungo kitafanya kazi kwa muda wa {hours, plural, one {saa #} other {saa #}}, na mara moja tu.',
  'mail.application-authorized.subject':
    'Programu sasa inaweza kutumia akaunti yako ya {serviceName}',
  'mail.application-authorized.lead':
    'Umeruhusu {application} itumie akaunti yako ya {serviceName}. Unaweza kubatilisha ufikiaji huu wakati wowote.',
  'mail.application-authorized.other':
    'Ikiwa si wewe, batilisha ufikiaji wa programu hii mara moja, kisha ubadilishe nenosiri lako.',
  'mail.application-authorized.action': 'Tazama programu zilizounganishwa',
  'mail.new-browser.subject': 'Kuingia kupya katika akaunti yako ya {serviceName}',
  'mail.new-browser.lead':
    'Mtu fulani ameingia sasa hivi katika akaunti yako ya {serviceName} kwa kivinjari ambacho hakijawahi kutumiwa nayo: {browser}, anwani ya IP {source}.',
  'mail.new-browser.other': 'Ikiwa si wewe, chagua nenosiri jipya sasa.',
  'mail.new-browser.action': 'Weka upya nenosiri',
};
