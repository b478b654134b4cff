import type { AccountsFeature } from '../../accounts.options.js';
import {
  operatorPages,
  operatorPagesServices,
} from '../../operator-pages/operator-pages.feature.js';
import { ReadsSession, tokenOperator } from './management-token.guard.js';
import { OperatorSessionGuard } from './operator-session.guard.js';
import { OperatorSessionsRepository } from './operator-sessions.repository.js';
import { OperatorSignInController } from './operator-sign-in.controller.js';

const pages = operatorPages((request: object) => tokenOperator.get(request), OperatorSessionGuard);
pages.forEach((controller) => ReadsSession()(controller));

/** The pages for operators on the management port, with their own sign-in. */
export const servedOperatorPages: AccountsFeature = {
  controllers: [OperatorSignInController, ...pages],
  providers: [...operatorPagesServices.providers, OperatorSessionsRepository],
  exports: [...operatorPagesServices.exports, OperatorSessionsRepository],
};
