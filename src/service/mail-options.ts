import { join } from 'node:path';
import { FileTransport } from '../mail/file.transport.js';
import type { MailOptions } from '../mail/mail.options.js';
import { loadNeeding } from './start/needed-packages.js';
import type { Settings } from './settings/settings.js';

/** How the service of these settings sends mails. Only one with a mail server loads its client. */
export async function createMailOptions({
  mail,
  dataDir,
}: Settings): Promise<MailOptions | undefined> {
  if (!mail) return undefined;
  const { url, ...options } = mail;
  if (!url) return { ...options, transport: new FileTransport(join(dataDir, 'mail')) };
  const { SmtpTransport } = await loadNeeding(
    'MAIL_URL needs another package',
    'nodemailer',
    () => import('../mail/smtp.transport.js'),
  );
  return { ...options, transport: new SmtpTransport(url) };
}
