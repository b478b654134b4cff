export { AccountsErrorFilter } from '../http/accounts-error.filter.js';
export { BearerAuth } from '../http/bearer-auth.decorator.js';
export { BearerAuthGuard } from '../http/bearer-auth.guard.js';
export { CurrentRequester } from '../http/current-requester.decorator.js';
export {
  AllowedOrigin,
  AnyAuth,
  OptionalAuth,
  SessionAuth,
} from '../http/session-auth.decorator.js';
export {
  AllowedOriginGuard,
  AnyAuthGuard,
  OptionalAuthGuard,
  SessionAuthGuard,
} from '../http/session-auth.guard.js';
export { isAccountsRoute } from '../http/urls/mounted-controller.js';
export { RequiredScope, ScopeGuard } from '../access/authentication/scope.guard.js';
export {
  type AccountEvent,
  type AccountEventData,
  type AccountEventType,
} from '../events/account-event.js';
export {
  type AccountHookDecorator,
  type AccountHookName,
  InAccountTransaction,
  type InAccountTransactionOptions,
} from '../events/in-account-transaction.decorator.js';
export {
  type AccountEventDecorator,
  OnAccountEvent,
  type OnAccountEventOptions,
} from '../events/on-account-event.decorator.js';
export {
  type AnyPrincipal,
  CurrentPrincipal,
  type Principal,
  getAnyPrincipal,
  getPrincipal,
  type Scope,
} from '../principals/principal.js';
export { type Resource } from '../principals/resource.js';
export { type SessionPrincipal } from '../principals/session-principal.js';
export {
  byHost,
  type ByClient,
  type ByHost,
  type ByOperator,
  type ByToken,
  type ByVisitor,
  type Channel,
  type CountedRequester,
  type Requester,
  type TokenKind,
} from '../request/requester.js';
export {
  AccessDeniedError,
  AccountNotFoundError,
  AccountSuspendedError,
  ApplicationNotFoundError,
  ApplicationSuspendedError,
  ApplicationUntrustableError,
  AuthenticationRequiredError,
  ClientSecretNotFoundError,
  ClientSecretUnavailableError,
  CredentialsWrongError,
  type ErrorCode,
  FormExpiredError,
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
  InsufficientScopeError,
  InvalidTokenError,
  LinkInvalidError,
  NotFoundError,
  MailUnavailableError,
  OriginNotAllowedError,
  OverloadedError,
  PasskeyCopiedError,
  PasskeyWrongError,
  PreconditionFailedError,
  RateLimitedError,
  SecondFactorMandatoryError,
  SecondFactorMissingError,
  SessionRequiredError,
  SessionUnconfirmedError,
  SignInExpiredError,
  TokenExpiredError,
  TokenNotFoundError,
  TooManyApplicationsError,
  TooManyPasskeysError,
  TooManyTokensError,
} from '../errors/error-registry.js';
export { TranslatableError } from '../errors/translatable.error.js';
export { ValidationFailedError } from '../errors/validation-failed.error.js';
