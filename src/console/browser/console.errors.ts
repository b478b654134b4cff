import { AuthenticationRequiredError, FormExpiredError } from '../../errors/error-registry.js';
import type { KeptForm } from './kept-form.js';

/** The page is for visitors who are signed in. */
export class SignInRequiredError extends AuthenticationRequiredError {
  /**
   * @param returnTo where the visitor was going
   * @param form what the visitor sent there
   */
  constructor(
    readonly returnTo?: string,
    readonly form?: KeptForm,
  ) {
    super();
  }
}

/** A form whose fields are shown again, where the browser says that it came from a page of ours. */
export class PageFormExpiredError extends FormExpiredError {
  constructor(readonly form?: KeptForm) {
    super();
  }
}
