import { AuthenticationRequiredError, FormExpiredError } from '../../../errors/error-registry.js';
import type { KeptForm } from './kept-form.js';

/** The page requires a signed-in visitor. */
export class SignInRequiredError extends AuthenticationRequiredError {
  /**
   * @param returnTo the page the visitor requested
   * @param form the form the visitor submitted there
   */
  constructor(
    readonly returnTo?: string,
    readonly form?: KeptForm,
  ) {
    super();
  }
}

/** The user must confirm first, and then returns to the page. */
export class ConfirmationRequiredError extends AuthenticationRequiredError {}

/** The user must set up a second factor first, and then returns to the page. */
export class FactorSetupRequiredError extends AuthenticationRequiredError {}

/** The form has expired. Its fields are shown again if the browser reports that a page of this console sent it. */
export class PageFormExpiredError extends FormExpiredError {
  constructor(readonly form?: KeptForm) {
    super();
  }
}
