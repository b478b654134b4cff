import type { AccountsFeature } from '../accounts.options.js';
import { oauthFeature } from '../oauth/oauth.feature.js';
import { consolePages } from './page-controllers.js';
import { pagesFeature } from './pages.feature.js';

/**
 * The whole console at `/console`, where users also manage their applications, account and sessions, and see their
 * events. Includes {@link oauthFeature}. Requires the option `publicUrl`.
 */
export const consoleFeature: AccountsFeature = {
  ...pagesFeature(
    ['account', 'security', 'sessions', 'activity', 'notifications', 'grants', 'applications'],
    consolePages,
  ),
  includes: [oauthFeature],
};
