import type { MailCatalogue } from './en.js';

/** Terms: 账户, 密码, 访问令牌, 应用, 电子邮件地址. */
export const zh: MailCatalogue = {
  'mail.greeting': '{name}，您好：',
  'mail.greeting_nameless': '您好：',
  'mail.link_hint': '如果按钮无法使用，请将以下链接复制到浏览器中打开：',
  'mail.code':
    '或者在您请求此邮件的页面上输入此验证码。验证码在 {codeMinutes, plural, other {# 分钟}}内有效，且只能使用一次。',
  'mail.verification.subject': '确认您用于 {serviceName} 的电子邮件地址',
  'mail.verification.lead': '请确认这是您的电子邮件地址。有一个 {serviceName} 账户填写了此地址。',
  'mail.verification.action': '确认电子邮件地址',
  'mail.verification.expiry': '链接在 {hours, plural, other {# 小时}}内有效，且只能使用一次。',
  'mail.verification.ignore': '如果这不是您的账户，请忽略此邮件。该地址将保持未确认状态。',
  'mail.sign-up.subject': '完成创建您的 {serviceName} 账户',
  'mail.sign-up.lead':
    '只差一步。请打开链接，完成创建您的 {serviceName} 账户。页面会要求您输入之前设置的密码。',
  'mail.sign-up.action': '完成账户创建',
  'mail.sign-up.expiry': '链接在 {hours, plural, other {# 小时}}内有效，且只能使用一次。',
  'mail.sign-up.ignore': '如果您没有注册，请忽略此邮件。没有您的操作，不会创建任何账户。',
  'mail.sign-up-taken.subject': '您已有 {serviceName} 账户',
  'mail.sign-up-taken.lead':
    '有人尝试使用此电子邮件地址创建 {serviceName} 账户，但您已有账户。您的账户没有任何变化。',
  'mail.sign-up-taken.you': '如果是您本人，请直接登录。如果忘记了密码，可以在登录页面重置。',
  'mail.sign-up-taken.action': '登录',
  'mail.sign-up-taken.ignore': '如果不是您本人，则无需进行任何操作。',
  'mail.password-reset.subject': '重置您的 {serviceName} 密码',
  'mail.password-reset.lead':
    '有人请求重置您的 {serviceName} 账户的密码。如果是您本人，请设置新密码。',
  'mail.password-reset.action': '设置新密码',
  'mail.password-reset.expiry': '链接在 {minutes, plural, other {# 分钟}}内有效，且只能使用一次。',
  'mail.password-reset.ignore': '如果不是您本人，请忽略此邮件。您的密码将保持不变。',
  'mail.first-proof.subject': '确认您用于 {serviceName} 的电子邮件地址',
  'mail.first-proof.lead': '有一个 {serviceName} 账户使用此电子邮件地址，但尚无人确认该地址。',
  'mail.first-proof.you':
    '如果这是您的地址，请设置新密码。这会确认该地址，并终止此前在该账户中设置的一切。',
  'mail.first-proof.action': '设置新密码',
  'mail.first-proof.expiry': '链接在 {hours, plural, other {# 小时}}内有效，且只能使用一次。',
  'mail.first-proof.ignore': '如果不是您本人，请忽略此邮件。您的账户没有任何变化。',
  'mail.password-changed.subject': '您的 {serviceName} 密码已更改',
  'mail.password-changed.lead':
    '您的 {serviceName} 账户的密码已更改。如果是您本人操作，则无需再做其他事情。',
  'mail.password-changed.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.password-changed.action': '重置密码',
  'mail.factor-added.subject': '您的 {serviceName} 账户已设置身份验证器应用',
  'mail.factor-added.lead':
    '您的 {serviceName} 账户已设置身份验证器应用。如果是您本人操作，则无需再做其他事情。',
  'mail.factor-added.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.factor-added.action': '重置密码',
  'mail.factor-removed.subject': '身份验证器应用已从您的 {serviceName} 账户中移除',
  'mail.factor-removed.lead':
    '身份验证器应用已从您的 {serviceName} 账户中移除。如果是您本人操作，则无需再做其他事情。',
  'mail.factor-removed.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.factor-removed.action': '重置密码',
  'mail.factor-removal.subject': '您的 {serviceName} 账户的第二重验证方式即将被移除',
  'mail.factor-removal.lead':
    '有人请求 {serviceName} 的运营方移除您账户已丢失的第二重验证方式。该方式将在 24 小时后被移除。',
  'mail.factor-removal.other': '如果您没有提出此请求，请立即停止移除，并更改密码。',
  'mail.factor-removal.action': '停止移除',
  'mail.recovery-used.subject': '您的 {serviceName} 账户的一个恢复码已被使用',
  'mail.recovery-used.lead':
    '您的 {serviceName} 账户的一个恢复码已被使用。如果是您本人操作，则无需再做其他事情。',
  'mail.recovery-used.left': '剩余 {count, number} 个恢复码。',
  'mail.recovery-used.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.recovery-used.action': '重置密码',
  'mail.passkey-added.subject': '您的 {serviceName} 账户已添加一个通行密钥',
  'mail.passkey-added.lead':
    '您的 {serviceName} 账户已添加一个通行密钥。如果是您本人操作，则无需再做其他事情。',
  'mail.passkey-added.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.passkey-added.action': '重置密码',
  'mail.passkey-removed.subject': '一个通行密钥已从您的 {serviceName} 账户中移除',
  'mail.passkey-removed.lead':
    '一个通行密钥已从您的 {serviceName} 账户中移除。如果是您本人操作，则无需再做其他事情。',
  'mail.passkey-removed.other': '如果不是您本人，请立即重置密码。这会使其他所有人退出登录。',
  'mail.passkey-removed.action': '重置密码',
  'mail.email-changed.subject': '您的 {serviceName} 账户的电子邮件地址已更改',
  'mail.email-changed.lead':
    '您的 {serviceName} 账户的电子邮件地址已更改为 {newEmail}。如果是您本人操作，则无需再做其他事情。',
  'mail.email-changed.yours': '如果您在同一页面上确认是您本人操作，此地址将无法再撤销更改。',
  'mail.email-changed.other': '如果不是您本人，请立即撤销更改，然后设置新密码。',
  'mail.email-changed.action': '撤销更改',
  'mail.email-changed.expiry': '链接在 {days, plural, other {# 天}}内有效，且只能使用一次。',
  'mail.email-left.subject': '您的 {serviceName} 账户的电子邮件地址已更改',
  'mail.email-left.lead':
    '您的 {serviceName} 账户的电子邮件地址已更改。如果不是您本人操作，请联系 {serviceName}。',
  'mail.account-deleted.subject': '您的 {serviceName} 账户已删除',
  'mail.account-deleted.lead':
    '您的 {serviceName} 账户已删除。如果不是您本人操作，请联系 {serviceName}。',
  'mail.email-pending.subject': '您的 {serviceName} 账户的电子邮件地址已更改',
  'mail.email-pending.lead':
    '某个应用已将您的 {serviceName} 账户的电子邮件地址更改为 {newEmail}。在您接受新地址之前，请使用此地址登录。',
  'mail.email-pending.other': '如果不是您本人，请立即撤销此应用的访问权限，并更改密码。',
  'mail.email-pending.action': '使用新地址',
  'mail.email-pending.expiry': '链接在 {hours, plural, other {# 小时}}内有效，且只能使用一次。',
  'mail.application-authorized.subject': '有应用获准使用您的 {serviceName} 账户',
  'mail.application-authorized.lead':
    '您已授权“{application}”使用您的 {serviceName} 账户。您可以随时撤销此授权。',
  'mail.application-authorized.other': '如果不是您本人，请立即撤销此应用的访问权限，并更改密码。',
  'mail.application-authorized.action': '查看已关联的应用',
  'mail.new-browser.subject': '您的 {serviceName} 账户有新的登录',
  'mail.new-browser.lead':
    '刚刚有人在未曾用于此账户的浏览器中登录了您的 {serviceName} 账户：{browser}，IP 地址 {source}。',
  'mail.new-browser.other': '如果不是您本人，请立即设置新密码。',
  'mail.new-browser.action': '重置密码',
};
