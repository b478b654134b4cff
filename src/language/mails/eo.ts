import type { MailCatalogue } from './en.js';

/** Terms: konto, pasvorto, alirĵetono, aplikaĵo, retpoŝtadreso. */
export const eo: MailCatalogue = {
  'mail.greeting': 'Saluton, {name}!',
  'mail.greeting_nameless': 'Saluton!',
  'mail.link_hint': 'Se la butono ne funkcias, kopiu ĉi tiun ligilon en vian retumilon:',
  'mail.code':
    'Aŭ entajpu ĉi tiun kodon en la paĝo, kie vi petis ĉi tiun retmesaĝon. La kodo validas dum {codeMinutes, plural, one {# minuto} other {# minutoj}} kaj estas uzebla nur unufoje.',
  'mail.verification.subject': 'Konfirmu vian retpoŝtadreson por {serviceName}',
  'mail.verification.lead':
    'Bonvolu konfirmi, ke ĉi tio estas via retpoŝtadreso. Ĝi estis indikita por konto ĉe {serviceName}.',
  'mail.verification.action': 'Konfirmi retpoŝtadreson',
  'mail.verification.expiry':
    'La ligilo validas dum {hours, plural, one {# horo} other {# horoj}} kaj estas uzebla nur unufoje.',
  'mail.verification.ignore':
    'Se ĉi tiu konto ne estas via, ignoru ĉi tiun retmesaĝon. La adreso tiam restos nekonfirmita.',
  'mail.sign-up.subject': 'Finu la kreadon de via konto ĉe {serviceName}',
  'mail.sign-up.lead':
    'Vi preskaŭ finis. Malfermu la ligilon por fini la kreadon de via konto ĉe {serviceName}. La paĝo petos la pasvorton, kiun vi elektis.',
  'mail.sign-up.action': 'Fini la kreadon de la konto',
  'mail.sign-up.expiry':
    'La ligilo validas dum {hours, plural, one {# horo} other {# horoj}} kaj estas uzebla nur unufoje.',
  'mail.sign-up.ignore':
    'Se vi ne petis krei konton, ignoru ĉi tiun retmesaĝon. Neniu konto estos kreita sen vi.',
  'mail.sign-up-taken.subject': 'Vi jam havas konton ĉe {serviceName}',
  'mail.sign-up-taken.lead':
    'Iu provis krei konton ĉe {serviceName} per ĉi tiu retpoŝtadreso, sed vi jam havas konton. Nenio ŝanĝiĝis.',
  'mail.sign-up-taken.you':
    'Se tio estis vi, simple ensalutu. Se vi forgesis vian pasvorton, vi povas restarigi ĝin tie.',
  'mail.sign-up-taken.action': 'Ensaluti',
  'mail.sign-up-taken.ignore': 'Se tio ne estis vi, necesas fari nenion.',
  'mail.password-reset.subject': 'Restarigu vian pasvorton ĉe {serviceName}',
  'mail.password-reset.lead':
    'Iu petis restarigi la pasvorton de via konto ĉe {serviceName}. Se tio estis vi, elektu novan pasvorton.',
  'mail.password-reset.action': 'Elekti novan pasvorton',
  'mail.password-reset.expiry':
    'La ligilo validas dum {minutes, plural, one {# minuto} other {# minutoj}} kaj estas uzebla nur unufoje.',
  'mail.password-reset.ignore':
    'Se tio ne estis vi, ignoru ĉi tiun retmesaĝon. Via pasvorto restas la sama.',
  'mail.first-proof.subject': 'Konfirmu vian retpoŝtadreson por {serviceName}',
  'mail.first-proof.lead':
    'Konto ĉe {serviceName} uzas ĉi tiun retpoŝtadreson, sed neniu ankoraŭ konfirmis ĝin.',
  'mail.first-proof.you':
    'Se la adreso estas via, elektu novan pasvorton. Tio konfirmas la adreson kaj finas ĉion, kio estis antaŭe agordita en la konto.',
  'mail.first-proof.action': 'Elekti novan pasvorton',
  'mail.first-proof.expiry':
    'La ligilo validas dum {hours, plural, one {# horo} other {# horoj}} kaj estas uzebla nur unufoje.',
  'mail.first-proof.ignore': 'Se tio ne estis vi, ignoru ĉi tiun retmesaĝon. Nenio ŝanĝiĝis.',
  'mail.password-changed.subject': 'Via pasvorto ĉe {serviceName} estas ŝanĝita',
  'mail.password-changed.lead':
    'La pasvorto de via konto ĉe {serviceName} estas ŝanĝita. Se tio estis vi, necesas fari nenion plian.',
  'mail.password-changed.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.password-changed.action': 'Restarigi pasvorton',
  'mail.factor-added.subject': 'Aŭtentikiga aplikaĵo estis agordita por via konto ĉe {serviceName}',
  'mail.factor-added.lead':
    'Aŭtentikiga aplikaĵo estis agordita por via konto ĉe {serviceName}. Se tio estis vi, necesas fari nenion plian.',
  'mail.factor-added.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.factor-added.action': 'Restarigi pasvorton',
  'mail.factor-removed.subject':
    'La aŭtentikiga aplikaĵo estis forigita de via konto ĉe {serviceName}',
  'mail.factor-removed.lead':
    'La aŭtentikiga aplikaĵo estis forigita de via konto ĉe {serviceName}. Se tio estis vi, necesas fari nenion plian.',
  'mail.factor-removed.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.factor-removed.action': 'Restarigi pasvorton',
  'mail.factor-removal.subject': 'La dua faktoro de via konto ĉe {serviceName} estos forigita',
  'mail.factor-removal.lead':
    'Oni petis la funkciiganton de {serviceName} forigi la perditan duan faktoron de via konto. Ĝi estos forigita post 24 horoj.',
  'mail.factor-removal.other':
    'Se ne vi petis tion, tuj haltigu la forigon kaj ŝanĝu vian pasvorton.',
  'mail.factor-removal.action': 'Haltigi la forigon',
  'mail.recovery-used.subject': 'Restaŭra kodo de via konto ĉe {serviceName} estis uzita',
  'mail.recovery-used.lead':
    'Restaŭra kodo de via konto ĉe {serviceName} estis uzita. Se tio estis vi, necesas fari nenion plian.',
  'mail.recovery-used.left': 'Restantaj kodoj: {count, number}.',
  'mail.recovery-used.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.recovery-used.action': 'Restarigi pasvorton',
  'mail.passkey-added.subject': 'Alirŝlosilo estis aldonita al via konto ĉe {serviceName}',
  'mail.passkey-added.lead':
    'Alirŝlosilo estis aldonita al via konto ĉe {serviceName}. Se tio estis vi, necesas fari nenion plian.',
  'mail.passkey-added.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.passkey-added.action': 'Restarigi pasvorton',
  'mail.passkey-removed.subject': 'Alirŝlosilo estis forigita de via konto ĉe {serviceName}',
  'mail.passkey-removed.lead':
    'Alirŝlosilo estis forigita de via konto ĉe {serviceName}. Se tio estis vi, necesas fari nenion plian.',
  'mail.passkey-removed.other':
    'Se tio ne estis vi, tuj restarigu vian pasvorton. Tio finas ĉiujn aliajn seancojn.',
  'mail.passkey-removed.action': 'Restarigi pasvorton',
  'mail.email-changed.subject': 'La retpoŝtadreso de via konto ĉe {serviceName} estas ŝanĝita',
  'mail.email-changed.lead':
    'La retpoŝtadreso de via konto ĉe {serviceName} estas ŝanĝita al {newEmail}. Se tio estis vi, necesas fari nenion plian.',
  'mail.email-changed.yours':
    'Se vi konfirmos sur la sama paĝo, ke tio estis vi, ĉi tiu adreso ne plu povos malfari la ŝanĝon.',
  'mail.email-changed.other':
    'Se tio ne estis vi, tuj malfaru la ŝanĝon, kaj poste elektu novan pasvorton.',
  'mail.email-changed.action': 'Malfari la ŝanĝon',
  'mail.email-changed.expiry':
    'La ligilo validas dum {days, plural, one {# tago} other {# tagoj}} kaj estas uzebla nur unufoje.',
  'mail.email-left.subject': 'La retpoŝtadreso de via konto ĉe {serviceName} estas ŝanĝita',
  'mail.email-left.lead':
    'La retpoŝtadreso de via konto ĉe {serviceName} estas ŝanĝita. Se tio ne estis vi, kontaktu {serviceName}.',
  'mail.account-deleted.subject': 'Via konto ĉe {serviceName} estas forigita',
  'mail.account-deleted.lead':
    'Via konto ĉe {serviceName} estas forigita. Se tio ne estis vi, kontaktu {serviceName}.',
  'mail.email-pending.subject': 'La retpoŝtadreso de via konto ĉe {serviceName} estas ŝanĝita',
  'mail.email-pending.lead':
    'Aplikaĵo ŝanĝis la retpoŝtadreson de via konto ĉe {serviceName} al {newEmail}. Ĝis vi akceptos la novan adreson, vi ensalutas per ĉi tiu.',
  'mail.email-pending.other':
    'Se tio ne estis vi, tuj revoku la aliron de ĉi tiu aplikaĵo, kaj ŝanĝu vian pasvorton.',
  'mail.email-pending.action': 'Uzi la novan adreson',
  'mail.email-pending.expiry':
    'La ligilo validas dum {hours, plural, one {# horo} other {# horoj}} kaj estas uzebla nur unufoje.',
  'mail.application-authorized.subject': 'Aplikaĵo nun povas uzi vian konton ĉe {serviceName}',
  'mail.application-authorized.lead':
    'Vi rajtigis {application} uzi vian konton ĉe {serviceName}. Vi povas iam ajn revoki la aliron.',
  'mail.application-authorized.other':
    'Se tio ne estis vi, tuj revoku la aliron de ĉi tiu aplikaĵo, kaj ŝanĝu vian pasvorton.',
  'mail.application-authorized.action': 'Vidi konektitajn aplikaĵojn',
  'mail.new-browser.subject': 'Nova ensaluto al via konto ĉe {serviceName}',
  'mail.new-browser.lead':
    'Iu ĵus ensalutis al via konto ĉe {serviceName} en retumilo, kiu antaŭe ne estis uzata kun ĝi: {browser}, IP-adreso {source}.',
  'mail.new-browser.other': 'Se tio ne estis vi, nun elektu novan pasvorton.',
  'mail.new-browser.action': 'Restarigi pasvorton',
};
