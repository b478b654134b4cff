/** A mail to one person. */
export interface MailMessage {
  /** The sender, such as `Accounts <accounts@example.com>`. */
  from: string;
  /** The receiver's address, without a name. */
  to: string;
  /** The subject, in one line. */
  subject: string;
  /** The mail as plain text. */
  text: string;
  /** The same content as an HTML document. */
  html: string;
  /** The value of `Message-ID`. It is the same in every attempt, so that receivers recognize duplicates. */
  messageId: string;
  /** Additional headers by name. */
  headers: Readonly<Record<string, string>>;
}

/**
 * The maximum number of mails that are sent at the same time. Waiting mails are not rendered yet, so that their
 * addresses and links are current when they are sent.
 */
export const maxMailsInFlight = 5;

/** Sends mails. A `Transporter` of nodemailer is one. */
export interface MailTransport {
  /**
   * Sends the mail, or hands it to a server that does.
   *
   * @throws MailRejectedError if no later attempt can succeed, or nodemailer's error with a 5xx response to the
   *   receiver or the content; any other error leads to another attempt
   */
  sendMail(message: MailMessage): Promise<unknown>;
  /** Ends the connections when the application shuts down. */
  close?(): Promise<void> | void;
}

/** The server temporarily accepts no mails to this receiver. Other receivers are not affected. */
export class MailDelayedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = MailDelayedError.name;
  }
}

/** The server has permanently refused this mail, so it is not sent again. */
export class MailRejectedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = MailRejectedError.name;
  }
}
