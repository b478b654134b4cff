import type { AccountsFeature } from '../accounts.options.js';
import { pagesFeature } from '../console/pages.feature.js';

/**
 * OAuth 2.0 at `/oauth` and `/.well-known/oauth-authorization-server`, and the required pages below `/console`: to sign
 * up, sign in, consent and revoke grants. Requires the option `publicUrl`.
 */
export const oauthFeature: AccountsFeature = pagesFeature(['grants']);
