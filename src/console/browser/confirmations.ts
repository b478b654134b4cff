import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FactorsService } from '../../access/factors/factors.service.js';
import { isConfirmed } from '../../access/sessions/sessions.service.js';
import { ConfirmationRequiredError } from './console.errors.js';
import type { SignedInVisitor } from './visitor.js';

/** Of whom a confirmation is asked. `with-factor`: the form asks for the password itself, so a factor is missing. */
export type ConfirmationRule = 'everyone' | 'with-factor';

/**
 * What an unattended browser must not do: the user has signed in, or confirmed, in the last ten minutes. A visitor who
 * has not is led to the page that asks for it, and back.
 */
export const ConfirmFirst = Reflector.createDecorator<ConfirmationRule>();

/** Requires a recent sign-in. */
@Injectable()
export class Confirmations {
  constructor(private readonly factors: FactorsService) {}

  /** @throws ConfirmationRequiredError */
  async assert(
    { session, account }: Pick<SignedInVisitor, 'session' | 'account'>,
    rule: ConfirmationRule,
  ): Promise<void> {
    if (isConfirmed(session)) return;
    if (rule === 'everyone' || (await this.factors.isRequired(account.id))) {
      throw new ConfirmationRequiredError();
    }
  }
}
