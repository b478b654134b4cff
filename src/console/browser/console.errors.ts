import { TranslatableError } from '../../language/translatable.error.js';

/** A page that only somebody who is signed in can see. */
export class SignInRequiredError extends TranslatableError {
  /** @param returnTo where the person was going */
  constructor(readonly returnTo?: string) {
    super('authentication_required');
  }
}

/** A form that did not come from a page of the same browser, or from one that is too old. */
export class FormExpiredError extends TranslatableError {
  constructor() {
    super('form_expired');
  }
}

/** Nothing is at this address, such as the sign-up page where sign-up is off. */
export class PageNotFoundError extends TranslatableError {
  constructor() {
    super('not_found');
  }
}
