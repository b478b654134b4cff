import { Injectable } from '@nestjs/common';
import type { MailContent } from './mail-content.js';
@Injectable()
export class MailRenderer {
  async render(content: MailContent, languageCode: string) {
    return {
      subject: content.kind,
      text: `${JSON.stringify(content)}`,
      html: content.link ?? '',
      tag: languageCode,
    };
  }
}
