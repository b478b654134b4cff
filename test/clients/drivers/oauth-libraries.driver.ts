/** OAuth and OpenID Connect client libraries with the settings of docs/oauth.md. */
import { Auth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import bell from '@hapi/bell';
import { server as hapiServer } from '@hapi/hapi';
import express from 'express';
import grant, { type GrantHandler } from 'grant';
import nextAuth, { type NextAuthOptions } from 'next-auth';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Passport } from 'passport';
import { PageClient } from '../../support/clients/page-client.js';
import { apacheAvailable, startApache } from './apache.process.js';
import { Applications, listen, newOrigin } from './applications.js';
import { callback } from './authorization.code.js';
import { freePort, type RunningService } from './service.process.js';

const require = createRequire(import.meta.url);
const secret = 'a secret of the application, 32 characters long';
const scope = 'account:read';

const authlibClient = fileURLToPath(new URL('../../../drivers/authlib_client.py', import.meta.url));
// Debian installs its packages for the first one.
const python = ['/usr/bin/python3', 'python3'].find(
  (each) => spawnSync(each, ['-c', 'import authlib, requests']).status === 0,
);
if (!python) console.warn('Python has no Authlib: its test is skipped');

describe('A client can use', () => {
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
    const { port, origin } = await newOrigin();
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
      session: { secret },
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
      password: secret,
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
    const { port, origin } = await newOrigin();
    const { client_id, client_secret } = await applications.register(
      `${origin}/auth/callback/accounts`,
    );
    const config: AuthConfig = {
      basePath: '/auth',
      secret,
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

  it('next-auth 4 for OpenID Connect', async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/api/auth/callback/accounts`);
    process.env.NEXTAUTH_URL = origin;
    const options: NextAuthOptions = {
      secret,
      providers: [
        {
          id: 'accounts',
          name: 'Accounts',
          type: 'oauth',
          wellKnown: `${service.url}/.well-known/openid-configuration`,
          authorization: { params: { scope: 'openid profile email' } },
          idToken: true,
          userinfo: { request: ({ client, tokens }) => client.userinfo(tokens.access_token!) },
          checks: ['pkce', 'state', 'nonce'],
          clientId: client.client_id,
          clientSecret: client.client_secret,
          profile: ({ sub, name, email }) => ({ id: sub, name, email }),
        },
      ],
    };
    const application = express();
    application.use('/api/auth', express.urlencoded(), (request, response) => {
      const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
      const { method, headers, body } = request;
      const nextauth = request.path.split('/').filter(Boolean);
      const cookies = Object.fromEntries(
        pairs.map(([name, ...value]) => [name, decodeURIComponent(value.join('='))]),
      );
      const query = { ...request.query, nextauth };
      void nextAuth.default(
        { method, headers, body, query, cookies } as never,
        response as never,
        options,
      );
    });
    const close = await listen(port, application);
    try {
      const browser = new PageClient(origin);
      const { html: csrf } = await browser.open('/api/auth/csrf');
      const { csrfToken } = JSON.parse(csrf) as { csrfToken: string };
      const { location } = await browser.post('/api/auth/signin/accounts', { csrfToken });
      await applications.back(browser, location!);
      const { html } = await browser.open('/api/auth/session');
      const { user } = JSON.parse(html) as { user: { email: string } };
      assert.equal(user.email, service.email);
    } finally {
      close();
    }
  });

  it('passport-openidconnect, without PKCE', async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/callback`, { require_pkce: false });
    const { Strategy } = require('passport-openidconnect') as { Strategy: any };
    const passport = new Passport();
    passport.use(
      new Strategy(
        {
          issuer: service.url,
          authorizationURL: `${service.url}/oauth/authorize`,
          tokenURL: `${service.url}/oauth/token`,
          userInfoURL: `${service.url}/oauth/userinfo`,
          clientID: client.client_id,
          clientSecret: client.client_secret,
          callbackURL: `${origin}/callback`,
          scope: ['profile', 'email'],
          nonce: true,
          skipUserProfile: false,
        },
        (_issuer: string, profile: object, done: (error: null, user: object) => void) =>
          done(null, profile),
      ),
    );
    const application = express();
    const session = {};
    application.use(
      (request, _, next) => {
        Object.assign(request, { session });
        next();
      },
      passport.authenticate('openidconnect', { session: false }),
      (request, response) => {
        response.json((request as { user?: unknown }).user);
      },
    );
    const close = await listen(port, application);
    try {
      const page = await applications.signedIn(origin, '/');
      const { emails } = JSON.parse(page) as { emails: { value: string }[] };
      assert.deepEqual(emails, [{ value: service.email }]);
    } finally {
      close();
    }
  });

  it('Authlib', { skip: !python }, async () => {
    const { client_id, client_secret } = await applications.register(callback);
    const settings = [service.url, client_id, client_secret, callback];
    const child = spawn(python!, [authlibClient, ...settings], {
      env: { AUTHLIB_INSECURE_TRANSPORT: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const readLine = async () => (await lines.next()).value as string;
    child.stdin.end(`${await applications.allowed(await readLine())}\n`);
    const { email } = JSON.parse(await readLine()) as { email: string };
    assert.equal(email, service.email);
  });

  it('mod_auth_openidc', { skip: !apacheAvailable() }, async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/callback`, {
      post_logout_redirect_uris: [origin],
    });
    const stop = await startApache(
      port,
      `OIDCProviderMetadataURL ${service.url}/.well-known/openid-configuration
      OIDCClientID ${client.client_id}
      OIDCClientSecret ${client.client_secret}
      OIDCRedirectURI ${origin}/callback
      OIDCCryptoPassphrase "${secret}"
      OIDCScope "openid profile email"
      OIDCPKCEMethod S256
      <Location />
        AuthType openid-connect
        # Also for requests of fetch(), which a page could not follow.
        OIDCUnAuthAction auth true
        Require claim email:${service.email}
      </Location>`,
    );
    try {
      const browser = new PageClient(origin);
      assert.equal(await applications.signedIn(origin, '/', browser), 'It works!');
      const query = new URLSearchParams({ logout: origin });
      const { location } = await browser.open(`/callback?${query}`);
      assert.equal(await applications.signOut(location!), origin);
    } finally {
      await stop();
    }
  });
});
