import type { FactoryProvider } from '@nestjs/common';
import { AccountsOptionsError } from '../accounts.options.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { MailLinks } from './mail-links.js';

/** Builds the mail links from the public URL of the options. */
export const mailLinksProvider: FactoryProvider<MailLinks> = {
  provide: MailLinks,
  useFactory(address?: PublicUrl) {
    if (!address) {
      throw new AccountsOptionsError('mailFeature needs consoleFeature or oauthFeature.');
    }
    return new MailLinks(address);
  },
  inject: [{ token: PublicUrl, optional: true }],
};
