import type { MailTransport } from './mail.transport.js';

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
