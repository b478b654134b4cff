import {
  AuthenticationRequiredError,
  FormExpiredError,
  NotFoundError,
} from '../../../errors/error-registry.js';
import type { KeptForm } from '../forms/kept-form.js';

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
export class ConfirmationRequiredError extends AuthenticationRequiredError {
  /** @param returnTo the page to return to. Default: the requested one */
  constructor(readonly returnTo?: string) {
    super();
  }
}

/** The user must be asked for consent, which a response without pages cannot do. */
export class ConsentPageRequiredError extends AuthenticationRequiredError {}

/** The user must set up a second factor first, and then returns to the page. */
export class FactorSetupRequiredError extends AuthenticationRequiredError {}

/** A form of another site, such as an OAuth client, is repeated as a GET request. */
export class GetInsteadError extends FormExpiredError {
  constructor(readonly location: string) {
    super();
  }
}

/** A page of the host replaces this page. */
export class PageReplacedError extends NotFoundError {
  constructor(readonly location: string) {
    super();
  }
}

/** The form has expired. Its fields are shown again if the browser reports that a page of this console sent it. */
export class PageFormExpiredError extends FormExpiredError {
  constructor(readonly form?: KeptForm) {
    super();
  }
}
