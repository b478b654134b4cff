import type { DynamicModule, INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AccountsFeature } from '../../accounts.options.js';
import { AccountPresenter } from '../../accounts/account.presenter.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import { NamedTokensService } from '../../applications/named-tokens.service.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { isOperatorName, longestOperatorName } from '../../audit/operator-name.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { mountToken, type Mount } from '../../events/mount.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { oauthUrlProviders } from '../../sign-in/public-url.provider.js';
import { ResourcesService } from '../../oauth/resources/resources.service.js';
import { MaintenanceService } from '../../operator/maintenance.service.js';
import { operatorFeature } from '../../operator/operator.feature.js';
import { OperatorService } from '../../operator/operator.service.js';
import { OperatorTokensService } from '../../operator/operator-tokens.service.js';
import { SignOutsService } from '../../operator/sign-outs.service.js';
import { mailLinksProvider } from '../../email-flows/links/mail-links.js';
import { accountsFromSettings } from '../accounts-from-settings.js';
import { formatLine, type LogFormatName } from '../log-formats.js';
import { loadSettings, type Settings } from '../settings/settings.js';
import { openDatabase } from '../start/database.js';

/** The services that commands use. They apply the same rules as the API. */
export interface Services {
  readonly accounts: AccountsService;
  readonly applications: ApplicationsService;
  readonly audit: AuditTrail;
  readonly exports: AccountExportService;
  readonly maintenance: MaintenanceService;
  readonly namedTokens: NamedTokensService;
  readonly operator: OperatorService;
  readonly operatorTokens: OperatorTokensService;
  readonly presenter: AccountPresenter;
  readonly resources: ResourcesService;
  readonly signOuts: SignOutsService;
  readonly requester: OperatorRequester;
  /**
   * Finds an account by email or id.
   *
   * @param option the option or argument with the value, for the error if no account has this email
   */
  findAccount(emailOrId: string, option: string): Promise<Account>;
}

/** Provides the URLs of links, but not the pages behind them. Includes links in mails if the service sends mails. */
function linksFeature({ mail }: Settings): AccountsFeature {
  return {
    controllers: [],
    providers: [...oauthUrlProviders, ...(mail ? [mailLinksProvider] : [])],
    exports: [],
  };
}

/** The global options. */
export interface TargetOptions {
  /** The JavaScript file of an application module, which is the default export or `AppModule`. */
  readonly app?: string;
  /** The name of the mount in the application. Default: the only one */
  readonly mount?: string;
  /** The operator's name in the audit trail. Default: the system user */
  readonly as?: string;
}

/** The accounts that a command acts on, and its operator. */
export interface Target {
  readonly operatorName: string;
  /** The application module that mounts the accounts, if the command runs in an application. */
  readonly hostModule: Type | undefined;
  readonly mountName: string | undefined;
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Default: the accounts of the settings, for the system user */
  readonly target: Target | undefined;
  /** Prints a line on standard error. */
  printError(this: void, line: string): void;
}

/** @throws Error for an operator's name that the audit trail does not accept, and for a file without a module */
export async function findTarget({ app, mount, as }: TargetOptions): Promise<Target> {
  if (as !== undefined && !isOperatorName(as)) {
    throw new Error(`--as takes a name of at most ${longestOperatorName} visible characters.`);
  }
  return {
    operatorName: as ?? systemUser(),
    hostModule: app === undefined ? undefined : await loadModule(app),
    mountName: mount,
  };
}

/**
 * The user of the process. Falls back to the user id: a container may have no user with that id, and a directory may
 * have names that are too long.
 */
function systemUser(): string {
  const uid = `uid ${process.getuid?.()}`;
  try {
    const { username } = userInfo();
    return isOperatorName(username) ? username : uid;
  } catch {
    return uid;
  }
}

interface Exported {
  readonly default?: Exported;
  readonly AppModule?: unknown;
}

async function loadModule(file: string): Promise<Type> {
  const { default: byDefault, AppModule }: Exported = await import(
    pathToFileURL(resolve(file)).href
  );
  // The exports of a CommonJS module are the default of its import.
  const candidates: unknown[] = [byDefault, AppModule, byDefault?.default, byDefault?.AppModule];
  const module = candidates.find((each): each is Type => typeof each === 'function');
  if (!module) {
    throw new Error(`${file} exports no module, neither by default nor as AppModule.`);
  }
  return module;
}

export async function withServices<T>(
  { env, target: named, printError }: Surroundings,
  command: (services: Services) => Promise<T>,
): Promise<T> {
  const target = named ?? (await findTarget({}));
  if (target.hostModule) {
    return inContext(target.hostModule, target, createAuditLog(printError), command);
  }
  const settings = loadSettings(env);
  const database = await openDatabase(settings);
  try {
    return await inContext(
      accountsFromSettings(settings, database.url, [operatorFeature(), linksFeature(settings)], []),
      target,
      createAuditLog(printError, settings.logFormat),
      command,
    );
  } finally {
    await database.close();
  }
}

/**
 * Writes audit events as JSON lines to standard error, in the format of the service's log. Logs nothing else: the
 * command itself reports a failure.
 *
 * @param format `pretty` is `json`, because the lines are for the log of the machine
 */
function createAuditLog(
  printError: (line: string) => void,
  format: LogFormatName = 'json',
): LoggerService {
  const name = format === 'pretty' ? 'json' : format;
  const write =
    (level: string) =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.at(-1);
      if (context !== AuditTrail.name) return;
      printError(formatLine(name, level, context, message));
    };
  return { log: write('info'), warn: write('warn'), error: write('error') };
}

async function inContext<T>(
  module: Type | DynamicModule,
  { operatorName, mountName }: Target,
  logger: LoggerService,
  command: (services: Services) => Promise<T>,
): Promise<T> {
  const options = { logger, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext(module, options);
  try {
    const mounted = mountedIn(app, mountName);
    const provided = <S>(type: Type<S>) => mounted.getProviderByKey<S>(type)?.instance;
    const providedToOperators = <S>(type: Type<S>): S => {
      if (mounted.providers.has(type)) return provided(type);
      throw new Error('The application lacks operatorFeature() of nest-accounts/operator.');
    };
    const accounts = provided(AccountsService);
    return await command({
      accounts,
      applications: provided(ApplicationsService),
      audit: provided(AuditTrail),
      exports: provided(AccountExportService),
      get maintenance() {
        return providedToOperators(MaintenanceService);
      },
      namedTokens: provided(NamedTokensService),
      get operator() {
        return providedToOperators(OperatorService);
      },
      get operatorTokens() {
        return providedToOperators(OperatorTokensService);
      },
      presenter: provided(AccountPresenter),
      get resources() {
        return providedToOperators(ResourcesService);
      },
      get signOuts() {
        return providedToOperators(SignOutsService);
      },
      requester: { channel: 'command_line', operator: operatorName },
      async findAccount(emailOrId, option) {
        if (!emailOrId.includes('@')) return accounts.get(emailOrId);
        const account = await accounts.findByEmail(emailOrId);
        if (!account) throw ValidationFailedError.about({ [option]: 'owner_unknown' });
        return account;
      },
    });
  } finally {
    await app.close();
  }
}

/** Finds the Nest module of the mount that commands act on. @throws Error if it must be named, or does not exist */
function mountedIn(app: INestApplicationContext, mountName?: string) {
  const mounts = [...app.get(ModulesContainer).values()].filter(({ providers }) =>
    providers.has(mountToken),
  );
  const names = mounts.map((each) => each.getProviderByKey<Mount>(mountToken).instance.name);
  const mount =
    mountName === undefined && mounts.length === 1
      ? mounts[0]
      : mounts.find((_, index) => names[index] === mountName);
  if (mount) return mount;
  if (names.length === 0) throw new Error('The application does not import AccountsModule.');
  throw new Error(`The application has the mounts ${names.join(', ')}: name one with --mount.`);
}
