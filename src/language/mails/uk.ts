import type { MailCatalogue } from './en.js';

/** Terms: обліковий запис, пароль, токен доступу, застосунок, адреса електронної пошти. */
export const uk: MailCatalogue = {
  'mail.greeting': 'Вітаємо, {name}!',
  'mail.greeting_nameless': 'Вітаємо!',
  'mail.link_hint': 'Якщо кнопка не працює, скопіюйте це посилання в браузер:',
  'mail.code':
    'Або введіть цей код на сторінці, з якої ви надіслали запит на цей лист. Код діє {codeMinutes, plural, one {# хвилину} few {# хвилини} many {# хвилин} other {# хвилини}}, і скористатися ним можна лише один раз.',
  'mail.verification.subject':
    'Підтвердьте адресу електронної пошти для облікового запису {serviceName}',
  'mail.verification.lead':
    'Підтвердьте, будь ласка, що це ваша адреса електронної пошти. Її було вказано для облікового запису {serviceName}.',
  'mail.verification.action': 'Підтвердити адресу',
  'mail.verification.expiry':
    'Посилання діє {hours, plural, one {# годину} few {# години} many {# годин} other {# години}}, і скористатися ним можна лише один раз.',
  'mail.verification.ignore':
    'Якщо це не ваш обліковий запис, проігноруйте цей лист. Тоді адреса залишиться непідтвердженою.',
  'mail.sign-up.subject': 'Завершіть створення облікового запису {serviceName}',
  'mail.sign-up.lead':
    'Залишилося зовсім трохи. Перейдіть за посиланням, щоб завершити створення облікового запису {serviceName}. На сторінці, що відкриється, введіть пароль, який ви придумали.',
  'mail.sign-up.action': 'Завершити створення облікового запису',
  'mail.sign-up.expiry':
    'Посилання діє {hours, plural, one {# годину} few {# години} many {# годин} other {# години}}, і скористатися ним можна лише один раз.',
  'mail.sign-up.ignore':
    'Якщо ви не реєструвалися, проігноруйте цей лист. Без вашої участі обліковий запис не буде створено.',
  'mail.sign-up-taken.subject': 'У вас уже є обліковий запис {serviceName}',
  'mail.sign-up-taken.lead':
    'Хтось спробував створити обліковий запис {serviceName} із цією адресою електронної пошти, але у вас він уже є. Нічого не змінилося.',
  'mail.sign-up-taken.you':
    'Якщо це були ви, просто ввійдіть в обліковий запис. Якщо ви забули пароль, його можна скинути на сторінці входу.',
  'mail.sign-up-taken.action': 'Увійти',
  'mail.sign-up-taken.ignore': 'Якщо це були не ви, нічого робити не потрібно.',
  'mail.password-reset.subject': 'Скидання пароля для облікового запису {serviceName}',
  'mail.password-reset.lead':
    'Хтось надіслав запит на скидання пароля для вашого облікового запису {serviceName}. Якщо це були ви, придумайте новий пароль.',
  'mail.password-reset.action': 'Задати новий пароль',
  'mail.password-reset.expiry':
    'Посилання діє {minutes, plural, one {# хвилину} few {# хвилини} many {# хвилин} other {# хвилини}}, і скористатися ним можна лише один раз.',
  'mail.password-reset.ignore':
    'Якщо це були не ви, проігноруйте цей лист. Ваш пароль не зміниться.',
  'mail.first-proof.subject':
    'Підтвердьте адресу електронної пошти для облікового запису {serviceName}',
  'mail.first-proof.lead':
    'Обліковий запис {serviceName} використовує цю адресу електронної пошти, але її ще ніхто не підтвердив.',
  'mail.first-proof.you':
    'Якщо це ваша адреса, виберіть новий пароль. Це підтвердить адресу та скасує все, що було налаштовано в обліковому записі раніше.',
  'mail.first-proof.action': 'Задати новий пароль',
  'mail.first-proof.expiry':
    'Посилання діє {hours, plural, one {# годину} few {# години} many {# годин} other {# години}}, і скористатися ним можна лише один раз.',
  'mail.first-proof.ignore': 'Якщо це були не ви, проігноруйте цей лист. Нічого не змінилося.',
  'mail.password-changed.subject': 'Пароль вашого облікового запису {serviceName} змінено',
  'mail.password-changed.lead':
    'Пароль вашого облікового запису {serviceName} було змінено. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.password-changed.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.password-changed.action': 'Скинути пароль',
  'mail.factor-added.subject':
    'Для вашого облікового запису {serviceName} налаштовано застосунок для автентифікації',
  'mail.factor-added.lead':
    'Для вашого облікового запису {serviceName} налаштовано застосунок для автентифікації. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.factor-added.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.factor-added.action': 'Скинути пароль',
  'mail.factor-removed.subject':
    'Застосунок для автентифікації вилучено з вашого облікового запису {serviceName}',
  'mail.factor-removed.lead':
    'Застосунок для автентифікації вилучено з вашого облікового запису {serviceName}. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.factor-removed.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.factor-removed.action': 'Скинути пароль',
  'mail.factor-removal.subject':
    'Другий фактор вашого облікового запису {serviceName} буде вилучено',
  'mail.factor-removal.lead':
    'Оператора сервісу {serviceName} попросили вилучити втрачений другий фактор вашого облікового запису. Його буде вилучено через 24 години.',
  'mail.factor-removal.other':
    'Якщо ви про це не просили, негайно зупиніть вилучення та змініть пароль.',
  'mail.factor-removal.action': 'Зупинити вилучення',
  'mail.recovery-used.subject':
    'Використано код відновлення вашого облікового запису {serviceName}',
  'mail.recovery-used.lead':
    'Використано код відновлення вашого облікового запису {serviceName}. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.recovery-used.left': 'Залишилося кодів: {count, number}.',
  'mail.recovery-used.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.recovery-used.action': 'Скинути пароль',
  'mail.passkey-added.subject': 'До вашого облікового запису {serviceName} додано ключ доступу',
  'mail.passkey-added.lead':
    'До вашого облікового запису {serviceName} додано ключ доступу. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.passkey-added.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.passkey-added.action': 'Скинути пароль',
  'mail.passkey-removed.subject': 'З вашого облікового запису {serviceName} вилучено ключ доступу',
  'mail.passkey-removed.lead':
    'З вашого облікового запису {serviceName} вилучено ключ доступу. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.passkey-removed.other':
    'Якщо це були не ви, негайно скиньте пароль. Усі інші сеанси при цьому завершаться.',
  'mail.passkey-removed.action': 'Скинути пароль',
  'mail.email-changed.subject':
    'Адресу електронної пошти вашого облікового запису {serviceName} змінено',
  'mail.email-changed.lead':
    'Адресу електронної пошти вашого облікового запису {serviceName} було змінено на {newEmail}. Якщо це зробили ви, більше нічого робити не потрібно.',
  'mail.email-changed.yours':
    'Якщо ви підтвердите на тій самій сторінці, що це зробили ви, з цієї адреси більше не можна буде скасувати зміну.',
  'mail.email-changed.other':
    'Якщо це були не ви, негайно скасуйте зміну, а потім придумайте новий пароль.',
  'mail.email-changed.action': 'Скасувати зміну',
  'mail.email-changed.expiry':
    'Посилання діє {days, plural, one {# день} few {# дні} many {# днів} other {# дня}}, і скористатися ним можна лише один раз.',
  'mail.email-left.subject':
    'Адресу електронної пошти вашого облікового запису {serviceName} змінено',
  'mail.email-left.lead':
    'Адресу електронної пошти вашого облікового запису {serviceName} було змінено. Якщо це зробили не ви, зверніться до {serviceName}.',
  'mail.account-deleted.subject': 'Ваш обліковий запис {serviceName} було видалено',
  'mail.account-deleted.lead':
    'Ваш обліковий запис {serviceName} було видалено. Якщо це зробили не ви, зверніться до {serviceName}.',
  'mail.email-pending.subject':
    'Адресу електронної пошти вашого облікового запису {serviceName} змінено',
  'mail.email-pending.lead':
    'Застосунок змінив адресу електронної пошти вашого облікового запису {serviceName} на {newEmail}. Поки ви не приймете нову адресу, входьте з цією.',
  'mail.email-pending.other':
    'Якщо це були не ви, негайно відкличте доступ цього застосунку та змініть пароль.',
  'mail.email-pending.action': 'Використовувати нову адресу',
  'mail.email-pending.expiry':
    'Посилання діє {hours, plural, one {# годину} few {# години} many {# годин} other {# години}}, і скористатися ним можна лише один раз.',
  'mail.application-authorized.subject':
    'Застосунок отримав доступ до вашого облікового запису {serviceName}',
  'mail.application-authorized.lead':
    'Ви дозволили застосунку «{application}» використовувати ваш обліковий запис {serviceName}. Ви можете відкликати доступ будь-коли.',
  'mail.application-authorized.other':
    'Якщо це були не ви, негайно відкличте доступ цього застосунку та змініть пароль.',
  'mail.application-authorized.action': 'Переглянути під’єднані застосунки',
  'mail.new-browser.subject': 'Новий вхід у ваш обліковий запис {serviceName}',
  'mail.new-browser.lead':
    'Хтось щойно увійшов у ваш обліковий запис {serviceName} у браузері, який раніше для цього не використовувався: {browser}, IP-адреса {source}.',
  'mail.new-browser.other': 'Якщо це були не ви, придумайте зараз новий пароль.',
  'mail.new-browser.action': 'Скинути пароль',
};
