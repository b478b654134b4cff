import {
  ConfigurableModuleBuilder,
  Module,
  type FactoryProvider,
  type InjectionToken,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { ApplicationConfig, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { getOptionsToken, getStorageToken } from '@nestjs/throttler';
import { BearerAuthGuard } from './access/bearer-auth.guard.js';
import { BearerStrategy } from './access/bearer.strategy.js';
import { ExpiredRowsRepository } from './access/expired-rows.repository.js';
import { PasswordHasher } from './access/password-hasher.js';
import { PrincipalsRepository } from './access/principals.repository.js';
import { PrincipalsService } from './access/principals.service.js';
import { PurgeService } from './access/purge.service.js';
import { SessionsRepository } from './access/sessions.repository.js';
import { SessionsService } from './access/sessions.service.js';
import { TokenSeal } from './access/token-seal.js';
import type {
  AccountsModuleExtras,
  AccountsModuleOptions,
  AccountsOptionsFactory,
} from './accounts.options.js';
import { AccountPresenter } from './accounts/account.presenter.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { ApplicationDataController } from './accounts/application-data.controller.js';
import { ApplicationPresenter } from './applications/application.presenter.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { ApplicationsService } from './applications/applications.service.js';
import { OwnTokensRepository } from './applications/own-tokens.repository.js';
import { AccountPagesController } from './console/account.controller.js';
import { ApplicationPagesController } from './console/applications.controller.js';
import { AssetsController } from './console/assets.controller.js';
import { AuthorizeController } from './console/authorize.controller.js';
import { ConsoleCookies } from './console/browser/console-cookies.js';
import { ConsoleOptions } from './console/console.options.js';
import { GrantPagesController } from './console/grants.controller.js';
import { HomeController } from './console/home.controller.js';
import { PageErrorFilter } from './console/browser/page-error.filter.js';
import { PageWriter } from './console/browser/page-writer.js';
import { SessionPagesController } from './console/sessions.controller.js';
import { SignInController } from './console/sign-in.controller.js';
import { PrismaService } from './database/prisma.service.js';
import { AnswerHeaders } from './http/answer-headers.js';
import { ApiVersions } from './http/api-versions.js';
import { DtoValidator } from './http/dto-validator.js';
import { ErrorFilter } from './http/error.filter.js';
import { joinedPath } from './http/joined-path.js';
import { Links } from './http/links.js';
import { PublicAddress } from './http/public-address.js';
import { throttlerOptions, ThrottlerCounters } from './http/rate-limit.throttler.js';
import { ApplicationDataCatalogue } from './language/application-data.js';
import { Languages } from './language/languages.js';
import { createCounterStorage } from './limits/counter-storage.factory.js';
import { CounterStorage } from './limits/counter.storage.js';
import { RateLimitsService } from './limits/rate-limits.service.js';
import { AuthorizationsRepository } from './oauth/authorizations.repository.js';
import { AuthorizationsService } from './oauth/authorizations.service.js';
import { ClientAuthenticator } from './oauth/client-authenticator.js';
import { ClientsRepository } from './oauth/clients.repository.js';
import { GrantsRepository } from './oauth/grants.repository.js';
import { IssuedTokensService } from './oauth/issued-tokens.service.js';
import { MetadataController } from './oauth/metadata.controller.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { TokensService } from './oauth/tokens.service.js';

const apiPathToken = Symbol('ACCOUNTS_API_PATH');
const mountPathToken = Symbol('ACCOUNTS_MOUNT_PATH');

/** What is mounted below the base path. */
const apiControllers = [AccountsController, ApplicationsController, ApplicationDataController];

/** What has an address of its own: OAuth, and the pages for people. */
const otherControllers = [
  OAuthController,
  MetadataController,
  AuthorizeController,
  AssetsController,
  SignInController,
  ApplicationPagesController,
  AccountPagesController,
  SessionPagesController,
  GrantPagesController,
  HomeController,
];

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<AccountsModuleOptions>({ moduleName: 'Accounts' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createAccountsOptions' satisfies keyof AccountsOptionsFactory)
    .setExtras<AccountsModuleExtras>({}, (definition, { mountPath, basePath = 'api' }) => {
      const apiPath = joinedPath(mountPath, basePath);
      return {
        ...definition,
        controllers: [
          ...apiControllers.map((controller) => below(apiPath, controller)),
          ...otherControllers.map((controller) => below(joinedPath(mountPath), controller)),
        ],
        providers: [
          ...(definition.providers ?? []),
          { provide: apiPathToken, useValue: apiPath },
          { provide: mountPathToken, useValue: joinedPath(mountPath) },
        ],
      };
    })
    .build();

/** The controller with its path below another. Nest keeps a path on the class: this is a class of its own. */
function below(path: string, controller: Type): Type {
  const mounted = class extends controller {};
  Object.defineProperty(mounted, 'name', { value: controller.name });
  const own = Reflect.getMetadata(PATH_METADATA, controller) as string;
  Reflect.defineMetadata(PATH_METADATA, joinedPath(path, own), mounted);
  return mounted;
}

/** A provider made from the module's options. */
function fromOptions<T>(
  provide: InjectionToken<T>,
  useFactory: (options: AccountsModuleOptions) => T | Promise<T>,
): FactoryProvider<T> {
  return { provide, useFactory, inject: [MODULE_OPTIONS_TOKEN] };
}

/**
 * The accounts of an application: `AccountsModule.forRoot(options)` or `forRootAsync(…)`.
 *
 * Everything is bound to the module's own controllers; the host's globals stay as they are.
 */
@Module({
  providers: [
    AccountsService,
    AccountsRepository,
    AccountPresenter,
    ApplicationsService,
    ApplicationsRepository,
    OwnTokensRepository,
    ApplicationPresenter,
    AnswerHeaders,
    ErrorFilter,
    PageErrorFilter,
    BearerAuthGuard,
    BearerStrategy,
    PrincipalsService,
    PrincipalsRepository,
    SessionsService,
    SessionsRepository,
    PurgeService,
    ExpiredRowsRepository,
    AuthorizationsService,
    AuthorizationsRepository,
    GrantsRepository,
    ClientsRepository,
    ClientAuthenticator,
    TokensService,
    IssuedTokensService,
    ConsoleCookies,
    PageWriter,
    Languages,
    fromOptions(ConsoleOptions, ({ signUp = true, passwordPolicy = 'standard' }) => ({
      signUp,
      passwordPolicy,
    })),
    {
      provide: PublicAddress,
      useFactory: (
        { publicUrl }: AccountsModuleOptions,
        mountPath: string,
        host: ApplicationConfig,
      ) => new PublicAddress(publicUrl, mountPath, host),
      inject: [MODULE_OPTIONS_TOKEN, mountPathToken, ApplicationConfig],
    },
    fromOptions(PrismaService, ({ database }) => new PrismaService(database)),
    fromOptions(TokenSeal, ({ secretKeys }) => new TokenSeal(secretKeys)),
    fromOptions(PasswordHasher, ({ passwordHash }) => new PasswordHasher(passwordHash)),
    fromOptions(
      DtoValidator,
      ({ passwordPolicy = 'standard' }) => new DtoValidator(passwordPolicy),
    ),
    fromOptions(ApiVersions, ({ apiVersions }) => new ApiVersions(apiVersions)),
    fromOptions(CounterStorage, ({ redisUrl }) => createCounterStorage(redisUrl)),
    {
      provide: RateLimitsService,
      useFactory: (storage: CounterStorage, { rateLimits }: AccountsModuleOptions) =>
        new RateLimitsService(storage, rateLimits),
      inject: [CounterStorage, MODULE_OPTIONS_TOKEN],
    },
    {
      provide: getOptionsToken(),
      useFactory: throttlerOptions,
      inject: [RateLimitsService, Reflector],
    },
    {
      provide: getStorageToken(),
      useFactory: (counters: CounterStorage) => new ThrottlerCounters(counters),
      inject: [CounterStorage],
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
  ],
  exports: [
    AccountsService,
    AccountPresenter,
    ApplicationsService,
    ApplicationPresenter,
    PrincipalsService,
    PrismaService,
    PublicAddress,
    // What the bearer guard and the error filter stand on, for hosts that bind them to their routes.
    BearerAuthGuard,
    BearerStrategy,
    RateLimitsService,
    ErrorFilter,
    PageErrorFilter,
    AnswerHeaders,
    Languages,
  ],
})
export class AccountsModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(private readonly counters: CounterStorage) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.counters.close?.();
  }
}
