import type { Provider } from '@nestjs/common';
import { fromOptions } from '../accounts.options.js';
import { AccessTokensRepository } from './credentials/access-tokens.repository.js';
import { FailedPasswords } from './passwords/failed-passwords.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { TokenSeal } from './sealing/token-seal.js';

/** Tokens, passwords and sealed secrets. */
export const accessProviders: readonly Provider[] = [
  AccessTokensRepository,
  FailedPasswords,
  fromOptions(TokenSeal, ({ secretKeys }) => new TokenSeal(secretKeys)),
  fromOptions(
    PasswordHasher,
    ({ passwordHash, verifyForeignPassword }) =>
      new PasswordHasher(passwordHash, verifyForeignPassword),
  ),
];
