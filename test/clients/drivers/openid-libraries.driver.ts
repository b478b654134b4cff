/** OpenID Connect client libraries with the settings of docs/oauth.md. */
import { Auth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import express from 'express';
import openid from 'express-openid-connect';
import nextAuth, { type NextAuthOptions } from 'next-auth';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { Passport } from 'passport';
import { PageClient } from '../../support/clients/page-client.js';
import { chromiumAvailable, launchChromium } from '../../support/servers/chromium.js';
import { Applications, listen } from './applications.js';
import { freePort, type RunningService } from './service.process.js';

const require = createRequire(import.meta.url);
const secret = 'a secret of the application, 32 characters long';

describe('An OpenID Connect client can use', () => {
  let applications: Applications;
  let service: RunningService;
  before(async () => {
    applications = await Applications.start();
    service = applications.service;
  });
  after(() => service?.stop());

  async function newOrigin(): Promise<{ port: number; origin: string }> {
    const port = await freePort();
    return { port, origin: `http://127.0.0.1:${port}` };
  }

  it('Auth.js', async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/auth/callback/accounts`);
    const config: AuthConfig = {
      basePath: '/auth',
      secret,
      trustHost: true,
      skipCSRFCheck,
      providers: [
        {
          id: 'accounts',
          name: 'Accounts',
          type: 'oidc',
          issuer: service.url,
          idToken: false,
          clientId: client.client_id,
          clientSecret: client.client_secret,
          checks: ['pkce', 'state', 'nonce'],
        },
      ],
    };
    const close = await listen(port, (incoming, outgoing) => {
      const request = new Request(`${origin}${incoming.url}`, {
        method: incoming.method!,
        headers: incoming.headers as Record<string, string>,
      });
      void Auth(request, config).then(async (response) => {
        outgoing.setHeaders(response.headers);
        outgoing.writeHead(response.status).end(await response.text());
      });
    });
    try {
      const browser = new PageClient(origin);
      const { location } = await browser.post('/auth/signin/accounts', {});
      await applications.back(browser, location!);
      const { html } = await browser.open('/auth/session');
      const { user } = JSON.parse(html) as { user: { email: string } };
      assert.equal(user.email, service.email);
    } finally {
      close();
    }
  });

  it('next-auth 4', async () => {
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

  it('express-openid-connect', async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/callback`, {
      post_logout_redirect_uris: [origin],
    });
    const application = express();
    application.use(
      openid.auth({
        issuerBaseURL: service.url,
        baseURL: origin,
        clientID: client.client_id,
        clientSecret: client.client_secret,
        secret,
        idpLogout: true,
        authorizationParams: { response_type: 'code', scope: 'openid profile email' },
      }),
    );
    application.get('/', async ({ oidc }, response) => {
      response.json(await oidc.fetchUserInfo());
    });
    const close = await listen(port, application);
    try {
      const browser = new PageClient(origin);
      const page = await applications.signedIn(origin, '/', browser);
      assert.equal((JSON.parse(page) as { email: string }).email, service.email);
      const { location } = await browser.open('/logout');
      const { location: back } = await applications.person.open(location!.replace(service.url, ''));
      assert.equal(back, origin);
      const { status } = await applications.person.open('/console/account');
      assert.equal(status, 303);
      await applications.person.signIn(service.email, service.password);
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

  it('oidc-client-ts on a page of another origin', { skip: !chromiumAvailable() }, async () => {
    const { port, origin } = await newOrigin();
    const client = await applications.register(`${origin}/callback`, {
      public: true,
      post_logout_redirect_uris: [`${origin}/signed-out`],
    });
    const file = require
      .resolve('oidc-client-ts')
      .replace(/umd.*$/, 'browser/oidc-client-ts.min.js');
    const script = await readFile(file);
    const settings = {
      authority: service.url,
      client_id: client.client_id,
      redirect_uri: `${origin}/callback`,
      post_logout_redirect_uri: `${origin}/signed-out`,
      scope: 'openid profile email',
      loadUserInfo: true,
      automaticSilentRenew: false,
    };
    const close = await listen(port, ({ url }, response) => {
      if (url === '/oidc.js') return void response.end(script);
      const start = `new oidc.UserManager(${JSON.stringify(settings)})`;
      response
        .setHeader('content-type', 'text/html')
        .end(`<script src="/oidc.js"></script><script>manager = ${start}</script>`);
    });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      await page.evaluate('void manager.signinRedirect({ state: "kept" })');
      await page.locator('[name=email]').fill(service.email);
      await page.locator('[name=password]').fill(service.password);
      await page.locator('form[action$="/sign-in"] [type=submit]').click();
      await page.locator('[name=decision][value=allow]').click();
      await page.waitForURL(`${origin}/callback?**`);
      interface User {
        profile: { sub: string; email: string };
        state: string;
        access_token: string;
      }
      const user = await page.evaluate<User>('manager.signinRedirectCallback()');
      assert.equal(user.profile.email, service.email);
      assert.equal(user.state, 'kept');
      const renewed = await page.evaluate<User>('manager.signinSilent()');
      assert.equal(renewed.profile.sub, user.profile.sub);
      assert.notEqual(renewed.access_token, user.access_token);
      const status = await page.evaluate<number>(
        `fetch(${JSON.stringify(`${service.url}/oauth/userinfo`)}, {
          headers: { authorization: 'Bearer ${renewed.access_token}' },
        }).then(({ status }) => status)`,
      );
      assert.equal(status, 200);
      await page.evaluate('void manager.signoutRedirect()');
      await page.waitForURL(`${origin}/signed-out**`);
      await page.evaluate('manager.signoutRedirectCallback()');
      await page.goto(`${service.url}/console/account`);
      assert.match(page.url(), /\/console\/sign-in/);
    } finally {
      await browser.close();
      close();
    }
  });
});
