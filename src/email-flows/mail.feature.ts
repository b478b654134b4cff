import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { fromOptions, type AccountsFeature } from '../accounts.options.js';
import { EmailVerificationController } from './email-verification.controller.js';
import { ConfirmedSignUpService } from './confirmed-sign-up.service.js';
import { EmailAdoptionService } from './email-adoption.service.js';
import { EmailRestorationService } from './email-restoration.service.js';
import { EmailVerificationService } from './email-verification.service.js';
import { FactorRemovalsService } from './factor-removals.service.js';
import { LinkSubjectsService } from './link-subjects.service.js';
import { mailLinksProvider } from './links/mail-links.js';
import { PasswordResetService } from './password-reset.service.js';
import { mailOptionsToken, type MailOptions } from '../mail/mail.options.js';
import { isMailFrom } from '../mail/mailbox.js';
import { AddressMails } from './mails/address-mails.js';
import { OwnerNotices } from './mails/owner-notices.js';
import { MailSubscriber } from './mails/mail.subscriber.js';
import { Mailer } from '../mail/mailer.js';
import { MailRenderer } from '../mail/mails/mail.renderer.js';
import { recoveryProviders } from './email-flows.providers.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { mailPages } from '../console/page-controllers.js';

/**
 * Mails with links that verify an email address, reset a password or undo a change of the address, and notices of
 * changes. Sign-up creates an account only once its address is verified. Requires the option `mail`, and
 * `consoleFeature` or `oauthFeature`, whose pages the links open.
 */
export const mailFeature: AccountsFeature = {
  options: ['mail'],
  apiControllers: [EmailVerificationController, PasswordResetsController],
  controllers: mailPages,
  providers: [
    ...recoveryProviders,
    fromOptions(mailOptionsToken, ({ mail }) => {
      if (isMailOptions(mail)) return mail;
      throw new AccountsOptionsError(
        'mailFeature needs the option mail, with a transport that has a method sendMail, and an address from.',
      );
    }),
    mailLinksProvider,
    MailRenderer,
    Mailer,
    AddressMails,
    OwnerNotices,
    MailSubscriber,
    EmailVerificationService,
    ConfirmedSignUpService,
  ],
  exports: [
    LinkSubjectsService,
    EmailVerificationService,
    ConfirmedSignUpService,
    PasswordResetService,
    EmailAdoptionService,
    EmailRestorationService,
    FactorRemovalsService,
  ],
};

/** Whether the host has set valid mail options. */
function isMailOptions(options?: Partial<MailOptions>): options is MailOptions {
  const { transport, from } = options ?? {};
  return typeof transport?.sendMail === 'function' && typeof from === 'string' && isMailFrom(from);
}
