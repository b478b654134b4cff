/**
 * Everything that mails say, in ICU MessageFormat. The keys of this catalogue are the keys of all the others: the
 * kind of the mail, then the part.
 */
export const en = {
  // Parts of many mails
  'mail.greeting': 'Hello {name},',
  'mail.greeting_nameless': 'Hello,',
  'mail.link_hint': 'If the button does not work, copy this link into your browser:',
  'mail.code':
    'Or enter this code on the page where you requested this email. The code works for {codeMinutes, plural, one {# minute} other {# minutes}}, and only once.',

  // The address of an account is not verified yet
  'mail.verification.subject': 'Confirm your email address for {serviceName}',
  'mail.verification.lead':
    'Confirm that this is your email address. It was entered for an account with {serviceName}.',
  'mail.verification.action': 'Confirm email address',
  'mail.verification.expiry':
    'The link works for {hours, plural, one {# hour} other {# hours}}, and only once.',
  'mail.verification.ignore':
    'If this account is not yours, ignore this email. The address then remains unconfirmed.',

  // A visitor signs up
  'mail.sign-up.subject': 'Finish creating your account with {serviceName}',
  'mail.sign-up.lead':
    'You are almost there. Open the link to finish creating your account with {serviceName}. The page asks for the password you chose.',
  'mail.sign-up.action': 'Finish creating account',
  'mail.sign-up.expiry':
    'The link works for {hours, plural, one {# hour} other {# hours}}, and only once.',
  'mail.sign-up.ignore': 'If you did not sign up, ignore this email. No account will be created.',

  // A visitor signs up with an address that already has an account
  'mail.sign-up-taken.subject': 'You already have an account with {serviceName}',
  'mail.sign-up-taken.lead':
    'Someone tried to create an account with {serviceName} using this email address, but you already have one. Nothing has changed.',
  'mail.sign-up-taken.you':
    'If it was you, sign in instead. If you have forgotten your password, you can reset it on the sign-in page.',
  'mail.sign-up-taken.action': 'Sign in',
  'mail.sign-up-taken.ignore': 'If it was not you, there is nothing you need to do.',

  // A user forgot the password
  'mail.password-reset.subject': 'Reset your password for {serviceName}',
  'mail.password-reset.lead':
    'Someone asked to reset the password of your {serviceName} account. If it was you, choose a new password.',
  'mail.password-reset.action': 'Choose new password',
  'mail.password-reset.expiry':
    'The link works for {minutes, plural, one {# minute} other {# minutes}}, and only once.',
  'mail.password-reset.ignore':
    'If it was not you, ignore this email. Your password stays the same.',

  // A reset or a sign-up at the address of an account that never had a verified one
  'mail.first-proof.subject': 'Confirm your email address for {serviceName}',
  'mail.first-proof.lead':
    'An account with {serviceName} uses this email address, but nobody has confirmed the address yet.',
  'mail.first-proof.you':
    'If the address is yours, choose a new password. This confirms the address and ends everything that was set up on the account before.',
  'mail.first-proof.action': 'Choose new password',
  'mail.first-proof.expiry':
    'The link works for {hours, plural, one {# hour} other {# hours}}, and only once.',
  'mail.first-proof.ignore': 'If it was not you, ignore this email. Nothing has changed.',

  // The password has been changed
  'mail.password-changed.subject': 'Your password for {serviceName} has been changed',
  'mail.password-changed.lead':
    'The password of your {serviceName} account has been changed. If you did this, there is nothing else to do.',
  'mail.password-changed.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.password-changed.action': 'Reset password',

  // An authenticator app has been set up
  'mail.factor-added.subject':
    'An authenticator app has been set up for your {serviceName} account',
  'mail.factor-added.lead':
    'An authenticator app has been set up for your {serviceName} account. If you did this, there is nothing else to do.',
  'mail.factor-added.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.factor-added.action': 'Reset password',

  // The authenticator app has been removed
  'mail.factor-removed.subject':
    'The authenticator app has been removed from your {serviceName} account',
  'mail.factor-removed.lead':
    'The authenticator app has been removed from your {serviceName} account. If you did this, there is nothing else to do.',
  'mail.factor-removed.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.factor-removed.action': 'Reset password',

  // An operator was asked to remove the second factor
  'mail.factor-removal.subject': 'The second factor of your {serviceName} account will be removed',
  'mail.factor-removal.lead':
    'The operator of {serviceName} was asked to remove the second factor of your account because it is lost. It will be removed in 24 hours.',
  'mail.factor-removal.other':
    'If you did not ask for this, stop the removal immediately and change your password.',
  'mail.factor-removal.action': 'Stop the removal',

  // A recovery code has been used
  'mail.recovery-used.subject': 'A recovery code of your {serviceName} account has been used',
  'mail.recovery-used.lead':
    'A recovery code of your {serviceName} account has been used. If you did this, there is nothing else to do.',
  'mail.recovery-used.left': 'Codes left: {count, number}.',
  'mail.recovery-used.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.recovery-used.action': 'Reset password',

  // A passkey has been added
  'mail.passkey-added.subject': 'A passkey has been added to your {serviceName} account',
  'mail.passkey-added.lead':
    'A passkey has been added to your {serviceName} account. If you did this, there is nothing else to do.',
  'mail.passkey-added.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.passkey-added.action': 'Reset password',

  // A passkey has been removed
  'mail.passkey-removed.subject': 'A passkey has been removed from your {serviceName} account',
  'mail.passkey-removed.lead':
    'A passkey has been removed from your {serviceName} account. If you did this, there is nothing else to do.',
  'mail.passkey-removed.other':
    'If it was not you, reset your password immediately. This signs out all sessions.',
  'mail.passkey-removed.action': 'Reset password',

  // The email address has been changed; this goes to the old one
  'mail.email-changed.subject': 'The email address of your {serviceName} account has been changed',
  'mail.email-changed.lead':
    'The email address of your {serviceName} account has been changed to {newEmail}. If you did this, there is nothing else to do.',
  'mail.email-changed.yours':
    'If you confirm on the same page that it was you, this address can no longer undo the change.',
  'mail.email-changed.other':
    'If it was not you, undo the change immediately, and then choose a new password.',
  'mail.email-changed.action': 'Undo the change',
  'mail.email-changed.expiry':
    'The link works for {days, plural, one {# day} other {# days}}, and only once.',

  // The email address has been changed; this goes to the old one, which was never verified
  'mail.email-left.subject': 'The email address of your {serviceName} account has been changed',
  'mail.email-left.lead':
    'The email address of your {serviceName} account has been changed. If it was not you, contact {serviceName}.',

  // An account has been deleted
  'mail.account-deleted.subject': 'Your {serviceName} account has been deleted',
  'mail.account-deleted.lead':
    'Your {serviceName} account has been deleted. If it was not you, contact {serviceName}.',

  // An application has changed the email address; this goes to the one of the owner
  'mail.email-pending.subject': 'The email address of your {serviceName} account has been changed',
  'mail.email-pending.lead':
    'An application has changed the email address of your {serviceName} account to {newEmail}. Until you accept the new address, you sign in with this one.',
  'mail.email-pending.other':
    'If it was not you, revoke the access of this application immediately, and change your password.',
  'mail.email-pending.action': 'Use the new address',
  'mail.email-pending.expiry':
    'The link works for {hours, plural, one {# hour} other {# hours}}, and only once.',

  // An application may use the account
  'mail.application-authorized.subject': 'An application can now use your {serviceName} account',
  'mail.application-authorized.lead':
    '{application} has been authorized to use your {serviceName} account. You can revoke its access at any time.',
  'mail.application-authorized.other':
    'If it was not you, revoke the access of this application immediately, and change your password.',
  'mail.application-authorized.action': 'View connected applications',

  // A user signed in with a browser that the account has not been used with
  'mail.new-browser.subject': 'New sign-in to your {serviceName} account',
  'mail.new-browser.lead':
    'Someone has just signed in to your {serviceName} account in a browser that has not been used with it before: {browser}, IP address {source}.',
  'mail.new-browser.other': 'If it was not you, choose a new password now.',
  'mail.new-browser.action': 'Reset password',
} as const;

/** The key of a text of a mail. */
export type MailKey = keyof typeof en;

/** The mails of one language. The compiler names a key that is missing or unknown. */
export type MailCatalogue = Readonly<Record<MailKey, string>>;
