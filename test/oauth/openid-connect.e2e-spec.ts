import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import {
  ask,
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  readRedirect,
  type TestClient,
} from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { ageSessions, newPerson, type Person } from '../support/clients/person.js';
import { describeService, password, type Caller } from '../support/hosts/service.js';

const ofUser = 'openid profile email';

describeService('OpenID Connect', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    client = await newClient(service(), await service().newCaller());
  });
  beforeEach(async () => {
    person = await newPerson(service());
  });

  const keys = async () =>
    createLocalJWKSet((await request(service().url).get('/oauth/jwks').expect(200)).body);

  /** Signs in to the client, and returns the response with the content of the ID token. */
  async function signIn(parameters: Record<string, string | undefined> = {}) {
    const form = await codeFor(person, client, { scope: ofUser, ...parameters });
    const { body } = await post(service(), 'token', client, form).expect(200);
    return { body, claims: decodeJwt(body.id_token) };
  }

  const userinfo = (token: string) =>
    request(service().url).get('/oauth/userinfo').auth(token, { type: 'bearer' });

  /** Asks without pages, and returns what the client is told. */
  const askSilently = async (parameters: Record<string, string> = {}, browser = person.browser) =>
    readRedirect(await ask(browser, asking(client, pkcePair(), { prompt: 'none', ...parameters })));

  const age = (minutes: number) => ageSessions(service(), person.account.id, minutes);

  describe('its configuration', () => {
    it('is the same as the metadata of the authorization server', async () => {
      const read = async (name: string) =>
        (await request(service().url).get(`/.well-known/${name}`).expect(200)).body;
      const configuration = await read('openid-configuration');
      expect(configuration).toEqual(await read('oauth-authorization-server'));
      expect(configuration).toMatchObject({
        issuer: service().url,
        jwks_uri: `${service().url}/oauth/jwks`,
        userinfo_endpoint: `${service().url}/oauth/userinfo`,
        end_session_endpoint: `${service().url}/oauth/logout`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        claims_parameter_supported: false,
        request_parameter_supported: false,
        request_uri_parameter_supported: false,
      });
    });

    it('publishes only the public members of its keys', async () => {
      const { body, headers } = await request(service().url).get('/oauth/jwks').expect(200);
      expect(headers['cache-control']).toBe('public, max-age=3600');
      for (const key of body.keys) {
        expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
        expect(Buffer.from(key.n, 'base64url')).toHaveLength(256);
      }
    });
  });

  describe('an ID token', () => {
    it('proves the sign-in to the client, and verifies with the published keys', async () => {
      const { body } = await signIn({ nonce: 'a nonce' });
      const { payload, protectedHeader } = await jwtVerify(body.id_token, await keys(), {
        issuer: service().url,
        audience: client.id,
        algorithms: ['RS256'],
      });
      const digest = createHash('sha256').update(body.access_token).digest().subarray(0, 16);
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' });
      expect(payload).toEqual({
        iss: service().url,
        sub: person.account.id,
        aud: client.id,
        iat: expect.any(Number),
        exp: payload.iat! + 3_600,
        auth_time: expect.any(Number),
        acr: 'aal1',
        amr: ['pwd'],
        sid: expect.stringMatching(/^[0-9a-f]{32}$/),
        at_hash: digest.toString('base64url'),
        nonce: 'a nonce',
      });
      expect(body.scope).toBe(ofUser);
    });

    it('has a nonce only if the request has one, and is absent without openid', async () => {
      expect((await signIn()).claims.nonce).toBeUndefined();
      const form = await codeFor(person, client, { scope: 'profile email' });
      const { body } = await post(service(), 'token', client, form).expect(200);
      expect(body.id_token).toBeUndefined();
    });

    it('follows each refresh, about the same sign-in and without the nonce', async () => {
      const { body, claims } = await signIn({ nonce: 'a nonce' });
      const next = await refresh(service(), client, body.refresh_token).expect(200);
      const { auth_time, acr, amr, sid, sub } = claims;
      const refreshed = decodeJwt(next.body.id_token);
      expect(refreshed).toMatchObject({ auth_time, acr, amr, sid, sub });
      expect(refreshed.nonce).toBeUndefined();
      const digest = createHash('sha256').update(next.body.access_token).digest().subarray(0, 16);
      expect(refreshed.at_hash).toBe(digest.toString('base64url'));
    });

    it('is not an access token', async () => {
      const { body } = await signIn();
      for (const path of ['/oauth/userinfo', '/api/accounts/me']) {
        const { status } = await request(service().url)
          .get(path)
          .auth(body.id_token, { type: 'bearer' });
        expect([path, status]).toEqual([path, 401]);
      }
    });

    it('names both factors of a sign-in with a code', async () => {
      const factors = service().app.get(FactorsService, { strict: false });
      const { id, email } = person.account;
      const account = await service().prisma.account.findUniqueOrThrow({ where: { id } });
      const { setup, secret } = factors.begin(account);
      await factors.add(account, setup, createAppCode(secret, 0), byHost);
      const browser = new PageClient(service().url);
      await browser.visit('/console/sign-in');
      await browser.submit('/console/sign-in', { email, password });
      await browser.open('/console/second-step');
      const { status } = await browser.submit('/console/second-step', {
        code: createAppCode(secret, 1),
      });
      expect(status).toBe(303);
      person = { ...person, browser };
      expect((await signIn()).claims).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
    });
  });

  describe('the userinfo endpoint', () => {
    it('has the claims that the scope includes', async () => {
      const { id, email, name } = person.account;
      const about = async (scope: string) =>
        (await userinfo((await signIn({ scope })).body.access_token).expect(200)).body;
      const ofProfile = { name, locale: 'en', updated_at: expect.any(Number) };
      const ofEmail = { email, email_verified: false };
      expect(await about('openid')).toEqual({ sub: id });
      expect(await about('openid profile')).toEqual({ sub: id, ...ofProfile });
      expect(await about('openid email')).toEqual({ sub: id, ...ofEmail });
      expect(await about(ofUser)).toEqual({ sub: id, ...ofProfile, ...ofEmail });
    });

    it('shows the email that the owner has set, and whether it is verified', async () => {
      const { body } = await signIn();
      const { id, email } = person.account;
      await service().prisma.verifiedEmail.create({
        data: { accountId: id, email, emailKey: email, mailboxKey: email, verifiedAt: new Date() },
      });
      const accounts = service().app.get(AccountsService, { strict: false });
      const requester = { ...byHost, accountId: id, by: 'delegate' } as const;
      await accounts.update(id, { email: 'other@example.com' }, requester);
      const { body: shown } = await userinfo(body.access_token).expect(200);
      expect(shown).toMatchObject({ email, email_verified: true });
    });

    it('accepts the token in a form, but neither twice nor in the query', async () => {
      const { access_token } = (await signIn()).body;
      const sent = () => request(service().url).post('/oauth/userinfo').type('form');
      await sent().send({ access_token }).expect(200);
      await sent().auth(access_token, { type: 'bearer' }).expect(200);
      await sent().auth(access_token, { type: 'bearer' }).send({ access_token }).expect(400);
      const { status, headers } = await request(service().url).get(
        `/oauth/userinfo?access_token=${access_token}`,
      );
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(
        /^Bearer realm="accounts", scope="openid", resource_metadata="[^"]+"$/,
      );
    });

    it('requires the scope openid', async () => {
      const { headers } = await userinfo(person.token).expect(403);
      expect(headers['www-authenticate']).toContain('error="insufficient_scope"');
      expect(headers['www-authenticate']).toContain('scope="openid"');
    });
  });

  it('gives identity scopes access to no route of the API', async () => {
    const { access_token } = (await signIn({ scope: `${ofUser} offline_access` })).body;
    const identity = { ...person, token: access_token } as Caller;
    const routes = [
      ['get', '/accounts/me'],
      ['get', '/accounts/me/status'],
      ['get', '/accounts/me/preferences'],
      ['put', '/accounts/me'],
      ['post', '/accounts'],
      ['get', '/app/data'],
      ['get', '/applications'],
    ] as const;
    for (const [method, path] of routes) {
      const { status, headers } = await service().as(identity, method, path).send({});
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(headers['www-authenticate']).toContain('insufficient_scope');
    }
  });

  describe('a silent request', () => {
    it('returns login_required, then consent_required, then a code', async () => {
      const stranger = new PageClient(service().url);
      expect(await askSilently({ scope: 'openid' }, stranger)).toMatchObject({
        error: 'login_required',
        state: 'a state',
        iss: service().url,
      });
      expect((await askSilently({ scope: 'openid' })).error).toBe('consent_required');
      await consent(person.browser, asking(client, pkcePair(), { scope: 'openid' }));
      expect((await askSilently({ scope: 'openid' })).code).toBeDefined();
    });

    it('requires a recent sign-in, and the user of the hint', async () => {
      const { body } = await signIn();
      await age(5);
      expect((await askSilently({ scope: ofUser, max_age: '60' })).error).toBe('login_required');
      expect((await askSilently({ scope: ofUser, max_age: '600' })).code).toBeDefined();
      const id_token_hint = body.id_token;
      expect((await askSilently({ scope: ofUser, id_token_hint })).code).toBeDefined();
      const other = await newPerson(service());
      await consent(other.browser, asking(client, pkcePair(), { scope: ofUser }));
      expect((await askSilently({ scope: ofUser, id_token_hint }, other.browser)).error).toBe(
        'login_required',
      );
      expect((await askSilently({ scope: ofUser, id_token_hint: 'x.y.z' })).error).toBe(
        'login_required',
      );
    });

    it('reports a missing second factor as interaction_required', async () => {
      await signIn();
      const { error } = await askSilently({ scope: ofUser, acr_values: 'aal2' });
      expect(error).toBe('interaction_required');
    });

    it('reports its own errors before a sign-in', async () => {
      const stranger = new PageClient(service().url);
      expect((await askSilently({ scope: 'x' }, stranger)).error).toBe('invalid_scope');
    });
  });

  describe('the parameter', () => {
    it.each(['none login', 'unknown', 'login unknown'])(
      'prompt is invalid as "%s"',
      async (prompt) => {
        const parameters = asking(client, pkcePair(), { scope: 'openid', prompt });
        const { error, error_description } = readRedirect(await ask(person.browser, parameters));
        expect([error, error_description]).toEqual([
          'invalid_request',
          expect.stringContaining('prompt'),
        ]);
      },
    );

    it.each([
      ['prompt', 'login'],
      ['max_age', '0'],
      ['max_age', '60'],
    ])('%s=%s makes the user authenticate again, once', async (name, value) => {
      await signIn();
      await age(5);
      const { browser } = person;
      const parameters = asking(client, pkcePair(), { scope: ofUser, [name]: value });
      const before = Math.floor(Date.now() / 1_000);
      const { status, location } = await ask(browser, parameters);
      expect(status).toBe(303);
      expect(location).toContain('/console/confirm?');
      await browser.visit(location!);
      const confirmed = await browser.submit('/console/confirm', { password });
      expect(confirmed.status).toBe(303);
      const { code } = readRedirect(await browser.visit(confirmed.location!));
      expect(code).toBeDefined();
      const { authTime } = await service().prisma.authorization.findFirstOrThrow({
        where: { grant: { accountId: person.account.id } },
        orderBy: { createdAt: 'desc' },
      });
      expect(Math.floor(authTime!.getTime() / 1_000)).toBeGreaterThanOrEqual(before);
    });

    it.each(['consent', 'select_account'])('prompt=%s asks again for consent', async (prompt) => {
      await signIn();
      const parameters = asking(client, pkcePair(), { scope: ofUser, prompt });
      const { status, html } = await ask(person.browser, parameters);
      expect(status).toBe(200);
      expect(html).toContain(person.account.email);
    });

    it('prompt=login leads a visitor through one sign-in', async () => {
      const browser = new PageClient(service().url);
      const parameters = asking(client, pkcePair(), { scope: ofUser, prompt: 'login' });
      const { location } = await ask(browser, parameters);
      await browser.visit(location!);
      const { email } = person.account;
      const signedIn = await browser.submit('/console/sign-in', { email, password });
      expect((await browser.visit(signedIn.location!)).status).toBe(200);
      expect(
        readRedirect(await browser.submit('/oauth/authorize', { decision: 'allow' })).code,
      ).toBeDefined();
    });

    it('login_hint fills the field, and ui_locales chooses the language of the sign-in', async () => {
      const browser = new PageClient(service().url, { 'Accept-Language': 'fr' });
      const hints = { scope: 'openid', login_hint: 'ada@example.com', ui_locales: 'xx de-AT' };
      const { location } = await ask(browser, asking(client, pkcePair(), hints));
      const { html } = await browser.visit(location!);
      expect(html).toContain('<html lang="de"');
      expect(html).toMatch(/name="email"[^>]*value="ada@example\.com"/);
    });

    it('the sign-in and the sign-up name the application that the user continues to', async () => {
      const browser = new PageClient(service().url);
      const { location } = await ask(browser, asking(client, pkcePair(), { scope: 'openid' }));
      const signIn = await browser.visit(location!);
      const { name } = await service().prisma.application.findUniqueOrThrow({
        where: { id: client.id },
      });
      expect(signIn.html).toContain(`Continue to ${name}</p>`);
      const signUp = await browser.visit(location!.replace('/sign-in', '/sign-up'));
      expect(signUp.html).toContain(`Continue to ${name}</p>`);
      expect((await browser.open('/console/sign-in')).html).not.toContain('Continue to');
    });

    it('acr_values=aal2 leads to the set-up of a second factor', async () => {
      const parameters = asking(client, pkcePair(), { scope: 'openid', acr_values: 'aal2' });
      const { status, location } = await ask(person.browser, parameters);
      expect(status).toBe(303);
      expect(location).toContain('/console/set-up-factor?');
    });

    it.each(['request', 'request_uri', 'registration'])('%s is not supported', async (name) => {
      const parameters = asking(client, pkcePair(), {
        scope: 'openid',
        [name]: 'https://a.example',
      });
      expect(readRedirect(await ask(person.browser, parameters)).error).toBe(
        `${name}_not_supported`,
      );
    });
  });

  it('repeats the form of a client as a GET request before it reads any cookie', async () => {
    const parameters = asking(client, pkcePair(), { scope: 'openid' });
    const { status, headers } = await request(service().url)
      .post('/oauth/authorize')
      .type('form')
      .set(
        'Cookie',
        [...person.browser.cookies].map(([name, value]) => `${name}=${value}`),
      )
      .send(parameters);
    expect([status, headers['set-cookie']]).toEqual([303, undefined]);
    const { pathname, searchParams } = new URL(headers.location!, service().url);
    expect(pathname).toBe(new URL(`${service().url}/oauth/authorize`).pathname);
    expect(Object.fromEntries(searchParams)).toEqual(parameters);
  });
});
