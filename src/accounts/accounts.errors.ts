import { TranslatableError } from '../language/translatable.error.js';

export class AccountNotFoundError extends TranslatableError {
  constructor() {
    super('account_not_found');
  }
}

/** Another account has this email, by its {@link emailKey}. */
export class EmailTakenError extends TranslatableError {
  constructor() {
    super('email_taken');
  }
}
