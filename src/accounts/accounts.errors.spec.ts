import type { TranslatableError } from '../language/translatable.error.js';
import {
  AccountNotFoundError,
  CredentialsWrongError,
  EmailTakenError,
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
} from './accounts.errors.js';

describe('what can go wrong with accounts', () => {
  it.each<[TranslatableError, string]>([
    [new AccountNotFoundError(), 'account_not_found'],
    [new EmailTakenError(), 'email_taken'],
    [new IdempotencyKeyInUseError(), 'idempotency_key_in_use'],
    [new IdempotencyKeyReusedError(), 'idempotency_key_reused'],
    [new CredentialsWrongError(), 'credentials_wrong'],
  ])('has a name of its own: %s', (error, code) => {
    expect(error.code).toBe(code);
  });
});
