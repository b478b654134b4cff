import type { MailTransport } from './mail.transport.js';

/** The options for sending mails. */
export interface MailOptions {
  /** Sends the mails: a transport of `nodemailer`, or any object with a compatible `sendMail` method. */
  transport: MailTransport;
  /** The sender, such as `Accounts <accounts@example.com>`. */
  from: string;
}

/** The injection token of the {@link MailOptions}. */
export const mailOptionsToken = Symbol('ACCOUNTS_MAIL_OPTIONS');
