import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EventRejectedError } from '../events/account-event.subscriber.js';
import { automaticMailHeaders } from './automatic-mail.headers.js';
import { mailOptionsToken, type MailOptions } from './mail.options.js';
import { MailRejectedError } from './mail.transport.js';
import type { MailContent } from './mails/mail-content.js';
import { MailRenderer } from './mails/mail.renderer.js';

/** A mail to one address. */
export interface Mail {
  readonly to: string;
  /** The code of the language of its reader. */
  readonly languageCode: string;
  readonly content: MailContent;
  /** Called once it is sent. */
  readonly sent?: () => Promise<unknown>;
}

/** Renders mails and sends them. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  constructor(
    @Inject(mailOptionsToken) private readonly options: MailOptions,
    private readonly renderer: MailRenderer,
  ) {}

  /**
   * Sends a mail.
   *
   * @param id the same at every attempt
   * @throws EventRejectedError for a mail that the server refuses for good; any other error, for another attempt
   */
  async send({ to, languageCode, content }: Mail, id: string): Promise<void> {
    const { from, transport } = this.options;
    const { subject, text, html, tag } = await this.renderer.render(content, languageCode);
    const headers = automaticMailHeaders(tag);
    const messageId = `<${id}@${domainOf(from)}>`;
    try {
      await transport.sendMail({ from, to, subject, text, html, messageId, headers });
    } catch (error) {
      throw error instanceof MailRejectedError ? new EventRejectedError(error.message) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.options.transport.close?.();
  }
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
