/** OAuth client libraries with the settings of docs/oauth.md. */
import { Auth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import bell from '@hapi/bell';
import { server as hapiServer } from '@hapi/hapi';
import grant, { type GrantHandler } from 'grant';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PageClient } from '../../support/clients/page-client.js';
import { Applications, listen } from './applications.js';
import { callback } from './authorization.code.js';
import { freePort, type RunningService } from './service.process.js';

const scope = 'account:read';

describe('An OAuth client can use', () => {
  let applications: Applications;
  let service: RunningService;
  before(async () => {
    applications = await Applications.start();
    service = applications.service;
  });
  after(() => service?.stop());

  const me = () => `${service.url}/api/accounts/me`;

  async function emailOf(accessToken: string): Promise<string> {
    const response = await fetch(me(), { headers: { authorization: `Bearer ${accessToken}` } });
    return ((await response.json()) as { account: { email: string } }).account.email;
  }

  it('arctic', async () => {
    const { client_id, client_secret } = await applications.register(callback);
    const client = new OAuth2Client(client_id, client_secret, callback);
    const verifier = generateCodeVerifier();
    const state = generateState();
    const url = client.createAuthorizationURLWithPKCE(
      `${service.url}/oauth/authorize`,
      state,
      CodeChallengeMethod.S256,
      verifier,
      [scope],
    );
    const { searchParams } = await applications.allowed(url);
    assert.equal(searchParams.get('state'), state);
    const endpoint = `${service.url}/oauth/token`;
    const tokens = await client.validateAuthorizationCode(
      endpoint,
      searchParams.get('code')!,
      verifier,
    );
    assert.deepEqual(tokens.scopes(), [scope]);
    const fresh = await client.refreshAccessToken(endpoint, tokens.refreshToken(), [scope]);
    assert.equal(await emailOf(fresh.accessToken()), service.email);
    await client.revokeToken(`${service.url}/oauth/revoke`, fresh.refreshToken());
    await assert.rejects(client.refreshAccessToken(endpoint, fresh.refreshToken(), [scope]));
  });

  it('grant', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { client_id, client_secret } = await applications.register(
      `${origin}/connect/accounts/callback`,
    );
    // Its types describe a module format other than its own.
    const handle = (grant as unknown as typeof grant.default)({
      handler: 'node',
      config: {
        defaults: { origin, transport: 'state', prefix: '/connect' },
        accounts: {
          oauth: 2,
          authorize_url: `${service.url}/oauth/authorize`,
          access_url: `${service.url}/oauth/token`,
          key: client_id,
          secret: client_secret,
          scope: [scope],
          scope_delimiter: ' ',
          pkce: true,
          state: true,
          token_endpoint_auth_method: 'client_secret_basic',
        },
      },
      session: { secret: 'a secret of the application' },
    }) as GrantHandler;
    const close = await listen(port, (request, response) => {
      void handle(request, response).then(({ redirect, response: tokens }) => {
        if (!redirect) response.end(JSON.stringify(tokens ?? {}));
      });
    });
    try {
      const page = await applications.signedIn(origin, '/connect/accounts');
      const { access_token } = JSON.parse(page) as { access_token: string };
      assert.equal(await emailOf(access_token), service.email);
    } finally {
      close();
    }
  });

  it('bell', async () => {
    const application = hapiServer({ host: '127.0.0.1', port: await freePort() });
    const { client_id, client_secret } = await applications.register(
      `${application.info.uri}/sign-in`,
    );
    await application.register(bell);
    application.auth.strategy('accounts', 'bell', {
      provider: {
        name: 'accounts',
        protocol: 'oauth2',
        useParamsAuth: false,
        auth: `${service.url}/oauth/authorize`,
        token: `${service.url}/oauth/token`,
        scope: [scope],
        pkce: 'S256',
        profile: async (
          credentials: { profile?: unknown },
          _: unknown,
          get: (url: string) => Promise<{ account: object }>,
        ) => {
          credentials.profile = (await get(me())).account;
        },
      },
      password: 'a password of the application, 32 characters long',
      clientId: client_id,
      clientSecret: client_secret,
      isSecure: false,
      location: application.info.uri,
    });
    application.route({
      method: 'GET',
      path: '/sign-in',
      options: { auth: 'accounts' },
      handler: ({ auth }) => auth.credentials as object,
    });
    await application.start();
    try {
      const page = await applications.signedIn(application.info.uri, '/sign-in');
      const { profile } = JSON.parse(page) as { profile: { email: string } };
      assert.equal(profile.email, service.email);
    } finally {
      await application.stop();
    }
  });

  it('Auth.js', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { client_id, client_secret } = await applications.register(
      `${origin}/auth/callback/accounts`,
    );
    const config: AuthConfig = {
      basePath: '/auth',
      secret: 'a secret of the application',
      trustHost: true,
      skipCSRFCheck,
      providers: [
        {
          id: 'accounts',
          name: 'Accounts',
          type: 'oauth',
          issuer: service.url,
          clientId: client_id,
          clientSecret: client_secret,
          authorization: { url: `${service.url}/oauth/authorize`, params: { scope } },
          token: `${service.url}/oauth/token`,
          userinfo: me(),
          checks: ['pkce', 'state'],
          profile: ({ account }: { account: { id: string; name: string; email: string } }) => ({
            id: account.id,
            name: account.name,
            email: account.email,
          }),
        },
      ],
    };
    const close = await listen(port, (incoming, outgoing) => {
      const request = new Request(`${origin}${incoming.url}`, {
        method: incoming.method!,
        headers: incoming.headers as Record<string, string>,
      });
      void Auth(request, config).then(async (response) => {
        const cookies = response.headers.getSetCookie();
        const location = response.headers.get('location');
        outgoing.writeHead(response.status, {
          ...(cookies.length > 0 && { 'set-cookie': cookies }),
          ...(location !== null && { location }),
        });
        outgoing.end(await response.text());
      });
    });
    try {
      const browser = new PageClient(origin);
      const away = await browser.post('/auth/signin/accounts', {});
      const back = await applications.allowed(away.location!);
      await browser.open(back.pathname + back.search);
      const { html } = await browser.open('/auth/session');
      const { user } = JSON.parse(html) as { user: { email: string } };
      assert.equal(user.email, service.email);
    } finally {
      close();
    }
  });
});
