import { Injectable } from '@nestjs/common';
import { FactorPolicy } from '../../../factors/factor-policy.js';
import { FactorsService } from '../../../factors/factors.service.js';
import type { Account } from '../../../database/records.js';
import { FactorSetupRequiredError } from './console.errors.js';

/** Requires a second factor before users create a token that can change the account, if the policy demands it. */
@Injectable()
export class FactorRequirement {
  constructor(
    private readonly policy: FactorPolicy,
    private readonly factors: FactorsService,
  ) {}

  /** @throws FactorSetupRequiredError */
  async assert({ id }: Account): Promise<void> {
    if (!this.policy.isMandatoryToWrite || (await this.factors.hasFactor(id))) return;
    throw new FactorSetupRequiredError();
  }
}
