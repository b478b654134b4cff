import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../../access/tokens/token-seal.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { CheckMailPageProps } from '../pages/check-mail.page.js';

const context = 'check mail';

/** How long the page can be opened again. */
const shownMs = 24 * 60 * 60_000;

/** Links to the page that names the address of a mail: sealed, so that no history has the address. */
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

  /** @throws NotFoundError for a link that has expired, or is none */
  content(to: string): CheckMailPageProps {
    const content = this.seal.openText<CheckMailPageProps>(to, context);
    if (!content) throw new NotFoundError();
    return content;
  }
}
