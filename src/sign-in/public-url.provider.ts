import type { FactoryProvider, Provider } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import {
  accountsOptionsToken,
  mountPathToken,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { oauthUrlToken, PublicUrl } from '../http/urls/public-url.js';

export const publicUrlProvider: FactoryProvider<PublicUrl> = {
  provide: PublicUrl,
  useFactory(
    { publicUrl, pages }: AccountsModuleOptions,
    mountPath: string,
    host: ApplicationConfig,
  ) {
    if (publicUrl === undefined) {
      throw new AccountsOptionsError(
        'OAuth, the console and signInFeature need the option publicUrl.',
      );
    }
    return new PublicUrl(publicUrl, mountPath, host, pages);
  },
  inject: [accountsOptionsToken, mountPathToken, ApplicationConfig],
};

/** For features with OAuth, whose clients learn the URLs of its endpoints. */
export const oauthUrlProviders: readonly Provider[] = [
  publicUrlProvider,
  { provide: oauthUrlToken, useExisting: PublicUrl },
];
