import type { FactorsRepository } from './factors.repository.js';

export const secondFactorPolicies = ['optional', 'required', 'required_for_write'] as const;

/**
 * The users who need a second factor to sign in.
 *
 * - `optional`: users who have set one up
 * - `required`: all users; a user without one sets it up at the next sign-in
 * - `required_for_write`: users whose account has a token that can change it, an application's token or a granted one
 */
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

export class FactorPolicy {
  constructor(
    private readonly policy: SecondFactorPolicy,
    private readonly repository: FactorsRepository,
  ) {}

  async isMandatory(accountId: string): Promise<boolean> {
    if (this.policy === 'required_for_write') return this.repository.hasWriteAccess(accountId);
    return this.policy === 'required';
  }

  get isMandatoryToWrite(): boolean {
    return this.policy !== 'optional';
  }
}
