import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { mailSource, oneLine } from './mail-source.js';
import type { MailMessage, MailTransport } from './mail.transport.js';

/** The number of mails that a folder keeps. */
const kept = 200;

const named = /^\d{8}T\d{9}Z-\d{6}-\d+\.eml$/;

/** A mail in a file. */
export interface MailFile {
  /** The path of the file; absolute if the folder's path is. */
  readonly file: string;
  /** The receiver's address. */
  readonly to: string;
  /** The subject, in one line. */
  readonly subject: string;
  /** The page that the mail links to; undefined without a link. */
  readonly link: string | undefined;
  /** The code to type instead of opening the link; undefined without a code. */
  readonly code: string | undefined;
}

/**
 * Writes mails into a folder and announces their links and codes, so that every flow works without a mail server. For
 * development only: the log names receivers and their links.
 */
export class FileTransport implements MailTransport {
  private static written = 0;

  /**
   * @param folder the folder for mails; created if missing, accessible only to its owner
   * @param announce called for each mail. Default: logs it in one line
   * @throws TypeError without a path
   */
  constructor(
    private readonly folder: string,
    private readonly announce: (mail: MailFile) => void = logMail,
  ) {
    if (typeof folder !== 'string')
      throw new TypeError('FileTransport requires the path of a folder.');
  }

  async sendMail(message: MailMessage): Promise<void> {
    const date = new Date();
    const file = join(this.folder, this.nameFor(date));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(file, mailSource(message, date), { mode: 0o600, flag: 'wx' });
    const link = /^https?:\/\/\S+$/m.exec(message.text)?.[0];
    const code = /^\d{8}$/m.exec(message.text)?.[0];
    this.announce({ file, to: oneLine(message.to), subject: oneLine(message.subject), link, code });
    await this.removeOldest();
  }

  /**
   * A file name that sorts after all earlier ones. It includes the process id, because several processes may write a
   * mail in the same millisecond.
   */
  private nameFor(date: Date): string {
    const time = date.toISOString().replaceAll(/[-:.]/g, '');
    const place = String((FileTransport.written += 1)).padStart(6, '0');
    return `${time}-${place}-${process.pid}.eml`;
  }

  private async removeOldest(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => named.test(name)).sort();
    const oldest = names.slice(0, -kept);
    // Another process may already have removed them.
    await Promise.all(oldest.map((name) => rm(join(this.folder, name), { force: true })));
  }
}

function logMail({ file, to, subject, link, code }: MailFile): void {
  const line = [`“${subject}” to ${to}:`, link, code && `or ${code}`, `(${file})`];
  new Logger('Mail').log(line.filter(Boolean).join(' '));
}
