import type { FactoryProvider } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import {
  accountsOptionsToken,
  AccountsOptionsError,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { MailLinks } from './mail-links.js';

/** The links of the options. */
export const mailLinksProvider: FactoryProvider<MailLinks> = {
  provide: MailLinks,
  useFactory({ signUp = accountsDefaults.signUp }: AccountsModuleOptions, address?: PublicUrl) {
    if (!address) {
      throw new AccountsOptionsError('mailFeature needs consoleFeature or oauthFeature.');
    }
    return new MailLinks(address, signUp);
  },
  inject: [accountsOptionsToken, { token: PublicUrl, optional: true }],
};
