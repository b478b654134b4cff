export * from './decorators/index.js';
export { type AuditEventName, type AuditRecord } from './audit/audit-event.js';
export {
  type AuditFilter,
  type AuditQuery,
  type Deletion,
  type DeletionPosition,
} from './audit/audit-events.repository.js';
export { AuditTrail, type ReadAuditEvent } from './audit/audit-trail.js';
export type { ListPosition } from './database/list-position.js';
export type { FoundPage } from './database/newest-first.js';
export {
  type PasswordHashOptions,
  type VerifyForeignPassword,
} from './access/passwords/password-hasher.js';
export { type SecondFactorPolicy } from './factors/factor-policy.js';
export { type PasswordPolicy } from './access/passwords/password-policy.js';
export { PrincipalsService } from './principals/principals.service.js';
export {
  type AccountEventSubscriber,
  AccountEventSubscriberError,
  EventRejectedError,
  SubscriberBusyError,
  SubscriptionEndedError,
} from './events/account-event.subscriber.js';
export { type WebhookOptions, WebhookSubscriber } from './events/webhook.subscriber.js';
export { AccountsModule, type AccountsModuleAsyncOptions } from './accounts.module.js';
export {
  type AccountsModuleExtras,
  type AccountsModuleOptions,
  type AccountsOptionsFactory,
  type AccountsFeature,
} from './accounts.options.js';
export { AccountsOptionsError } from './options/accounts-options.error.js';
export { AccountPresenter } from './accounts/account.presenter.js';
export {
  AccountsService,
  type AccountCreation,
  type AccountsInTransaction,
  type AccountStatus,
  type Updater,
} from './accounts/accounts.service.js';
export { type Condition } from './accounts/account-revisions.js';
export { type PasswordChanger } from './accounts/sign-in/account-credentials.service.js';
export {
  type FactorSetup,
  type FirstFactor,
  type PasswordResult,
} from './accounts/sign-in/second-step.js';
export { type SecondFactorMethod } from './factors/factors.service.js';
export { AccountHooksError } from './events/account.hooks.js';
export { type WithCreation } from './accounts/accounts.repository.js';
export { type Change } from './changes/change.js';
export { type Proof } from './changes/proof.js';
export { AccountStatusDto, AccountStatusResponseDto } from './accounts/dto/account-status.dto.js';
export { AccountResponseDto, AccountDto } from './accounts/dto/account.dto.js';
export {
  EmailSubscriptionsDto,
  PermissionsDto,
  UpdatePermissionsDto,
} from './accounts/dto/account-settings.dto.js';
export {
  PreferencesDto,
  PreferencesResponseDto,
  UpdateEmailSubscriptionsDto,
  UpdatePreferencesDto,
} from './accounts/dto/preferences.dto.js';
export { NotificationPhoneDto } from './accounts/dto/notification-phone.dto.js';
export { type NamedRequest } from './accounts/idempotency/idempotency-keys.repository.js';
export { CreateAccountDto } from './accounts/dto/create-account.dto.js';
export { ImportedAccountDto } from './accounts/imports/imported-account.dto.js';
export {
  type ImportInput,
  type ImportOptions,
} from './accounts/imports/account-imports.service.js';
export {
  type ImportResult,
  type ImportSummary,
  type RejectionReason,
} from './accounts/imports/import-result.js';
export { UpdateAccountDto } from './accounts/dto/update-account.dto.js';
export type { Input, Unvalidated } from './validation/unvalidated.js';
export {
  type ApplicationsPage,
  type OwnedApplication,
} from './applications/applications.repository.js';
export { ApplicationPresenter } from './applications/application.presenter.js';
export {
  ApplicationsService,
  type ApplicationWithSecret,
  type ApplicationWithToken,
  type ApplicationPreview,
  type ClientSecret,
  type CreatedApplication,
  type OwnToken,
} from './applications/applications.service.js';
export {
  ApplicationResponseDto,
  ApplicationDto,
  ApplicationListDto,
  ApplicationSecretResponseDto,
  ApplicationWithSecretDto,
  ApplicationWithTokenDto,
} from './applications/dto/application.dto.js';
export {
  ClientSecretDto,
  ClientSecretListDto,
  RotateSecretDto,
} from './applications/dto/client-secret.dto.js';
export {
  type CreatedNamedToken,
  type NamedToken,
  NamedTokensService,
} from './applications/named-tokens.service.js';
export {
  CreatedNamedTokenDto,
  CreatedNamedTokenResponseDto,
  NamedTokenDto,
  NamedTokenListDto,
} from './applications/dto/named-token.dto.js';
export { CreateNamedTokenDto } from './applications/dto/create-named-token.dto.js';
export { CreateApplicationDto } from './applications/dto/create-application.dto.js';
export { UpdateApplicationDto } from './applications/dto/update-application.dto.js';
export {
  type DatabaseAdapter,
  type DatabaseUrls,
  type DatabaseOptions,
  type DatabasePool,
} from './database/database.options.js';
export { DatabaseUnfitError } from './database/database-unfit.error.js';
export { AccountsHealthIndicator, type AccountsHealth } from './database/health.indicator.js';
export { migrate } from './database/migrations.js';
export { MigrationError } from './database/migration.error.js';
export {
  type Account,
  type Application,
  type SqlTransaction,
  type Transaction,
} from './database/records.js';
export { AccountExportService, type ExportAllOptions } from './export/account-export.service.js';
export { type SubscriptionState } from './events/event-subscriptions.repository.js';
export { type HostPages } from './http/urls/public-url.js';
export { type BrandOptions } from './brand/brand.options.js';
export { type MailOptions } from './mail/mail.options.js';
export { type MailMessage, type MailTransport } from './mail/mail.transport.js';
export { type ApiVersion, type VersionDifference } from './http/versions/api-versions.js';
export { type Violation, type Violations } from './errors/form-error.js';
export { LinkDto, LinksDto } from './http/urls/links.dto.js';
export { addAccountsSecurity, type SecurityDocument } from './http/security.schemes.js';
export { type OpenApiDocument, shareComponents } from './http/openapi/shared-components.js';
export { type MessageKey } from './language/catalogues/index.js';
export { type Messages } from './language/languages.js';
export { type MailKey } from './language/mails/index.js';
export { type MessageParams } from './language/language.js';
export {
  type CounterHit,
  type CounterState,
  CounterStorage,
} from './limits/storage/counter.storage.js';
export {
  type OperationName,
  type RateLimit,
  type RateLimitPolicyName,
  type RateLimits,
} from './limits/rate-limit.policies.js';
