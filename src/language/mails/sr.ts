import type { MailCatalogue } from './en.js';

/** Terms: налог, лозинка, токен за приступ, апликација, адреса е-поште. */
export const sr: MailCatalogue = {
  'mail.greeting': 'Здраво, {name}!',
  'mail.greeting_nameless': 'Здраво!',
  'mail.link_hint': 'Ако дугме не ради, копирајте овај линк у прегледач:',
  'mail.code':
    'Или унесите овај код на страници на којој сте затражили ову поруку. Код важи {codeMinutes, plural, one {# минут} few {# минута} other {# минута}} и може да се искористи само једном.',
  'mail.verification.subject': 'Потврдите адресу е-поште за услугу {serviceName}',
  'mail.verification.lead':
    'Потврдите да је ово ваша адреса е-поште. Унета је за налог услуге {serviceName}.',
  'mail.verification.action': 'Потврди адресу е-поште',
  'mail.verification.expiry':
    'Линк важи {hours, plural, one {# сат} few {# сата} other {# сати}} и може да се искористи само једном.',
  'mail.verification.ignore':
    'Ако овај налог није ваш, занемарите ову поруку. Адреса тада остаје непотврђена.',
  'mail.sign-up.subject': 'Довршите прављење налога за услугу {serviceName}',
  'mail.sign-up.lead':
    'Још мало па готово. Отворите линк да бисте довршили прављење налога за услугу {serviceName}. На страници ћете унети лозинку коју сте изабрали.',
  'mail.sign-up.action': 'Доврши прављење налога',
  'mail.sign-up.expiry':
    'Линк важи {hours, plural, one {# сат} few {# сата} other {# сати}} и може да се искористи само једном.',
  'mail.sign-up.ignore':
    'Ако се нисте регистровали, занемарите ову поруку. Налог неће бити направљен без вас.',
  'mail.sign-up-taken.subject': 'Већ имате налог за услугу {serviceName}',
  'mail.sign-up-taken.lead':
    'Неко је покушао да направи налог за услугу {serviceName} са овом адресом е-поште, али ви га већ имате. Ништа се није променило.',
  'mail.sign-up-taken.you':
    'Ако сте то били ви, само се пријавите. Ако сте заборавили лозинку, можете да је ресетујете на страници за пријављивање.',
  'mail.sign-up-taken.action': 'Пријави ме',
  'mail.sign-up-taken.ignore': 'Ако то нисте били ви, не треба ништа да радите.',
  'mail.password-reset.subject': 'Ресетујте лозинку за услугу {serviceName}',
  'mail.password-reset.lead':
    'Неко је затражио ресетовање лозинке вашег налога за услугу {serviceName}. Ако сте то били ви, изаберите нову лозинку.',
  'mail.password-reset.action': 'Изабери нову лозинку',
  'mail.password-reset.expiry':
    'Линк важи {minutes, plural, one {# минут} few {# минута} other {# минута}} и може да се искористи само једном.',
  'mail.password-reset.ignore':
    'Ако то нисте били ви, занемарите ову поруку. Ваша лозинка остаје иста.',
  'mail.first-proof.subject': 'Потврдите адресу е-поште за услугу {serviceName}',
  'mail.first-proof.lead':
    'Налог за услугу {serviceName} користи ову адресу е-поште, али је још нико није потврдио.',
  'mail.first-proof.you':
    'Ако је адреса ваша, изаберите нову лозинку. Тиме потврђујете адресу и укидате све што је раније подешено на налогу.',
  'mail.first-proof.action': 'Изабери нову лозинку',
  'mail.first-proof.expiry':
    'Линк важи {hours, plural, one {# сат} few {# сата} other {# сати}} и може да се искористи само једном.',
  'mail.first-proof.ignore':
    'Ако то нисте били ви, занемарите ову поруку. Ништа се није променило.',
  'mail.password-changed.subject': 'Ваша лозинка за услугу {serviceName} је промењена',
  'mail.password-changed.lead':
    'Лозинка вашег налога за услугу {serviceName} је промењена. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.password-changed.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.password-changed.action': 'Ресетуј лозинку',
  'mail.factor-added.subject':
    'На вашем налогу за услугу {serviceName} подешена је апликација за потврду идентитета',
  'mail.factor-added.lead':
    'На вашем налогу за услугу {serviceName} подешена је апликација за потврду идентитета. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.factor-added.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.factor-added.action': 'Ресетуј лозинку',
  'mail.factor-removed.subject':
    'Апликација за потврду идентитета уклоњена је са вашег налога за услугу {serviceName}',
  'mail.factor-removed.lead':
    'Апликација за потврду идентитета уклоњена је са вашег налога за услугу {serviceName}. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.factor-removed.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.factor-removed.action': 'Ресетуј лозинку',
  'mail.factor-removal.subject': 'Други фактор вашег налога за услугу {serviceName} биће уклоњен',
  'mail.factor-removal.lead':
    'Од оператера услуге {serviceName} затражено је да уклони изгубљени други фактор вашег налога. Биће уклоњен за 24 сата.',
  'mail.factor-removal.other':
    'Ако то нисте тражили, одмах зауставите уклањање и промените лозинку.',
  'mail.factor-removal.action': 'Заустави уклањање',
  'mail.recovery-used.subject':
    'Искоришћен је код за опоравак вашег налога за услугу {serviceName}',
  'mail.recovery-used.lead':
    'Искоришћен је код за опоравак вашег налога за услугу {serviceName}. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.recovery-used.left': 'Преостали кодови: {count, number}.',
  'mail.recovery-used.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.recovery-used.action': 'Ресетуј лозинку',
  'mail.passkey-added.subject': 'Вашем налогу за услугу {serviceName} додат је приступни кључ',
  'mail.passkey-added.lead':
    'Вашем налогу за услугу {serviceName} додат је приступни кључ. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.passkey-added.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.passkey-added.action': 'Ресетуј лозинку',
  'mail.passkey-removed.subject':
    'Са вашег налога за услугу {serviceName} уклоњен је приступни кључ',
  'mail.passkey-removed.lead':
    'Са вашег налога за услугу {serviceName} уклоњен је приступни кључ. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.passkey-removed.other':
    'Ако то нисте били ви, одмах ресетујте лозинку. Тиме ће сви остали бити одјављени.',
  'mail.passkey-removed.action': 'Ресетуј лозинку',
  'mail.email-changed.subject': 'Адреса е-поште вашег налога за услугу {serviceName} је промењена',
  'mail.email-changed.lead':
    'Адреса е-поште вашег налога за услугу {serviceName} промењена је у {newEmail}. Ако сте то урадили ви, не треба ништа више да радите.',
  'mail.email-changed.yours':
    'Ако на истој страници потврдите да сте то били ви, промена се више неће моћи поништити са ове адресе.',
  'mail.email-changed.other':
    'Ако то нисте били ви, одмах поништите промену, а затим изаберите нову лозинку.',
  'mail.email-changed.action': 'Поништи промену',
  'mail.email-changed.expiry':
    'Линк важи {days, plural, one {# дан} few {# дана} other {# дана}} и може да се искористи само једном.',
  'mail.email-left.subject': 'Адреса е-поште вашег налога за услугу {serviceName} је промењена',
  'mail.email-left.lead':
    'Адреса е-поште вашег налога за услугу {serviceName} је промењена. Ако то нисте били ви, обратите се услузи {serviceName}.',
  'mail.account-deleted.subject': 'Ваш налог за услугу {serviceName} је обрисан',
  'mail.account-deleted.lead':
    'Ваш налог за услугу {serviceName} је обрисан. Ако то нисте били ви, обратите се услузи {serviceName}.',
  'mail.email-pending.subject': 'Адреса е-поште вашег налога за услугу {serviceName} је промењена',
  'mail.email-pending.lead':
    'Апликација је адресу е-поште вашег налога за услугу {serviceName} променила у {newEmail}. Док не прихватите нову адресу, пријављујете се овом.',
  'mail.email-pending.other':
    'Ако то нисте били ви, одмах опозовите приступ ове апликације и промените лозинку.',
  'mail.email-pending.action': 'Користи нову адресу',
  'mail.email-pending.expiry':
    'Линк важи {hours, plural, one {# сат} few {# сата} other {# сати}} и може да се искористи само једном.',
  'mail.application-authorized.subject':
    'Апликација сада може да користи ваш налог за услугу {serviceName}',
  'mail.application-authorized.lead':
    'Дозволили сте апликацији „{application}“ да користи ваш налог за услугу {serviceName}. Приступ можете да опозовете у сваком тренутку.',
  'mail.application-authorized.other':
    'Ако то нисте били ви, одмах опозовите приступ ове апликације и промените лозинку.',
  'mail.application-authorized.action': 'Прикажи повезане апликације',
  'mail.new-browser.subject': 'Нова пријава на ваш налог за услугу {serviceName}',
  'mail.new-browser.lead':
    'Неко се управо пријавио на ваш налог за услугу {serviceName} у прегледачу који до сада није коришћен за њега: {browser}, IP адреса {source}.',
  'mail.new-browser.other': 'Ако то нисте били ви, сада изаберите нову лозинку.',
  'mail.new-browser.action': 'Ресетуј лозинку',
};
