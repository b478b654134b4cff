/** A mail to one person. */
export interface MailMessage {
  /** The sender, such as `Accounts <accounts@example.com>`. */
  from: string;
  /** The address of the person, without a name. */
  to: string;
  /** One line. */
  subject: string;
  /** The mail as plain text. */
  text: string;
  /** The same as an HTML document. */
  html: string;
  /** The value of `Message-ID`; the same in every attempt, so that receivers recognize a duplicate. */
  messageId: string;
  /** Further headers by their names. */
  headers: Readonly<Record<string, string>>;
}

/**
 * The most mails that are sent at the same time. Further ones are not rendered yet, so that their addresses and links
 * are those of the moment when they are sent.
 */
export const mostMailsInFlight = 5;

/** What sends mails. A `Transporter` of nodemailer is one. */
export interface MailTransport {
  /**
   * Sends the mail, or hands it to a server that does.
   *
   * @throws MailRejectedError when no further attempt can succeed, or the error of nodemailer with a response of 5xx
   *   to the receiver or the content; any other error is followed by another attempt
   */
  sendMail(message: MailMessage): Promise<unknown>;
  /** Ends the connections when the application shuts down. */
  close?(): Promise<void> | void;
}

/** The server does not accept mails to this receiver for now, which says nothing about others. */
export class MailDelayedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = MailDelayedError.name;
  }
}

/** The server refuses this mail for good, so that it is not sent again. */
export class MailRejectedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = MailRejectedError.name;
  }
}
