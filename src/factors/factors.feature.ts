import { FactorPolicy } from './factor-policy.js';
import { FactorsRepository } from './factors.repository.js';
import { FactorsService } from './factors.service.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeysService } from './passkeys.service.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { accountsDefaults } from '../accounts.defaults.js';
import { fromOptions, type AccountsFeature } from '../accounts.options.js';
import { secondStepToken } from '../accounts/sign-in/second-step.js';
import { SignInService } from '../accounts/sign-in/sign-in.service.js';

/**
 * Second factors without pages: `AccountsService.authenticate` asks for one, and `verifySecondFactor` verifies it.
 * Every feature with pages includes this one.
 */
export const factorsFeature: AccountsFeature = {
  controllers: [],
  providers: [
    SignInService,
    { provide: secondStepToken, useExisting: SignInService },
    FactorsService,
    FactorsRepository,
    PasskeysService,
    PasskeysRepository,
    fromOptions(
      FactorPolicy,
      ({ secondFactor = accountsDefaults.secondFactor }, repository) =>
        new FactorPolicy(secondFactor, repository),
      [FactorsRepository],
    ),
    PendingSignIns,
  ],
  exports: [],
};
