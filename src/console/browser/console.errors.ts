import { TranslatableError } from '../../language/translatable.error.js';
import type { KeptForm } from './kept-form.js';

/** The page is for visitors who are signed in. */
export class SignInRequiredError extends TranslatableError {
  /**
   * @param returnTo where the person was going
   * @param form what they sent there
   */
  constructor(
    readonly returnTo?: string,
    readonly form?: KeptForm,
  ) {
    super('authentication_required');
  }
}

/** A form that did not come from a page of the same browser, or from one that is too old. */
export class FormExpiredError extends TranslatableError {
  /** @param form what is shown again, where the browser says that it came from a page of ours */
  constructor(readonly form?: KeptForm) {
    super('form_expired');
  }
}

/** Nothing is at this address, such as the sign-up page where sign-up is off. */
export class PageNotFoundError extends TranslatableError {
  constructor() {
    super('not_found');
  }
}
