import type { SecondFactorPolicy } from './second-factor-policies.js';
import type { FactorsRepository } from './factors.repository.js';

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
