import type { MailCatalogue } from './en.js';

/** Terms: compte, mot de passe, jeton d’accès, application, adresse e-mail. */
export const fr: MailCatalogue = {
  'mail.greeting': 'Bonjour {name},',
  'mail.greeting_nameless': 'Bonjour,',
  'mail.link_hint': 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :',
  'mail.code':
    'Ou saisissez ce code sur la page où vous avez demandé cet e-mail. Le code est valable {codeMinutes, plural, one {# minute} other {# minutes}} et ne peut être utilisé qu’une seule fois.',
  'mail.verification.subject': 'Confirmez votre adresse e-mail pour {serviceName}',
  'mail.verification.lead':
    'Veuillez confirmer que cette adresse e-mail est bien la vôtre. Elle a été saisie pour un compte {serviceName}.',
  'mail.verification.action': 'Confirmer l’adresse e-mail',
  'mail.verification.expiry':
    'Le lien est valable {hours, plural, one {# heure} other {# heures}} et ne peut être utilisé qu’une seule fois.',
  'mail.verification.ignore':
    'Si ce compte n’est pas le vôtre, ignorez cet e-mail. L’adresse ne sera alors pas confirmée.',
  'mail.sign-up.subject': 'Terminez la création de votre compte {serviceName}',
  'mail.sign-up.lead':
    'Vous y êtes presque. Ouvrez le lien pour terminer la création de votre compte {serviceName}. La page vous demandera le mot de passe que vous avez choisi.',
  'mail.sign-up.action': 'Terminer la création du compte',
  'mail.sign-up.expiry':
    'Le lien est valable {hours, plural, one {# heure} other {# heures}} et ne peut être utilisé qu’une seule fois.',
  'mail.sign-up.ignore':
    'Si vous n’avez pas demandé à créer un compte, ignorez cet e-mail. Aucun compte ne sera créé sans votre confirmation.',
  'mail.sign-up-taken.subject': 'Vous avez déjà un compte {serviceName}',
  'mail.sign-up-taken.lead':
    'Quelqu’un a essayé de créer un compte {serviceName} avec cette adresse e-mail, mais vous en avez déjà un. Rien n’a changé.',
  'mail.sign-up-taken.you':
    'Si c’était vous, connectez-vous simplement. Si vous avez oublié votre mot de passe, vous pourrez le réinitialiser depuis la page de connexion.',
  'mail.sign-up-taken.action': 'Se connecter',
  'mail.sign-up-taken.ignore': 'Si ce n’était pas vous, vous n’avez rien à faire.',
  'mail.password-reset.subject': 'Réinitialisez votre mot de passe {serviceName}',
  'mail.password-reset.lead':
    'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte {serviceName}. Si c’était vous, choisissez un nouveau mot de passe.',
  'mail.password-reset.action': 'Choisir un nouveau mot de passe',
  'mail.password-reset.expiry':
    'Le lien est valable {minutes, plural, one {# minute} other {# minutes}} et ne peut être utilisé qu’une seule fois.',
  'mail.password-reset.ignore':
    'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste inchangé.',
  'mail.first-proof.subject': 'Confirmez votre adresse e-mail pour {serviceName}',
  'mail.first-proof.lead':
    'Un compte {serviceName} utilise cette adresse e-mail, mais personne ne l’a encore confirmée.',
  'mail.first-proof.you':
    'Si cette adresse est la vôtre, choisissez un nouveau mot de passe. Cela confirme l’adresse et met fin à tout ce qui avait été configuré sur le compte.',
  'mail.first-proof.action': 'Choisir un nouveau mot de passe',
  'mail.first-proof.expiry':
    'Le lien est valable {hours, plural, one {# heure} other {# heures}} et ne peut être utilisé qu’une seule fois.',
  'mail.first-proof.ignore': 'Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.',
  'mail.password-changed.subject': 'Votre mot de passe {serviceName} a été changé',
  'mail.password-changed.lead':
    'Le mot de passe de votre compte {serviceName} a été changé. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.password-changed.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.password-changed.action': 'Réinitialiser le mot de passe',
  'mail.factor-added.subject':
    'Une application d’authentification a été configurée pour votre compte {serviceName}',
  'mail.factor-added.lead':
    'Une application d’authentification a été configurée pour votre compte {serviceName}. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.factor-added.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.factor-added.action': 'Réinitialiser le mot de passe',
  'mail.factor-removed.subject':
    'L’application d’authentification a été retirée de votre compte {serviceName}',
  'mail.factor-removed.lead':
    'L’application d’authentification a été retirée de votre compte {serviceName}. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.factor-removed.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.factor-removed.action': 'Réinitialiser le mot de passe',
  'mail.factor-removal.subject': 'Le second facteur de votre compte {serviceName} va être supprimé',
  'mail.factor-removal.lead':
    'L’opérateur du service {serviceName} a reçu une demande de suppression du second facteur perdu de votre compte. Ce facteur sera supprimé dans 24 heures.',
  'mail.factor-removal.other':
    'Si vous n’êtes pas à l’origine de cette demande, arrêtez immédiatement la suppression et changez de mot de passe.',
  'mail.factor-removal.action': 'Arrêter la suppression',
  'mail.recovery-used.subject': 'Un code de secours de votre compte {serviceName} a été utilisé',
  'mail.recovery-used.lead':
    'Un code de secours de votre compte {serviceName} a été utilisé. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.recovery-used.left': 'Codes restants : {count, number}.',
  'mail.recovery-used.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.recovery-used.action': 'Réinitialiser le mot de passe',
  'mail.passkey-added.subject': 'Une clé d’accès a été ajoutée à votre compte {serviceName}',
  'mail.passkey-added.lead':
    'Une clé d’accès a été ajoutée à votre compte {serviceName}. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.passkey-added.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.passkey-added.action': 'Réinitialiser le mot de passe',
  'mail.passkey-removed.subject': 'Une clé d’accès a été retirée de votre compte {serviceName}',
  'mail.passkey-removed.lead':
    'Une clé d’accès a été retirée de votre compte {serviceName}. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.passkey-removed.other':
    'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe. Toutes les autres sessions seront alors fermées.',
  'mail.passkey-removed.action': 'Réinitialiser le mot de passe',
  'mail.email-changed.subject': 'L’adresse e-mail de votre compte {serviceName} a été modifiée',
  'mail.email-changed.lead':
    'L’adresse e-mail de votre compte {serviceName} a été remplacée par {newEmail}. Si c’était vous, vous n’avez rien d’autre à faire.',
  'mail.email-changed.yours':
    'Si vous confirmez sur la même page que c’était vous, cette adresse ne pourra plus annuler le changement.',
  'mail.email-changed.other':
    'Si ce n’était pas vous, annulez immédiatement le changement, puis choisissez un nouveau mot de passe.',
  'mail.email-changed.action': 'Annuler le changement',
  'mail.email-changed.expiry':
    'Le lien est valable {days, plural, one {# jour} other {# jours}} et ne peut être utilisé qu’une seule fois.',
  'mail.email-left.subject': 'L’adresse e-mail de votre compte {serviceName} a été modifiée',
  'mail.email-left.lead':
    'L’adresse e-mail de votre compte {serviceName} a été modifiée. Si ce n’était pas vous, contactez {serviceName}.',
  'mail.account-deleted.subject': 'Votre compte {serviceName} a été supprimé',
  'mail.account-deleted.lead':
    'Votre compte {serviceName} a été supprimé. Si ce n’était pas vous, contactez {serviceName}.',
  'mail.email-pending.subject': 'L’adresse e-mail de votre compte {serviceName} a été modifiée',
  'mail.email-pending.lead':
    'Une application a remplacé l’adresse e-mail de votre compte {serviceName} par {newEmail}. Tant que vous n’acceptez pas la nouvelle adresse, vous vous connectez avec celle-ci.',
  'mail.email-pending.other':
    'Si ce n’était pas vous, révoquez immédiatement l’accès de cette application et changez de mot de passe.',
  'mail.email-pending.action': 'Utiliser la nouvelle adresse',
  'mail.email-pending.expiry':
    'Le lien est valable {hours, plural, one {# heure} other {# heures}} et ne peut être utilisé qu’une seule fois.',
  'mail.application-authorized.subject':
    'Une application peut désormais utiliser votre compte {serviceName}',
  'mail.application-authorized.lead':
    'Vous avez autorisé {application} à utiliser votre compte {serviceName}. Vous pouvez révoquer cet accès à tout moment.',
  'mail.application-authorized.other':
    'Si ce n’était pas vous, révoquez immédiatement l’accès de cette application et changez de mot de passe.',
  'mail.application-authorized.action': 'Voir les applications connectées',
  'mail.new-browser.subject': 'Nouvelle connexion à votre compte {serviceName}',
  'mail.new-browser.lead':
    'Quelqu’un vient de se connecter à votre compte {serviceName} avec un navigateur qui n’avait pas encore servi à y accéder : {browser}, adresse IP {source}.',
  'mail.new-browser.other':
    'Si ce n’était pas vous, choisissez maintenant un nouveau mot de passe.',
  'mail.new-browser.action': 'Réinitialiser le mot de passe',
};
