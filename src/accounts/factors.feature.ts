import type { FactoryProvider } from '@nestjs/common';
import { FactorPolicy } from '../factors/factor-policy.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysRepository } from '../factors/passkeys.repository.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import { PendingSignIns } from '../factors/pending-sign-ins.js';
import { accountsDefaults } from '../accounts.defaults.js';
import {
  accountsOptionsToken,
  type AccountsFeature,
  type AccountsModuleOptions,
} from '../accounts.options.js';
import { SecondStep } from './second-step.js';
import { SignInService } from './sign-in.service.js';

const factorPolicy: FactoryProvider<FactorPolicy> = {
  provide: FactorPolicy,
  useFactory: (
    { secondFactor = accountsDefaults.secondFactor }: AccountsModuleOptions,
    repository: FactorsRepository,
  ) => new FactorPolicy(secondFactor, repository),
  inject: [accountsOptionsToken, FactorsRepository],
};

/**
 * Second factors without pages: `AccountsService.authenticate` asks for one, and `verifySecondFactor` verifies it.
 * Users set theirs up on the pages of `consoleFeature`. It includes this feature, as does every feature with pages.
 */
export const factorsFeature: AccountsFeature = {
  controllers: [],
  providers: [
    SignInService,
    { provide: SecondStep, useExisting: SignInService },
    FactorsService,
    FactorsRepository,
    PasskeysService,
    PasskeysRepository,
    factorPolicy,
    PendingSignIns,
  ],
  exports: [],
};
