import type { MailCatalogue } from './en.js';

/** Terms: account, password, access token, app, email. */
export const tl: MailCatalogue = {
  'mail.greeting': 'Kumusta {name},',
  'mail.greeting_nameless': 'Kumusta,',
  'mail.link_hint': 'Kung hindi gumagana ang button, kopyahin ang link na ito sa iyong browser:',
  'mail.code':
    'O ilagay ang code na ito sa page kung saan mo hiniling ang email na ito. Gagana ang code sa loob ng {codeMinutes, plural, one {# minuto} other {# na minuto}}, at isang beses lang.',
  'mail.verification.subject': 'Kumpirmahin ang iyong email address para sa {serviceName}',
  'mail.verification.lead':
    'Pakikumpirma na ito ang iyong email address. Inilagay ito para sa isang account sa {serviceName}.',
  'mail.verification.action': 'Kumpirmahin ang email address',
  'mail.verification.expiry':
    'Gagana ang link sa loob ng {hours, plural, one {# oras} other {# na oras}}, at isang beses lang.',
  'mail.verification.ignore':
    'Kung hindi sa iyo ang account na ito, balewalain ang email na ito. Mananatiling hindi kumpirmado ang address.',
  'mail.sign-up.subject': 'Tapusin ang paggawa ng iyong account sa {serviceName}',
  'mail.sign-up.lead':
    'Malapit ka nang matapos. Buksan ang link para tapusin ang paggawa ng iyong account sa {serviceName}. Hihingin ng page ang password na pinili mo.',
  'mail.sign-up.action': 'Tapusin ang paggawa ng account',
  'mail.sign-up.expiry':
    'Gagana ang link sa loob ng {hours, plural, one {# oras} other {# na oras}}, at isang beses lang.',
  'mail.sign-up.ignore':
    'Kung hindi ka nag-sign up, balewalain ang email na ito. Walang account na magagawa kung hindi ikaw mismo ang tatapos nito.',
  'mail.sign-up-taken.subject': 'Mayroon ka nang account sa {serviceName}',
  'mail.sign-up-taken.lead':
    'May sumubok na gumawa ng account sa {serviceName} gamit ang email address na ito, pero mayroon ka nang account. Walang nagbago.',
  'mail.sign-up-taken.you':
    'Kung ikaw iyon, mag-sign in na lang. Kung nakalimutan mo ang iyong password, mare-reset mo ito sa page ng pag-sign in.',
  'mail.sign-up-taken.action': 'Mag-sign in',
  'mail.sign-up-taken.ignore': 'Kung hindi ikaw iyon, wala kang kailangang gawin.',
  'mail.password-reset.subject': 'I-reset ang iyong password sa {serviceName}',
  'mail.password-reset.lead':
    'May humiling na i-reset ang password ng iyong account sa {serviceName}. Kung ikaw iyon, pumili ng bagong password.',
  'mail.password-reset.action': 'Pumili ng bagong password',
  'mail.password-reset.expiry':
    'Gagana ang link sa loob ng {minutes, plural, one {# minuto} other {# na minuto}}, at isang beses lang.',
  'mail.password-reset.ignore':
    'Kung hindi ikaw iyon, balewalain ang email na ito. Hindi magbabago ang iyong password.',
  'mail.first-proof.subject': 'Kumpirmahin ang iyong email address para sa {serviceName}',
  'mail.first-proof.lead':
    'Ginagamit ng isang account sa {serviceName} ang email address na ito, pero wala pang nagkukumpirma nito.',
  'mail.first-proof.you':
    'Kung sa iyo ang address, pumili ng bagong password. Kukumpirmahin nito ang address at tatapusin ang lahat ng naunang na-set up sa account.',
  'mail.first-proof.action': 'Pumili ng bagong password',
  'mail.first-proof.expiry':
    'Gagana ang link sa loob ng {hours, plural, one {# oras} other {# na oras}}, at isang beses lang.',
  'mail.first-proof.ignore': 'Kung hindi ikaw iyon, balewalain ang email na ito. Walang nagbago.',
  'mail.password-changed.subject': 'Napalitan na ang iyong password sa {serviceName}',
  'mail.password-changed.lead':
    'Napalitan na ang password ng iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.password-changed.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.password-changed.action': 'I-reset ang password',
  'mail.factor-added.subject':
    'May na-set up na authenticator app para sa iyong account sa {serviceName}',
  'mail.factor-added.lead':
    'May na-set up na authenticator app para sa iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.factor-added.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.factor-added.action': 'I-reset ang password',
  'mail.factor-removed.subject': 'Inalis ang authenticator app ng iyong account sa {serviceName}',
  'mail.factor-removed.lead':
    'Inalis ang authenticator app ng iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.factor-removed.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.factor-removed.action': 'I-reset ang password',
  'mail.factor-removal.subject': 'Aalisin ang pangalawang factor ng iyong account sa {serviceName}',
  'mail.factor-removal.lead':
    'Hiniling sa operator ng {serviceName} na alisin ang nawalang pangalawang factor ng iyong account. Aalisin ito pagkalipas ng 24 na oras.',
  'mail.factor-removal.other':
    'Kung hindi ikaw ang humiling nito, ihinto kaagad ang pag-alis at palitan ang iyong password.',
  'mail.factor-removal.action': 'Ihinto ang pag-alis',
  'mail.recovery-used.subject': 'Ginamit ang isang recovery code ng iyong account sa {serviceName}',
  'mail.recovery-used.lead':
    'Ginamit ang isang recovery code ng iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.recovery-used.left': 'Mga natitirang code: {count, number}.',
  'mail.recovery-used.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.recovery-used.action': 'I-reset ang password',
  'mail.passkey-added.subject': 'May idinagdag na passkey sa iyong account sa {serviceName}',
  'mail.passkey-added.lead':
    'May idinagdag na passkey sa iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.passkey-added.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.passkey-added.action': 'I-reset ang password',
  'mail.passkey-removed.subject': 'May inalis na passkey sa iyong account sa {serviceName}',
  'mail.passkey-removed.lead':
    'May inalis na passkey sa iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.passkey-removed.other':
    'Kung hindi ikaw iyon, i-reset kaagad ang iyong password. Dahil dito, masa-sign out ang lahat ng ibang tao.',
  'mail.passkey-removed.action': 'I-reset ang password',
  'mail.email-changed.subject': 'Napalitan na ang email address ng iyong account sa {serviceName}',
  'mail.email-changed.lead':
    'Napalitan na ng {newEmail} ang email address ng iyong account sa {serviceName}. Kung ikaw ang gumawa nito, wala ka nang kailangang gawin.',
  'mail.email-changed.yours':
    'Kung kukumpirmahin mo sa parehong page na ikaw ang gumawa nito, hindi na maa-undo ng address na ito ang pagpapalit.',
  'mail.email-changed.other':
    'Kung hindi ikaw iyon, i-undo kaagad ang pagpapalit, at pagkatapos ay pumili ng bagong password.',
  'mail.email-changed.action': 'I-undo ang pagpapalit',
  'mail.email-changed.expiry':
    'Gagana ang link sa loob ng {days, plural, one {# araw} other {# na araw}}, at isang beses lang.',
  'mail.email-left.subject': 'Napalitan na ang email address ng iyong account sa {serviceName}',
  'mail.email-left.lead':
    'Napalitan na ang email address ng iyong account sa {serviceName}. Kung hindi ikaw ang gumawa nito, makipag-ugnayan sa {serviceName}.',
  'mail.account-deleted.subject': 'Na-delete na ang iyong account sa {serviceName}',
  'mail.account-deleted.lead':
    'Na-delete na ang iyong account sa {serviceName}. Kung hindi ikaw ang gumawa nito, makipag-ugnayan sa {serviceName}.',
  'mail.email-pending.subject': 'Napalitan na ang email address ng iyong account sa {serviceName}',
  'mail.email-pending.lead':
    'Pinalitan ng isang app ng {newEmail} ang email address ng iyong account sa {serviceName}. Hangga’t hindi mo tinatanggap ang bagong address, ito ang gagamitin mo sa pag-sign in.',
  'mail.email-pending.other':
    'Kung hindi ikaw iyon, bawiin kaagad ang access ng app na ito, at palitan ang iyong password.',
  'mail.email-pending.action': 'Gamitin ang bagong address',
  'mail.email-pending.expiry':
    'Gagana ang link sa loob ng {hours, plural, one {# oras} other {# na oras}}, at isang beses lang.',
  'mail.application-authorized.subject':
    'Magagamit na ng isang app ang iyong account sa {serviceName}',
  'mail.application-authorized.lead':
    'Pinahintulutan mo ang {application} na gamitin ang iyong account sa {serviceName}. Maaari mo itong bawiin anumang oras.',
  'mail.application-authorized.other':
    'Kung hindi ikaw iyon, bawiin kaagad ang access ng app na ito, at palitan ang iyong password.',
  'mail.application-authorized.action': 'Tingnan ang mga konektadong app',
  'mail.new-browser.subject': 'Bagong pag-sign in sa iyong account sa {serviceName}',
  'mail.new-browser.lead':
    'May kaka-sign in lang sa iyong account sa {serviceName} gamit ang browser na hindi pa nagagamit dito dati: {browser}, IP address {source}.',
  'mail.new-browser.other': 'Kung hindi ikaw iyon, pumili na ngayon ng bagong password.',
  'mail.new-browser.action': 'I-reset ang password',
};
