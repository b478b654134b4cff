import type { Type } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import {
  accountsOptionsToken,
  type AccountsFeature,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { Brand } from '../brand/brand.js';
import { recoveryProviders } from '../email-flows/email-flows.providers.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { Mailer } from '../mail/mailer.js';
import { oauthControllers, oauthProviders } from '../oauth/oauth.providers.js';
import { oauthUrlProviders } from '../sign-in/public-url.provider.js';
import { signInProviders } from '../sign-in/sign-in.providers.js';
import { AuthenticatorSetup } from './factors/authenticator-setup.js';
import { oauthPages } from './page-controllers.js';
import { CheckMailLinks } from './shell/browser/check-mail.links.js';
import { Confirmations, FactorRequirement } from './shell/browser/confirmations.js';
import { ConsoleCookies } from './shell/browser/console-cookies.js';
import { PageErrorFilter } from './shell/browser/page-error.filter.js';
import { PageWriter } from './shell/browser/page-writer.js';
import { PasskeyPrompts } from './shell/browser/passkey-prompts.js';
import { PageAssets } from './shell/page-assets.js';
import { ConsoleOptions } from './shell/console.options.js';
import { KeptFormsRepository } from './shell/forms/kept-forms.repository.js';
import { SentFormsRepository } from './shell/forms/sent-forms.repository.js';
import { SessionStart } from './sign-in/session-start.js';

const pageProviders = [
  PageAssets,
  Confirmations,
  FactorRequirement,
  ConsoleCookies,
  PageErrorFilter,
  PageWriter,
  CheckMailLinks,
  SentFormsRepository,
  KeptFormsRepository,
  AuthenticatorSetup,
  PasskeyPrompts,
  SessionStart,
];

/** Builds a feature with OAuth, the pages it requires, and optional other pages. */
export function pagesFeature(sections: ConsoleOptions['sections'], pages: readonly Type[] = []) {
  return {
    controllers: [...oauthControllers, ...oauthPages, ...pages],
    providers: [
      ...recoveryProviders,
      ...signInProviders,
      ...oauthProviders,
      ...pageProviders,
      {
        provide: ConsoleOptions,
        useFactory: (
          options: AccountsModuleOptions,
          brand: Brand,
          mailer?: Mailer,
        ): ConsoleOptions => ({
          sections,
          signUp: options.signUp ?? accountsDefaults.signUp,
          passwordPolicy: options.passwordPolicy ?? accountsDefaults.passwordPolicy,
          mail: mailer !== undefined,
          brand,
        }),
        inject: [accountsOptionsToken, Brand, { token: Mailer, optional: true }],
      },
      ...oauthUrlProviders,
    ],
    exports: [PublicUrl],
  } satisfies AccountsFeature;
}
