import type { MailCatalogue } from './en.js';

/** Terms: акаунт, парола, токен за достъп, приложение, имейл адрес. */
export const bg: MailCatalogue = {
  'mail.greeting': 'Здравейте, {name}!',
  'mail.greeting_nameless': 'Здравейте!',
  'mail.link_hint': 'Ако бутонът не работи, копирайте тази връзка в браузъра си:',
  'mail.code':
    'Или въведете този код на страницата, от която сте заявили този имейл. Кодът важи {codeMinutes, plural, one {# минута} other {# минути}} и може да се използва само веднъж.',
  'mail.verification.subject': 'Потвърдете имейл адреса си за {serviceName}',
  'mail.verification.lead':
    'Моля, потвърдете, че това е вашият имейл адрес. Той беше посочен за акаунт в {serviceName}.',
  'mail.verification.action': 'Потвърждаване на имейл адреса',
  'mail.verification.expiry':
    'Връзката важи {hours, plural, one {# час} other {# часа}} и може да се използва само веднъж.',
  'mail.verification.ignore':
    'Ако този акаунт не е ваш, не обръщайте внимание на този имейл. Така адресът ще остане непотвърден.',
  'mail.sign-up.subject': 'Завършете създаването на акаунта си в {serviceName}',
  'mail.sign-up.lead':
    'Остава съвсем малко. Отворете връзката, за да завършите създаването на акаунта си в {serviceName}. На страницата въведете паролата, която избрахте.',
  'mail.sign-up.action': 'Завършване на регистрацията',
  'mail.sign-up.expiry':
    'Връзката важи {hours, plural, one {# час} other {# часа}} и може да се използва само веднъж.',
  'mail.sign-up.ignore':
    'Ако не сте се регистрирали, не обръщайте внимание на този имейл. Без вас няма да бъде създаден акаунт.',
  'mail.sign-up-taken.subject': 'Вече имате акаунт в {serviceName}',
  'mail.sign-up-taken.lead':
    'Някой се опита да създаде акаунт в {serviceName} с този имейл адрес, но вие вече имате такъв. Нищо не е променено.',
  'mail.sign-up-taken.you':
    'Ако това сте били вие, просто влезте в акаунта си. Ако сте забравили паролата си, можете да я нулирате от страницата за вход.',
  'mail.sign-up-taken.action': 'Вход',
  'mail.sign-up-taken.ignore': 'Ако това не сте били вие, не е нужно да правите нищо.',
  'mail.password-reset.subject': 'Нулирайте паролата си за {serviceName}',
  'mail.password-reset.lead':
    'Някой поиска да нулира паролата на акаунта ви в {serviceName}. Ако това сте били вие, изберете нова парола.',
  'mail.password-reset.action': 'Избор на нова парола',
  'mail.password-reset.expiry':
    'Връзката важи {minutes, plural, one {# минута} other {# минути}} и може да се използва само веднъж.',
  'mail.password-reset.ignore':
    'Ако това не сте били вие, не обръщайте внимание на този имейл. Паролата ви остава същата.',
  'mail.first-proof.subject': 'Потвърдете имейл адреса си за {serviceName}',
  'mail.first-proof.lead':
    'Акаунт в {serviceName} използва този имейл адрес, но още никой не го е потвърдил.',
  'mail.first-proof.you':
    'Ако адресът е ваш, изберете нова парола. Това потвърждава адреса и прекратява всичко, което е било настроено в акаунта преди.',
  'mail.first-proof.action': 'Избор на нова парола',
  'mail.first-proof.expiry':
    'Връзката важи {hours, plural, one {# час} other {# часа}} и може да се използва само веднъж.',
  'mail.first-proof.ignore':
    'Ако това не сте били вие, не обръщайте внимание на този имейл. Нищо не е променено.',
  'mail.password-changed.subject': 'Паролата ви за {serviceName} беше променена',
  'mail.password-changed.lead':
    'Паролата на акаунта ви в {serviceName} беше променена. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.password-changed.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.password-changed.action': 'Нулиране на паролата',
  'mail.factor-added.subject':
    'За вашия акаунт в {serviceName} е настроено приложение за удостоверяване',
  'mail.factor-added.lead':
    'За вашия акаунт в {serviceName} е настроено приложение за удостоверяване. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.factor-added.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.factor-added.action': 'Нулиране на паролата',
  'mail.factor-removed.subject':
    'Приложението за удостоверяване е премахнато от вашия акаунт в {serviceName}',
  'mail.factor-removed.lead':
    'Приложението за удостоверяване е премахнато от вашия акаунт в {serviceName}. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.factor-removed.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.factor-removed.action': 'Нулиране на паролата',
  'mail.factor-removal.subject': 'Вторият фактор на вашия акаунт в {serviceName} ще бъде премахнат',
  'mail.factor-removal.lead':
    'Операторът на {serviceName} получи искане да премахне изгубения втори фактор на вашия акаунт. Той ще бъде премахнат след 24 часа.',
  'mail.factor-removal.other':
    'Ако не сте поискали това, незабавно спрете премахването и променете паролата си.',
  'mail.factor-removal.action': 'Спиране на премахването',
  'mail.recovery-used.subject': 'Използван е код за възстановяване на вашия акаунт в {serviceName}',
  'mail.recovery-used.lead':
    'Използван е код за възстановяване на вашия акаунт в {serviceName}. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.recovery-used.left': 'Оставащи кодове: {count, number}.',
  'mail.recovery-used.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.recovery-used.action': 'Нулиране на паролата',
  'mail.passkey-added.subject': 'Към вашия акаунт в {serviceName} е добавен ключ за достъп',
  'mail.passkey-added.lead':
    'Към вашия акаунт в {serviceName} е добавен ключ за достъп. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.passkey-added.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.passkey-added.action': 'Нулиране на паролата',
  'mail.passkey-removed.subject': 'От вашия акаунт в {serviceName} е премахнат ключ за достъп',
  'mail.passkey-removed.lead':
    'От вашия акаунт в {serviceName} е премахнат ключ за достъп. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.passkey-removed.other':
    'Ако това не сте били вие, незабавно нулирайте паролата си. Така всички други сесии ще бъдат прекратени.',
  'mail.passkey-removed.action': 'Нулиране на паролата',
  'mail.email-changed.subject': 'Имейл адресът на акаунта ви в {serviceName} беше променен',
  'mail.email-changed.lead':
    'Имейл адресът на акаунта ви в {serviceName} беше променен на {newEmail}. Ако това сте направили вие, не е нужно да правите нищо повече.',
  'mail.email-changed.yours':
    'Ако на същата страница потвърдите, че сте били вие, от този адрес промяната вече няма да може да се отмени.',
  'mail.email-changed.other':
    'Ако това не сте били вие, незабавно отменете промяната и след това изберете нова парола.',
  'mail.email-changed.action': 'Отмяна на промяната',
  'mail.email-changed.expiry':
    'Връзката важи {days, plural, one {# ден} other {# дни}} и може да се използва само веднъж.',
  'mail.email-left.subject': 'Имейл адресът на акаунта ви в {serviceName} беше променен',
  'mail.email-left.lead':
    'Имейл адресът на акаунта ви в {serviceName} беше променен. Ако не сте били вие, свържете се с {serviceName}.',
  'mail.account-deleted.subject': 'Акаунтът ви в {serviceName} беше изтрит',
  'mail.account-deleted.lead':
    'Акаунтът ви в {serviceName} беше изтрит. Ако не сте били вие, свържете се с {serviceName}.',
  'mail.email-pending.subject': 'Имейл адресът на акаунта ви в {serviceName} беше променен',
  'mail.email-pending.lead':
    'Приложение промени имейл адреса на акаунта ви в {serviceName} на {newEmail}. Докато не приемете новия адрес, влизате с този.',
  'mail.email-pending.other':
    'Ако това не сте били вие, незабавно отнемете достъпа на това приложение и променете паролата си.',
  'mail.email-pending.action': 'Използване на новия адрес',
  'mail.email-pending.expiry':
    'Връзката важи {hours, plural, one {# час} other {# часа}} и може да се използва само веднъж.',
  'mail.application-authorized.subject':
    'Приложение вече може да използва акаунта ви в {serviceName}',
  'mail.application-authorized.lead':
    'Разрешихте на „{application}“ да използва акаунта ви в {serviceName}. Можете да отнемете достъпа по всяко време.',
  'mail.application-authorized.other':
    'Ако това не сте били вие, незабавно отнемете достъпа на това приложение и променете паролата си.',
  'mail.application-authorized.action': 'Преглед на свързаните приложения',
  'mail.new-browser.subject': 'Нов вход в акаунта ви в {serviceName}',
  'mail.new-browser.lead':
    'Някой току-що влезе в акаунта ви в {serviceName} от браузър, който досега не е използван с него: {browser}, IP адрес {source}.',
  'mail.new-browser.other': 'Ако това не сте били вие, изберете нова парола сега.',
  'mail.new-browser.action': 'Нулиране на паролата',
};
