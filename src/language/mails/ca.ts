import type { MailCatalogue } from './en.js';

/** Terms: compte, contrasenya, testimoni d’accés, aplicació, adreça electrònica. */
export const ca: MailCatalogue = {
  'mail.greeting': 'Hola, {name},',
  'mail.greeting_nameless': 'Hola,',
  'mail.link_hint': 'Si el botó no funciona, copieu aquest enllaç al navegador:',
  'mail.code':
    'O bé introduïu aquest codi a la pàgina des d’on heu demanat aquest correu. El codi és vàlid durant {codeMinutes, plural, one {# minut} other {# minuts}} i només es pot fer servir una vegada.',
  'mail.verification.subject': 'Confirmeu la vostra adreça electrònica per a {serviceName}',
  'mail.verification.lead':
    'Confirmeu que aquesta és la vostra adreça electrònica. S’ha introduït per a un compte a {serviceName}.',
  'mail.verification.action': 'Confirma l’adreça electrònica',
  'mail.verification.expiry':
    'L’enllaç és vàlid durant {hours, plural, one {# hora} other {# hores}} i només es pot fer servir una vegada.',
  'mail.verification.ignore':
    'Si aquest compte no és vostre, ignoreu aquest missatge. L’adreça quedarà sense confirmar.',
  'mail.sign-up.subject': 'Acabeu de crear el vostre compte a {serviceName}',
  'mail.sign-up.lead':
    'Ja gairebé heu acabat. Obriu l’enllaç per acabar de crear el vostre compte a {serviceName}. La pàgina us demanarà la contrasenya que heu triat.',
  'mail.sign-up.action': 'Acaba de crear el compte',
  'mail.sign-up.expiry':
    'L’enllaç és vàlid durant {hours, plural, one {# hora} other {# hores}} i només es pot fer servir una vegada.',
  'mail.sign-up.ignore':
    'Si no heu demanat crear cap compte, ignoreu aquest missatge. No es crearà cap compte sense la vostra intervenció.',
  'mail.sign-up-taken.subject': 'Ja teniu un compte a {serviceName}',
  'mail.sign-up-taken.lead':
    'Algú ha provat de crear un compte a {serviceName} amb aquesta adreça electrònica, però ja en teniu un. No ha canviat res.',
  'mail.sign-up-taken.you':
    'Si heu estat vós, simplement inicieu la sessió. Si heu oblidat la contrasenya, la podreu restablir allà mateix.',
  'mail.sign-up-taken.action': 'Inicia la sessió',
  'mail.sign-up-taken.ignore': 'Si no heu estat vós, no cal que feu res.',
  'mail.password-reset.subject': 'Restabliu la vostra contrasenya a {serviceName}',
  'mail.password-reset.lead':
    'Algú ha demanat restablir la contrasenya del vostre compte a {serviceName}. Si heu estat vós, trieu una contrasenya nova.',
  'mail.password-reset.action': 'Tria una contrasenya nova',
  'mail.password-reset.expiry':
    'L’enllaç és vàlid durant {minutes, plural, one {# minut} other {# minuts}} i només es pot fer servir una vegada.',
  'mail.password-reset.ignore':
    'Si no heu estat vós, ignoreu aquest missatge. La contrasenya continuarà sent la mateixa.',
  'mail.first-proof.subject': 'Confirmeu la vostra adreça electrònica per a {serviceName}',
  'mail.first-proof.lead':
    'Un compte de {serviceName} fa servir aquesta adreça electrònica, però ningú no l’ha confirmada encara.',
  'mail.first-proof.you':
    'Si l’adreça és vostra, trieu una contrasenya nova. Això confirma l’adreça i posa fi a tot el que s’havia configurat abans al compte.',
  'mail.first-proof.action': 'Tria una contrasenya nova',
  'mail.first-proof.expiry':
    'L’enllaç és vàlid durant {hours, plural, one {# hora} other {# hores}} i només es pot fer servir una vegada.',
  'mail.first-proof.ignore': 'Si no heu estat vós, ignoreu aquest missatge. No ha canviat res.',
  'mail.password-changed.subject': 'La vostra contrasenya a {serviceName} s’ha canviat',
  'mail.password-changed.lead':
    'La contrasenya del vostre compte a {serviceName} s’ha canviat. Si heu estat vós, no cal que feu res més.',
  'mail.password-changed.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.password-changed.action': 'Restableix la contrasenya',
  'mail.factor-added.subject':
    'S’ha configurat una aplicació d’autenticació per al vostre compte a {serviceName}',
  'mail.factor-added.lead':
    'S’ha configurat una aplicació d’autenticació per al vostre compte a {serviceName}. Si heu estat vós, no cal que feu res més.',
  'mail.factor-added.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.factor-added.action': 'Restableix la contrasenya',
  'mail.factor-removed.subject':
    'S’ha suprimit l’aplicació d’autenticació del vostre compte a {serviceName}',
  'mail.factor-removed.lead':
    'S’ha suprimit l’aplicació d’autenticació del vostre compte a {serviceName}. Si heu estat vós, no cal que feu res més.',
  'mail.factor-removed.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.factor-removed.action': 'Restableix la contrasenya',
  'mail.factor-removal.subject': 'El segon factor del vostre compte a {serviceName} se suprimirà',
  'mail.factor-removal.lead':
    'S’ha demanat a l’operador del servei {serviceName} que suprimeixi el segon factor perdut del vostre compte. Se suprimirà d’aquí a 24 hores.',
  'mail.factor-removal.other':
    'Si no ho heu demanat vós, atureu la supressió immediatament i canvieu la contrasenya.',
  'mail.factor-removal.action': 'Atura la supressió',
  'mail.recovery-used.subject':
    'S’ha utilitzat un codi de recuperació del vostre compte a {serviceName}',
  'mail.recovery-used.lead':
    'S’ha utilitzat un codi de recuperació del vostre compte a {serviceName}. Si heu estat vós, no cal que feu res més.',
  'mail.recovery-used.left': 'Codis restants: {count, number}.',
  'mail.recovery-used.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.recovery-used.action': 'Restableix la contrasenya',
  'mail.passkey-added.subject': 'S’ha afegit una clau d’accés al vostre compte a {serviceName}',
  'mail.passkey-added.lead':
    'S’ha afegit una clau d’accés al vostre compte a {serviceName}. Si heu estat vós, no cal que feu res més.',
  'mail.passkey-added.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.passkey-added.action': 'Restableix la contrasenya',
  'mail.passkey-removed.subject':
    'S’ha suprimit una clau d’accés del vostre compte a {serviceName}',
  'mail.passkey-removed.lead':
    'S’ha suprimit una clau d’accés del vostre compte a {serviceName}. Si heu estat vós, no cal que feu res més.',
  'mail.passkey-removed.other':
    'Si no heu estat vós, restabliu la contrasenya immediatament. Així es tancaran totes les altres sessions.',
  'mail.passkey-removed.action': 'Restableix la contrasenya',
  'mail.email-changed.subject':
    'L’adreça electrònica del vostre compte a {serviceName} s’ha canviat',
  'mail.email-changed.lead':
    'L’adreça electrònica del vostre compte a {serviceName} s’ha canviat per {newEmail}. Si heu estat vós, no cal que feu res més.',
  'mail.email-changed.yours':
    'Si confirmeu a la mateixa pàgina que heu estat vós, aquesta adreça ja no podrà desfer el canvi.',
  'mail.email-changed.other':
    'Si no heu estat vós, desfeu el canvi immediatament i, després, trieu una contrasenya nova.',
  'mail.email-changed.action': 'Desfés el canvi',
  'mail.email-changed.expiry':
    'L’enllaç és vàlid durant {days, plural, one {# dia} other {# dies}} i només es pot fer servir una vegada.',
  'mail.email-left.subject': 'L’adreça electrònica del vostre compte a {serviceName} s’ha canviat',
  'mail.email-left.lead':
    'S’ha canviat l’adreça electrònica del vostre compte a {serviceName}. Si no heu estat vós, contacteu amb {serviceName}.',
  'mail.account-deleted.subject': 'S’ha suprimit el vostre compte a {serviceName}',
  'mail.account-deleted.lead':
    'S’ha suprimit el vostre compte a {serviceName}. Si no heu estat vós, contacteu amb {serviceName}.',
  'mail.email-pending.subject':
    'L’adreça electrònica del vostre compte a {serviceName} s’ha canviat',
  'mail.email-pending.lead':
    'Una aplicació ha canviat l’adreça electrònica del vostre compte a {serviceName} per {newEmail}. Fins que no accepteu l’adreça nova, inicieu sessió amb aquesta.',
  'mail.email-pending.other':
    'Si no heu estat vós, revoqueu immediatament l’accés d’aquesta aplicació i canvieu la contrasenya.',
  'mail.email-pending.action': 'Fes servir l’adreça nova',
  'mail.email-pending.expiry':
    'L’enllaç és vàlid durant {hours, plural, one {# hora} other {# hores}} i només es pot fer servir una vegada.',
  'mail.application-authorized.subject':
    'Ara una aplicació pot fer servir el vostre compte a {serviceName}',
  'mail.application-authorized.lead':
    'Heu autoritzat {application} a fer servir el vostre compte a {serviceName}. Podeu revocar l’accés en qualsevol moment.',
  'mail.application-authorized.other':
    'Si no heu estat vós, revoqueu immediatament l’accés d’aquesta aplicació i canvieu la contrasenya.',
  'mail.application-authorized.action': 'Mostra les aplicacions connectades',
  'mail.new-browser.subject': 'Nou inici de sessió al vostre compte a {serviceName}',
  'mail.new-browser.lead':
    'Algú acaba d’iniciar la sessió al vostre compte a {serviceName} amb un navegador que no s’hi havia fet servir mai: {browser}, adreça IP {source}.',
  'mail.new-browser.other': 'Si no heu estat vós, trieu ara una contrasenya nova.',
  'mail.new-browser.action': 'Restableix la contrasenya',
};
