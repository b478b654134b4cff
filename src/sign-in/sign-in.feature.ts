import { SessionsService } from '../access/sessions/sessions.service.js';
import { fromOptions, type AccountsFeature } from '../accounts.options.js';
import { recoveryProviders } from '../email-flows/email-flows.providers.js';
import { ChangeLog } from '../database/change-log.js';
import { factorsFeature } from '../factors/factors.feature.js';
import { createPreflightController } from '../http/cross-origin.guard.js';
import { mountedSessionsToken } from '../http/mounted-accounts.js';
import { listPaths } from '../http/urls/mounted-controller.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { AllowedOrigins } from './allowed-origins.js';
import { BrowserFactorsService } from './browser-factors.service.js';
import { BrowserSignInService } from './browser-sign-in.service.js';
import { BrowserSignUpService } from './browser-sign-up.service.js';
import { HostSessions } from './host-sessions.js';
import { publicUrlProvider } from './public-url.provider.js';
import { SessionCache } from './session-cache.js';
import { SessionCookies } from './session-cookies.js';
import { SessionFactorsController } from './routes/session-factors.controller.js';
import { SessionClientController } from './routes/session-client.controller.js';
import { SessionController } from './routes/session.controller.js';
import { SessionLinkController } from './routes/session-link.controller.js';
import { SessionListController } from './routes/session-list.controller.js';
import { SessionPasskeyController } from './routes/session-passkey.controller.js';
import { SessionPasswordResetController } from './routes/session-password-reset.controller.js';
import { SessionResponses } from './routes/session-responses.js';
import { SessionSignUpController } from './routes/session-sign-up.controller.js';
import { SessionOriginGuard } from './routes/session-origin.guard.js';
import { signInProviders } from './sign-in.providers.js';

const controllers = [
  SessionClientController,
  SessionController,
  SessionListController,
  SessionSignUpController,
  SessionPasswordResetController,
  SessionLinkController,
  SessionPasskeyController,
  SessionFactorsController,
];

const preflights = createPreflightController(
  controllers.flatMap((each) => listPaths(each)),
  SessionOriginGuard,
);

/**
 * Sign-in on the host's pages: JSON routes at `/session` below the API path, and sessions for `@SessionAuth()`,
 * `@AnyAuth()` and `@OptionalAuth()`. The console uses the same sessions. Includes `factorsFeature`. Requires the option
 * `publicUrl`.
 */
export const signInFeature: AccountsFeature = {
  options: ['allowedOrigins', 'pages'],
  apiControllers: [...controllers, preflights],
  controllers: [],
  providers: [
    ...recoveryProviders,
    ...signInProviders,
    SessionResponses,
    fromOptions(
      AllowedOrigins,
      ({ allowedOrigins }, publicUrl) => new AllowedOrigins(allowedOrigins ?? [publicUrl.origin]),
      [PublicUrl],
    ),
    fromOptions(
      SessionCache,
      ({ principalCacheBytes }, changes) => new SessionCache(changes, principalCacheBytes),
      [ChangeLog],
    ),
    HostSessions,
    { provide: mountedSessionsToken, useExisting: HostSessions },
    SessionOriginGuard,
    publicUrlProvider,
  ],
  exports: [
    BrowserSignInService,
    BrowserSignUpService,
    BrowserFactorsService,
    SessionsService,
    SessionCookies,
  ],
  includes: [factorsFeature],
};
