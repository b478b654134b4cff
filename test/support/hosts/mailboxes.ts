import type { MailMessage } from '../../../src/mail/mail.transport.js';
import { until } from '../until.js';

/** The transport of the host: a mailbox in memory, which may refuse. */
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

  /** The path of the link of the latest mail to an address. */
  async link(address: string, count = 1): Promise<string> {
    await until(() => this.to(address).length === count);
    const [, path] = /https:\/\/accounts\.example(\S*token=\w+)/.exec(
      this.to(address).at(-1)!.text,
    )!;
    return path!;
  }
}
