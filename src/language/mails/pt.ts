import type { MailCatalogue } from './en.js';

/** Terms: conta, senha, token de acesso, aplicativo, e-mail. */
export const pt: MailCatalogue = {
  'mail.greeting': 'Olá, {name},',
  'mail.greeting_nameless': 'Olá,',
  'mail.link_hint': 'Se o botão não funcionar, copie este link para o seu navegador:',
  'mail.code':
    'Ou digite este código na página em que você solicitou este e-mail. O código é válido por {codeMinutes, plural, one {# minuto} other {# minutos}} e só pode ser usado uma vez.',
  'mail.verification.subject': 'Confirme seu e-mail para {serviceName}',
  'mail.verification.lead':
    'Confirme que este é o seu endereço de e-mail. Ele foi informado para uma conta em {serviceName}.',
  'mail.verification.action': 'Confirmar e-mail',
  'mail.verification.expiry':
    'O link é válido por {hours, plural, one {# hora} other {# horas}} e só pode ser usado uma vez.',
  'mail.verification.ignore':
    'Se esta conta não é sua, ignore este e-mail. O endereço continuará sem confirmação.',
  'mail.sign-up.subject': 'Conclua a criação da sua conta em {serviceName}',
  'mail.sign-up.lead':
    'Falta pouco. Abra o link para concluir a criação da sua conta em {serviceName}. A página pedirá a senha que você escolheu.',
  'mail.sign-up.action': 'Concluir criação da conta',
  'mail.sign-up.expiry':
    'O link é válido por {hours, plural, one {# hora} other {# horas}} e só pode ser usado uma vez.',
  'mail.sign-up.ignore':
    'Se você não pediu para criar uma conta, ignore este e-mail. Nenhuma conta será criada sem você.',
  'mail.sign-up-taken.subject': 'Você já tem uma conta em {serviceName}',
  'mail.sign-up-taken.lead':
    'Alguém tentou criar uma conta em {serviceName} com este e-mail, mas você já tem uma. Nada mudou.',
  'mail.sign-up-taken.you':
    'Se foi você, basta entrar na sua conta. Se esqueceu sua senha, você poderá redefini-la na página de login.',
  'mail.sign-up-taken.action': 'Entrar',
  'mail.sign-up-taken.ignore': 'Se não foi você, não é preciso fazer nada.',
  'mail.password-reset.subject': 'Redefina sua senha em {serviceName}',
  'mail.password-reset.lead':
    'Alguém pediu para redefinir a senha da sua conta em {serviceName}. Se foi você, escolha uma nova senha.',
  'mail.password-reset.action': 'Escolher nova senha',
  'mail.password-reset.expiry':
    'O link é válido por {minutes, plural, one {# minuto} other {# minutos}} e só pode ser usado uma vez.',
  'mail.password-reset.ignore':
    'Se não foi você, ignore este e-mail. Sua senha continuará a mesma.',
  'mail.first-proof.subject': 'Confirme seu e-mail para {serviceName}',
  'mail.first-proof.lead':
    'Uma conta em {serviceName} usa este e-mail, mas ninguém o confirmou ainda.',
  'mail.first-proof.you':
    'Se o e-mail é seu, escolha uma nova senha. Isso confirma o e-mail e encerra tudo o que foi configurado antes na conta.',
  'mail.first-proof.action': 'Escolher nova senha',
  'mail.first-proof.expiry':
    'O link é válido por {hours, plural, one {# hora} other {# horas}} e só pode ser usado uma vez.',
  'mail.first-proof.ignore': 'Se não foi você, ignore este e-mail. Nada mudou.',
  'mail.password-changed.subject': 'Sua senha em {serviceName} foi alterada',
  'mail.password-changed.lead':
    'A senha da sua conta em {serviceName} foi alterada. Se foi você, não é preciso fazer mais nada.',
  'mail.password-changed.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.password-changed.action': 'Redefinir senha',
  'mail.factor-added.subject':
    'Um aplicativo autenticador foi configurado para a sua conta em {serviceName}',
  'mail.factor-added.lead':
    'Um aplicativo autenticador foi configurado para a sua conta em {serviceName}. Se foi você, não é preciso fazer mais nada.',
  'mail.factor-added.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.factor-added.action': 'Redefinir senha',
  'mail.factor-removed.subject':
    'O aplicativo autenticador foi removido da sua conta em {serviceName}',
  'mail.factor-removed.lead':
    'O aplicativo autenticador foi removido da sua conta em {serviceName}. Se foi você, não é preciso fazer mais nada.',
  'mail.factor-removed.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.factor-removed.action': 'Redefinir senha',
  'mail.factor-removal.subject': 'O segundo fator da sua conta em {serviceName} será removido',
  'mail.factor-removal.lead':
    'O operador de {serviceName} recebeu um pedido para remover o segundo fator perdido da sua conta. Ele será removido em 24 horas.',
  'mail.factor-removal.other':
    'Se você não fez esse pedido, interrompa a remoção imediatamente e altere sua senha.',
  'mail.factor-removal.action': 'Interromper a remoção',
  'mail.recovery-used.subject': 'Um código de recuperação da sua conta em {serviceName} foi usado',
  'mail.recovery-used.lead':
    'Um código de recuperação da sua conta em {serviceName} foi usado. Se foi você, não é preciso fazer mais nada.',
  'mail.recovery-used.left': 'Códigos restantes: {count, number}.',
  'mail.recovery-used.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.recovery-used.action': 'Redefinir senha',
  'mail.passkey-added.subject': 'Uma chave de acesso foi adicionada à sua conta em {serviceName}',
  'mail.passkey-added.lead':
    'Uma chave de acesso foi adicionada à sua conta em {serviceName}. Se foi você, não é preciso fazer mais nada.',
  'mail.passkey-added.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.passkey-added.action': 'Redefinir senha',
  'mail.passkey-removed.subject': 'Uma chave de acesso foi removida da sua conta em {serviceName}',
  'mail.passkey-removed.lead':
    'Uma chave de acesso foi removida da sua conta em {serviceName}. Se foi você, não é preciso fazer mais nada.',
  'mail.passkey-removed.other':
    'Se não foi você, redefina sua senha imediatamente. Isso encerra todas as outras sessões.',
  'mail.passkey-removed.action': 'Redefinir senha',
  'mail.email-changed.subject': 'O e-mail da sua conta em {serviceName} foi alterado',
  'mail.email-changed.lead':
    'O e-mail da sua conta em {serviceName} foi alterado para {newEmail}. Se foi você, não é preciso fazer mais nada.',
  'mail.email-changed.yours':
    'Se você confirmar na mesma página que foi você, este endereço não poderá mais desfazer a alteração.',
  'mail.email-changed.other':
    'Se não foi você, desfaça a alteração imediatamente e, em seguida, escolha uma nova senha.',
  'mail.email-changed.action': 'Desfazer alteração',
  'mail.email-changed.expiry':
    'O link é válido por {days, plural, one {# dia} other {# dias}} e só pode ser usado uma vez.',
  'mail.email-left.subject': 'O e-mail da sua conta em {serviceName} foi alterado',
  'mail.email-left.lead':
    'O e-mail da sua conta em {serviceName} foi alterado. Se não foi você, entre em contato com {serviceName}.',
  'mail.account-deleted.subject': 'Sua conta em {serviceName} foi excluída',
  'mail.account-deleted.lead':
    'Sua conta em {serviceName} foi excluída. Se não foi você, entre em contato com {serviceName}.',
  'mail.email-pending.subject': 'O e-mail da sua conta em {serviceName} foi alterado',
  'mail.email-pending.lead':
    'Um aplicativo alterou o e-mail da sua conta em {serviceName} para {newEmail}. Até você aceitar o novo e-mail, entre com este.',
  'mail.email-pending.other':
    'Se não foi você, revogue imediatamente o acesso deste aplicativo e altere sua senha.',
  'mail.email-pending.action': 'Usar o novo e-mail',
  'mail.email-pending.expiry':
    'O link é válido por {hours, plural, one {# hora} other {# horas}} e só pode ser usado uma vez.',
  'mail.application-authorized.subject': 'Um aplicativo agora pode usar sua conta em {serviceName}',
  'mail.application-authorized.lead':
    'Você autorizou {application} a usar sua conta em {serviceName}. Você pode revogar o acesso a qualquer momento.',
  'mail.application-authorized.other':
    'Se não foi você, revogue imediatamente o acesso deste aplicativo e altere sua senha.',
  'mail.application-authorized.action': 'Ver aplicativos conectados',
  'mail.new-browser.subject': 'Novo login na sua conta em {serviceName}',
  'mail.new-browser.lead':
    'Alguém acabou de entrar na sua conta em {serviceName} com um navegador que não tinha sido usado com ela antes: {browser}, endereço IP {source}.',
  'mail.new-browser.other': 'Se não foi você, escolha agora uma nova senha.',
  'mail.new-browser.action': 'Redefinir senha',
};
