import { Injectable } from '@nestjs/common';
import { Brand, defaultBrandName } from '../../brand/brand.js';
import { Languages } from '../../language/languages.js';
import { mailContent, type MailBlock, type MailContent } from './mail-content.js';
import type { MailKind, MailValues } from './mail-values.js';
import { wrapped } from './wrapped.js';

/** A mail, ready to send. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The BCP 47 tag of the mail's language. */
  readonly language: string;
}

/** Renders mails in the languages of accounts. */
@Injectable()
export class MailRenderer {
  constructor(
    private readonly languages: Languages,
    private readonly brand: Brand,
  ) {}

  /** Loads Preact, which is optional. If it is missing, the service fails at the start, not at the first mail. */
  async load(): Promise<void> {
    await import('./mail-html.js');
  }

  /**
   * @param language the code in the application data
   * @throws TypeError if the link is not an absolute HTTP URL
   */
  async render<Kind extends MailKind>(
    kind: Kind,
    language: string,
    values: MailValues[Kind],
  ): Promise<RenderedMail> {
    const { mailHtml } = await import('./mail-html.js');
    const spoken = await this.languages.mails(language);
    const page = this.languages.choose(undefined, language);
    const { name: serviceName = defaultBrandName, links, colors } = this.brand;
    const content = mailContent(kind, spoken, values, {
      serviceName,
      links: links.map(({ label, url }) => ({ label: page.say(label), url })),
    });
    return {
      subject: content.subject,
      text: mailText(content),
      html: mailHtml(content, spoken, colors),
      language: spoken.tag,
    };
  }
}

/** Renders a mail as plain text, with each link on its own line. */
function mailText({ greeting, blocks, signature, links }: MailContent): string {
  // Mail programs recognize the signature by this line (RFC 3676 section 4.3).
  const lines = links.map(({ label, url }) => `${label}: ${url}`);
  const end = ['-- ', wrapped(signature), ...lines].join('\n');
  return `${[wrapped(greeting), ...blocks.map(blockText), end].join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  return block.type === 'button' ? `${wrapped(block.label)}\n${block.link}` : wrapped(block.text);
}
