import {
  ConfigurableModuleBuilder,
  Inject,
  Module,
  Optional,
  type MiddlewareConsumer,
  type NestModule,
  type OnModuleInit,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ApplicationConfig, DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { AuditEventsRepository } from './audit/audit-events.repository.js';
import { AuditSourcesRepository } from './audit/audit-sources.repository.js';
import { AuditTrail } from './audit/audit-trail.js';
import { BearerStrategy } from './access/authentication/bearer.strategy.js';
import { AccessTokensRepository } from './access/credentials/access-tokens.repository.js';
import { ChangesService } from './changes/changes.service.js';
import { ExpiredRowsRepository } from './database/purge/expired-rows.repository.js';
import { FailedPasswords } from './access/passwords/failed-passwords.js';
import { PasswordHasher } from './access/passwords/password-hasher.js';
import { ApplicationUses } from './principals/application-uses.js';
import { ApplicationUsesRepository } from './principals/application-uses.repository.js';
import { PrincipalCache } from './principals/principal-cache.js';
import { PrincipalsRepository } from './principals/principals.repository.js';
import { PrincipalsService } from './principals/principals.service.js';
import type { ExpiringRows } from './database/purge/expiring-rows.js';
import { DeletionsRepository } from './database/purge/deletions.repository.js';
import { PrincipalChangesRepository } from './database/purge/principal-changes.repository.js';
import { PurgeService } from './database/purge/purge.service.js';
import { TokenSeal } from './access/tokens/token-seal.js';
import { accountsDefaults } from './accounts.defaults.js';
import {
  AccountsOptionsError,
  accountsOptionsToken,
  checkedOptions,
  checkedExtras,
  fromOptions,
  mountPathToken,
  type AccountsModuleExtras,
  type AccountsModuleOptions,
  type AccountsOptionsFactory,
  type AccountsFeature,
} from './accounts.options.js';
import { AccountHooksCheck } from './events/account-hooks.check.js';
import { accountHooksToken } from './events/account.hooks.js';
import { AccountPresenter } from './accounts/account.presenter.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountCredentialsService } from './accounts/account-credentials.service.js';
import { AccountPasswordsService } from './accounts/account-passwords.service.js';
import { AccountRecoveryService } from './accounts/account-recovery.service.js';
import { MailboxKeysService } from './accounts/mailbox-keys.service.js';
import { OwnerEmailsService } from './accounts/owner-emails.service.js';
import { AccountsService } from './accounts/accounts.service.js';
import { SecondStep } from './accounts/second-step.js';
import { IdempotencyKeysRepository } from './accounts/idempotency/idempotency-keys.repository.js';
import { IdempotencyService } from './accounts/idempotency/idempotency.service.js';
import { ApplicationDataController } from './accounts/application-data.controller.js';
import { PreferencesController } from './accounts/preferences.controller.js';
import { VerifiedEmailsRepository } from './accounts/verified-emails.repository.js';
import { ApplicationPresenter } from './applications/application.presenter.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { ApplicationsService } from './applications/applications.service.js';
import { OwnTokensRepository } from './applications/own-tokens.repository.js';
import { UnreadableTokensService } from './applications/unreadable-tokens.service.js';
import { EventDeliveriesRepository } from './events/event-deliveries.repository.js';
import { EventSubscriptionsRepository } from './events/event-subscriptions.repository.js';
import { ParkedEventsRepository } from './events/parked-events.repository.js';
import {
  deliversEventsToken,
  EventsService,
  eventSubscribersToken,
} from './events/events.service.js';
import { conflictOf, mountsOf, mountToken, type Mount } from './events/mount.js';
import { ChangeLog } from './database/change-log.js';
import { DatabaseCheck } from './database/database-check.js';
import { AccountsHealthIndicator } from './database/health.indicator.js';
import { OutageReports } from './database/outage-reports.js';
import { PrismaService } from './database/prisma.service.js';
import { ResponseHeaders } from './http/headers/response-headers.js';
import { ApiVersions } from './http/versions/api-versions.js';
import { DtoValidator } from './validation/dto-validator.js';
import { AccountsErrorFilter } from './http/accounts-error.filter.js';
import { mountedAccountsToken, type MountedAccounts } from './http/mounted-accounts.js';
import { joinedPath } from './http/urls/joined-path.js';
import { AccountExportController } from './export/account-export.controller.js';
import { AccountExportRepository } from './export/account-export.repository.js';
import { AccountExportService } from './export/account-export.service.js';
import { Links } from './http/urls/links.js';
import { mountController } from './http/urls/mounted-controller.js';
import { oauthUrlToken, PublicUrl } from './http/urls/public-url.js';
import { ApplicationDataCatalogue } from './language/application-data.js';
import { Languages } from './language/languages.js';
import { CounterStorage } from './limits/storage/counter.storage.js';
import { MemoryCounterStorage } from './limits/storage/memory-counter.storage.js';
import { isTracing, startTracing } from './tracing/tracing.js';
import { withinRequestSpan } from './http/tracing/request-span.js';
import { RateLimitsService } from './limits/rate-limits.service.js';
import { GatewayHandshakes } from './request/gateway-handshakes.js';

/** Nest shows this name in its error if a host imports the bare class. */
const controllersToken = Symbol('what AccountsModule.forRoot() or forRootAsync() provides');

/** The injection token of the options that the mounted features use. */
const takenOptionsToken = Symbol('ACCOUNTS_TAKEN_OPTIONS');
const tracingToken = Symbol('ACCOUNTS_TRACING');
const apiPathToken = Symbol('ACCOUNTS_API_PATH');
const givenOptionsToken = Symbol('the options of AccountsModule.forRoot() or forRootAsync()');

/** The controllers mounted below the base path. */
const apiControllers = [
  AccountsController,
  PreferencesController,
  AccountExportController,
  ApplicationsController,
  ApplicationDataController,
];

/** The core tables whose rows expire, in deletion order. */
const expiringRows: readonly Type<ExpiringRows>[] = [
  DeletionsRepository,
  AccessTokensRepository,
  IdempotencyKeysRepository,
  AuditEventsRepository,
  AuditSourcesRepository,
  PrincipalChangesRepository,
  EventSubscriptionsRepository,
  EventDeliveriesRepository,
  ParkedEventsRepository,
  VerifiedEmailsRepository,
];

/** Whether a feature's provider is a repository whose rows expire. */
function isExpiringRows(provider: Provider): provider is Type<ExpiringRows> {
  return (
    typeof provider === 'function' &&
    ('deleteExpired' satisfies keyof ExpiringRows) in (provider.prototype as object)
  );
}

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<AccountsModuleOptions>({
  moduleName: 'Accounts',
  optionsInjectionToken: givenOptionsToken,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createAccountsOptions' satisfies keyof AccountsOptionsFactory)
  .setExtras<AccountsModuleExtras>(
    {
      name: undefined,
      mountPath: undefined,
      basePath: undefined,
      features: undefined,
      decorators: undefined,
      isGlobal: undefined,
    },
    (definition, extras) => {
      // Only forRootAsync() defines imports. forRoot() passes the options together with the extras.
      const besideFactory = definition.imports !== undefined;
      const {
        isGlobal = false,
        decorators = [],
        name = accountsDefaults.name,
        basePath = accountsDefaults.basePath,
        ...given
      } = checkedExtras(extras, { besideFactory });
      const mountPath = joinedPath(given.mountPath);
      const apiPath = joinedPath(mountPath, basePath);
      const operationPrefix = name === accountsDefaults.name ? '' : `${name}_`;
      const features = whole(given.features ?? []);
      // Features may share providers.
      const featureProviders = [...new Set(features.flatMap(({ providers }) => providers))];
      const mounted = (path: string, controllers: readonly Type[]) =>
        controllers.map((each) => mountController(path, each, decorators, operationPrefix));
      const controllers = [
        ...mounted(apiPath, apiControllers),
        ...features.flatMap(({ apiControllers: own = [] }) => mounted(apiPath, own)),
        ...features.flatMap(({ controllers: own }) => mounted(mountPath, own)),
      ];
      return {
        ...definition,
        global: isGlobal,
        controllers,
        providers: [
          ...(definition.providers ?? []),
          { provide: controllersToken, useValue: controllers },
          { provide: apiPathToken, useValue: apiPath },
          { provide: mountPathToken, useValue: mountPath },
          { provide: takenOptionsToken, useValue: features.map(({ option }) => option) },
          {
            provide: mountToken,
            useValue: { name, isGlobal, paths: controllers.map(pathOf) } satisfies Mount,
          },
          ...featureProviders,
          {
            provide: ExpiredRowsRepository,
            useFactory: (prisma: PrismaService, ...tables: ExpiringRows[]) =>
              new ExpiredRowsRepository(prisma, tables),
            inject: [PrismaService, ...expiringRows, ...featureProviders.filter(isExpiringRows)],
          },
        ],
        exports: features.flatMap(({ exports }) => exports),
      };
    },
  )
  .build();

function pathOf(controller: Type): string {
  return Reflect.getMetadata(PATH_METADATA, controller) as string;
}

/** Removes features that another feature includes. */
function whole(features: readonly AccountsFeature[]): AccountsFeature[] {
  const included = new Set(features.flatMap(({ includes = [] }) => includes));
  return [...new Set(features)].filter((feature) => !included.has(feature));
}

/** The parameter of `forRootAsync`: a source of the options, plus the extras. */
export type AccountsModuleAsyncOptions = Parameters<typeof AccountsModule.forRootAsync>[0];

/**
 * The accounts module of an application: import `AccountsModule.forRoot(options)` or `forRootAsync(…)`.
 *
 * It binds everything to its own controllers and leaves the host's globals unchanged.
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccountsService,
    AccountPasswordsService,
    AccountCredentialsService,
    AccountRecoveryService,
    OwnerEmailsService,
    MailboxKeysService,
    AccountsRepository,
    VerifiedEmailsRepository,
    AccountPresenter,
    AccountExportService,
    AccountExportRepository,
    IdempotencyService,
    IdempotencyKeysRepository,
    ApplicationsService,
    ApplicationsRepository,
    OwnTokensRepository,
    UnreadableTokensService,
    ApplicationPresenter,
    ResponseHeaders,
    OutageReports,
    AccountsErrorFilter,
    GatewayHandshakes,
    {
      provide: mountedAccountsToken,
      useFactory: (
        principals: PrincipalsService,
        limits: RateLimitsService,
        hasher: PasswordHasher,
        headers: ResponseHeaders,
        outages: OutageReports,
      ): MountedAccounts => ({
        strategy: new BearerStrategy(principals),
        limits,
        hasher,
        headers,
        outages,
      }),
      inject: [
        PrincipalsService,
        RateLimitsService,
        PasswordHasher,
        ResponseHeaders,
        OutageReports,
      ],
    },
    FailedPasswords,
    AccessTokensRepository,
    PrincipalsService,
    PrincipalsRepository,
    ApplicationUses,
    ApplicationUsesRepository,
    {
      provide: PrincipalCache,
      useFactory: (changes: ChangeLog, { principalCacheBytes }: AccountsModuleOptions) =>
        new PrincipalCache(changes, principalCacheBytes),
      inject: [ChangeLog, accountsOptionsToken],
    },
    ChangeLog,
    DatabaseCheck,
    AccountsHealthIndicator,
    PurgeService,
    PrincipalChangesRepository,
    DeletionsRepository,
    EventsService,
    EventSubscriptionsRepository,
    EventDeliveriesRepository,
    ParkedEventsRepository,
    fromOptions(eventSubscribersToken, ({ eventSubscribers = [] }) => eventSubscribers),
    fromOptions(
      deliversEventsToken,
      ({ deliverEvents = accountsDefaults.deliverEvents }) => deliverEvents,
    ),
    fromOptions(accountHooksToken, ({ hooks }) => hooks ?? null),
    AccountHooksCheck,
    AuditTrail,
    ChangesService,
    {
      provide: AuditEventsRepository,
      useFactory: (
        prisma: PrismaService,
        { auditDays = accountsDefaults.auditDays }: AccountsModuleOptions,
      ) => new AuditEventsRepository(prisma, auditDays),
      inject: [PrismaService, accountsOptionsToken],
    },
    {
      provide: AuditSourcesRepository,
      useFactory: (prisma: PrismaService, options: AccountsModuleOptions) =>
        new AuditSourcesRepository(prisma, {
          afterEvent: options.auditSourceDays ?? accountsDefaults.auditSourceDays,
          afterDeletion:
            options.auditSourceDaysAfterDeletion ?? accountsDefaults.auditSourceDaysAfterDeletion,
        }),
      inject: [PrismaService, accountsOptionsToken],
    },
    // Runs before Nest applies the route middleware.
    { provide: tracingToken, useFactory: startTracing },
    { provide: accountsOptionsToken, useFactory: checkedOptions, inject: [givenOptionsToken] },
    fromOptions(Languages, ({ messages }) => new Languages(messages)),
    fromOptions(PrismaService, ({ database }) => new PrismaService(database)),
    fromOptions(TokenSeal, ({ secretKeys }) => new TokenSeal(secretKeys)),
    fromOptions(PasswordHasher, ({ passwordHash }) => new PasswordHasher(passwordHash)),
    fromOptions(
      DtoValidator,
      ({ passwordPolicy = accountsDefaults.passwordPolicy }) => new DtoValidator(passwordPolicy),
    ),
    fromOptions(ApiVersions, ({ apiVersions }) => new ApiVersions(apiVersions)),
    fromOptions(
      CounterStorage,
      ({ counterStorage }) => counterStorage ?? new MemoryCounterStorage(),
    ),
    {
      provide: RateLimitsService,
      useFactory: (storage: CounterStorage, { rateLimits }: AccountsModuleOptions) =>
        new RateLimitsService(storage, rateLimits),
      inject: [CounterStorage, accountsOptionsToken],
    },
    {
      provide: ApplicationDataCatalogue,
      useFactory: (languages: Languages) => new ApplicationDataCatalogue(languages),
      inject: [Languages],
    },
    {
      provide: Links,
      useFactory: (apiPath: string, host: ApplicationConfig) => new Links(apiPath, host),
      inject: [apiPathToken, ApplicationConfig],
    },
    {
      provide: oauthUrlToken,
      useFactory: (address: PublicUrl | undefined) => address ?? null,
      inject: [{ token: PublicUrl, optional: true }],
    },
  ],
  exports: [
    AuditTrail,
    AccountsService,
    AccountPresenter,
    AccountExportService,
    ApplicationsService,
    ApplicationPresenter,
    PrincipalsService,
    AccountsHealthIndicator,
    // Used by the service's readiness check.
    DatabaseCheck,
    // Required by the bearer guard and the error filter, for hosts that use them on their own routes.
    mountedAccountsToken,
  ],
})
export class AccountsModule
  extends ConfigurableModuleClass
  implements NestModule, OnModuleInit, OnApplicationShutdown
{
  constructor(
    private readonly counters: CounterStorage,
    private readonly discovery: DiscoveryService,
    @Inject(controllersToken) private readonly controllers: readonly Type[],
    @Inject(accountsOptionsToken)
    { secondFactor = accountsDefaults.secondFactor, mail }: AccountsModuleOptions,
    @Inject(takenOptionsToken) takenOptions: readonly AccountsFeature['option'][],
    @Optional() secondStep?: SecondStep,
  ) {
    super();
    if (secondFactor !== 'optional' && !secondStep) {
      throw new AccountsOptionsError('secondFactor needs factorsFeature, or a feature with pages.');
    }
    if (mail && !takenOptions.includes('mail'))
      throw new AccountsOptionsError('mail needs mailFeature.');
  }

  /** @throws AccountsOptionsError if two mounts of the application conflict */
  onModuleInit(): void {
    const conflict = conflictOf(mountsOf(this.discovery));
    if (conflict) throw new AccountsOptionsError(`AccountsModule cannot start: ${conflict}.`);
  }

  /** Adds no middleware without an OpenTelemetry provider, because it would cost every request a router layer. */
  configure(consumer: MiddlewareConsumer): void {
    if (isTracing()) consumer.apply(withinRequestSpan).forRoutes(...this.controllers);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.counters.close?.();
  }
}
