import type { MailCatalogue } from './en.js';

/** Terms: cuenta, contraseña, token de acceso, aplicación, correo electrónico. */
export const es: MailCatalogue = {
  'mail.greeting': 'Hola, {name}:',
  'mail.greeting_nameless': 'Hola:',
  'mail.link_hint': 'Si el botón no funciona, copie este enlace en su navegador:',
  'mail.code':
    'O introduzca este código en la página en la que solicitó este correo. El código es válido durante {codeMinutes, plural, one {# minuto} other {# minutos}} y solo se puede usar una vez.',
  'mail.verification.subject': 'Confirme su correo electrónico para {serviceName}',
  'mail.verification.lead':
    'Confirme que este es su correo electrónico. Se ha indicado para una cuenta de {serviceName}.',
  'mail.verification.action': 'Confirmar correo electrónico',
  'mail.verification.expiry':
    'El enlace es válido durante {hours, plural, one {# hora} other {# horas}} y solo se puede usar una vez.',
  'mail.verification.ignore':
    'Si esta cuenta no es suya, ignore este mensaje. El correo electrónico quedará sin confirmar.',
  'mail.sign-up.subject': 'Termine de crear su cuenta de {serviceName}',
  'mail.sign-up.lead':
    'Ya casi ha terminado. Abra el enlace para terminar de crear su cuenta de {serviceName}. La página le pedirá la contraseña que eligió.',
  'mail.sign-up.action': 'Terminar de crear la cuenta',
  'mail.sign-up.expiry':
    'El enlace es válido durante {hours, plural, one {# hora} other {# horas}} y solo se puede usar una vez.',
  'mail.sign-up.ignore':
    'Si no ha solicitado crear una cuenta, ignore este mensaje. No se creará ninguna cuenta sin su intervención.',
  'mail.sign-up-taken.subject': 'Ya tiene una cuenta de {serviceName}',
  'mail.sign-up-taken.lead':
    'Alguien ha intentado crear una cuenta de {serviceName} con este correo electrónico, pero usted ya tiene una. No ha cambiado nada.',
  'mail.sign-up-taken.you':
    'Si ha sido usted, simplemente inicie sesión. Si ha olvidado su contraseña, podrá restablecerla en la página de inicio de sesión.',
  'mail.sign-up-taken.action': 'Iniciar sesión',
  'mail.sign-up-taken.ignore': 'Si no ha sido usted, no tiene que hacer nada.',
  'mail.password-reset.subject': 'Restablezca su contraseña de {serviceName}',
  'mail.password-reset.lead':
    'Alguien ha solicitado restablecer la contraseña de su cuenta de {serviceName}. Si ha sido usted, elija una contraseña nueva.',
  'mail.password-reset.action': 'Elegir contraseña nueva',
  'mail.password-reset.expiry':
    'El enlace es válido durante {minutes, plural, one {# minuto} other {# minutos}} y solo se puede usar una vez.',
  'mail.password-reset.ignore':
    'Si no ha sido usted, ignore este mensaje. Su contraseña seguirá siendo la misma.',
  'mail.first-proof.subject': 'Confirme su correo electrónico para {serviceName}',
  'mail.first-proof.lead':
    'Una cuenta de {serviceName} usa este correo electrónico, pero nadie lo ha confirmado todavía.',
  'mail.first-proof.you':
    'Si el correo es suyo, elija una nueva contraseña. Así lo confirma y pone fin a todo lo que se había configurado antes en la cuenta.',
  'mail.first-proof.action': 'Elegir contraseña nueva',
  'mail.first-proof.expiry':
    'El enlace es válido durante {hours, plural, one {# hora} other {# horas}} y solo se puede usar una vez.',
  'mail.first-proof.ignore': 'Si no ha sido usted, ignore este mensaje. No ha cambiado nada.',
  'mail.password-changed.subject': 'Se ha cambiado su contraseña de {serviceName}',
  'mail.password-changed.lead':
    'Se ha cambiado la contraseña de su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.password-changed.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.password-changed.action': 'Restablecer contraseña',
  'mail.factor-added.subject':
    'Se ha configurado una aplicación de autenticación para su cuenta de {serviceName}',
  'mail.factor-added.lead':
    'Se ha configurado una aplicación de autenticación para su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.factor-added.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.factor-added.action': 'Restablecer contraseña',
  'mail.factor-removed.subject':
    'Se ha quitado la aplicación de autenticación de su cuenta de {serviceName}',
  'mail.factor-removed.lead':
    'Se ha quitado la aplicación de autenticación de su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.factor-removed.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.factor-removed.action': 'Restablecer contraseña',
  'mail.factor-removal.subject': 'Se eliminará el segundo factor de su cuenta de {serviceName}',
  'mail.factor-removal.lead':
    'Se ha pedido al operador de {serviceName} que elimine el segundo factor perdido de su cuenta. Se eliminará dentro de 24 horas.',
  'mail.factor-removal.other':
    'Si no lo ha pedido usted, detenga la eliminación de inmediato y cambie su contraseña.',
  'mail.factor-removal.action': 'Detener la eliminación',
  'mail.recovery-used.subject':
    'Se ha usado un código de recuperación de su cuenta de {serviceName}',
  'mail.recovery-used.lead':
    'Se ha usado un código de recuperación de su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.recovery-used.left': 'Códigos restantes: {count, number}.',
  'mail.recovery-used.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.recovery-used.action': 'Restablecer contraseña',
  'mail.passkey-added.subject': 'Se ha agregado una llave de acceso a su cuenta de {serviceName}',
  'mail.passkey-added.lead':
    'Se ha agregado una llave de acceso a su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.passkey-added.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.passkey-added.action': 'Restablecer contraseña',
  'mail.passkey-removed.subject': 'Se ha quitado una llave de acceso de su cuenta de {serviceName}',
  'mail.passkey-removed.lead':
    'Se ha quitado una llave de acceso de su cuenta de {serviceName}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.passkey-removed.other':
    'Si no ha sido usted, restablezca su contraseña de inmediato. Así se cerrarán todas las demás sesiones.',
  'mail.passkey-removed.action': 'Restablecer contraseña',
  'mail.email-changed.subject':
    'Se ha cambiado el correo electrónico de su cuenta de {serviceName}',
  'mail.email-changed.lead':
    'El correo electrónico de su cuenta de {serviceName} ha cambiado y ahora es {newEmail}. Si ha sido usted, no tiene que hacer nada más.',
  'mail.email-changed.yours':
    'Si confirma en la misma página que ha sido usted, esta dirección ya no podrá deshacer el cambio.',
  'mail.email-changed.other':
    'Si no ha sido usted, deshaga el cambio de inmediato y, después, elija una contraseña nueva.',
  'mail.email-changed.action': 'Deshacer el cambio',
  'mail.email-changed.expiry':
    'El enlace es válido durante {days, plural, one {# día} other {# días}} y solo se puede usar una vez.',
  'mail.email-left.subject': 'Se ha cambiado el correo electrónico de su cuenta de {serviceName}',
  'mail.email-left.lead':
    'El correo electrónico de su cuenta de {serviceName} ha cambiado. Si no ha sido usted, póngase en contacto con {serviceName}.',
  'mail.account-deleted.subject': 'Se ha eliminado su cuenta de {serviceName}',
  'mail.account-deleted.lead':
    'Se ha eliminado su cuenta de {serviceName}. Si no ha sido usted, póngase en contacto con {serviceName}.',
  'mail.email-pending.subject':
    'Se ha cambiado el correo electrónico de su cuenta de {serviceName}',
  'mail.email-pending.lead':
    'Una aplicación ha cambiado el correo electrónico de su cuenta de {serviceName} a {newEmail}. Hasta que acepte el nuevo correo, inicie sesión con este.',
  'mail.email-pending.other':
    'Si no ha sido usted, revoque de inmediato el acceso de esta aplicación y cambie su contraseña.',
  'mail.email-pending.action': 'Usar el nuevo correo',
  'mail.email-pending.expiry':
    'El enlace es válido durante {hours, plural, one {# hora} other {# horas}} y solo se puede usar una vez.',
  'mail.application-authorized.subject': 'Una aplicación ya puede usar su cuenta de {serviceName}',
  'mail.application-authorized.lead':
    'Ha autorizado a {application} a usar su cuenta de {serviceName}. Puede revocar el acceso en cualquier momento.',
  'mail.application-authorized.other':
    'Si no ha sido usted, revoque de inmediato el acceso de esta aplicación y cambie su contraseña.',
  'mail.application-authorized.action': 'Ver aplicaciones conectadas',
  'mail.new-browser.subject': 'Nuevo inicio de sesión en su cuenta de {serviceName}',
  'mail.new-browser.lead':
    'Alguien acaba de iniciar sesión en su cuenta de {serviceName} con un navegador que no se había usado antes con ella: {browser}, dirección IP {source}.',
  'mail.new-browser.other': 'Si no ha sido usted, elija ahora una contraseña nueva.',
  'mail.new-browser.action': 'Restablecer contraseña',
};
