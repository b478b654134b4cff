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

/** The request of this idempotency key is still being worked on, here or elsewhere. */
export class IdempotencyKeyInUseError extends TranslatableError {
  constructor() {
    super('idempotency_key_in_use');
  }
}

/** This idempotency key belongs to a request with another body. */
export class IdempotencyKeyReusedError extends TranslatableError {
  constructor() {
    super('idempotency_key_reused');
  }
}

/** There is no account with this email and this password; which of them is wrong is not told. */
export class CredentialsWrongError extends TranslatableError {
  constructor() {
    super('credentials_wrong');
  }
}
