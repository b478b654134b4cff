import { FileTransport, type MailFile } from '../mail/file.transport.js';
import type { MailOptions } from '../mail/mail.options.js';
import { loadNeeding } from './start/needed-packages.js';
import { mailFolder, shownPath } from './settings/data-folder.js';
import type { Settings } from './settings/settings.js';

/** The mail options from the settings. The SMTP client is loaded only if the settings name a mail server. */
export async function createMailOptions({
  mail,
  dataDir,
}: Settings): Promise<MailOptions | undefined> {
  if (!mail) return undefined;
  const { url, ...options } = mail;
  if (!url) return { ...options, transport: new FileTransport(mailFolder(dataDir), printMail) };
  const { SmtpTransport } = await loadNeeding(
    'MAIL_URL needs another package',
    'nodemailer',
    () => import('../mail/smtp.transport.js'),
  );
  return { ...options, transport: new SmtpTransport(url) };
}

/** Prints a mail next to the log, because the log redacts addresses and links. */
function printMail({ file, to, subject, link }: MailFile): void {
  const lines = [`Mail to ${to}: ${subject}`, link, shownPath(file)];
  console.log(`\n${lines.filter(Boolean).join('\n')}\n`);
}
