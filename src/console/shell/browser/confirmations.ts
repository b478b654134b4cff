import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FactorPolicy } from '../../../factors/factor-policy.js';
import { FactorsService } from '../../../factors/factors.service.js';
import { isConfirmed } from '../../../access/sessions/sessions.service.js';
import type { Account } from '../../../database/records.js';
import { ConfirmationRequiredError, FactorSetupRequiredError } from './console.errors.js';
import type { SignedInVisitor } from './visitor.js';

/**
 * Which users must confirm. `with-factor`: the form itself asks for the password, so only users with a second factor
 * confirm.
 */
export type ConfirmationRule = 'everyone' | 'with-factor';

/**
 * Protects a route from an unattended browser: the user must have signed in or confirmed in the last ten minutes.
 * Otherwise the visitor is redirected to the confirmation page, and back afterwards.
 */
export const ConfirmFirst = Reflector.createDecorator<ConfirmationRule>();

@Injectable()
export class Confirmations {
  constructor(private readonly factors: FactorsService) {}

  /** @throws ConfirmationRequiredError */
  async assert(
    { session, account }: Pick<SignedInVisitor, 'session' | 'account'>,
    rule: ConfirmationRule,
  ): Promise<void> {
    if (isConfirmed(session)) return;
    if (rule === 'everyone' || (await this.factors.hasFactor(account.id))) {
      throw new ConfirmationRequiredError();
    }
  }

  /** Whether the user has signed in or confirmed with a second factor, which replaces the password of a form. */
  async replacesPassword({
    session,
    account,
  }: Pick<SignedInVisitor, 'session' | 'account'>): Promise<boolean> {
    return isConfirmed(session) && this.factors.hasFactor(account.id);
  }
}

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
