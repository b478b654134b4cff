import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ManagementServer } from '../../src/service/management/management.server.js';
import type { ManagementToken } from '../../src/service/settings/management-tokens.js';
import type { Settings } from '../../src/service/settings/settings.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { freePort, ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const tokens = [
  'the-first-token-of-32-characters-x',
  'the-other-token-of-32-characters-x',
] as const;

const metricsToken = 'the-token-for-metrics-of-32-characters';

const known: readonly ManagementToken[] = [
  ...tokens.map((token) => ({ token, opens: 'everything' as const })),
  { token: metricsToken, opens: 'metrics' },
];

async function managed(overrides: Partial<Settings> = {}) {
  const management = { host: '127.0.0.1', port: await freePort(), tokens: known };
  const service = await startService({ management, ...overrides });
  await service.app.get(ManagementServer).listen();
  const url = `http://127.0.0.1:${management.port}`;
  const get = (path: string, authorization?: string) =>
    fetch(url + path, { headers: authorization ? { authorization } : {} });
  return { service, url, get };
}

describe.each(['express', 'fastify'] as const)('the management port (%s)', (httpAdapter) => {
  let service: TestService;
  let get: (path: string, authorization?: string) => Promise<Response>;
  beforeAll(async () => {
    ({ service, get } = await managed({ httpAdapter }));
  });
  afterAll(() => service.close());

  it.each(['/health/live', '/health/ready'])('serves %s without a token', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  });

  it.each([...tokens, metricsToken])('serves /metrics to each of its tokens', async (token) => {
    const answer = await get('/metrics', `Bearer ${token}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toContain('\naccounts_database_up 1\n');
  });

  it('serves /operator/accounts to each token except the metrics token', async () => {
    for (const token of tokens) {
      const answer = await get('/operator/accounts', `Bearer ${token}`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ accounts: expect.any(Array), next: null });
    }
    const refused = await get('/operator/accounts', `Bearer ${metricsToken}`);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: 'insufficient_scope' },
    ]);
  });

  it.each(['/metrics', '/operator/accounts'])(
    'returns 401 and a challenge for %s without a token',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="accounts"');
      expect(await answer.json()).toMatchObject({ error: 'authentication_required' });
    },
  );

  it.each([
    'Bearer wrong',
    `Bearer ${tokens[0]}x`,
    `Bearer ${tokens[0].slice(0, -1)}`,
    `Bearer ${tokens[0].toUpperCase()}`,
    `Bearer ${tokens.join(',')}`,
  ])('returns 401 and a challenge for /metrics with %s', async (authorization) => {
    const answer = await get('/metrics', authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    expect(await answer.text()).not.toContain('accounts_');
  });

  it.each([`Basic ${tokens[0]}`, tokens[0]])(
    'does not accept %s as a token',
    async (authorization) => {
      expect((await get('/metrics', authorization)).status).toBe(401);
    },
  );

  it('does not accept an account’s token or a token in the query', async () => {
    const { token } = await service.newCaller();
    expect((await get('/metrics', `Bearer ${token}`)).status).toBe(401);
    expect((await get(`/metrics?access_token=${tokens[0]}`)).status).toBe(401);
  });

  it.each(['/', '/api/accounts/me', '/console', '/docs', '/oauth/token', '/metrics/x', '/health'])(
    'returns 404 for %s, with or without a token',
    async (path) => {
      expect((await get(path)).status).toBe(404);
      expect((await get(path, `Bearer ${tokens[0]}`)).status).toBe(404);
    },
  );

  it('is not reachable through the public port', async () => {
    const headers = { authorization: `Bearer ${tokens[0]}` };
    for (const path of ['/metrics', '/api/metrics', '/operator', '/operator/accounts']) {
      expect((await fetch(service.url + path, { headers })).status).toBe(404);
    }
    const { token } = await service.newCaller();
    expect((await service.as({ token: tokens[0] }, 'get', '/accounts/me')).status).toBe(401);
    expect((await service.as({ token }, 'get', '/accounts/me')).status).toBe(200);
  });
});

describe('the management port', () => {
  it('refuses a source after too many wrong tokens, but still accepts a valid token', async () => {
    const { service, get } = await managed({
      rateLimits: { 'auth.failed': { limit: 2, windowMs: 60_000 } },
    });
    try {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await get('/metrics', 'Bearer wrong')).status);
      expect(statuses).toEqual([401, 401, 429, 429]);
      expect((await get('/metrics', `Bearer ${tokens[1]}`)).status).toBe(200);
    } finally {
      await service.close();
    }
  });

  it('closes with the service, even while a client keeps its connection open', async () => {
    const { service, url, get } = await managed();
    await get('/health/live');
    await service.close();
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('reports that its port is in use', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const management = { host: '127.0.0.1', port, tokens: known };
    const service = await startService({ management });
    try {
      await expect(service.app.get(ManagementServer).listen()).rejects.toThrow(
        `Port ${port} is taken: set MANAGEMENT_PORT to another one.`,
      );
    } finally {
      await service.close();
      other.close();
    }
  });

  it('is served even without public HTTP, and closes with the service', async () => {
    const [port, messages] = [await freePort(), await freePort()];
    const database = await createTestDatabase();
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      HTTP_ADAPTER: 'none',
      MESSAGES_URL: `tcp://127.0.0.1:${messages}`,
      MANAGEMENT_PORT: String(port),
      MANAGEMENT_TOKEN: tokens[0],
      OPERATOR_TOKENS: `grace:${tokens[1]}`,
      METRICS_TOKEN: metricsToken,
      SHUTDOWN_DELAY_SECONDS: '2',
    };
    const service = await ServiceProcess.start(env);
    const get = (path: string, token: string = tokens[1]) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    try {
      expect((await get('/health/ready')).status).toBe(200);
      expect(await (await get('/metrics')).text()).toContain('accounts_database_up 1');
      expect(await (await get('/operator/accounts')).json()).toEqual({
        accounts: [expect.objectContaining({ email: 'demo@example.com' })],
        next: null,
      });
      const unknown = await get('/operator/accounts/none');
      expect(unknown.status).toBe(404);
      expect(unknown.headers.get('content-language')).toBe('en');
      const { exitCode, output } = await ServiceProcess.start({
        ...env,
        MESSAGES_URL: `tcp://127.0.0.1:${await freePort()}`,
      });
      expect(exitCode).toBe(1);
      expect(output).toContain(`Port ${port} is taken: set MANAGEMENT_PORT to another one.`);
      expect(output).not.toMatch(/^\s+at /m);
      expect((await get('/metrics', metricsToken)).status).toBe(200);
      const stopped = service.stop('SIGTERM');
      await until(async () => (await get('/health/ready')).status === 503);
      expect((await get('/operator/accounts')).status).toBe(200);
      expect(await stopped).toBe(0);
      for (const { token } of known) expect(service.output).not.toContain(token);
      await expect(get('/health/live')).rejects.toThrow();
    } finally {
      await ServiceProcess.stopAll();
      await database.drop();
    }
  });
});
