import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../../access/tokens/token-seal.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { CheckMailPageProps } from '../pages/check-mail.page.js';

const context = 'check mail';

/** How long the link to the page is valid. */
const shownMs = 24 * 60 * 60_000;

/** Links to the page that shows the address of a mail. The address is sealed, to keep it out of the browser history. */
@Injectable()
export class CheckMailLinks {
  constructor(
    private readonly seal: TokenSeal,
    private readonly address: PublicUrl,
  ) {}

  path(content: CheckMailPageProps): string {
    const to = this.seal.sealText({ ...content, email: content.email.trim() }, context, shownMs);
    return this.address.path(`/console/check-mail?to=${to}`);
  }

  /** @throws NotFoundError for a link that has expired, or is malformed */
  content(to: string): CheckMailPageProps {
    const content = this.seal.openText<CheckMailPageProps>(to, context);
    if (!content) throw new NotFoundError();
    return content;
  }
}
