import { setTimeout } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { anything, assertOptions, timeout } from '../options/option-rules.js';
import {
  MailRejectedError,
  maxMailsInFlight,
  type MailMessage,
  type MailTransport,
} from './mail.transport.js';
import { findUnknownParameter, parseMailUrl, type MailServer } from './mail-url.js';
import { deliverableAddress, needsSmtpUtf8, parseMailbox } from './mailbox.js';
import { smtpFailure } from './smtp-failure.js';

/** The options of an {@link SmtpTransport}. */
export interface SmtpTransportOptions {
  /** The certificates of trusted authorities. Default: those of Node.js. */
  ca?: ConnectionOptions['ca'];
  /** The timeout for the connection, and then for each response, in milliseconds. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** The total time for a mail, in milliseconds. Default: 45,000. */
  deadlineMs?: number | undefined;
}

/** How long mails in progress may delay the shutdown. */
const closeMs = 5_000;

/**
 * Sends mails over SMTP with at most five connections. Connections are encrypted, and certificates are verified. Errors
 * contain neither addresses nor the server's text.
 */
export class SmtpTransport implements MailTransport {
  private readonly transporter: ReturnType<typeof createPool>;
  private readonly connection: ReturnType<typeof connectionOptions>;
  private readonly deadlineMs: number;
  private readonly sending = new Set<Promise<void>>();

  /**
   * @param url `smtp://user:password@host:port` or `smtps://…`; an `smtp:` URL with `?starttls=off` at the end sends
   *   without encryption
   * @throws TypeError for any other URL, without repeating it, or naming the invalid options
   */
  constructor(url: string, options: SmtpTransportOptions = {}) {
    assertOptions(
      options,
      { ca: anything, timeoutMs: timeout, deadlineMs: timeout },
      'SmtpTransport',
    );
    const { ca, timeoutMs = 15_000, deadlineMs = 45_000 } = options;
    const server = parseMailUrl(url);
    const unknown = findUnknownParameter(url);
    if (unknown !== undefined) throw new TypeError(`url cannot have the parameter ${unknown}`);
    if (!server) throw new TypeError('url must begin with smtp:// or smtps:// and name a host');
    this.connection = connectionOptions(server, ca, timeoutMs);
    this.transporter = createPool(this.connection);
    this.deadlineMs = deadlineMs;
  }

  async sendMail(message: MailMessage): Promise<void> {
    const sending = this.send(message, AbortSignal.timeout(this.deadlineMs));
    this.sending.add(sending);
    try {
      await sending;
    } finally {
      this.sending.delete(sending);
    }
  }

  async close(): Promise<void> {
    this.transporter.close();
    await Promise.race([
      Promise.allSettled(this.sending),
      setTimeout(closeMs, undefined, { ref: false }),
    ]);
    this.transporter.close({ force: true });
  }

  private async send(message: MailMessage, signal: AbortSignal): Promise<void> {
    const from = parseMailbox(message.from);
    const sender = from && deliverableAddress(from.address);
    if (!sender) throw new Error('the sender is not an email address');
    const receiver = deliverableAddress(message.to);
    if (!receiver) throw new MailRejectedError('no mail can be sent to the address');
    try {
      if (needsSmtpUtf8(sender + receiver) && !(await this.offersSmtpUtf8(signal))) {
        throw new MailRejectedError('the mail server does not offer SMTPUTF8');
      }
      await this.transporter.sendMail({
        ...message,
        from: { name: from.name, address: from.address },
        // A plain string would be parsed, and could contain several addresses.
        to: { name: '', address: message.to },
        envelope: { from: sender, to: [receiver] },
        headers: { ...message.headers },
        xMailer: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    } catch (error) {
      throw error instanceof MailRejectedError ? error : smtpFailure(error);
    }
  }

  /** Asks over a separate connection, because the pool sends to such an address without asking for SMTPUTF8. */
  private async offersSmtpUtf8(signal: AbortSignal): Promise<boolean> {
    const connection = new SMTPConnection(this.connection);
    const close = () => connection.close();
    signal.addEventListener('abort', close);
    try {
      await new Promise<void>((resolve, reject) => {
        connection.on('error', reject);
        connection.on('end', () => reject(Object.assign(new Error(), { code: 'ECONNECTION' })));
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
    } finally {
      signal.removeEventListener('abort', close);
      connection.quit();
    }
  }
}

function connectionOptions(
  { host, port, encryption, auth }: MailServer,
  ca: ConnectionOptions['ca'],
  timeoutMs: number,
) {
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { ca, rejectUnauthorized: true },
    // If the server offers no authentication, sending fails instead of continuing without it.
    ...(auth && { auth, forceAuth: true }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
}

function createPool(connection: ReturnType<typeof connectionOptions>) {
  return createTransport({
    ...connection,
    pool: true,
    maxConnections: maxMailsInFlight,
    // Retries once if the server has closed an idle connection. A mail whose text was sent is never sent again.
    maxRequeues: 1,
  });
}
