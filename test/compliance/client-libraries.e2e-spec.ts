import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { Passport } from 'passport';
import { Strategy as OAuth2Strategy } from 'passport-oauth2';
import { AuthorizationCode } from 'simple-oauth2';
import { hostOwned } from '../support/hosts/host-owned.js';
import type { PageClient } from '../support/clients/page-client.js';
import {
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  type NewClient,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type TestService } from '../support/hosts/service.js';

const kinds: [string, NewClient][] = [
  ['a confidential client', {}],
  ['a public client', { isPublic: true }],
];

describeService('Client libraries', (running, standalone) => {
  let service: TestService;
  let person: Person;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
  });

  /** Opens the URL of the library in the user’s browser, and allows the request. */
  async function allowed(url: string | URL, page: PageClient = person.browser): Promise<URL> {
    let answer = await page.open(String(url).replace(service.url, ''));
    if (answer.status === 200) {
      answer = await page.submit('/oauth/authorize', { decision: 'allow' });
    }
    expect(answer.status).toBe(303);
    return new URL(answer.location!);
  }

  /** Reads and changes the account with a call that sends the library’s token. */
  async function useApi(call: (method: string, body?: string) => Promise<Response>): Promise<void> {
    const read = await call('GET');
    expect(read.status).toBe(200);
    expect(((await read.json()) as any).account.id).toBe(person.account.id);
    const name = `Ada ${Math.random()}`;
    const changed = await call('PUT', JSON.stringify({ name }));
    expect(changed.status).toBe(200);
    expect(((await changed.json()) as any).account.name).toBe(name);
  }

  /** The metadata URL. In a host it differs from the one derived from the issuer. */
  const metadata = () => new URL(`${service.url}/.well-known/oauth-authorization-server`);
  const api = () => new URL(`${service.url}/api/accounts/me`);
  const json = { 'content-type': 'application/json' };

  function callWith(accessToken: string) {
    return (method: string, body?: string) =>
      fetch(api(), {
        method,
        body,
        headers: { ...json, authorization: `Bearer ${accessToken}` },
      });
  }

  describe('openid-client', () => {
    const ways: [string, NewClient, (secret: string) => openid.ClientAuth][] = [
      ['client_secret_basic', {}, (secret) => openid.ClientSecretBasic(secret)],
      ['client_secret_post', {}, (secret) => openid.ClientSecretPost(secret)],
      ['none', { isPublic: true }, () => openid.None()],
    ];

    it.each(ways)(
      'completes the authorization code flow with %s',
      async (_, kind, authentication) => {
        const client = await newClient(service, person, kind);
        const config = await openid.discovery(
          metadata(),
          client.id,
          undefined,
          authentication(client.secret ?? ''),
          { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
        );
        const verifier = openid.randomPKCECodeVerifier();
        const state = openid.randomState();
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: client.redirectUri,
          scope: 'account:read account:write',
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const tokens = await openid.authorizationCodeGrant(config, await allowed(url), {
          pkceCodeVerifier: verifier,
          expectedState: state,
        });
        expect(tokens.token_type).toBe('bearer');
        expect(tokens.expiresIn()).toBeGreaterThan(3_500);
        await useApi((method, body) =>
          openid.fetchProtectedResource(
            config,
            tokens.access_token,
            api(),
            method,
            body,
            new Headers(json),
          ),
        );
        const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token!);
        await useApi(callWith(fresh.access_token));
        if (client.secret !== null) {
          expect((await openid.tokenIntrospection(config, fresh.access_token)).active).toBe(true);
        }
        await openid.tokenRevocation(config, fresh.refresh_token!);
        expect(await getStatus(service, fresh.access_token)).toBe(401);
        await expect(openid.refreshTokenGrant(config, fresh.refresh_token!)).rejects.toMatchObject({
          error: 'invalid_grant',
        });
      },
    );

    standalone.it(hostOwned.prefix, 'finds the endpoints from the issuer alone', async () => {
      const execute = [openid.allowInsecureRequests];
      const options = { algorithm: 'oauth2', execute } as const;
      const config = await openid.discovery(new URL(service.url), 'x', 'x', undefined, options);
      expect(config.serverMetadata().token_endpoint).toBe(`${service.url}/oauth/token`);
    });

    it('reports a denied consent as access_denied', async () => {
      const client = await newClient(service, person);
      const config = await openid.discovery(metadata(), client.id, client.secret!, undefined, {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      });
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: client.redirectUri,
        state: 'x',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      await person.browser.open(url.href.replace(service.url, ''));
      const { location } = await person.browser.submit('/oauth/authorize', { decision: 'deny' });
      await expect(
        openid.authorizationCodeGrant(config, new URL(location!), {
          pkceCodeVerifier: verifier,
          expectedState: 'x',
        }),
      ).rejects.toMatchObject({ error: 'access_denied' });
    });
  });

  describe('oauth4webapi', () => {
    const insecure = { [oauth.allowInsecureRequests]: true };

    standalone.it(hostOwned.prefix, 'finds the endpoints from the issuer alone', async () => {
      const issuer = new URL(service.url);
      const request = oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
      const server = await oauth.processDiscoveryResponse(issuer, await request);
      expect(server.token_endpoint).toBe(`${service.url}/oauth/token`);
    });

    const ways: [string, NewClient, (secret: string) => oauth.ClientAuth][] = [
      ['client_secret_basic', {}, (secret) => oauth.ClientSecretBasic(secret)],
      ['client_secret_post', {}, (secret) => oauth.ClientSecretPost(secret)],
      ['none', { isPublic: true }, () => oauth.None()],
    ];

    it.each(ways)(
      'completes the authorization code flow with %s',
      async (_, kind, authentication) => {
        const { id, secret, redirectUri } = await newClient(service, person, kind);
        const answer = await fetch(metadata());
        const server = await oauth.processDiscoveryResponse(new URL(service.url), answer);
        const client: oauth.Client = { client_id: id };
        const auth = authentication(secret ?? '');
        const verifier = oauth.generateRandomCodeVerifier();
        const state = oauth.generateRandomState();
        const url = new URL(server.authorization_endpoint!);
        url.search = new URLSearchParams({
          client_id: id,
          redirect_uri: redirectUri,
          response_type: 'code',
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString();
        const consented = oauth.validateAuthResponse(server, client, await allowed(url), state);
        const tokens = await oauth.processAuthorizationCodeResponse(
          server,
          client,
          await oauth.authorizationCodeGrantRequest(
            server,
            client,
            auth,
            consented,
            redirectUri,
            verifier,
            insecure,
          ),
        );
        await useApi((method, body) =>
          oauth.protectedResourceRequest(
            tokens.access_token,
            method,
            api(),
            new Headers(json),
            body,
            insecure,
          ),
        );
        const fresh = await oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(
            server,
            client,
            auth,
            tokens.refresh_token!,
            insecure,
          ),
        );
        await useApi(callWith(fresh.access_token));
        if (secret !== null) {
          const { active } = await oauth.processIntrospectionResponse(
            server,
            client,
            await oauth.introspectionRequest(server, client, auth, fresh.access_token, insecure),
          );
          expect(active).toBe(true);
        }
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, auth, fresh.refresh_token!, insecure),
        );
        await expect(
          oauth.protectedResourceRequest(
            fresh.access_token,
            'GET',
            api(),
            undefined,
            undefined,
            insecure,
          ),
        ).rejects.toMatchObject({ name: 'WWWAuthenticateChallengeError', status: 401 });
      },
    );
  });

  describe('simple-oauth2', () => {
    it.each(['header', 'body'] as const)(
      'completes the authorization code flow with the secret in the %s',
      async (authorizationMethod) => {
        const { id, secret, redirectUri } = await newClient(service, person);
        const flow = new AuthorizationCode({
          client: { id, secret: secret! },
          auth: {
            tokenHost: service.url,
            authorizePath: service.path('/oauth/authorize'),
            tokenPath: service.path('/oauth/token'),
            revokePath: service.path('/oauth/revoke'),
          },
          options: { authorizationMethod },
        });
        const pkce = pkcePair();
        // Its types lack PKCE, but it passes additional parameters on.
        const url = flow.authorizeURL({
          redirect_uri: redirectUri,
          scope: ['account:read', 'account:write'],
          state: 'x y+z',
          code_challenge: pkce.challenge,
          code_challenge_method: 'S256',
        } as Parameters<typeof flow.authorizeURL>[0]);
        const { searchParams } = await allowed(url);
        expect(searchParams.get('state')).toBe('x y+z');
        const tokens = await flow.getToken({
          code: searchParams.get('code')!,
          redirect_uri: redirectUri,
          code_verifier: pkce.verifier,
        } as Parameters<typeof flow.getToken>[0]);
        expect(tokens.expired()).toBe(false);
        await useApi(callWith(tokens.token.access_token as string));
        const fresh = await tokens.refresh();
        await useApi(callWith(fresh.token.access_token as string));
        const narrow = await fresh.refresh({ scope: 'account:read' });
        expect(narrow.token.scope).toBe('account:read');
        await narrow.revokeAll();
        expect(await getStatus(service, fresh.token.access_token as string)).toBe(401);
        expect(await getStatus(service, narrow.token.access_token as string)).toBe(401);
      },
    );
  });

  describe('passport-oauth2', () => {
    interface SignedIn {
      accessToken: string;
      refreshToken: string;
    }

    /** An application with sign-in through this service: `/` redirects, `/callback` receives codes. */
    function startApplication(passport: InstanceType<typeof Passport>): Server {
      const session = {};
      return createServer((request: IncomingMessage, response) => {
        const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
        Object.assign(request, {
          session,
          query: Object.fromEntries(searchParams),
          originalUrl: request.url,
        });
        const finish = (error: unknown, user?: unknown) => {
          response.statusCode = error || !user ? 403 : 200;
          response.end(JSON.stringify(error ? { error: String(error) } : user || null));
        };
        if (pathname !== '/' && pathname !== '/callback') return void response.end();
        const authenticate = passport.authenticate('oauth2', { session: false }, finish) as (
          ...arguments_: unknown[]
        ) => void;
        authenticate(request, response, finish);
      });
    }

    it.each(kinds)('signs users in to an application that is %s', async (_, kind) => {
      const passport = new Passport();
      const application = startApplication(passport);
      await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
      try {
        const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
        const client: TestClient = await newClient(service, person, {
          ...kind,
          redirectUris: [`${origin}/callback`],
        });
        const options = {
          authorizationURL: `${service.url}/oauth/authorize`,
          tokenURL: `${service.url}/oauth/token`,
          clientID: client.id,
          clientSecret: client.secret ?? '',
          callbackURL: `${origin}/callback`,
          scope: ['account:read', 'account:write'],
          state: true,
          pkce: true,
        };
        passport.use(
          new OAuth2Strategy(
            options,
            (accessToken: string, refreshToken: string, _profile: unknown, done: any) =>
              done(null, { accessToken, refreshToken }),
          ),
        );
        const away = await fetch(origin, { redirect: 'manual' });
        expect(away.status).toBe(302);
        const back = await fetch(await allowed(away.headers.get('location')!));
        const user = (await back.json()) as SignedIn;
        expect({ status: back.status, user }).toEqual({
          status: 200,
          user: { accessToken: expect.any(String), refreshToken: expect.any(String) },
        });
        await useApi(callWith(user.accessToken));
        const { body } = await refresh(service, client, user.refreshToken);
        await useApi(callWith(body.access_token));
        await post(service, 'revoke', client, { token: body.refresh_token });
        expect(await getStatus(service, body.access_token)).toBe(401);
        expect(await getStatus(service, user.accessToken)).toBe(401);
      } finally {
        application.closeAllConnections();
        application.close();
      }
    });
  });
});
