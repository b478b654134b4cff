import type { MailCatalogue } from './en.js';

/** Terms: հաշիվ, գաղտնաբառ, հասանելիության թոքեն, հավելված, էլփոստի հասցե. */
export const hy: MailCatalogue = {
  'mail.greeting': 'Բարև ձեզ, {name},',
  'mail.greeting_nameless': 'Բարև ձեզ,',
  'mail.link_hint': 'Եթե կոճակը չի աշխատում, պատճենեք այս հղումը և տեղադրեք ձեր դիտարկիչում՝',
  'mail.code':
    'Կամ մուտքագրեք այս կոդը այն էջում, որտեղ պահանջել եք այս նամակը։ Կոդը գործում է {codeMinutes, plural, one {# րոպե} other {# րոպե}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.verification.subject': 'Հաստատեք ձեր էլփոստի հասցեն {serviceName} հաշվի համար',
  'mail.verification.lead':
    'Խնդրում ենք հաստատել, որ սա ձեր էլփոստի հասցեն է։ Այն նշվել է {serviceName} հաշվի համար։',
  'mail.verification.action': 'Հաստատել էլփոստի հասցեն',
  'mail.verification.expiry':
    'Հղումը գործում է {hours, plural, one {# ժամ} other {# ժամ}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.verification.ignore':
    'Եթե այս հաշիվը ձերը չէ, անտեսեք այս նամակը։ Այդ դեպքում հասցեն կմնա չհաստատված։',
  'mail.sign-up.subject': 'Ավարտեք ձեր {serviceName} հաշվի ստեղծումը',
  'mail.sign-up.lead':
    'Գրեթե պատրաստ է։ Բացեք հղումը՝ ձեր {serviceName} հաշվի ստեղծումն ավարտելու համար։ Էջում պետք կլինի մուտքագրել ձեր ընտրած գաղտնաբառը։',
  'mail.sign-up.action': 'Ավարտել հաշվի ստեղծումը',
  'mail.sign-up.expiry':
    'Հղումը գործում է {hours, plural, one {# ժամ} other {# ժամ}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.sign-up.ignore':
    'Եթե դուք չեք գրանցվել, անտեսեք այս նամակը։ Առանց ձեզ ոչ մի հաշիվ չի ստեղծվի։',
  'mail.sign-up-taken.subject': 'Դուք արդեն ունեք {serviceName} հաշիվ',
  'mail.sign-up-taken.lead':
    'Ինչ-որ մեկը փորձել է ստեղծել {serviceName} հաշիվ էլփոստի այս հասցեով, բայց դուք արդեն հաշիվ ունեք։ Ոչինչ չի փոխվել։',
  'mail.sign-up-taken.you':
    'Եթե դա դուք էիք, պարզապես մուտք գործեք։ Եթե մոռացել եք գաղտնաբառը, կարող եք այն վերականգնել մուտքի էջում։',
  'mail.sign-up-taken.action': 'Մուտք գործել',
  'mail.sign-up-taken.ignore': 'Եթե դա դուք չէիք, ոչինչ անել պետք չէ։',
  'mail.password-reset.subject': 'Վերականգնեք ձեր {serviceName} հաշվի գաղտնաբառը',
  'mail.password-reset.lead':
    'Ինչ-որ մեկը խնդրել է վերականգնել ձեր {serviceName} հաշվի գաղտնաբառը։ Եթե դա դուք էիք, ընտրեք նոր գաղտնաբառ։',
  'mail.password-reset.action': 'Ընտրել նոր գաղտնաբառ',
  'mail.password-reset.expiry':
    'Հղումը գործում է {minutes, plural, one {# րոպե} other {# րոպե}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.password-reset.ignore': 'Եթե դա դուք չէիք, անտեսեք այս նամակը։ Ձեր գաղտնաբառը կմնա նույնը։',
  'mail.first-proof.subject': 'Հաստատեք ձեր էլփոստի հասցեն {serviceName} հաշվի համար',
  'mail.first-proof.lead':
    '{serviceName} հաշիվներից մեկն օգտագործում է էլփոստի այս հասցեն, բայց դեռ ոչ ոք այն չի հաստատել։',
  'mail.first-proof.you':
    'Եթե հասցեն ձերն է, ընտրեք նոր գաղտնաբառ։ Դա կհաստատի հասցեն և կչեղարկի այն ամենը, ինչ նախկինում կարգավորվել է հաշվում։',
  'mail.first-proof.action': 'Ընտրել նոր գաղտնաբառ',
  'mail.first-proof.expiry':
    'Հղումը գործում է {hours, plural, one {# ժամ} other {# ժամ}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.first-proof.ignore': 'Եթե դա դուք չէիք, անտեսեք այս նամակը։ Ոչինչ չի փոխվել։',
  'mail.password-changed.subject': 'Ձեր {serviceName} հաշվի գաղտնաբառը փոխվել է',
  'mail.password-changed.lead':
    'Ձեր {serviceName} հաշվի գաղտնաբառը փոխվել է։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.password-changed.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.password-changed.action': 'Վերականգնել գաղտնաբառը',
  'mail.factor-added.subject':
    'Ձեր {serviceName} հաշվի համար կարգավորվել է նույնականացման հավելված',
  'mail.factor-added.lead':
    'Ձեր {serviceName} հաշվի համար կարգավորվել է նույնականացման հավելված։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.factor-added.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.factor-added.action': 'Վերականգնել գաղտնաբառը',
  'mail.factor-removed.subject': 'Նույնականացման հավելվածը հեռացվել է ձեր {serviceName} հաշվից',
  'mail.factor-removed.lead':
    'Նույնականացման հավելվածը հեռացվել է ձեր {serviceName} հաշվից։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.factor-removed.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.factor-removed.action': 'Վերականգնել գաղտնաբառը',
  'mail.factor-removal.subject': 'Ձեր {serviceName} հաշվի երկրորդ գործոնը կհեռացվի',
  'mail.factor-removal.lead':
    '{serviceName} ծառայության օպերատորին խնդրել են հեռացնել ձեր հաշվի կորած երկրորդ գործոնը։ Այն կհեռացվի 24 ժամից։',
  'mail.factor-removal.other':
    'Եթե դուք դա չեք խնդրել, անմիջապես կանգնեցրեք հեռացումը և փոխեք ձեր գաղտնաբառը։',
  'mail.factor-removal.action': 'Կանգնեցնել հեռացումը',
  'mail.recovery-used.subject': 'Օգտագործվել է ձեր {serviceName} հաշվի վերականգնման կոդ',
  'mail.recovery-used.lead':
    'Օգտագործվել է ձեր {serviceName} հաշվի վերականգնման կոդ։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.recovery-used.left': 'Մնացած կոդեր՝ {count, number}։',
  'mail.recovery-used.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.recovery-used.action': 'Վերականգնել գաղտնաբառը',
  'mail.passkey-added.subject': 'Ձեր {serviceName} հաշվին ավելացվել է անցաբառ',
  'mail.passkey-added.lead':
    'Ձեր {serviceName} հաշվին ավելացվել է անցաբառ։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.passkey-added.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.passkey-added.action': 'Վերականգնել գաղտնաբառը',
  'mail.passkey-removed.subject': 'Ձեր {serviceName} հաշվից հեռացվել է անցաբառ',
  'mail.passkey-removed.lead':
    'Ձեր {serviceName} հաշվից հեռացվել է անցաբառ։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.passkey-removed.other':
    'Եթե դա դուք չէիք, անմիջապես վերականգնեք ձեր գաղտնաբառը։ Դրանից հետո բոլոր մյուսները դուրս կգան ձեր հաշվից։',
  'mail.passkey-removed.action': 'Վերականգնել գաղտնաբառը',
  'mail.email-changed.subject': 'Ձեր {serviceName} հաշվի էլփոստի հասցեն փոխվել է',
  'mail.email-changed.lead':
    'Ձեր {serviceName} հաշվի էլփոստի հասցեն փոխվել է։ Նոր հասցեն {newEmail} է։ Եթե դա դուք եք արել, ուրիշ ոչինչ անել պետք չէ։',
  'mail.email-changed.yours':
    'Եթե նույն էջում հաստատեք, որ դա դուք եք արել, այս հասցեից այլևս հնարավոր չի լինի հետարկել փոփոխությունը։',
  'mail.email-changed.other':
    'Եթե դա դուք չէիք, անմիջապես հետարկեք փոփոխությունը, ապա ընտրեք նոր գաղտնաբառ։',
  'mail.email-changed.action': 'Հետարկել փոփոխությունը',
  'mail.email-changed.expiry':
    'Հղումը գործում է {days, plural, one {# օր} other {# օր}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.email-left.subject': 'Ձեր {serviceName} հաշվի էլփոստի հասցեն փոխվել է',
  'mail.email-left.lead':
    'Ձեր {serviceName} հաշվի էլփոստի հասցեն փոխվել է։ Եթե դա դուք չեք արել, կապվեք {serviceName} ծառայության հետ։',
  'mail.account-deleted.subject': 'Ձեր {serviceName} հաշիվը ջնջվել է',
  'mail.account-deleted.lead':
    'Ձեր {serviceName} հաշիվը ջնջվել է։ Եթե դա դուք չեք արել, կապվեք {serviceName} ծառայության հետ։',
  'mail.email-pending.subject': 'Ձեր {serviceName} հաշվի էլփոստի հասցեն փոխվել է',
  'mail.email-pending.lead':
    'Հավելվածներից մեկը փոխել է ձեր {serviceName} հաշվի էլփոստի հասցեն։ Նոր հասցեն {newEmail} է։ Քանի դեռ չեք ընդունել նոր հասցեն, մուտք գործեք այս հասցեով։',
  'mail.email-pending.other':
    'Եթե դա դուք չէիք, անմիջապես հետ կանչեք այս հավելվածի հասանելիությունը և փոխեք ձեր գաղտնաբառը։',
  'mail.email-pending.action': 'Օգտագործել նոր հասցեն',
  'mail.email-pending.expiry':
    'Հղումը գործում է {hours, plural, one {# ժամ} other {# ժամ}} և կարող է օգտագործվել միայն մեկ անգամ։',
  'mail.application-authorized.subject':
    'Մի հավելված այժմ կարող է օգտագործել ձեր {serviceName} հաշիվը',
  'mail.application-authorized.lead':
    'Դուք թույլ եք տվել {application} հավելվածին օգտագործել ձեր {serviceName} հաշիվը։ Հասանելիությունը կարող եք ցանկացած ժամանակ հետ կանչել։',
  'mail.application-authorized.other':
    'Եթե դա դուք չէիք, անմիջապես հետ կանչեք այս հավելվածի հասանելիությունը և փոխեք ձեր գաղտնաբառը։',
  'mail.application-authorized.action': 'Դիտել կապակցված հավելվածները',
  'mail.new-browser.subject': 'Նոր մուտք ձեր {serviceName} հաշիվ',
  'mail.new-browser.lead':
    'Ինչ-որ մեկը հենց նոր մուտք է գործել ձեր {serviceName} հաշիվ այնպիսի դիտարկիչով, որը նախկինում դրա համար չի օգտագործվել՝ {browser}, IP հասցե՝ {source}։',
  'mail.new-browser.other': 'Եթե դա դուք չէիք, հիմա ընտրեք նոր գաղտնաբառ։',
  'mail.new-browser.action': 'Վերականգնել գաղտնաբառը',
};
