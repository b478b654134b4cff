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

  /** The path of the link of the latest mail to an address; mails without one do not count. */
  async link(address: string, count = 1): Promise<string> {
    const links = () =>
      this.to(address).flatMap(
        ({ text }) => /https:\/\/accounts\.example(\S*token=\w+)/.exec(text)?.[1] ?? [],
      );
    await until(() => links().length === count);
    return links().at(-1)!;
  }
}
