import { UseGuards, type Type } from '@nestjs/common';
import { sealedAccessTokens } from '../access/credentials/access-tokens.repository.js';
import {
  AuthorizationsRepository,
  sealedRefreshTokens,
} from '../access/credentials/authorizations.repository.js';
import { sealedAuthenticatorApps } from '../factors/factors.repository.js';
import { ResealService } from '../access/sealing/reseal.service.js';
import { TokenSeal } from '../access/sealing/token-seal.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { type AccountsFeature } from '../accounts.options.js';
import {
  sealedSigningKeys,
  SigningKeysRepository,
} from '../oauth/openid/signing-keys.repository.js';
import { ResourcesRepository } from '../oauth/resources/resources.repository.js';
import { ResourcesService } from '../oauth/resources/resources.service.js';
import { SigningKeysService } from '../oauth/openid/signing-keys.service.js';
import { sealedFingerprints } from '../accounts/idempotency/idempotency-keys.repository.js';
import { SuspensionsRepository } from '../accounts/suspensions/suspensions.repository.js';
import { SuspensionsService } from '../accounts/suspensions/suspensions.service.js';
import { PrismaService } from '../database/prisma.service.js';
import { SealedColumn } from '../database/sealed-column.js';
import { sealedDeliveries } from '../events/event-deliveries.repository.js';
import { QueuedEventsRepository } from '../events/queued-events.repository.js';
import { sealedParkedEvents } from '../events/parked-events.repository.js';
import { sealedEmailTokens } from '../email-flows/links/email-tokens.repository.js';
import { recoveryProviders } from '../email-flows/email-flows.providers.js';
import { MaintenanceService } from './maintenance.service.js';
import { OperatorAuditController } from './operator-audit.controller.js';
import { OperatorController } from './operator.controller.js';
import { OperatorSubscriptionsController } from './operator-subscriptions.controller.js';
import { OperatorTokensController } from './operator-tokens.controller.js';
import { OperatorTokensService } from './operator-tokens.service.js';
import { OperatorRepository } from './operator.repository.js';
import { OperatorService } from './operator.service.js';
import { SignOutsService } from './sign-outs.service.js';
import { NamedOperatorGuard, type OperatorGuard, type OperatorName } from './operator.guard.js';

/** The options of {@link operatorFeature} for its routes; both are required. */
export interface OperatorFeatureOptions<Request extends object> {
  /**
   * The guard that admits only operators: an instance of the host, or a class, whose dependencies come from global
   * modules or from the `imports` of `forRootAsync`.
   */
  readonly guard: OperatorGuard;
  /** Returns the operator's name for the audit trail. A request without one is rejected with 403. */
  readonly identifyOperator: OperatorName<Request>;
}

/** All stored columns that are sealed with the secret keys. */
const sealedColumns = [
  sealedAccessTokens,
  sealedRefreshTokens,
  sealedAuthenticatorApps,
  sealedEmailTokens,
  sealedDeliveries,
  sealedParkedEvents,
  sealedFingerprints,
  sealedSigningKeys,
];

/** The feature without routes. */
const operatorServices: AccountsFeature = {
  controllers: [],
  providers: [
    ...recoveryProviders,
    OperatorService,
    OperatorRepository,
    OperatorTokensService,
    AuthorizationsRepository,
    SuspensionsService,
    SuspensionsRepository,
    SigningKeysRepository,
    SigningKeysService,
    ResourcesRepository,
    ResourcesService,
    MaintenanceService,
    QueuedEventsRepository,
    SignOutsService,
    {
      provide: ResealService,
      useFactory: (prisma: PrismaService, seal: TokenSeal) =>
        new ResealService(
          seal,
          sealedColumns.map((column) => new SealedColumn(prisma, column)),
        ),
      inject: [PrismaService, TokenSeal],
    },
  ],
  exports: [OperatorService, OperatorTokensService, MaintenanceService, SignOutsService],
};

/**
 * Provides {@link OperatorService}, and, with options, its actions at `/operator` behind a guard of the host. Account
 * tokens are not valid there.
 *
 * @throws AccountsOptionsError without a guard, or without a function that names the operator
 */
export function operatorFeature<Request extends object>(
  options?: OperatorFeatureOptions<Request>,
): AccountsFeature {
  if (options === undefined) return operatorServices;
  const { guard, identifyOperator } = readOperatorOptions('operatorFeature', options);
  return { ...operatorServices, controllers: operatorControllers(identifyOperator, guard) };
}

/** @throws AccountsOptionsError for an unknown option, or an invalid value */
export function readOperatorOptions<Request extends object>(
  feature: string,
  options: unknown,
): OperatorFeatureOptions<Request> {
  const { guard, identifyOperator, ...unknown } = Object(
    options,
  ) as OperatorFeatureOptions<Request>;
  const [name] = Object.keys(unknown);
  if (name) throw new AccountsOptionsError(`${feature} cannot start: ${name} is unknown.`);
  if (!isGuard(guard) || typeof identifyOperator !== 'function') {
    throw new AccountsOptionsError(
      `${feature} cannot start: guard must be a guard or its class, and identifyOperator a function.`,
    );
  }
  return { guard, identifyOperator };
}

/** Returns the controllers with these guards, their only protection. */
export function operatorControllers<Request extends object>(
  identifyOperator: OperatorName<Request>,
  ...guards: OperatorGuard[]
): Type[] {
  const controllers = [
    OperatorController,
    OperatorAuditController,
    OperatorTokensController,
    OperatorSubscriptionsController,
  ];
  return guardControllers(controllers, [...guards, new NamedOperatorGuard(identifyOperator)]);
}

/** Returns subclasses of the controllers with these guards, in this order. */
export function guardControllers(
  controllers: readonly object[],
  guards: readonly OperatorGuard[],
): Type[] {
  return (controllers as readonly Type<object>[]).map((controller) => {
    const guarded = class extends controller {};
    Object.defineProperty(guarded, 'name', { value: controller.name });
    UseGuards(...guards)(guarded);
    return guarded;
  });
}

function isGuard(guard: unknown): guard is OperatorGuard {
  const { canActivate } = (typeof guard === 'function' ? guard.prototype : guard) ?? {};
  return typeof canActivate === 'function';
}
