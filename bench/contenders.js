import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { betterAuthOrigin } from './contenders/better-auth.options.js';
import { startServer } from './processes.js';
import { password, secret } from './seeding.js';

/**
 * A contender has a `name` for the command line, a `title` for readers, `start`, and a request for each workload that
 * it supports.
 *
 * `start` accepts the database `url`, and `env` for additional settings. It returns `url`, `pid` and `stop`. A request
 * has the members that autocannon accepts: `method`, `path`, `headers`, `body`.
 */

/** High enough that no request is refused. Requests are still counted. */
const highLimits = ['accounts.read', 'accounts.update', 'accounts.create']
  .map((name) => `${name}=1000000000/1m`)
  .join();

const json = { 'Content-Type': 'application/json' };
const bearer = ({ token }) => ({ Authorization: `Bearer ${token}` });

const accountsApi = {
  read: (person) => ({ method: 'GET', path: '/api/accounts/me', headers: bearer(person) }),
  update: (person, name) => ({
    method: 'PUT',
    path: '/api/accounts/me',
    headers: { ...bearer(person), ...json },
    body: JSON.stringify({ name }),
  }),
  create: (person, email) => ({
    method: 'POST',
    path: '/api/accounts',
    headers: { ...bearer(person), ...json },
    body: JSON.stringify({ name: 'Ada Lovelace', email, password, language_code: 'en' }),
  }),
  emailIn: ({ account }) => account.email,
  /** Whether the responses have the same bytes as those of the floor. */
  answersAccounts: true,
};

const betterAuthApi = {
  read: ({ cookie }) => ({
    method: 'GET',
    path: '/api/auth/get-session',
    headers: { Cookie: cookie },
  }),
  create: (_, email) => ({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    headers: { ...json, Origin: betterAuthOrigin },
    body: JSON.stringify({ name: 'Ada Lovelace', email, password }),
  }),
  // Without a session the body is `null`, with status 200.
  emailIn: (answer) => answer?.user.email,
};

/** The program that `npm start` runs. */
const service = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const asService = { readyPath: '/health/ready' };
const program = (name) => fileURLToPath(new URL(`./contenders/${name}`, import.meta.url));

const started = (path, ownEnv, rest) => ({
  start: ({ url, cwd, env = {} }) =>
    startServer(path, {
      cwd,
      ...rest,
      env: { NODE_ENV: 'production', DATABASE_URL: url, SECRET_KEY: secret, ...ownEnv, ...env },
    }),
});

const accounts = (httpAdapter) => ({
  ...accountsApi,
  ...started(
    service,
    {
      HTTP_ADAPTER: httpAdapter,
      RATE_LIMITS: highLimits,
      PUBLIC_URL: 'https://accounts.example.com',
    },
    asService,
  ),
});

const { read, emailIn, answersAccounts } = accountsApi;
const readsAccounts = { read, emailIn, answersAccounts };

export const contenders = {
  floor: { title: 'node:http and pg', ...accountsApi, ...started(program('floor.js')) },
  'floor-accelerated': {
    title: 'node:http, pg, same hashing',
    create: accountsApi.create,
    emailIn,
    answersAccounts,
    ...started(program('floor.js'), { PASSWORDS: 'as the service' }),
  },
  nest: {
    title: 'Nest route, Express',
    ...readsAccounts,
    ...started(program('nest.js'), { HTTP_ADAPTER: 'express' }),
  },
  'nest-fastify': {
    title: 'Nest route, Fastify',
    ...readsAccounts,
    ...started(program('nest.js'), { HTTP_ADAPTER: 'fastify' }),
  },
  'better-auth': {
    title: 'Better Auth',
    ...betterAuthApi,
    ...started(program('better-auth.js'), {}, { readyPath: '/api/auth/ok' }),
  },
  'better-auth-argon2': {
    title: 'Better Auth, argon2id',
    create: betterAuthApi.create,
    emailIn: betterAuthApi.emailIn,
    ...started(program('better-auth.js'), { PASSWORDS: 'argon2id' }, { readyPath: '/api/auth/ok' }),
  },
  express: { title: 'nest-accounts, Express', ...accounts('express') },
  fastify: { title: 'nest-accounts, Fastify', ...accounts('fastify') },
};

/** Hashes as many passwords in parallel as there are cores. By default the service leaves one core free. */
export const allLanes = { ARGON2_LANES: String(availableParallelism()) };

/** Starts the service as on the first start after installation, with a new embedded database. */
export function startFresh(httpAdapter, folder) {
  return startServer(service, {
    cwd: folder,
    env: { HTTP_ADAPTER: httpAdapter, DATA_DIR: folder },
    ...asService,
  });
}
