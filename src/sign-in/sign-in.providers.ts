import { sessionsProviders } from '../access/sessions/sessions.providers.js';
import { factorsFeature } from '../factors/factors.feature.js';
import { Cookies } from '../http/cookies.js';
import { BrowserFactorsService } from './browser-factors.service.js';
import { BrowserSignInService } from './browser-sign-in.service.js';
import { BrowserSignUpService } from './browser-sign-up.service.js';
import { BrowsersService } from './browsers.service.js';
import { RelyingParties } from './relying-parties.js';
import { SessionCookies } from './session-cookies.js';

/** Providers that sign browsers in, for pages and for the session routes. */
export const signInProviders = [
  ...factorsFeature.providers,
  ...sessionsProviders,
  Cookies,
  SessionCookies,
  BrowsersService,
  BrowserSignInService,
  BrowserSignUpService,
  RelyingParties,
  BrowserFactorsService,
];
