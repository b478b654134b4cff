import { ScopeGuard } from '../access/authentication/scope.guard.js';
import type { AccountsFeature } from '../accounts.options.js';
import { OwnAccountGuard } from '../accounts/own-account.guard.js';
import { MessageObservers } from '../http/tracing/message-observers.js';
import { OwnApplicationGuard } from '../applications/own-application.guard.js';
import { ApplicationMessagesController } from './application-messages.controller.js';
import { AccountMessagesController } from './account-messages.controller.js';
import { RecoveryMessagesController } from './recovery-messages.controller.js';

/**
 * Serves the operations as message patterns, {@link AccountsPattern}.
 *
 * The host connects the transports, with {@link AccountsTcpServer} and {@link AccountsNatsServer} or with Nest's own
 * servers. It must install `@nestjs/microservices`. Patterns apply to the whole host, so only one of several account
 * modules can have this feature.
 */
export const messagingFeature: AccountsFeature = {
  controllers: [
    AccountMessagesController,
    ApplicationMessagesController,
    RecoveryMessagesController,
  ],
  providers: [ScopeGuard, OwnAccountGuard, OwnApplicationGuard, MessageObservers],
  exports: [],
};
