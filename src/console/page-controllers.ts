import { AccountPagesController } from './account/account.controller.js';
import { ChangePasswordController } from './account/change-password.controller.js';
import { NotificationPagesController } from './account/notifications.controller.js';
import { ActivityController } from './activity/activity.controller.js';
import { SessionPagesController } from './activity/sessions.controller.js';
import { ApplicationPagesController } from './applications/applications.controller.js';
import { ClientSecretPagesController } from './applications/client-secrets.controller.js';
import { NamedTokenPagesController } from './applications/named-tokens.controller.js';
import { AuthorizeController } from './consent/authorize.controller.js';
import { GrantPagesController } from './consent/grants.controller.js';
import { LogoutController } from './consent/logout.controller.js';
import { CheckMailController } from './email/check-mail.controller.js';
import { EmailPagesController } from './email/email.controller.js';
import { ForgotPasswordController } from './email/forgot-password.controller.js';
import { ResetPasswordController } from './email/reset-password.controller.js';
import { FactorRemovalController } from './factors/factor-removal.controller.js';
import { PasskeyOfferController } from './factors/passkey-offer.controller.js';
import { PasskeysController } from './factors/passkeys.controller.js';
import { PasswordController } from './factors/password.controller.js';
import { SecurityController } from './factors/security.controller.js';
import { SetUpFactorController } from './factors/set-up-factor.controller.js';
import { AssetsController } from './shell/assets.controller.js';
import { HomeController } from './shell/home.controller.js';
import { LanguageController } from './shell/language.controller.js';
import { ConfirmController } from './sign-in/confirm.controller.js';
import { SecondStepController } from './sign-in/second-step.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';

/** The pages that OAuth requires. */
export const oauthPages = [
  AuthorizeController,
  LogoutController,
  AssetsController,
  SignInController,
  SecondStepController,
  PasskeyOfferController,
  LanguageController,
  SetUpFactorController,
  FactorRemovalController,
  ConfirmController,
  ResetPasswordController,
  GrantPagesController,
  HomeController,
];

/** The other pages of the console. */
export const consolePages = [
  ApplicationPagesController,
  ClientSecretPagesController,
  NamedTokenPagesController,
  AccountPagesController,
  NotificationPagesController,
  ChangePasswordController,
  SecurityController,
  PasswordController,
  PasskeysController,
  SessionPagesController,
  ActivityController,
];

/** The pages that require mails. */
export const mailPages = [EmailPagesController, ForgotPasswordController, CheckMailController];
