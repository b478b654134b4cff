import { TranslatableError } from '../language/translatable.error.js';

/** There is no account with this id, or none any more. */
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

/** There is no account with this email and this password; which of them is wrong is not told. */
export class CredentialsWrongError extends TranslatableError {
  constructor() {
    super('credentials_wrong');
  }
}
