import type { FactoryProvider } from '@nestjs/common';
import { AccountsOptionsError } from '../../options/accounts-options.error.js';
import { links, type LinkPurpose } from '../../accounts/sign-in/owner-proofs.js';
import { oauthUrlToken, type PublicUrl } from '../../http/urls/public-url.js';
import { EmailTokensService, type EmailTokenSubject } from './email-tokens.service.js';

/** The console pages that links open, by purpose. */
const pages: Readonly<Record<LinkPurpose, string>> = {
  verification: 'verify-email',
  'sign-up': 'confirm-sign-up',
  'password-reset': 'reset-password',
  'first-proof': 'reset-password',
  'email-restoration': 'restore-email',
  'factor-restoration': 'restore-email',
  'email-adoption': 'adopt-email',
  'factor-removal': 'stop-removal',
};

/** The URLs of pages in mails. They use the public URL of the options, never that of a request. */
export class MailLinks {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly tokens: EmailTokensService,
  ) {}

  toPage(page: 'sign-in' | 'forgot-password' | 'grants'): string {
    return this.publicUrl.pageUrl(`/console/${page}`);
  }

  async create(purpose: LinkPurpose, subject: EmailTokenSubject): Promise<string> {
    const token = await this.tokens.create(purpose, subject);
    return this.publicUrl.link(`/console/${pages[purpose]}`, token);
  }

  /** Returns the path of the page that a link opens, which may be a page of the host. */
  toPath(purpose: LinkPurpose, token: string): string {
    return this.publicUrl.linkPath(`/console/${pages[purpose]}`, token);
  }
}

export const mailLinksProvider: FactoryProvider<MailLinks> = {
  provide: MailLinks,
  // The public URL of OAuth, because signInFeature also has one, but no pages that links open.
  useFactory(tokens: EmailTokensService, publicUrl: PublicUrl | null) {
    if (publicUrl) return new MailLinks(publicUrl, tokens);
    throw new AccountsOptionsError('mailFeature needs consoleFeature or oauthFeature.');
  },
  inject: [EmailTokensService, oauthUrlToken],
};

export function toHours(purpose: LinkPurpose): number {
  return links[purpose].lifetimeMs / 3_600_000;
}
