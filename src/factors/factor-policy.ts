import type { SecondFactorPolicy } from './second-factor-policies.js';
import type { FactorsRepository } from './factors.repository.js';

/** Decides which accounts must have a second factor. */
export class FactorPolicy {
  constructor(
    private readonly policy: SecondFactorPolicy,
    private readonly repository: FactorsRepository,
  ) {}

  /** Whether the account must have a second factor now. */
  async isMandatory(accountId: string): Promise<boolean> {
    if (this.policy === 'required_for_write') return this.repository.hasWriteAccess(accountId);
    return this.policy === 'required';
  }

  /** Whether an account must have a second factor before it creates a token that can change it. */
  get isMandatoryToWrite(): boolean {
    return this.policy !== 'optional';
  }
}
