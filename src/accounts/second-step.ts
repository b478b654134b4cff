import type { SecondFactorMethod } from '../access/factors/factors.service.js';
import type { Requester } from '../request/requester.js';
import type { Account } from '../database/records.js';

/** What a right password leads to: the account, the second step of signing in, or a factor that has to be set up. */
export type PasswordResult =
  | { readonly status: 'authenticated'; readonly account: Account }
  | {
      readonly status: 'second_factor_required';
      /** For `AccountsService.verifySecondFactor` within ten minutes; it opens nothing else. */
      readonly pending: string;
      /** What the user can verify with: `AccountsService.verifySecondFactor` accepts codes, the console passkeys as well. */
      readonly methods: readonly SecondFactorMethod[];
    }
  | {
      /** The account must have a second factor, and has none: its owner sets one up. */
      readonly status: 'second_factor_setup_required';
      /** For `AccountsService.beginFactorSetup` within ten minutes; it opens nothing else. */
      readonly pendingSetup: string;
    };

/** A new authenticator app, of which nothing is stored before its first code is right. */
export interface FactorSetup {
  /** For `AccountsService.finishFactorSetup` within half an hour; sealed. */
  readonly setup: string;
  /** The secret in base32, for users who enter it by hand. */
  readonly secret: string;
  /** The `otpauth:` URI for a QR code. */
  readonly uri: string;
}

/** The first factor of an account that is now signed in. */
export interface FirstFactor {
  /** The account. */
  readonly account: Account;
  /** Each works once in place of a code of the app. */
  readonly recoveryCodes: readonly string[];
}

/** The second step of signing in, where `factorsFeature` or a feature with pages provides it. */
export abstract class SecondStep {
  /** What follows a password that was right, or that a new user has just chosen. */
  abstract afterPassword(account: Account): Promise<PasswordResult>;
  /** @see AccountsService.verifySecondFactor */
  abstract verifySecondFactor(
    pending: string,
    code: string,
    requester: Requester,
  ): Promise<Account>;
  /** @see AccountsService.beginFactorSetup */
  abstract beginFactorSetup(pendingSetup: string, issuer: string): Promise<FactorSetup>;
  /** @see AccountsService.finishFactorSetup */
  abstract finishFactorSetup(
    pendingSetup: string,
    app: { readonly setup: string; readonly code: string },
    requester: Requester,
  ): Promise<FirstFactor>;
}
