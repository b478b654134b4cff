import type { FactorsRepository } from './factors.repository.js';

/** The names of all policies. */
export const secondFactorPolicies = ['optional', 'required', 'required_for_write'] as const;

/**
 * Who needs a second factor to sign in.
 *
 * - `optional`: users who have set one up
 * - `required`: all users; who has none sets one up at the next sign-in
 * - `required_for_write`: users whose account has a token that can change it, of an application of their own or granted
 */
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** Which accounts must have a second factor. */
export class FactorPolicy {
  constructor(
    private readonly policy: SecondFactorPolicy,
    private readonly repository: FactorsRepository,
  ) {}

  /** Whether the account must have a second factor. */
  async isMandatory(accountId: string): Promise<boolean> {
    if (this.policy === 'required_for_write') return this.repository.hasWriteAccess(accountId);
    return this.policy === 'required';
  }

  /** Whether an account needs a second factor before it makes a token that can change it. */
  get isMandatoryToWrite(): boolean {
    return this.policy !== 'optional';
  }
}
