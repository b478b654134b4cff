import type { INestApplication } from '@nestjs/common';
import request, { type Test } from 'supertest';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { Account } from '../../src/database/records.js';
import { createService } from '../../src/service/create-service.js';
import { readSettings, type Settings } from '../../src/service/settings.js';
import { createTestDatabase } from './postgres.js';
import { freePort } from './service-process.js';

export const password = 'correct horse 7';

/** Somebody with an account, and an application's token for it. */
export interface Caller {
  readonly account: Account;
  readonly applicationId: string;
  readonly token: string;
}

export interface TestService {
  readonly app: INestApplication;
  readonly url: string;
  readonly databaseUrl: string;
  readonly prisma: PrismaService;
  /** A new account with an application of its own. */
  newCaller(fields?: NewCaller): Promise<Caller>;
  /** A request below the API prefix, with the caller's token in the header. */
  as(caller: Caller | undefined, method: Method, path: string): Test;
  /** Creates an account with these members beside the required ones. */
  create(caller: Caller, members?: object): Test;
  update(caller: Caller, members: object, path?: string): Test;
  close(): Promise<void>;
}

export interface NewCaller {
  email?: string;
  language?: string;
  apiVersion?: string;
}

export type Method = 'get' | 'post' | 'put' | 'delete' | 'patch' | 'head' | 'options';

let people = 0;

/** An email nobody else in this database has. */
export function newEmail(): string {
  return `person${++people}@example.com`;
}

/** The service in this process, on a free port and a database of its own unless one is given. */
export async function startService(
  overrides: Partial<Settings> = {},
  databaseUrl?: string,
): Promise<TestService> {
  const database = databaseUrl ? undefined : await createTestDatabase();
  const url = databaseUrl ?? database!.url;
  const port = await freePort();
  const settings: Settings = {
    ...readSettings({
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      SECRET_KEY: 'a secret of thirty-two characters or more',
    }),
    ...overrides,
  };
  const app = await createService(settings, url);
  await app.init();
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  const base = `http://127.0.0.1:${port}`;
  const accounts = app.get(AccountsService, { strict: false });
  const applications = app.get(ApplicationsService, { strict: false });

  const service: TestService = {
    app,
    url: base,
    databaseUrl: url,
    prisma: app.get(PrismaService, { strict: false }),
    async newCaller({ email = newEmail(), language = 'en', apiVersion } = {}) {
      const account = await accounts.create({
        name: 'Somebody',
        email,
        password,
        language_code: language,
      });
      const { application, accessToken } = await applications.create(account.id, {
        name: 'Client',
        api_version: apiVersion,
      });
      return { account, applicationId: application.id, token: accessToken };
    },
    as(caller, method, path) {
      const sent = request(base)[method](`/api${path}`);
      return caller ? sent.set('Authorization', `Bearer ${caller.token}`) : sent;
    },
    create: (caller, members = {}) =>
      service.as(caller, 'post', '/accounts').send({
        name: 'Ada Lovelace',
        email: newEmail(),
        password,
        language_code: 'en',
        ...members,
      }),
    update: (caller, members, path = '/accounts/me') =>
      service.as(caller, 'put', path).send(members),
    async close() {
      // Answers whose bodies a test did not read would keep the server open.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await database?.drop();
    },
  };
  return service;
}

/** The same tests on each HTTP adapter: what a caller sees does not depend on it. */
export function describeService(
  name: string,
  tests: (service: () => TestService) => void,
  overrides: Partial<Settings> = {},
): void {
  describe.each(['express', 'fastify'] as const)(`${name} (%s)`, (httpAdapter) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService({ ...overrides, httpAdapter });
    });
    afterAll(() => service.close());
    tests(() => service);
  });
}

/** The errors of one field, wherever it stands: `default_notification_phone.number`. */
export function errorsOn(body: any, field: string): string[] {
  return field.split('.').reduce((node, name) => node?.children?.[name], body.form)?.errors;
}
