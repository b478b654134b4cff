export { type Scope } from '../../principals/principal.js';
export {
  AccountsClient,
  type AccountsCaller,
  type AccountsClientOptions,
} from './accounts.client.js';
export {
  AccountsClientError,
  type CodeErrorBody,
  type FieldErrors,
  type FormErrorBody,
} from './accounts-client.error.js';
export {
  type AccountsMessage,
  type AccountsPattern,
  type AccountsReply,
  type Authentication,
} from '../accounts-message.js';
export { type ApplicationData } from '../../language/application-data.js';
