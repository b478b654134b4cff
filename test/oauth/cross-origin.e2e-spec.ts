import type { INestApplication } from '@nestjs/common';
import request from 'supertest';
import { AccountsModule } from '../../src/accounts.module.js';
import { oauthFeature } from '../../src/oauth/oauth.feature.js';
import { adapters, leastOptions, startHost, type AdapterName } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { describeService } from '../support/hosts/service.js';

const origin = 'https://page.example';

describeService('A page of another origin', (service) => {
  const allowed = [
    ['get', '/api/accounts/me', 401],
    ['post', '/api/accounts', 401],
    ['post', '/oauth/token', 415],
    ['post', '/oauth/revoke', 415],
    ['get', '/oauth/userinfo', 401],
    ['get', '/oauth/jwks', 200],
    ['get', '/.well-known/openid-configuration', 200],
  ] as const;

  it.each(allowed)('can read the response to %s %s', async (method, path) => {
    const { headers } = await request(service().url)[method](path).set('Origin', origin);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('can read the headers about limits and challenges', async () => {
    const { headers } = await request(service().url).get('/api/accounts/me').set('Origin', origin);
    for (const name of ['RateLimit', 'WWW-Authenticate', 'ETag', 'X-Request-Id']) {
      expect(headers['access-control-expose-headers']!.split(', ')).toContain(name);
    }
  });

  it.each(['/api/accounts/me', '/api/accounts/123', '/oauth/token', '/oauth/userinfo'])(
    'may send a preflight request for %s, without a token, limit or version',
    async (path) => {
      const { status, headers, text } = await request(service().url).options(path).set({
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, content-type',
      });
      expect([status, text, headers['access-control-allow-origin']]).toEqual([204, '', '*']);
      expect(headers['access-control-allow-headers']!.toLowerCase()).toContain('authorization');
      expect(headers.ratelimit).toBeUndefined();
      expect(headers['content-version']).toBeUndefined();
    },
  );

  it.each([
    '/oauth/jwks',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/api',
    '/.well-known/oauth-protected-resource/a/b',
  ])(
    'may send a preflight request for %s, as clients of the Model Context Protocol do',
    async (path) => {
      const { status, headers } = await request(service().url).options(path).set({
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'mcp-protocol-version',
      });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-headers']!.toLowerCase()).toContain(
        'mcp-protocol-version',
      );
    },
  );

  it.each([
    ['post', '/oauth/introspect'],
    ['get', '/oauth/authorize'],
    ['get', '/oauth/logout'],
    ['get', '/console/sign-in'],
  ] as const)('cannot read the response to %s %s', async (method, path) => {
    const { headers } = await request(service().url)[method](path).set('Origin', origin);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const asked = await request(service().url)
      .options(path)
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe.each(Object.keys(adapters) as AdapterName[])('A host’s CORS on %s', (adapter) => {
  let database: TestDatabase;
  let host: INestApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => host.close());
  afterAll(() => database.drop());
  const start = async (cors?: boolean, configure?: (app: INestApplication) => void) => {
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: 'http://127.0.0.1:3000',
      features: [oauthFeature],
      cors,
    });
    host = await startHost([accounts], [], adapter, configure);
  };
  const readAllowed = async () => {
    const paths = [
      ...['/api/accounts/me', '/oauth/userinfo', '/oauth/jwks', '/api/nowhere'],
      ...['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
      ...['/.well-known/oauth-protected-resource/api', '/.well-known/oauth-protected-resource'],
    ];
    const found = new Set<string | undefined>();
    for (const path of paths) {
      const { headers } = await request(await host.getUrl())
        .get(path)
        .set('Origin', origin);
      found.add(headers['access-control-allow-origin']);
    }
    return [...found];
  };

  it('takes precedence on every route, even for public documents', async () => {
    await start(undefined, (app) => app.enableCors({ origin: 'https://front.example' }));
    expect(await readAllowed()).toEqual(['https://front.example']);
  });

  it('is the only one if the option cors is false', async () => {
    await start(false);
    expect(await readAllowed()).toEqual([undefined]);
  });
});
