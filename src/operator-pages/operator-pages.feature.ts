import type { Type } from '@nestjs/common';
import type { AccountsFeature } from '../accounts.options.js';
import { SentFormsRepository } from '../console/shell/forms/sent-forms.repository.js';
import { PageAssets } from '../console/shell/page-assets.js';
import { FactorsService } from '../factors/factors.service.js';
import {
  guardControllers,
  operatorFeature,
  readOperatorOptions,
  type OperatorFeatureOptions,
} from '../operator/operator.feature.js';
import {
  NamedOperatorGuard,
  type OperatorGuard,
  type OperatorName,
} from '../operator/operator.guard.js';
import { Brand } from '../brand/brand.js';
import { OperatorPageWriter } from './shell/operator-page.writer.js';
import { AccountActions } from './accounts/account-actions.js';
import { AccountPagesController } from './accounts/accounts.controller.js';
import { ApplicationActions } from './applications/application-actions.js';
import { ApplicationPagesController } from './applications/applications.controller.js';
import { AuditPagesController } from './audit/audit.controller.js';
import { SubscriptionPagesController } from './events/subscriptions.controller.js';
import { OperatorAssetsController } from './shell/operator-assets.controller.js';
import { OperatorHomeController } from './shell/operator-home.controller.js';
import { OperatorPageGuard } from './shell/operator-page.guard.js';
import { OperatorReasons } from './shell/operator-reasons.js';
import { TokenPagesController } from './tokens/tokens.controller.js';

const services = operatorFeature();

/** The feature without routes. Its exports are the providers that the controllers use. */
export const operatorPagesServices: AccountsFeature = {
  controllers: [],
  providers: [
    ...services.providers,
    SentFormsRepository,
    PageAssets,
    OperatorReasons,
    AccountActions,
    ApplicationActions,
    OperatorPageWriter,
  ],
  exports: [
    ...services.exports,
    FactorsService,
    SentFormsRepository,
    PageAssets,
    OperatorReasons,
    AccountActions,
    ApplicationActions,
    OperatorPageWriter,
    Brand,
  ],
};

/**
 * Pages for operators at `/operator/pages`, behind a guard of the host: they search and show accounts, applications,
 * events and the audit trail, and run the actions of {@link OperatorService} for a reason. They need no JavaScript.
 *
 * @throws AccountsOptionsError without a guard, or without a function that names the operator
 */
export function operatorPagesFeature<Request extends object>(
  options: OperatorFeatureOptions<Request>,
): AccountsFeature {
  const { guard, identifyOperator } = readOperatorOptions<Request>('operatorPagesFeature', options);
  const controllers = operatorPages(identifyOperator, guard);
  return { ...operatorPagesServices, controllers, exports: services.exports };
}

/** Returns the controllers of the pages, and of their style sheet, with these guards. */
export function operatorPages<Request extends object>(
  identifyOperator: OperatorName<Request>,
  ...guards: OperatorGuard[]
): Type[] {
  const controllers = [
    OperatorHomeController,
    AccountPagesController,
    ApplicationPagesController,
    TokenPagesController,
    SubscriptionPagesController,
    AuditPagesController,
  ];
  const admitting = [...guards, new NamedOperatorGuard(identifyOperator)];
  return [
    ...guardControllers([OperatorAssetsController], guards),
    ...guardControllers(controllers, [...admitting, OperatorPageGuard]),
  ];
}
