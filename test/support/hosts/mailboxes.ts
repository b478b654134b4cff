import type { MailMessage } from '../../../src/mail/mail.transport.js';
import { until } from '../until.js';

/** The host's mail transport: a mailbox in memory, which can reject mails. */
export class Mailboxes {
  readonly mails: MailMessage[] = [];
  refuse: (mail: MailMessage) => void = () => undefined;

  sendMail(mail: MailMessage): Promise<void> {
    this.refuse(mail);
    this.mails.push(mail);
    return Promise.resolve();
  }

  to(address: string): MailMessage[] {
    return this.mails.filter(({ to }) => to === address);
  }

  /**
   * Waits for this number of mails with a link. Returns the link path of the latest mail to an address.
   *
   * @param page the page of the link; other mails do not count
   */
  async link(address: string, count = 1, page = ''): Promise<string> {
    const pattern = new RegExp(`https://accounts\\.example(\\S*${page}\\?token=\\w+)`);
    const links = () => this.to(address).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
    await until(() => links().length >= count);
    return links().at(-1)!;
  }

  /** Waits for this number of mails with a code. Returns the code of the latest mail to an address. */
  async code(address: string, count = 1): Promise<string> {
    const codes = () => this.to(address).flatMap(({ text }) => /^\d{8}$/m.exec(text!)?.[0] ?? []);
    await until(() => codes().length >= count);
    return codes().at(-1)!;
  }
}
