import type { INestApplication } from '@nestjs/common';
import request, { type Test } from 'supertest';
import { byHost } from '../../../src/request/requester.js';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../../src/applications/applications.service.js';
import { PasswordHasher } from '../../../src/access/passwords/password-hasher.js';
import { PrismaService } from '../../../src/database/prisma.service.js';
import type { Account } from '../../../src/database/records.js';
import { readSettings, type Settings } from '../../../src/service/settings/settings.js';
import { createHost, hostPrefix } from './host.js';
import type { HostOwned } from './host-owned.js';
import { createTestDatabase } from '../servers/postgres.js';
import { freePort } from '../processes/service-process.js';

export const password = 'correct horse 7';

/** An account with the token of one of its applications. */
export interface Caller {
  readonly account: Account;
  readonly applicationId: string;
  readonly token: string;
}

/** API requests, independent of how the module runs. */
export interface TestRequests {
  /** Sends a request below the API prefix with the caller's token in the header. */
  as(caller: Pick<Caller, 'token'> | undefined, method: Method, path: string): Test;
  /** Creates an account with the required members and these. */
  create(caller: Pick<Caller, 'token'>, members?: object): Test;
  update(caller: Pick<Caller, 'token'>, members: object, path?: string): Test;
}

export interface TestService extends TestRequests {
  readonly app: INestApplication;
  /** The base of all URLs of the module, including the prefix of a host. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly prisma: PrismaService;
  /** Returns a path of the module as it appears in links and redirects. */
  path(path: string): string;
  /** Returns the name of a console cookie, without the `__Host-` prefix that it has with HTTPS. */
  cookie(name: 'browser' | 'known' | 'notice' | 'pending'): string;
  /** Creates an account with an application. */
  newCaller(fields?: NewCaller): Promise<Caller>;
  close(): Promise<void>;
}

export interface NewCaller {
  email?: string;
  language?: string;
  apiVersion?: string;
}

export type Method = 'get' | 'post' | 'put' | 'delete' | 'patch' | 'head' | 'options';

let people = 0;

/** Returns an unused email. */
export function newEmail(): string {
  return `person${++people}@example.com`;
}

/** How the module runs: as a standalone service, or mounted in a host. */
export type Form = 'express' | 'fastify' | 'mounted in express' | 'mounted in fastify';

/** Each pair covers both forms and both adapters. */
const pairs = {
  some: ['express', 'mounted in fastify'],
  others: ['fastify', 'mounted in express'],
} as const satisfies Record<string, readonly Form[]>;

/**
 * `some` or `others` for one pair, undefined for all forms. `mounted`, on Nest 11, for one form of each suite: some run
 * on Express and some on Fastify.
 */
const tested = process.env.TEST_FORMS;

const pair: readonly Form[] = pairs[tested === 'others' ? 'others' : 'some'];

/** The forms for slow tests that do not depend on the adapter. */
export const someForms = pair.filter(isTested);

export const allForms =
  tested === 'mounted'
    ? (['mounted in express'] as const)
    : [...pairs.some, ...pairs.others].filter(isTested);

/** Starts the service in this process on a free port. Creates a database unless one is given. */
export function startService(
  overrides: Partial<Settings> = {},
  databaseUrl?: string,
): Promise<TestService> {
  return start(createService, '', overrides, databaseUrl);
}

/** Imports the service dynamically, because Nest 11 supports only hosts. */
const createService: Create = async (settings, databaseUrl) => {
  const service = await import('../../../src/service/create-service.js');
  const { createLogger } = await import('../../../src/service/logger.js');
  return service.createService(settings, databaseUrl, await createLogger(settings));
};

/** Starts the module in this form. A host uses only settings that have a module option. */
export function startForm(form: Form, overrides: Partial<Settings> = {}): Promise<TestService> {
  const settings = { ...overrides, httpAdapter: getAdapter(form) };
  return isMounted(form) ? start(createHost, `/${hostPrefix}`, settings) : startService(settings);
}

function isTested(form: Form): boolean {
  if (tested === 'mounted') return isMounted(form);
  return tested === undefined || pair.includes(form);
}

function isMounted(form: Form): boolean {
  return form.startsWith('mounted');
}

function getAdapter(form: Form): Settings['httpAdapter'] {
  return form.endsWith('fastify') ? 'fastify' : 'express';
}

/** The hash of `password`. All callers share it, because hashing takes most of the time of creating one. */
let sharedHash: Promise<string> | undefined;

type Create = (settings: Settings, databaseUrl: string) => Promise<INestApplication>;

async function start(
  create: Create,
  prefix: string,
  overrides: Partial<Settings>,
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
    publicUrl: `http://127.0.0.1:${port}`,
    // Without mails, sign-up is a single step.
    mail: undefined,
    ...overrides,
  };
  const app = await create(settings, url);
  await app.init();
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  const base = `http://127.0.0.1:${port}${prefix}`;
  const accounts = app.get(AccountsService, { strict: false });
  const applications = app.get(ApplicationsService, { strict: false });
  const hasher = app.get(PasswordHasher, { strict: false });
  const hash = () => (sharedHash ??= hasher.hash(password));
  const quickly = Object.create(accounts, { hasher: { value: { hash } } }) as AccountsService;

  return {
    app,
    url: base,
    databaseUrl: url,
    prisma: app.get(PrismaService, { strict: false }),
    path: (path) => prefix + path,
    cookie: (name) => `accounts${prefix.replaceAll('/', '-')}-${name}`,
    async newCaller({ email = newEmail(), language = 'en', apiVersion } = {}) {
      const account = await quickly.create(
        {
          name: 'Somebody',
          email,
          password,
          language_code: language,
        },
        byHost,
      );
      const { application, accessToken } = await applications.create(
        account.id,
        {
          name: 'Client',
          api_version: apiVersion,
        },
        byHost,
      );
      return { account, applicationId: application.id, token: accessToken };
    },
    ...requestsTo(base),
    async close() {
      // Responses whose bodies a test did not read would keep the server open.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await database?.drop();
    },
  };
}

/** @param base the base of all URLs */
export function requestsTo(base: string): TestRequests {
  const requests: TestRequests = {
    as(caller, method, path) {
      const sent = request(base)[method](`/api${path}`);
      return caller ? sent.set('Authorization', `Bearer ${caller.token}`) : sent;
    },
    create: (caller, members = {}) =>
      requests.as(caller, 'post', '/accounts').send({
        name: 'Ada Lovelace',
        email: newEmail(),
        password,
        language_code: 'en',
        ...members,
      }),
    update: (caller, members, path = '/accounts/me') =>
      requests.as(caller, 'put', path).send(members),
  };
  return requests;
}

/** Tests of behaviour that only the standalone service promises, because a host determines it otherwise. */
export interface StandaloneTests {
  /** @param reason the behaviour that the host determines */
  it(reason: HostOwned, name: string, test: jest.ProvidesCallback): void;
}

/** Runs the same tests in every form, because callers must not notice the difference. */
export function describeService(
  name: string,
  tests: (service: () => TestService, standalone: StandaloneTests) => void,
  overrides: Partial<Settings> = {},
  forms: readonly Form[] = allForms,
): void {
  describe.each(forms)(`${name} (%s)`, (form) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startForm(form, overrides);
    });
    afterAll(() => service.close());
    tests(() => service, { it: isMounted(form) ? () => undefined : (_, ...test) => it(...test) });
  });
}

/** Returns the error messages of one field. */
export function errorsOn(body: any, field: string): string[] {
  return body.form?.children[field]?.errors;
}
