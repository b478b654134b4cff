import {
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
import { PrincipalsService } from './principals/principals.service.js';
import {
  ConfigurableModuleClass,
  controllersToken,
  coreProviders,
  featureOptionsToken,
  givenOptionsToken,
} from './accounts.module-definition.js';
import { accountsDefaults } from './accounts.defaults.js';
import {
  accountsOptionsToken,
  checkedOptions,
  type AccountsModuleExtras,
  type AccountsModuleOptions,
  type AccountsOptionsFactory,
  type AccountsFeature,
} from './accounts.options.js';
import { AccountsOptionsError } from './options/accounts-options.error.js';
import { holdsOptions } from './options/unknown-options.js';
import { AccountPresenter } from './accounts/account.presenter.js';
import { AccountsService } from './accounts/accounts.service.js';
import { secondStepToken } from './accounts/sign-in/second-step.js';
import { ApplicationPresenter } from './applications/application.presenter.js';
import { ApplicationsService } from './applications/applications.service.js';
import { NamedTokensService } from './applications/named-tokens.service.js';
import { findConflict, findMounts } from './events/mount.js';
import { DatabaseCheck } from './database/database-check.js';
import { AccountsHealthIndicator } from './database/health.indicator.js';
import { findUnguardedField } from './http/guarded-fields.js';
import { findUnknownScope } from './http/required-scopes.js';
import { mountedAccountsToken } from './http/mounted-accounts.js';
import { AccountExportService } from './export/account-export.service.js';
import { CounterStorage } from './limits/storage/counter.storage.js';
import { isTracing, startTracing } from './tracing/tracing.js';
import { withinRequestSpan } from './http/tracing/request-span.js';

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

const tracingToken = Symbol('ACCOUNTS_TRACING');

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
    const [source, ...others] = [useFactory, useClass, useExisting].filter(
      (each) => each !== undefined,
    );
    // Any token may name an existing provider.
    const isSource = useExisting !== undefined || typeof source === 'function';
    if (isSource && others.length === 0)
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
