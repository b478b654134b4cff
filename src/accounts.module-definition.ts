import { ConfigurableModuleBuilder, type Provider, type Type } from '@nestjs/common';
import { ChangesService } from './changes/changes.service.js';
import { ExpiredRowsRepository } from './database/purge/expired-rows.repository.js';
import type { ExpiringRows } from './database/purge/expiring-rows.js';
import { databaseProviders } from './database/database.providers.js';
import { languageProviders } from './language/language.providers.js';
import { brandProviders } from './brand/brand.providers.js';
import { principalsProviders } from './principals/principals.providers.js';
import { limitsProviders } from './limits/limits.providers.js';
import { auditProviders } from './audit/audit.providers.js';
import { eventsProviders } from './events/events.providers.js';
import { accessProviders } from './access/access.providers.js';
import { httpProviders } from './http/http.providers.js';
import { applicationsProviders } from './applications/applications.providers.js';
import { accountsProviders } from './accounts/accounts.providers.js';
import { accountsDefaults } from './accounts.defaults.js';
import {
  apiPathToken,
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
import { AccountsController } from './accounts/accounts.controller.js';
import { ApplicationDataController } from './accounts/application-data/application-data.controller.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { NamedTokensController } from './applications/named-tokens.controller.js';
import { mountToken, type Mount } from './events/mount.js';
import { DatabaseCheck } from './database/database-check.js';
import { PrismaService } from './database/prisma.service.js';
import { DtoValidator } from './validation/dto-validator.js';
import { ProtectedResources } from './http/protected-resources.js';
import { scopes } from './principals/principal.js';
import { createPreflights } from './http/cross-origin.guard.js';
import { joinedPath } from './http/urls/joined-path.js';
import { AccountExportController } from './export/account-export.controller.js';
import { AccountExportRepository } from './export/account-export.repository.js';
import { AccountExportService } from './export/account-export.service.js';
import { findRepeatedRoute, listPaths, mountController } from './http/urls/mounted-controller.js';
import { GatewayHandshakes } from './request/gateway-handshakes.js';

/** Nest shows this name in its error if a host imports the bare class. */
export const controllersToken = Symbol('what AccountsModule.forRoot() or forRootAsync() provides');

/** The injection token of the options that the mounted features use. */
export const featureOptionsToken = Symbol('ACCOUNTS_TAKEN_OPTIONS');
export const givenOptionsToken = Symbol(
  'the options of AccountsModule.forRoot() or forRootAsync()',
);

/** The controllers mounted below the base path. */
const apiControllers = [
  AccountsController,
  AccountExportController,
  ApplicationsController,
  NamedTokensController,
  ApplicationDataController,
];

/** The providers of the API. The purge deletes expired rows in this order. */
export const coreProviders: readonly Provider[] = [
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

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<AccountsModuleOptions>({
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

/** Removes features that another feature includes. */
function withoutIncluded(features: readonly AccountsFeature[]): AccountsFeature[] {
  const included = new Set(features.flatMap(({ includes = [] }) => includes));
  return [...new Set(features)].filter((feature) => !included.has(feature));
}
