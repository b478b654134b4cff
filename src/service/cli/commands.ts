import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Requester } from '../../audit/requester.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { AccountPresenter } from '../../accounts/account.presenter.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import { EventsService } from '../../events/events.service.js';
import { InvalidTokenError } from '../../errors/error-registry.js';
import { presentFormError } from '../../errors/form-error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { english } from '../../language/english.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { accountsFromSettings } from '../accounts-from-settings.js';
import { openDatabase } from '../start/database.js';
import { loadSettings } from '../settings/settings.js';

/** The commands of the command line, with the rules of the API, on the same database. */

const operator: Requester = { channel: 'command_line' };

interface Services {
  accounts: AccountsService;
  applications: ApplicationsService;
  audit: AuditTrail;
  events: EventsService;
  presenter: AccountPresenter;
  sessions: SessionsService;
}

export function createAccount(input: {
  name: string;
  email: string;
  password: string;
  language: string;
}): Promise<object> {
  const { language: language_code, ...members } = input;
  return withServices(async ({ accounts, presenter }) =>
    presenter.present(await accounts.create({ ...members, language_code }, operator)),
  );
}

export function createApplication(input: {
  owner: string;
  name: string;
  redirectUri: string[];
  apiVersion?: string;
  public?: boolean;
}): Promise<object> {
  return withServices(async ({ accounts, applications }) => {
    const owner = await accounts.findByEmail(input.owner);
    if (!owner) throw ValidationFailedError.about({ owner: 'owner_unknown' });
    const { application, clientSecret, accessToken } = await applications.create(
      owner.id,
      {
        name: input.name,
        redirect_uris: input.redirectUri,
        api_version: input.apiVersion,
        public: input.public,
      },
      operator,
    );
    return {
      id: application.id,
      name: application.name,
      owner: owner.email,
      client_id: application.id,
      client_secret: clientSecret,
      access_token: accessToken,
      api_version: application.apiVersion,
      redirect_uris: application.redirectUris,
    };
  });
}

export function listApplications(page: {
  before?: string;
  limit: number;
}): Promise<{ applications: object[] }> {
  return withServices(async ({ applications }) => ({
    applications: (await applications.listAll(page)).map((application) => ({
      id: application.id,
      name: application.name,
      owner: application.owner.email,
      client_id: application.id,
      public: application.clientSecretHash === null,
      api_version: application.apiVersion,
      redirect_uris: application.redirectUris,
    })),
  }));
}

export function revokeToken(token: string): Promise<object> {
  return withServices(async ({ applications }) => {
    if (!(await applications.revokeAnyToken(token, operator))) throw new InvalidTokenError();
    return { revoked: true };
  });
}

/** @param account the email of the account whose sessions end */
export function endSessions(account: string): Promise<object> {
  return withServices(async ({ accounts, sessions }) => {
    const owner = await accounts.findByEmail(account);
    if (!owner) throw ValidationFailedError.about({ account: 'owner_unknown' });
    return { ended: await sessions.endAll(owner.id, operator) };
  });
}

/** @param account the email or id of an account, which may be deleted; default: all accounts */
export function listAuditEvents({
  account,
  ...query
}: {
  account?: string;
  before?: string;
  limit: number;
}): Promise<{ events: Record<string, unknown>[] }> {
  return withServices(async ({ accounts, audit }) => {
    const accountId = account && ((await accounts.findByEmail(account))?.id ?? account);
    const events = await audit.list({ accountId, ...query });
    return {
      events: events.map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        event: event.event,
        result: event.result,
        account_id: event.accountId,
        application_id: event.applicationId,
        application_name: event.applicationName ?? null,
        actor_id: event.actorId,
        client_id: event.clientId,
        client_name: event.clientName ?? null,
        channel: event.channel,
        source: event.source,
        request_id: event.requestId,
        members: event.members,
        count: event.count,
        last_at: event.lastAt.toISOString(),
      })),
    };
  });
}

/** The state of each subscription to events. */
export function listSubscriptions(): Promise<{ subscriptions: readonly object[] }> {
  return withServices(async ({ events }) => ({ subscriptions: await events.list() }));
}

/** Delivers the parked events of a subscription again. */
export function retryEvents(subscription: string): Promise<object> {
  return withServices(async ({ events }) => {
    const retried = await events.retry(subscription);
    if (retried === undefined) throw unknownSubscription();
    return { retried };
  });
}

/** Deletes a subscription with its events. */
export function dropSubscription(subscription: string): Promise<object> {
  return withServices(async ({ events }) => {
    if (!(await events.drop(subscription))) throw unknownSubscription();
    return { dropped: true };
  });
}

const unknownSubscription = () => new Error('There is no subscription of this name.');

/** Applies the migrations that are not in the database yet. */
export async function migrate(): Promise<object> {
  const database = await openDatabase(loadSettings());
  await database.close();
  return { applied: database.applied };
}

/** The sentences of an error for a terminal. */
export function explain(error: unknown): string {
  if (error instanceof ValidationFailedError) {
    const { children } = presentFormError(error.form, english).form;
    return Object.entries(children)
      .map(([field, { errors = [] }]) => `${field}: ${errors.join(' ')}`)
      .join('\n');
  }
  if (error instanceof TranslatableError) return english.say(error.code, error.params);
  return error instanceof Error ? error.message : String(error);
}

/** The module of the application that mounts the accounts, where the commands run in one. */
let hostModule: Type | undefined;

/**
 * Makes the following commands run in an application: with its database, its secret keys and its hooks.
 *
 * @param file the JavaScript of its module, which exports it by default or as `AppModule`
 */
export async function useApp(file: string): Promise<void> {
  const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  const module = exported.default ?? exported.AppModule;
  if (typeof module !== 'function') {
    throw new Error(`${file} exports no module, neither by default nor as AppModule.`);
  }
  hostModule = module as Type;
}

/** Runs a command beside a service that may be running on the same database. */
async function withServices<T>(command: (services: Services) => Promise<T>): Promise<T> {
  if (hostModule) return inContext(hostModule, command);
  const settings = loadSettings();
  const database = await openDatabase(settings);
  try {
    return await inContext(accountsFromSettings(settings, database.url, [], []), command);
  } finally {
    await database.close();
  }
}

async function inContext<T>(
  module: Type | DynamicModule,
  command: (services: Services) => Promise<T>,
): Promise<T> {
  const options = { logger: false, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext(module, options);
  try {
    return await command({
      accounts: app.get(AccountsService, { strict: false }),
      applications: app.get(ApplicationsService, { strict: false }),
      audit: app.get(AuditTrail, { strict: false }),
      events: app.get(EventsService, { strict: false }),
      presenter: app.get(AccountPresenter, { strict: false }),
      sessions: app.get(SessionsService, { strict: false }),
    });
  } finally {
    await app.close();
  }
}
