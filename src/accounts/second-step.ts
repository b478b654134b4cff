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
      /** The account must have a second factor, and has none: its owner sets one up on the pages. */
      readonly status: 'second_factor_setup_required';
      /** For the page on which it is set up, within ten minutes; it opens nothing else. */
      readonly pendingSetup: string;
    };

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
}
