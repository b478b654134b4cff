export { messagingFeature } from './messaging.feature.js';
export {
  AccountsNatsServer,
  type AccountsNatsServerOptions,
} from './servers/accounts-nats.server.js';
export { AccountsTcpServer, type AccountsTcpServerOptions } from './servers/accounts-tcp.server.js';
export {
  type AccountsMessage,
  type AccountsPattern,
  type AccountsReply,
  type Authentication,
} from './accounts-message.js';
