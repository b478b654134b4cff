import type { AccountsFeature } from '../accounts.options.js';
import { AccountPagesController } from './account/account.controller.js';
import { ActivityController } from './activity/activity.controller.js';
import { ApplicationPagesController } from './applications/applications.controller.js';
import { ClientSecretPagesController } from './applications/client-secrets.controller.js';
import { NamedTokenPagesController } from './applications/named-tokens.controller.js';
import { ChangePasswordController } from './account/change-password.controller.js';
import { NotificationPagesController } from './account/notifications.controller.js';
import { PasskeysController } from './factors/passkeys.controller.js';
import { SecurityController } from './factors/security.controller.js';
import { SessionPagesController } from './activity/sessions.controller.js';
import { oauthFeature, pagesFeature } from '../oauth/oauth.feature.js';

/**
 * The whole console at `/console`, where users also manage their applications, account and sessions, and see their
 * events. Includes {@link oauthFeature}. Requires the option `publicUrl`.
 */
export const consoleFeature: AccountsFeature = {
  ...pagesFeature(
    ['applications', 'grants', 'account', 'notifications', 'security', 'sessions', 'activity'],
    ApplicationPagesController,
    ClientSecretPagesController,
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
