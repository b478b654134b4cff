import type { SecondFactorMethod } from '../../factors/factors.service.js';
import type { Account } from '../../database/records.js';

/** The outcome of a right password: the account, a second step, or the set-up of a mandatory factor. */
export type PasswordResult =
  | { readonly status: 'authenticated'; readonly account: Account }
  | {
      readonly status: 'second_factor_required';
      /** A token that only `AccountsService.verifySecondFactor` accepts, for ten minutes. */
      readonly pending: string;
      /** `AccountsService.verifySecondFactor` accepts codes; the console also accepts passkeys. */
      readonly methods: readonly SecondFactorMethod[];
    }
  | {
      /** The account must have a second factor but has none: its owner must set one up. */
      readonly status: 'second_factor_setup_required';
      /** A token that only `AccountsService.beginFactorSetup` accepts, for ten minutes. */
      readonly pendingSetup: string;
    };

/** A new authenticator app. Nothing is stored until its first code is verified. */
export interface FactorSetup {
  /** A sealed token for `AccountsService.finishFactorSetup`, valid for half an hour. */
  readonly setup: string;
  /** The secret in base32, for users who enter it by hand. */
  readonly secret: string;
  /** The `otpauth:` URI for a QR code. */
  readonly uri: string;
}

/** The first factor of an account that has just signed in. */
export interface FirstFactor {
  /** The account. */
  readonly account: Account;
  /** Each replaces an authenticator code once. */
  readonly recoveryCodes: readonly string[];
}

/** The injection token of `SignInService`, if `factorsFeature` or a feature with pages provides it. */
export const secondStepToken = Symbol('ACCOUNTS_SECOND_STEP');
