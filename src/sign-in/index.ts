export { signInFeature } from './sign-in.feature.js';
export type { SessionOfAccount } from '../access/sessions/sessions.repository.js';
export {
  SessionsService,
  type SessionInUse,
  type SessionStart,
} from '../access/sessions/sessions.service.js';
export type { CookieRequest } from '../http/cookies.js';
export {
  type AccountFactors,
  type AddedFactor,
  BrowserFactorsService,
  type OwnPasskey,
} from './browser-factors.service.js';
export { BrowserSignInService, type SignInStep } from './browser-sign-in.service.js';
export { BrowserSignUpService } from './browser-sign-up.service.js';
export type { Browser, SignedInBrowser, SigningInBrowser } from './browser.js';
export { SessionCookies } from './session-cookies.js';
export type { SignUpDto } from '../accounts/dto/sign-up.dto.js';
export type { MailProof } from '../email-flows/links/email-codes.service.js';
export type { RelyingParty } from '../factors/webauthn.js';
