import { AuthorizationsRepository } from '../access/credentials/authorizations.repository.js';
import { GrantsRepository } from '../access/credentials/grants.repository.js';
import { GrantsService } from '../access/credentials/grants.service.js';
import { accountsDefaults } from '../accounts.defaults.js';
import type { Type } from '@nestjs/common';
import {
  accountsOptionsToken,
  type AccountsFeature,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { Mailer } from '../mail/mailer.js';
import { AuthorizationsService } from './authorizations/authorizations.service.js';
import { ClientAuthenticator } from './clients/client-authenticator.js';
import { ClientCache } from './clients/client.cache.js';
import { ClientsRepository } from './clients/clients.repository.js';
import { IssuedTokensService } from './tokens/issued-tokens.service.js';
import { MetadataController } from './discovery/metadata.controller.js';
import { OAuthController } from './oauth.controller.js';
import { IdTokensService } from './openid/id-tokens.service.js';
import { SigningKeysRepository } from './openid/signing-keys.repository.js';
import { SigningKeysService } from './openid/signing-keys.service.js';
import { UserinfoController } from './openid/userinfo.controller.js';
import { ResourceMetadataController } from './resources/resource-metadata.controller.js';
import { ResourcesRepository } from './resources/resources.repository.js';
import { ResourcesService } from './resources/resources.service.js';
import { TokensService } from './tokens/tokens.service.js';
import { recoveryProviders } from '../email-flows/email-flows.providers.js';
import { oauthUrlProviders } from '../sign-in/public-url.provider.js';
import { signInProviders } from '../sign-in/sign-in.providers.js';
import { AssetsController } from '../console/shell/assets.controller.js';
import { AuthorizeController } from '../console/consent/authorize.controller.js';
import { Confirmations, FactorRequirement } from '../console/shell/browser/confirmations.js';
import { CheckMailLinks } from '../console/shell/browser/check-mail.links.js';
import { ConsoleCookies } from '../console/shell/browser/console-cookies.js';
import { PageErrorFilter } from '../console/shell/browser/page-error.filter.js';
import { KeptFormsRepository } from '../console/shell/forms/kept-forms.repository.js';
import { SentFormsRepository } from '../console/shell/forms/sent-forms.repository.js';
import { PageWriter } from '../console/shell/browser/page-writer.js';
import { AuthenticatorSetup } from '../console/factors/authenticator-setup.js';
import { PasskeyPrompts } from '../console/shell/browser/passkey-prompts.js';
import { SessionStart } from '../console/sign-in/session-start.js';
import { ConfirmController } from '../console/sign-in/confirm.controller.js';
import { FactorRemovalController } from '../console/factors/factor-removal.controller.js';
import { ConsoleOptions } from '../console/shell/console.options.js';
import { LogoutController } from '../console/consent/logout.controller.js';
import { LogoutsService } from './openid/logouts.service.js';
import { GrantPagesController } from '../console/consent/grants.controller.js';
import { HomeController } from '../console/shell/home.controller.js';
import { LanguageController } from '../console/shell/language.controller.js';
import { SecondStepController } from '../console/sign-in/second-step.controller.js';
import { SetUpFactorController } from '../console/factors/set-up-factor.controller.js';
import { ResetPasswordController } from '../console/email/reset-password.controller.js';
import { SignInController } from '../console/sign-in/sign-in.controller.js';

const pageProviders = [
  ...recoveryProviders,
  ...signInProviders,
  GrantsService,
  GrantsRepository,
  AuthorizationsRepository,
  AuthorizationsService,
  ClientsRepository,
  ClientCache,
  ClientAuthenticator,
  ResourcesRepository,
  ResourcesService,
  TokensService,
  IssuedTokensService,
  SigningKeysRepository,
  SigningKeysService,
  IdTokensService,
  LogoutsService,
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
export function pagesFeature(sections: ConsoleOptions['sections'], ...pages: Type[]) {
  return {
    controllers: [
      OAuthController,
      UserinfoController,
      MetadataController,
      ResourceMetadataController,
      AuthorizeController,
      LogoutController,
      AssetsController,
      SignInController,
      SecondStepController,
      LanguageController,
      SetUpFactorController,
      FactorRemovalController,
      ConfirmController,
      ResetPasswordController,
      ...pages,
      GrantPagesController,
      HomeController,
    ],
    providers: [
      ...pageProviders,
      {
        provide: ConsoleOptions,
        useFactory: (options: AccountsModuleOptions, mailer?: Mailer): ConsoleOptions => ({
          sections,
          signUp: options.signUp ?? accountsDefaults.signUp,
          passwordPolicy: options.passwordPolicy ?? accountsDefaults.passwordPolicy,
          mail: mailer !== undefined,
        }),
        inject: [accountsOptionsToken, { token: Mailer, optional: true }],
      },
      ...oauthUrlProviders,
    ],
    exports: [PublicUrl],
  } satisfies AccountsFeature;
}

/**
 * OAuth 2.0 at `/oauth` and `/.well-known/oauth-authorization-server`, and the required pages below `/console`: to sign
 * up, sign in, consent and revoke grants. Requires the option `publicUrl`.
 */
export const oauthFeature: AccountsFeature = pagesFeature(['grants']);
