import {
  ConfigurableModuleBuilder,
  Inject,
  Module,
  Optional,
  type DynamicModule,
  type FactoryProvider,
  type MiddlewareConsumer,
  type NestModule,
  type OnModuleInit,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { AuditTrail } from './audit/audit-trail.js';
import { ChangesService } from './changes/changes.service.js';
import { ExpiredRowsRepository } from './database/purge/expired-rows.repository.js';
import { PrincipalsService } from './principals/principals.service.js';
import type { ExpiringRows } from './database/purge/expiring-rows.js';
import { databaseProviders } from './database/database.providers.js';
import { languageProviders } from './language/language.providers.js';
import { principalsProviders } from './principals/principals.providers.js';
import { limitsProviders } from './limits/limits.providers.js';
import { brandProviders } from './brand/brand.providers.js';
import { auditProviders } from './audit/audit.providers.js';
import { eventsProviders } from './events/events.providers.js';
import { accessProviders } from './access/access.providers.js';
import { httpProviders } from './http/http.providers.js';
import { applicationsProviders } from './applications/applications.providers.js';
import { accountsProviders } from './accounts/accounts.providers.js';
import { accountsDefaults } from './accounts.defaults.js';
import {
  accountsOptionsToken,
  apiPathToken,
  checkedOptions,
  checkedExtras,
  fromOptions,
  mountPathToken,
  type AccountsModuleExtras,
  type AccountsModuleOptions,
  type AccountsOptionsFactory,
  type AccountsFeature,
} from './accounts.options.js';
import { AccountsOptionsError } from './options/accounts-options.error.js';
import { ownProviders } from './options/own-provider.js';
import { holdsOptions } from './options/unknown-options.js';
import { AccountPresenter } from './accounts/account.presenter.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { secondStepToken } from './accounts/sign-in/second-step.js';
import { ApplicationDataController } from './accounts/application-data/application-data.controller.js';
import { ApplicationPresenter } from './applications/application.presenter.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsService } from './applications/applications.service.js';
import { NamedTokensController } from './applications/named-tokens.controller.js';
import { NamedTokensService } from './applications/named-tokens.service.js';
import { findConflict, findMounts, mountToken, type Mount } from './events/mount.js';
import { DatabaseCheck } from './database/database-check.js';
import { AccountsHealthIndicator } from './database/health.indicator.js';
import { PrismaService } from './database/prisma.service.js';
import { DtoValidator } from './validation/dto-validator.js';
import { findUnguardedField } from './http/guarded-fields.js';
import { findUnknownScope } from './http/required-scopes.js';
import { ProtectedResources } from './http/protected-resources.js';
import { scopes } from './principals/principal.js';
import { mountedAccountsToken } from './http/mounted-accounts.js';
import { createPreflights } from './http/cross-origin.guard.js';
import { joinedPath } from './http/urls/joined-path.js';
import { AccountExportController } from './export/account-export.controller.js';
import { AccountExportRepository } from './export/account-export.repository.js';
import { AccountExportService } from './export/account-export.service.js';
import { findRepeatedRoute, listPaths, mountController } from './http/urls/mounted-controller.js';
import { CounterStorage } from './limits/storage/counter.storage.js';
import { isTracing, startTracing } from './tracing/tracing.js';
import { withinRequestSpan } from './http/tracing/request-span.js';
import { GatewayHandshakes } from './request/gateway-handshakes.js';

/** Nest shows this name in its error if a host imports the bare class. */
const controllersToken = Symbol('what AccountsModule.forRoot() or forRootAsync() provides');

/** The injection token of the options that the mounted features use. */
const featureOptionsToken = Symbol('ACCOUNTS_TAKEN_OPTIONS');
const tracingToken = Symbol('ACCOUNTS_TRACING');
const givenOptionsToken = Symbol('the options of AccountsModule.forRoot() or forRootAsync()');

/** The controllers mounted below the base path. */
const apiControllers = [
  AccountsController,
  AccountExportController,
  ApplicationsController,
  NamedTokensController,
  ApplicationDataController,
];

/** The providers of the API. The purge deletes expired rows in this order. */
const coreProviders: readonly Provider[] = [
  ...databaseProviders,
  ...languageProviders,
  ...brandProviders,
  ...principalsProviders,
  ...limitsProviders,
  ...auditProviders,
  ...eventsProviders,
  ChangesService,
  ...accessProviders,
  ...httpProviders,
  fromOptions(
    DtoValidator,
    ({ passwordPolicy = accountsDefaults.passwordPolicy }) => new DtoValidator(passwordPolicy),
  ),
  GatewayHandshakes,
  ...applicationsProviders,
  ...accountsProviders,
  AccountExportService,
  AccountExportRepository,
];

/** Returns the repositories whose rows expire. */
function expiringIn(providers: readonly Provider[]): Type<ExpiringRows>[] {
  return providers
    .map((provider) => (typeof provider === 'function' ? provider : provider.provide))
    .filter(
      (token): token is Type<ExpiringRows> =>
        typeof token === 'function' &&
        ('deleteExpired' satisfies keyof ExpiringRows) in token.prototype,
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
      const isAsync = definition.imports !== undefined;
      const {
        isGlobal = false,
        decorators = [],
        name = accountsDefaults.name,
        basePath = accountsDefaults.basePath,
        ...given
      } = checkedExtras(extras, { isAsync });
      const mountPath = joinedPath(given.mountPath);
      const apiPath = joinedPath(mountPath, basePath);
      const operationPrefix = name === accountsDefaults.name ? '' : `${name}_`;
      const features = withoutIncluded(given.features ?? []);
      // Features may share providers.
      const featureProviders = [...new Set(features.flatMap(({ providers }) => providers))];
      const mounted = (path: string, controllers: readonly Type[]) =>
        controllers.map((each) => mountController(path, each, decorators, operationPrefix));
      const routes = [
        ...mounted(apiPath, apiControllers),
        ...features.flatMap(({ apiControllers: own = [] }) => mounted(apiPath, own)),
        ...features.flatMap(({ controllers: own }) => mounted(mountPath, own)),
      ];
      const repeated = findRepeatedRoute(routes);
      if (repeated !== undefined) {
        throw new AccountsOptionsError(
          `AccountsModule cannot start: two features have the route ${repeated}: list each feature once.`,
        );
      }
      const controllers = [...routes, createPreflights(routes)];
      return {
        ...definition,
        global: isGlobal,
        controllers,
        providers: [
          ...(definition.providers ?? []),
          { provide: controllersToken, useValue: controllers },
          { provide: apiPathToken, useValue: apiPath },
          { provide: mountPathToken, useValue: mountPath },
          {
            provide: featureOptionsToken,
            useValue: features.flatMap(({ options = [] }) => options),
          },
          {
            provide: mountToken,
            useFactory: (database: DatabaseCheck, { declared }: ProtectedResources): Mount => ({
              name,
              operationPrefix,
              isGlobal,
              scopes: [...scopes, ...declared.flatMap((each) => Object.keys(each.scopes))],
              paths: controllers.flatMap((each) => listPaths(each)),
              hasMessages: controllers.some((each) => listPaths(each).length === 0),
              get tables() {
                return database.tables;
              },
            }),
            inject: [DatabaseCheck, ProtectedResources],
          },
          ...featureProviders,
          ...ownProviders(featureProviders),
          {
            provide: ExpiredRowsRepository,
            useFactory: (prisma: PrismaService, ...tables: ExpiringRows[]) =>
              new ExpiredRowsRepository(prisma, tables),
            inject: [PrismaService, ...expiringIn([...coreProviders, ...featureProviders])],
          },
        ],
        exports: features.flatMap(({ exports }) => exports),
      };
    },
  )
  .build();

/** Names the missing method of an {@link AccountsOptionsFactory}, which Nest calls without a check. */
function withCheckedFactory(definition: DynamicModule): DynamicModule {
  const isSource = (each: Provider): each is FactoryProvider =>
    typeof each === 'object' && each.provide === givenOptionsToken && 'useFactory' in each;
  const useFactory = (factory: Partial<AccountsOptionsFactory> | null) => {
    if (typeof factory?.createAccountsOptions === 'function')
      return factory.createAccountsOptions();
    throw new AccountsOptionsError(
      'AccountsModule cannot start: useClass and useExisting require a method createAccountsOptions.',
    );
  };
  const providers = definition.providers?.map((each) =>
    isSource(each) ? { ...each, useFactory } : each,
  );
  return { ...definition, providers };
}

/** Removes features that another feature includes. */
function withoutIncluded(features: readonly AccountsFeature[]): AccountsFeature[] {
  const included = new Set(features.flatMap(({ includes = [] }) => includes));
  return [...new Set(features)].filter((feature) => !included.has(feature));
}

/** The parameter of `forRootAsync`: a source of the options, plus the extras. */
export type AccountsModuleAsyncOptions = Parameters<typeof ConfigurableModuleClass.forRootAsync>[0];

/**
 * The accounts module of an application: import `AccountsModule.forRoot(options)` or `forRootAsync(…)`.
 *
 * It binds everything to its own controllers and leaves the host's globals unchanged.
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...coreProviders,
    // Runs before Nest applies the route middleware.
    { provide: tracingToken, useFactory: startTracing },
    { provide: accountsOptionsToken, useFactory: checkedOptions, inject: [givenOptionsToken] },
  ],
  exports: [
    AuditTrail,
    AccountsService,
    AccountPresenter,
    AccountExportService,
    ApplicationsService,
    NamedTokensService,
    ApplicationPresenter,
    PrincipalsService,
    AccountsHealthIndicator,
    // Used by the service's readiness check.
    DatabaseCheck,
    // Required by the bearer guard and the error filter, which hosts can use on other routes.
    mountedAccountsToken,
  ],
})
export class AccountsModule
  extends ConfigurableModuleClass
  implements NestModule, OnModuleInit, OnApplicationShutdown
{
  /** @throws AccountsOptionsError without an object, or naming the invalid extras */
  static override forRoot(options: AccountsModuleOptions & AccountsModuleExtras): DynamicModule {
    if (holdsOptions(options)) return super.forRoot(options);
    throw new AccountsOptionsError(
      'AccountsModule cannot start: forRoot() requires an object with options.',
    );
  }

  /** @throws AccountsOptionsError naming the invalid extras, or if the options have no source */
  static override forRootAsync(options: AccountsModuleAsyncOptions): DynamicModule {
    const given = holdsOptions(options) ? options : {};
    const definition = super.forRootAsync(given);
    const { useFactory, useClass, useExisting } = given;
    const isSource = useExisting !== undefined || typeof (useFactory ?? useClass) === 'function';
    const sources = [useFactory, useClass, useExisting].filter((source) => source !== undefined);
    if (isSource && sources.length === 1)
      return useFactory ? definition : withCheckedFactory(definition);
    throw new AccountsOptionsError(
      'AccountsModule cannot start: forRootAsync() requires one of useFactory, useClass and useExisting.',
    );
  }

  constructor(
    private readonly counters: CounterStorage,
    private readonly discovery: DiscoveryService,
    @Inject(controllersToken) private readonly controllers: readonly Type[],
    @Inject(accountsOptionsToken)
    { secondFactor = accountsDefaults.secondFactor, ...options }: AccountsModuleOptions,
    @Inject(featureOptionsToken) featureOptions: AccountsFeature['options'] & object,
    @Optional() @Inject(secondStepToken) secondStep?: object,
  ) {
    super();
    if (secondFactor !== 'optional' && !secondStep) {
      throw new AccountsOptionsError('secondFactor needs factorsFeature, or a feature with pages.');
    }
    if (options.mail && !featureOptions.includes('mail'))
      throw new AccountsOptionsError('mail needs mailFeature.');
    if (options.allowedOrigins && !featureOptions.includes('allowedOrigins'))
      throw new AccountsOptionsError('allowedOrigins needs signInFeature.');
    if (options.pages && !featureOptions.includes('pages'))
      throw new AccountsOptionsError('pages needs signInFeature.');
  }

  /**
   * @throws AccountsOptionsError if two mounts of the application conflict, a route requires an unknown scope, or a guard
   *   of the module does not run
   */
  onModuleInit(): void {
    const mounts = findMounts(this.discovery);
    const known = mounts.flatMap(({ scopes }) => scopes);
    const problem =
      findConflict(mounts) ??
      findUnknownScope(this.discovery, known) ??
      findUnguardedField(this.discovery);
    if (problem) throw new AccountsOptionsError(`AccountsModule cannot start: ${problem}.`);
  }

  /** Adds no middleware without an OpenTelemetry provider, because it would cost every request a router layer. */
  configure(consumer: MiddlewareConsumer): void {
    if (isTracing()) consumer.apply(withinRequestSpan).forRoutes(...this.controllers);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.counters.close?.();
  }
}
