export { signInFeature } from './sign-in.feature.js';
export { SessionsService } from '../access/sessions/sessions.service.js';
export { type AddedFactor, BrowserFactorsService } from './browser-factors.service.js';
export { BrowserSignInService, type SignInStep } from './browser-sign-in.service.js';
export { type SigningInBrowser } from './browser.js';
export { SessionCookies } from './session-cookies.js';
