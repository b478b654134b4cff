import { AuthenticationRequiredError, FormExpiredError } from '../../errors/error-registry.js';
import type { KeptForm } from './kept-form.js';

/** The page is for visitors who are signed in. */
export class SignInRequiredError extends AuthenticationRequiredError {
  /**
   * @param returnTo the page the visitor requested
   * @param form the form the visitor sent there
   */
  constructor(
    readonly returnTo?: string,
    readonly form?: KeptForm,
  ) {
    super();
  }
}

/** The user has to confirm first, and then comes back to the page. */
export class ConfirmationRequiredError extends AuthenticationRequiredError {}

/** The user has to set up a second factor first, and then comes back to the page. */
export class FactorSetupRequiredError extends AuthenticationRequiredError {}

/** A form whose fields are shown again if the browser reports that a page of this console sent it. */
export class PageFormExpiredError extends FormExpiredError {
  constructor(readonly form?: KeptForm) {
    super();
  }
}
