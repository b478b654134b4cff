import type { FactoryProvider } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import {
  accountsOptionsToken,
  AccountsOptionsError,
  mountPathToken,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { PublicUrl } from '../http/urls/public-url.js';

export const publicUrlProvider: FactoryProvider<PublicUrl> = {
  provide: PublicUrl,
  useFactory({ publicUrl }: AccountsModuleOptions, mountPath: string, host: ApplicationConfig) {
    if (publicUrl === undefined) {
      throw new AccountsOptionsError('OAuth and the console need the option publicUrl.');
    }
    return new PublicUrl(publicUrl, mountPath, host);
  },
  inject: [accountsOptionsToken, mountPathToken, ApplicationConfig],
};
