import type { MailCatalogue } from './en.js';

/** Terms: аккаунт, пароль, токен доступа, приложение, адрес электронной почты. */
export const ru: MailCatalogue = {
  'mail.greeting': 'Здравствуйте, {name}!',
  'mail.greeting_nameless': 'Здравствуйте!',
  'mail.link_hint': 'Если кнопка не работает, скопируйте эту ссылку в браузер:',
  'mail.code':
    'Или введите этот код на странице, с которой вы запросили это письмо. Код действует {codeMinutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}, и воспользоваться им можно только один раз.',
  'mail.verification.subject': 'Подтвердите адрес электронной почты для аккаунта {serviceName}',
  'mail.verification.lead':
    'Подтвердите, пожалуйста, что это ваш адрес электронной почты. Он был указан для аккаунта {serviceName}.',
  'mail.verification.action': 'Подтвердить адрес',
  'mail.verification.expiry':
    'Ссылка действует {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}, и воспользоваться ею можно только один раз.',
  'mail.verification.ignore':
    'Если это не ваш аккаунт, проигнорируйте это письмо. Тогда адрес останется неподтверждённым.',
  'mail.sign-up.subject': 'Завершите создание аккаунта {serviceName}',
  'mail.sign-up.lead':
    'Осталось совсем немного. Перейдите по ссылке, чтобы завершить создание аккаунта {serviceName}. На открывшейся странице введите пароль, который вы придумали.',
  'mail.sign-up.action': 'Завершить создание аккаунта',
  'mail.sign-up.expiry':
    'Ссылка действует {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}, и воспользоваться ею можно только один раз.',
  'mail.sign-up.ignore':
    'Если вы не регистрировались, проигнорируйте это письмо. Без вашего участия аккаунт создан не будет.',
  'mail.sign-up-taken.subject': 'У вас уже есть аккаунт {serviceName}',
  'mail.sign-up-taken.lead':
    'Кто-то попытался создать аккаунт {serviceName} с этим адресом электронной почты, но у вас уже есть аккаунт. Ничего не изменилось.',
  'mail.sign-up-taken.you':
    'Если это были вы, просто войдите в аккаунт. Если вы забыли пароль, его можно сбросить на странице входа.',
  'mail.sign-up-taken.action': 'Войти',
  'mail.sign-up-taken.ignore': 'Если это были не вы, ничего делать не нужно.',
  'mail.password-reset.subject': 'Сброс пароля для аккаунта {serviceName}',
  'mail.password-reset.lead':
    'Кто-то запросил сброс пароля для вашего аккаунта {serviceName}. Если это были вы, придумайте новый пароль.',
  'mail.password-reset.action': 'Задать новый пароль',
  'mail.password-reset.expiry':
    'Ссылка действует {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}, и воспользоваться ею можно только один раз.',
  'mail.password-reset.ignore':
    'Если это были не вы, проигнорируйте это письмо. Ваш пароль останется прежним.',
  'mail.first-proof.subject': 'Подтвердите адрес электронной почты для аккаунта {serviceName}',
  'mail.first-proof.lead':
    'Аккаунт {serviceName} использует этот адрес электронной почты, но его ещё никто не подтвердил.',
  'mail.first-proof.you':
    'Если это ваш адрес, задайте новый пароль. Это подтвердит адрес и отменит всё, что было настроено в аккаунте раньше.',
  'mail.first-proof.action': 'Задать новый пароль',
  'mail.first-proof.expiry':
    'Ссылка действует {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}, и воспользоваться ею можно только один раз.',
  'mail.first-proof.ignore':
    'Если это были не вы, проигнорируйте это письмо. Ничего не изменилось.',
  'mail.password-changed.subject': 'Пароль вашего аккаунта {serviceName} изменён',
  'mail.password-changed.lead':
    'Пароль вашего аккаунта {serviceName} был изменён. Если это сделали вы, больше ничего делать не нужно.',
  'mail.password-changed.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.password-changed.action': 'Сбросить пароль',
  'mail.factor-added.subject':
    'Для вашего аккаунта {serviceName} настроено приложение для аутентификации',
  'mail.factor-added.lead':
    'Для вашего аккаунта {serviceName} настроено приложение для аутентификации. Если это сделали вы, больше ничего делать не нужно.',
  'mail.factor-added.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.factor-added.action': 'Сбросить пароль',
  'mail.factor-removed.subject':
    'Приложение для аутентификации удалено из вашего аккаунта {serviceName}',
  'mail.factor-removed.lead':
    'Приложение для аутентификации удалено из вашего аккаунта {serviceName}. Если это сделали вы, больше ничего делать не нужно.',
  'mail.factor-removed.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.factor-removed.action': 'Сбросить пароль',
  'mail.factor-removal.subject': 'Второй фактор вашего аккаунта {serviceName} будет удалён',
  'mail.factor-removal.lead':
    'Оператора сервиса {serviceName} попросили удалить утерянный второй фактор вашего аккаунта. Он будет удалён через 24 часа.',
  'mail.factor-removal.other':
    'Если вы об этом не просили, немедленно остановите удаление и измените пароль.',
  'mail.factor-removal.action': 'Остановить удаление',
  'mail.recovery-used.subject': 'Использован резервный код вашего аккаунта {serviceName}',
  'mail.recovery-used.lead':
    'Использован резервный код вашего аккаунта {serviceName}. Если это сделали вы, больше ничего делать не нужно.',
  'mail.recovery-used.left': 'Осталось кодов: {count, number}.',
  'mail.recovery-used.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.recovery-used.action': 'Сбросить пароль',
  'mail.passkey-added.subject': 'В ваш аккаунт {serviceName} добавлен ключ доступа',
  'mail.passkey-added.lead':
    'В ваш аккаунт {serviceName} добавлен ключ доступа. Если это сделали вы, больше ничего делать не нужно.',
  'mail.passkey-added.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.passkey-added.action': 'Сбросить пароль',
  'mail.passkey-removed.subject': 'Из вашего аккаунта {serviceName} удалён ключ доступа',
  'mail.passkey-removed.lead':
    'Из вашего аккаунта {serviceName} удалён ключ доступа. Если это сделали вы, больше ничего делать не нужно.',
  'mail.passkey-removed.other':
    'Если это были не вы, немедленно сбросьте пароль. При этом завершатся все остальные сеансы.',
  'mail.passkey-removed.action': 'Сбросить пароль',
  'mail.email-changed.subject': 'Адрес электронной почты вашего аккаунта {serviceName} изменён',
  'mail.email-changed.lead':
    'Адрес электронной почты вашего аккаунта {serviceName} был изменён на {newEmail}. Если это сделали вы, больше ничего делать не нужно.',
  'mail.email-changed.yours':
    'Если вы подтвердите на той же странице, что это сделали вы, с этого адреса больше нельзя будет отменить изменение.',
  'mail.email-changed.other':
    'Если это были не вы, немедленно отмените изменение, а затем придумайте новый пароль.',
  'mail.email-changed.action': 'Отменить изменение',
  'mail.email-changed.expiry':
    'Ссылка действует {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}, и воспользоваться ею можно только один раз.',
  'mail.email-left.subject': 'Адрес электронной почты вашего аккаунта {serviceName} изменён',
  'mail.email-left.lead':
    'Адрес электронной почты вашего аккаунта {serviceName} был изменён. Если это сделали не вы, обратитесь в {serviceName}.',
  'mail.account-deleted.subject': 'Ваш аккаунт {serviceName} был удалён',
  'mail.account-deleted.lead':
    'Ваш аккаунт {serviceName} был удалён. Если это сделали не вы, обратитесь в {serviceName}.',
  'mail.email-pending.subject': 'Адрес электронной почты вашего аккаунта {serviceName} изменён',
  'mail.email-pending.lead':
    'Приложение изменило адрес электронной почты вашего аккаунта {serviceName} на {newEmail}. Пока вы не примете новый адрес, входите с этим.',
  'mail.email-pending.other':
    'Если это были не вы, немедленно отзовите доступ этого приложения и измените пароль.',
  'mail.email-pending.action': 'Использовать новый адрес',
  'mail.email-pending.expiry':
    'Ссылка действует {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}, и воспользоваться ею можно только один раз.',
  'mail.application-authorized.subject':
    'Приложение получило доступ к вашему аккаунту {serviceName}',
  'mail.application-authorized.lead':
    'Вы разрешили приложению «{application}» использовать ваш аккаунт {serviceName}. Вы можете отозвать доступ в любой момент.',
  'mail.application-authorized.other':
    'Если это были не вы, немедленно отзовите доступ этого приложения и измените пароль.',
  'mail.application-authorized.action': 'Посмотреть подключённые приложения',
  'mail.new-browser.subject': 'Новый вход в ваш аккаунт {serviceName}',
  'mail.new-browser.lead':
    'Кто-то только что вошёл в ваш аккаунт {serviceName} в браузере, который раньше для этого не использовался: {browser}, IP-адрес {source}.',
  'mail.new-browser.other': 'Если это были не вы, придумайте сейчас новый пароль.',
  'mail.new-browser.action': 'Сбросить пароль',
};
