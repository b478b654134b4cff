import type { MailCatalogue } from './en.js';

/** Terms: уліковы запіс, пароль, токен доступу, праграма, адрас электроннай пошты. */
export const be: MailCatalogue = {
  'mail.greeting': 'Вітаем, {name}!',
  'mail.greeting_nameless': 'Вітаем!',
  'mail.link_hint': 'Калі кнопка не працуе, скапіюйце гэтую спасылку ў браўзер:',
  'mail.verification.subject':
    'Пацвердзіце адрас электроннай пошты для ўліковага запісу {serviceName}',
  'mail.verification.lead':
    'Пацвердзіце, калі ласка, што гэта ваш адрас электроннай пошты. Ён быў пазначаны для ўліковага запісу {serviceName}.',
  'mail.verification.action': 'Пацвердзіць адрас',
  'mail.verification.expiry':
    'Спасылка дзейнічае {hours, plural, one {# гадзіну} few {# гадзіны} many {# гадзін} other {# гадзіны}}, і скарыстацца ёю можна толькі адзін раз.',
  'mail.verification.ignore':
    'Калі гэта не ваш уліковы запіс, не звяртайце ўвагі на гэты ліст. Тады адрас застанецца непацверджаным.',
  'mail.sign-up.subject': 'Завяршыце стварэнне ўліковага запісу {serviceName}',
  'mail.sign-up.lead':
    'Засталося зусім крыху. Перайдзіце па спасылцы, каб завяршыць стварэнне ўліковага запісу {serviceName}. На старонцы, якая адкрыецца, увядзіце пароль, які вы прыдумалі.',
  'mail.sign-up.action': 'Завяршыць стварэнне ўліковага запісу',
  'mail.sign-up.expiry':
    'Спасылка дзейнічае {hours, plural, one {# гадзіну} few {# гадзіны} many {# гадзін} other {# гадзіны}}, і скарыстацца ёю можна толькі адзін раз.',
  'mail.sign-up.ignore':
    'Калі вы не рэгістраваліся, не звяртайце ўвагі на гэты ліст. Без вашага ўдзелу ўліковы запіс створаны не будзе.',
  'mail.sign-up-taken.subject': 'У вас ужо ёсць уліковы запіс {serviceName}',
  'mail.sign-up-taken.lead':
    'Нехта паспрабаваў стварыць уліковы запіс {serviceName} з гэтым адрасам электроннай пошты, але ў вас ён ужо ёсць. Нічога не змянілася.',
  'mail.sign-up-taken.you':
    'Калі гэта былі вы, проста ўвайдзіце ва ўліковы запіс. Калі вы забылі пароль, яго можна скінуць на старонцы ўваходу.',
  'mail.sign-up-taken.action': 'Увайсці',
  'mail.sign-up-taken.ignore': 'Калі гэта былі не вы, нічога рабіць не трэба.',
  'mail.password-reset.subject': 'Скіданне пароля для ўліковага запісу {serviceName}',
  'mail.password-reset.lead':
    'Нехта папрасіў скінуць пароль для вашага ўліковага запісу {serviceName}. Калі гэта былі вы, прыдумайце новы пароль.',
  'mail.password-reset.action': 'Задаць новы пароль',
  'mail.password-reset.expiry':
    'Спасылка дзейнічае {minutes, plural, one {# хвіліну} few {# хвіліны} many {# хвілін} other {# хвіліны}}, і скарыстацца ёю можна толькі адзін раз.',
  'mail.password-reset.ignore':
    'Калі гэта былі не вы, не звяртайце ўвагі на гэты ліст. Ваш пароль застанецца ранейшым.',
  'mail.password-reset-unverified.subject':
    'Пацвердзіце адрас электроннай пошты, каб скінуць пароль для ўліковага запісу {serviceName}',
  'mail.password-reset-unverified.lead':
    'Нехта папрасіў скінуць пароль для вашага ўліковага запісу {serviceName}. Спачатку трэба пацвердзіць ваш адрас электроннай пошты.',
  'mail.password-reset-unverified.you':
    'Калі гэта былі вы, пацвердзіце адрас электроннай пошты, а потым зноў папрасіце скінуць пароль.',
  'mail.password-reset-unverified.action': 'Пацвердзіць адрас',
  'mail.password-reset-unverified.expiry':
    'Спасылка дзейнічае {hours, plural, one {# гадзіну} few {# гадзіны} many {# гадзін} other {# гадзіны}}, і скарыстацца ёю можна толькі адзін раз.',
  'mail.password-reset-unverified.ignore':
    'Калі гэта былі не вы, не звяртайце ўвагі на гэты ліст. Нічога не змянілася.',
  'mail.password-reset-unknown.subject':
    'Няма ўліковага запісу {serviceName} з гэтым адрасам электроннай пошты',
  'mail.password-reset-unknown.lead':
    'Нехта папрасіў скінуць пароль для ўліковага запісу {serviceName} з гэтым адрасам электроннай пошты, але ўліковага запісу з такім адрасам няма.',
  'mail.password-reset-unknown.you':
    'Калі гэта былі вы, магчыма, вы зарэгістраваліся з іншым адрасам электроннай пошты. Паспрабуйце ўказаць яго.',
  'mail.password-reset-unknown.new':
    'Калі ў вас яшчэ няма ўліковага запісу, вы можаце яго стварыць.',
  'mail.password-reset-unknown.action': 'Стварыць уліковы запіс',
  'mail.password-reset-unknown.ignore':
    'Калі гэта былі не вы, можаце не звяртаць увагі на гэты ліст.',
  'mail.password-changed.subject': 'Пароль вашага ўліковага запісу {serviceName} зменены',
  'mail.password-changed.lead':
    'Пароль вашага ўліковага запісу {serviceName} быў зменены. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.password-changed.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.password-changed.action': 'Скінуць пароль',
  'mail.factor-added.subject':
    'Для вашага ўліковага запісу {serviceName} наладжана праграма аўтэнтыфікацыі',
  'mail.factor-added.lead':
    'Для вашага ўліковага запісу {serviceName} наладжана праграма аўтэнтыфікацыі. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.factor-added.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.factor-added.action': 'Скінуць пароль',
  'mail.factor-removed.subject':
    'Праграма аўтэнтыфікацыі выдалена з вашага ўліковага запісу {serviceName}',
  'mail.factor-removed.lead':
    'Праграма аўтэнтыфікацыі выдалена з вашага ўліковага запісу {serviceName}. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.factor-removed.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.factor-removed.action': 'Скінуць пароль',
  'mail.factor-removal.subject':
    'Другі фактар вашага ўліковага запісу {serviceName} будзе выдалены',
  'mail.factor-removal.lead':
    'Аператара сэрвісу {serviceName} папрасілі выдаліць страчаны другі фактар вашага ўліковага запісу. Ён будзе выдалены праз 24 гадзіны.',
  'mail.factor-removal.other':
    'Калі вы пра гэта не прасілі, неадкладна спыніце выдаленне і змяніце пароль.',
  'mail.factor-removal.action': 'Спыніць выдаленне',
  'mail.recovery-used.subject': 'Выкарыстаны код аднаўлення вашага ўліковага запісу {serviceName}',
  'mail.recovery-used.lead':
    'Выкарыстаны код аднаўлення вашага ўліковага запісу {serviceName}. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.recovery-used.left': 'Засталося кодаў: {count, number}.',
  'mail.recovery-used.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.recovery-used.action': 'Скінуць пароль',
  'mail.passkey-added.subject': 'Да вашага ўліковага запісу {serviceName} дададзены ключ доступу',
  'mail.passkey-added.lead':
    'Да вашага ўліковага запісу {serviceName} дададзены ключ доступу. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.passkey-added.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.passkey-added.action': 'Скінуць пароль',
  'mail.passkey-removed.subject': 'З вашага ўліковага запісу {serviceName} выдалены ключ доступу',
  'mail.passkey-removed.lead':
    'З вашага ўліковага запісу {serviceName} выдалены ключ доступу. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.passkey-removed.other':
    'Калі гэта былі не вы, неадкладна скіньце пароль. Пры гэтым завершацца ўсе астатнія сеансы.',
  'mail.passkey-removed.action': 'Скінуць пароль',
  'mail.email-changed.subject':
    'Адрас электроннай пошты вашага ўліковага запісу {serviceName} зменены',
  'mail.email-changed.lead':
    'Адрас электроннай пошты вашага ўліковага запісу {serviceName} быў зменены на {newEmail}. Калі гэта зрабілі вы, больш нічога рабіць не трэба.',
  'mail.email-changed.other':
    'Калі гэта былі не вы, неадкладна адмяніце змену, а потым прыдумайце новы пароль.',
  'mail.email-changed.action': 'Адмяніць змену',
  'mail.email-changed.expiry':
    'Спасылка дзейнічае {days, plural, one {# дзень} few {# дні} many {# дзён} other {# дня}}, і скарыстацца ёю можна толькі адзін раз.',
  'mail.application-authorized.subject':
    'Праграма атрымала доступ да вашага ўліковага запісу {serviceName}',
  'mail.application-authorized.lead':
    'Вы дазволілі праграме «{application}» выкарыстоўваць ваш уліковы запіс {serviceName}. Вы можаце адклікаць доступ у любы момант.',
  'mail.application-authorized.other':
    'Калі гэта былі не вы, неадкладна адклічце доступ гэтай праграмы і змяніце пароль.',
  'mail.application-authorized.action': 'Праглядзець праграмы з доступам',
};
