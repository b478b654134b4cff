import { UseGuards, type Type } from '@nestjs/common';
import { AccountsOptionsError, type AccountsFeature } from '../accounts.options.js';
import { OperatorController } from './operator.controller.js';
import { OperatorSubscriptionsController } from './operator-subscriptions.controller.js';
import { NamedOperatorGuard, type OperatorGuard, type OperatorName } from './operator.guard.js';

/** The options of {@link operatorFeature}; both are required. */
export interface OperatorFeatureOptions<Request extends object> {
  /**
   * Lets in operators and no one else: a guard of the host, or its class, whose dependencies come from global modules
   * or from the `imports` of `forRootAsync`.
   */
  readonly guard: OperatorGuard;
  /** Whom the audit trail names; a request without a name is refused with 403. */
  readonly operatorOf: OperatorName<Request>;
}

/**
 * The actions of {@link OperatorService} at `/operator`, behind a guard of the host. Tokens of accounts have no
 * meaning there.
 *
 * @throws AccountsOptionsError without a guard, or without a function that names the operator
 */
export function operatorFeature<Request extends object>({
  guard,
  operatorOf,
}: OperatorFeatureOptions<Request>): AccountsFeature {
  if (!isGuard(guard) || typeof operatorOf !== 'function') {
    throw new AccountsOptionsError(
      'operatorFeature cannot start: guard must be a guard or its class, and operatorOf a function.',
    );
  }
  return { controllers: operatorControllers(operatorOf, guard), providers: [], exports: [] };
}

/** The controllers behind these guards, on which they depend alone. */
export function operatorControllers<Request extends object>(
  operatorOf: OperatorName<Request>,
  ...guards: OperatorGuard[]
): Type[] {
  return [OperatorController, OperatorSubscriptionsController].map((controller) => {
    const guarded = class extends (controller as Type<object>) {};
    Object.defineProperty(guarded, 'name', { value: controller.name });
    UseGuards(...guards, new NamedOperatorGuard(operatorOf))(guarded);
    return guarded;
  });
}

function isGuard(guard: unknown): guard is OperatorGuard {
  const { canActivate } = (typeof guard === 'function' ? guard.prototype : guard) ?? {};
  return typeof canActivate === 'function';
}
