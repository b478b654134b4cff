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
import { AuthorizationsService } from '../oauth/authorizations.service.js';
import { ClientAuthenticator } from '../oauth/client-authenticator.js';
import { ClientCache } from '../oauth/client.cache.js';
import { ClientsRepository } from '../oauth/clients.repository.js';
import { IssuedTokensService } from '../oauth/issued-tokens.service.js';
import { MetadataController } from '../oauth/metadata.controller.js';
import { OAuthController } from '../oauth/oauth.controller.js';
import { IdTokensService } from '../oauth/id-tokens.service.js';
import { SigningKeysRepository } from '../oauth/signing-keys.repository.js';
import { SigningKeysService } from '../oauth/signing-keys.service.js';
import { UserinfoController } from '../oauth/userinfo.controller.js';
import { publicUrlProvider } from '../oauth/public-url.provider.js';
import { ResourceMetadataController } from '../oauth/resources/resource-metadata.controller.js';
import { ResourcesRepository } from '../oauth/resources/resources.repository.js';
import { ResourcesService } from '../oauth/resources/resources.service.js';
import { TokensService } from '../oauth/tokens.service.js';
import { recoveryProviders } from '../email-flows/email-flows.providers.js';
import { AccountPagesController } from './account/account.controller.js';
import { ActivityController } from './activity/activity.controller.js';
import { ApplicationPagesController } from './applications/applications.controller.js';
import { NamedTokenPagesController } from './applications/named-tokens.controller.js';
import { AssetsController } from './shell/assets.controller.js';
import { AuthorizeController } from './consent/authorize.controller.js';
import { ChangePasswordController } from './account/change-password.controller.js';
import { Confirmations, FactorRequirement } from './shell/browser/confirmations.js';
import { CheckMailLinks } from './shell/browser/check-mail.links.js';
import { ConsoleCookies } from './shell/browser/console-cookies.js';
import { PageErrorFilter } from './shell/browser/page-error.filter.js';
import { KeptFormsRepository } from './shell/browser/kept-forms.repository.js';
import { SentFormsRepository } from './shell/browser/sent-forms.repository.js';
import { PageWriter } from './shell/browser/page-writer.js';
import { AuthenticatorSetup } from './factors/authenticator-setup.js';
import { PasskeyPrompts } from './shell/browser/passkey-prompts.js';
import { SessionStart } from './sign-in/session-start.js';
import { ConfirmController } from './sign-in/confirm.controller.js';
import { FactorRemovalController } from './factors/factor-removal.controller.js';
import { ConsoleOptions } from './shell/console.options.js';
import { LogoutController } from './consent/logout.controller.js';
import { LogoutsService } from '../oauth/logouts.service.js';
import { GrantPagesController } from './consent/grants.controller.js';
import { HomeController } from './shell/home.controller.js';
import { NotificationPagesController } from './account/notifications.controller.js';
import { PasskeysController } from './factors/passkeys.controller.js';
import { LanguageController } from './shell/language.controller.js';
import { SecondStepController } from './sign-in/second-step.controller.js';
import { SecurityController } from './factors/security.controller.js';
import { SetUpFactorController } from './factors/set-up-factor.controller.js';
import { SessionPagesController } from './activity/sessions.controller.js';
import { ResetPasswordController } from './email/reset-password.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';

const pageProviders = [
  ...recoveryProviders,
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
function pagesFeature(sections: ConsoleOptions['sections'], ...pages: Type[]) {
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
      publicUrlProvider,
    ],
    exports: [PublicUrl],
  } satisfies AccountsFeature;
}

/**
 * OAuth 2.0 at `/oauth` and `/.well-known/oauth-authorization-server`, and the required pages below `/console`: to sign
 * up, sign in, consent and revoke grants. Requires the option `publicUrl`.
 */
export const oauthFeature: AccountsFeature = pagesFeature(['grants']);

/**
 * The whole console at `/console`, where users also manage their applications, account and sessions, and see their
 * events. Includes {@link oauthFeature}. Requires the option `publicUrl`.
 */
export const consoleFeature: AccountsFeature = {
  ...pagesFeature(
    ['applications', 'grants', 'account', 'notifications', 'security', 'sessions', 'activity'],
    ApplicationPagesController,
    NamedTokenPagesController,
    AccountPagesController,
    NotificationPagesController,
    ChangePasswordController,
    SecurityController,
    PasskeysController,
    SessionPagesController,
    ActivityController,
  ),
  includes: [oauthFeature],
};
