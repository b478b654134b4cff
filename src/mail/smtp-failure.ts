import type { NodemailerError } from 'nodemailer';
import { MailDelayedError, MailRejectedError } from './mail.transport.js';

/** Commands whose failure concerns a single mail and its receiver, not the server or the sender. */
const mailCommands: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/** Any command can fail with these codes: a wrong sequence, or missing authentication (RFC 4954 section 6). */
const sessionCodes: ReadonlySet<number> = new Set([503, 530]);

const commands = /^(?:EHLO|HELO|STARTTLS|AUTH [A-Z0-9-]+|MAIL FROM|RCPT TO|DATA)$/;

/**
 * The error for a mail that was not sent. It contains the response codes but no text: servers repeat addresses, and
 * links in mails that they refuse.
 */
export function smtpFailure(error: unknown): Error {
  const { code, command = '', responseCode, response = '' } = error as NodemailerError;
  if (responseCode) {
    const place = commands.test(command) ? command : 'the connection';
    const [, status = ''] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
    const replied = [responseCode, status].filter(Boolean).join(' ');
    const reason = `the mail server replied ${replied} to ${place}`;
    const isFinal =
      responseCode >= 500 && mailCommands.has(command) && !sessionCodes.has(responseCode);
    if (isFinal) return new MailRejectedError(reason);
    // 421 concerns the whole server (RFC 5321 section 3.8).
    const isAboutRecipient = responseCode < 500 && responseCode !== 421 && command === 'RCPT TO';
    return isAboutRecipient ? new MailDelayedError(reason) : new Error(reason);
  }
  return new Error(readReason(error as NodemailerError, code));
}

function readReason(error: NodemailerError, code: string | undefined): string {
  const { originalCode } = error as { originalCode?: string };
  if (code === 'EABORT' || code === 'ETIMEDOUT') return 'the mail server took too long';
  if (/certificate|altnames/i.test(error.message)) {
    return 'the certificate of the mail server is not trusted';
  }
  if (code === 'ETLS') return 'the connection to the mail server could not be encrypted';
  if (code === 'ECONNECTION') return 'the mail server closed the connection';
  const cause = originalCode ?? code;
  const known = cause && /^[A-Z][A-Z0-9_]*$/.test(cause) ? `: ${cause}` : '';
  return `the mail could not be handed to the mail server${known}`;
}
