import type { MailTransport } from './mail.transport.js';
import { isMailFrom } from './mailbox.js';

/** How mails are sent. */
export interface MailOptions {
  /** Sends them: a transport of `nodemailer`, or any object with its method `sendMail`. */
  transport: MailTransport;
  /** The sender, such as `Accounts <accounts@example.com>`. */
  from: string;
  /** The name of the service in subjects and texts. Default: `Accounts`. */
  serviceName?: string | undefined;
}

/** The token of the {@link MailOptions} inside the module. */
export const mailOptionsToken = Symbol('ACCOUNTS_MAIL_OPTIONS');

/** Whether a host has given what mails can be sent with. */
export function isMailOptions(options?: Partial<MailOptions>): options is MailOptions {
  const { transport, from, serviceName } = options ?? {};
  return (
    typeof transport?.sendMail === 'function' &&
    typeof from === 'string' &&
    isMailFrom(from) &&
    ['string', 'undefined'].includes(typeof serviceName)
  );
}
