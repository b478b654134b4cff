import { createPublicKey, randomBytes, type JsonWebKey } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
} from 'jose';
import request, { type Response } from 'supertest';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { byHost } from '../../src/request/requester.js';
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
import { signInTo, type SignedIn } from '../support/clients/openid.js';
import { PageClient } from '../support/clients/page-client.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

const signedOut = 'https://app.example/signed-out';

describeService('An attack on OpenID Connect', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    client = await newClient(service(), await service().newCaller());
    await registerLogout(client, signedOut);
  });
  beforeEach(async () => {
    person = await newPerson(service());
  });

  const registerLogout = (of: TestClient, uri: string) =>
    service().prisma.application.update({
      where: { id: of.id },
      data: { postLogoutRedirectUris: [uri] },
    });

  const signIn = (parameters: Record<string, string> = {}) =>
    signInTo(service(), client, person, parameters);

  const logOut = (parameters: Record<string, string>, browser = person.browser) =>
    browser.open(`/oauth/logout?${new URLSearchParams(parameters)}`);

  const askSilently = async (parameters: Record<string, string> = {}, browser = person.browser) => {
    const silent = { scope: 'openid', prompt: 'none', ...parameters };
    return readRedirect(await ask(browser, asking(client, pkcePair(), silent)));
  };

  const bearer = (path: string, token: string) =>
    request(service().url).get(path).auth(token, { type: 'bearer' });

  describe('with a credential at the wrong place', () => {
    const pick = {
      'an ID token': ({ tokens }: SignedIn) => tokens.id_token,
      'an access token for the identity': ({ tokens }: SignedIn) => tokens.access_token,
      'a refresh token': ({ tokens }: SignedIn) => tokens.refresh_token,
    };

    type Place = (credential: string) => PromiseLike<Response>;
    const places: Record<string, Place> = {
      'the API': (token) => bearer('/api/accounts/me', token),
      'the query of the API': (token) =>
        request(service().url).get('/api/accounts/me').query({ access_token: token }),
      userinfo: (token) => bearer('/oauth/userinfo', token),
      'a code': (code) =>
        post(service(), 'token', client, {
          grant_type: 'authorization_code',
          code,
          code_verifier: pkcePair().verifier,
          redirect_uri: client.redirectUri,
        }),
      'a refresh token': (token) => refresh(service(), client, token),
      'a client secret': (secret) =>
        post(service(), 'introspect', { ...client, secret }, { token: 'x' }),
    };
    const right: [string, string][] = [
      ['an access token for the identity', 'userinfo'],
      ['a refresh token', 'a refresh token'],
    ];
    const wrong = Object.keys(pick).flatMap((credential) =>
      Object.keys(places)
        .filter((place) => !right.some((each) => each[0] === credential && each[1] === place))
        .map((place) => [credential, place] as [keyof typeof pick, string]),
    );

    it.each(wrong)('is refused: %s as %s', async (credential, place) => {
      const signedIn = await signIn();
      const { status } = await places[place]!(pick[credential](signedIn));
      expect([400, 401, 403]).toContain(status);
      await bearer('/oauth/userinfo', signedIn.tokens.access_token).expect(200);
      await refresh(service(), client, signedIn.tokens.refresh_token).expect(200);
    });

    it.each(Object.keys(pick) as (keyof typeof pick)[])(
      'starts no session: %s as the cookie',
      async (credential) => {
        const browser = new PageClient(service().url);
        browser.cookies.set(service().cookie('browser'), pick[credential](await signIn()));
        expect(await isSignedIn(browser)).toBe(false);
      },
    );

    it('is refused: an unused code as a token', async () => {
      const form = await codeFor(person, client, { scope: 'openid' });
      await bearer('/oauth/userinfo', form.code).expect(401);
      await bearer('/api/accounts/me', form.code).expect(401);
      await refresh(service(), client, form.code).expect(400);
      await post(service(), 'token', client, form).expect(200);
    });

    it('tells another client nothing about a token', async () => {
      const { tokens } = await signIn();
      const other = await newClient(service(), await service().newCaller());
      for (const token of [tokens.id_token, tokens.access_token, tokens.refresh_token]) {
        const { body } = await post(service(), 'introspect', other, { token });
        expect(body).toEqual({ active: false });
        await post(service(), 'revoke', other, { token });
      }
      await bearer('/oauth/userinfo', tokens.access_token).expect(200);
    });
  });

  describe('with a forged hint', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

    async function publicKey(): Promise<JWK> {
      const { body } = await request(service().url).get('/oauth/jwks').expect(200);
      return body.keys[0];
    }

    /** Signs the claims with a key of the attacker. */
    async function sign(idToken: string, header: object): Promise<string> {
      const { privateKey } = await generateKeyPair('RS256');
      const { kid } = decodeProtectedHeader(idToken);
      return new SignJWT(decodeJwt(idToken))
        .setProtectedHeader({ alg: 'RS256', kid: kid!, ...header })
        .sign(privateKey);
    }

    async function signSymmetrically(idToken: string, secret: string): Promise<string> {
      return new SignJWT(decodeJwt(idToken))
        .setProtectedHeader({ alg: 'HS256', kid: decodeProtectedHeader(idToken).kid! })
        .sign(new TextEncoder().encode(secret));
    }

    const forgeries: [string, (idToken: string) => string | Promise<string>][] = [
      ['alg none', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
      [
        'alg none and the signature',
        (token) => [encode({ alg: 'none' }), ...token.split('.').slice(1)].join('.'),
      ],
      ['alg None', (token) => `${encode({ alg: 'None' })}.${token.split('.')[1]}.`],
      [
        'HS256 and the public key in PEM',
        async (token) => {
          const key = createPublicKey({ key: (await publicKey()) as JsonWebKey, format: 'jwk' });
          return signSymmetrically(token, String(key.export({ format: 'pem', type: 'spki' })));
        },
      ],
      [
        'HS256 and the public key in JSON',
        async (token) => signSymmetrically(token, JSON.stringify(await publicKey())),
      ],
      ['another key', (token) => sign(token, {})],
      ['an unknown kid', (token) => sign(token, { kid: 'unknown' })],
      ['a kid that is a number', (token) => sign(token, { kid: 1 })],
      ['a kid with NUL', (token) => sign(token, { kid: '\0' })],
      ['a kid that is a path', (token) => sign(token, { kid: '../../../../dev/null' })],
      ['jku', (token) => sign(token, { jku: 'https://evil.example/jwks' })],
      [
        'an unknown critical header',
        (token) => {
          const header = { ...decodeProtectedHeader(token), crit: ['x'], x: true };
          return [encode(header), ...token.split('.').slice(1)].join('.');
        },
      ],
      [
        'jwk',
        async (token) => {
          const pair = await generateKeyPair('RS256', { extractable: true });
          return new SignJWT(decodeJwt(token))
            .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(pair.publicKey) })
            .sign(pair.privateKey);
        },
      ],
      [
        'other claims',
        (token) => {
          const [header, , signature] = token.split('.');
          return `${header}.${encode({ ...decodeJwt(token), aud: 'another' })}.${signature}`;
        },
      ],
      ['no signature', (token) => token.split('.').slice(0, 2).join('.')],
      ['five parts', (token) => `${token}.${token.split('.').slice(1).join('.')}`],
      ['no JSON', () => 'e30.e30.e30'],
      ['text', () => 'x'],
      ['much text', () => `${'x'.repeat(2_000)}.${'y'.repeat(2_000)}.${'z'.repeat(2_000)}`],
      ['characters of no token', () => '\u{1f511}.\0.\ufffe'],
    ];

    it.each(forgeries)('signs nobody in or out: %s', async (_, forge) => {
      const { tokens } = await signIn();
      const id_token_hint = await forge(tokens.id_token);
      expect(await askSilently({ id_token_hint })).toMatchObject({ error: 'login_required' });
      const asked = await logOut({
        id_token_hint,
        client_id: client.id,
        post_logout_redirect_uri: signedOut,
      });
      expect(asked.status).toBe(200);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it.each(['access_token', 'refresh_token'] as const)('cannot be the %s', async (name) => {
      const { tokens } = await signIn();
      expect(await askSilently({ id_token_hint: tokens[name] })).toMatchObject({
        error: 'login_required',
      });
      expect((await logOut({ id_token_hint: tokens[name] })).status).toBe(200);
      expect(await isSignedIn(person.browser)).toBe(true);
    });
  });

  describe('on the sign-out', () => {
    it.each([
      ['the host in capitals', 'https://APP.example/signed-out'],
      ['the scheme in capitals', 'HTTPS://app.example/signed-out'],
      ['the path in capitals', 'https://app.example/Signed-out'],
      ['a trailing slash', `${signedOut}/`],
      ['an empty query', `${signedOut}?`],
      ['a query', `${signedOut}?next=https://evil.example`],
      ['a fragment', `${signedOut}#x`],
      ['the default port', 'https://app.example:443/signed-out'],
      ['a user', 'https://app.example@evil.example/signed-out'],
      ['a user of the host', 'https://x@app.example/signed-out'],
      ['a backslash', 'https://evil.example\\@app.example/signed-out'],
      ['backslashes', 'https:\\\\app.example\\signed-out'],
      ['an encoded letter', 'https://app.example/%73igned-out'],
      ['an address encoded twice', encodeURIComponent(signedOut)],
      ['a path traversal', 'https://app.example/x/../signed-out'],
      ['a trailing dot of the host', 'https://app.example./signed-out'],
      ['no scheme', '//app.example/signed-out'],
      ['a script', 'javascript:alert(1)//'],
      ['a line break', `${signedOut}\r\nSet-Cookie: x=y`],
      ['a space', `${signedOut} `],
      ['NUL', `${signedOut}\0`],
      ['another host', 'https://evil.example/'],
      ['an address of this service', '/console/account'],
    ])('redirects to no unregistered address: %s', async (_, uri) => {
      const { tokens } = await signIn();
      const request = { id_token_hint: tokens.id_token, post_logout_redirect_uri: uri };
      const { status, location } = await logOut(request);
      expect([status, location]).toEqual([400, undefined]);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('redirects to no address of another client', async () => {
      const other = await newClient(service(), await service().newCaller());
      await registerLogout(other, 'https://evil.example/signed-out');
      const { tokens } = await signIn();
      const uri = { post_logout_redirect_uri: 'https://evil.example/signed-out' };
      const hint = { id_token_hint: tokens.id_token };
      for (const request of [hint, { client_id: client.id }, { ...hint, client_id: other.id }]) {
        expect((await logOut({ ...request, ...uri })).status).toBe(400);
      }
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('does not redirect a visitor without a session unasked, even with an ID token of the attacker', async () => {
      const { tokens } = await signIn();
      const stranger = new PageClient(service().url);
      const { status, html } = await logOut(
        { id_token_hint: tokens.id_token, post_logout_redirect_uri: signedOut },
        stranger,
      );
      expect([status, html]).toEqual([200, expect.stringContaining('app.example')]);
    });

    it('ends no session with the ID token of the attacker’s own sign-in', async () => {
      const attacker = await newPerson(service());
      const { tokens } = await signInTo(service(), client, attacker);
      const { status } = await logOut({ id_token_hint: tokens.id_token });
      expect(status).toBe(200);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it.each<[string, Record<string, string>, Record<string, string>]>([
      ['without a form token', {}, {}],
      ['with an invented form token', { csrf_token: randomBytes(32).toString('hex') }, {}],
      ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ])('ends no session by a form %s', async (_, fields, headers) => {
      const request = { client_id: client.id, post_logout_redirect_uri: signedOut, ...fields };
      const { location } = await person.browser.post('/oauth/logout', request, headers);
      if (location !== undefined) expect(location).toMatch(/^\/oauth\/logout\?/);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('ends no session by the form of another visitor', async () => {
      const attacker = await newPerson(service());
      await logOut({ client_id: client.id }, attacker.browser);
      const fields = attacker.browser.getHiddenFields('/oauth/logout');
      const headers = { 'sec-fetch-site': 'same-origin' };
      await person.browser.post('/oauth/logout', fields, headers);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('names the scheme of an app on the button', async () => {
      const app = await newClient(service(), await service().newCaller(), { isPublic: true });
      const uri = 'com.example.app:/signed-out';
      await registerLogout(app, uri);
      const request = { client_id: app.id, post_logout_redirect_uri: uri };
      const { html } = await logOut(request);
      expect(html).toContain('Sign out and continue to com.example.app');
      const { html: signedOutPage } = await logOut(request, new PageClient(service().url));
      expect(signedOutPage).toContain('com.example.app');
      expect(signedOutPage).toContain(`href="${uri}"`);
    });

    it('redirects to no application of a suspended owner', async () => {
      const owner = await service().newCaller();
      const app = await newClient(service(), owner);
      await registerLogout(app, signedOut);
      const { tokens } = await signInTo(service(), app, person);
      await service().prisma.account.update({
        where: { id: owner.account.id },
        data: { suspendedAt: new Date() },
      });
      const { status, location } = await logOut({
        id_token_hint: tokens.id_token,
        post_logout_redirect_uri: signedOut,
      });
      expect([status, location]).toEqual([403, undefined]);
    });

    it('leaves no access token that a node has cached', async () => {
      const { tokens } = await signIn({ scope: 'openid account:read' });
      for (const path of ['/oauth/userinfo', '/api/accounts/me']) {
        await bearer(path, tokens.access_token).expect(200);
      }
      await logOut({ id_token_hint: tokens.id_token });
      for (const path of ['/oauth/userinfo', '/api/accounts/me']) {
        await bearer(path, tokens.access_token).expect(401);
      }
    });

    it.each(['a\nb', 'a\0b', '\ufffd'])('returns no changed state: %j', async (state) => {
      const { tokens } = await signIn();
      const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: signedOut };
      expect((await logOut({ ...hint, state })).status).toBe(400);
      expect(await isSignedIn(person.browser)).toBe(true);
    });
  });

  describe('with an authorization request', () => {
    it('cannot change the time of a sign-in with auth_after', async () => {
      const before = await signIn();
      await service().prisma.session.updateMany({
        where: { accountId: person.account.id },
        data: { createdAt: new Date(Date.now() - 600_000) },
      });
      const { claims, pages } = await signIn({ prompt: 'login', auth_after: '0' });
      expect(pages).toEqual([]);
      expect(claims.auth_time).toBe(Number(claims.auth_time));
      expect(Number(claims.auth_time)).toBeLessThan(Number(before.claims.auth_time));
      const later = String(Date.now() + 600_000);
      expect((await askSilently({ auth_after: later })).error).toBe('login_required');
      expect((await askSilently({ auth_after: 'x' })).error).toBe('invalid_request');
    });

    it('receives no code for a signed-out or suspended user', async () => {
      await signIn();
      const { id } = person.account;
      const suspend = (suspendedAt: Date | null) =>
        service().prisma.account.update({ where: { id }, data: { suspendedAt } });
      await suspend(new Date());
      expect((await askSilently()).error).toBe('login_required');
      await suspend(null);
      expect((await askSilently()).code).toBeDefined();
      await person.browser.open('/console/account');
      await person.browser.submit('/console/sign-out', {});
      expect((await askSilently()).error).toBe('login_required');
    });

    it('receives no code for another user than the one of the hint, whatever the prompt', async () => {
      const { tokens } = await signIn();
      const other = await newPerson(service());
      for (const prompt of [undefined, 'login', 'consent', 'select_account', 'none']) {
        const hinted = { scope: 'openid', prompt, id_token_hint: tokens.id_token };
        const answer = await ask(other.browser, asking(client, pkcePair(), hinted));
        expect([prompt, readRedirect(answer).error]).toEqual([prompt, 'login_required']);
      }
      const where = { accountId: other.account.id };
      expect(await service().prisma.grant.count({ where })).toBe(0);
      expect((await signIn({ id_token_hint: tokens.id_token })).claims.sub).toBe(person.account.id);
    });

    it.each(['a\nb', 'a\0b', '\ufffd'])('returns no changed nonce: %j', async (nonce) => {
      const parameters = asking(client, pkcePair(), { scope: 'openid', nonce });
      expect(readRedirect(await ask(person.browser, parameters)).error).toBe('invalid_request');
    });

    it('names the issuer in every response, against mix-up', async () => {
      const iss = service().url;
      const form = { scope: 'openid', response_mode: 'form_post' };
      const { html } = await consent(person.browser, asking(client, pkcePair(), form));
      expect(html).toContain(`name="iss" value="${iss}"`);
      expect((await askSilently()).iss).toBe(iss);
      expect((await askSilently({ scope: 'unknown' })).iss).toBe(iss);
      expect((await signIn()).claims.iss).toBe(iss);
    });

    it('is not granted through the consent page of an earlier user of the browser', async () => {
      const { browser } = person;
      await ask(browser, asking(client, pkcePair(), { scope: 'openid' }));
      const fields = browser.getHiddenFields('/oauth/authorize');
      const next = await newPerson(service());
      await browser.open('/console/account');
      await browser.submit('/console/sign-out', {});
      await browser.signIn(next.account.email, password);
      const { location } = await browser.post('/oauth/authorize', { ...fields, decision: 'allow' });
      expect(location ?? '').not.toContain('code=');
      const where = { accountId: { in: [person.account.id, next.account.id] } };
      expect(await service().prisma.grant.count({ where })).toBe(0);
    });

    it.each([9_000, 60_000])('of %i bytes is refused as a form', async (length) => {
      const parameters = asking(client, pkcePair(), { scope: 'openid', nonce: 'x'.repeat(length) });
      const { status, location } = await person.browser.post('/oauth/authorize', parameters);
      const { status: shown } =
        location === undefined ? { status } : await person.browser.open(location);
      expect(shown).toBe(400);
    });
  });

  describe('between consent and exchange', () => {
    const endings: [string, () => Promise<unknown>][] = [
      [
        'the user signs out',
        async () => {
          await person.browser.open('/console/account');
          await person.browser.submit('/console/sign-out', {});
        },
      ],
      [
        'the session expires',
        () =>
          service().prisma.session.updateMany({
            where: { accountId: person.account.id },
            data: { expiresAt: new Date() },
          }),
      ],
      [
        'the account is suspended',
        () =>
          service().prisma.account.update({
            where: { id: person.account.id },
            data: { suspendedAt: new Date() },
          }),
      ],
      [
        'the password changes',
        () =>
          service()
            .app.get(AccountsService, { strict: false })
            .update(
              person.account.id,
              { new_password: 'another horse 8', old_password: password },
              { ...byHost, accountId: person.account.id },
            ),
      ],
    ];

    it.each(endings)('%s, and the code is worthless', async (_, end) => {
      const form = await codeFor(person, client, { scope: 'openid' });
      await end();
      const { body } = await post(service(), 'token', client, form).expect(400);
      expect(body.error).toBe('invalid_grant');
      expect(body.id_token).toBeUndefined();
    });

    it('the second factor is removed, and a later password does not count as two factors', async () => {
      const factors = service().app.get(FactorsService, { strict: false });
      const { id, email } = person.account;
      const account = await service().prisma.account.findUniqueOrThrow({ where: { id } });
      const { setup, secret } = factors.begin(account);
      await factors.add(account, setup, createAppCode(secret, 0), byHost);
      const browser = new PageClient(service().url);
      person = { ...person, browser };
      await browser.visit('/console/sign-in');
      await browser.submit('/console/sign-in', { email, password });
      await browser.open('/console/second-step');
      await browser.submit('/console/second-step', { code: createAppCode(secret, 1) });
      const form = await codeFor(person, client, { scope: 'openid' });
      await factors.remove(account, byHost);
      const { body } = await post(service(), 'token', client, form).expect(200);
      expect(decodeJwt(body.id_token)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
      const { claims, pages } = await signIn({ prompt: 'login' });
      expect(pages).toContain('/console/confirm');
      expect(claims).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
      const silent = await askSilently({ acr_values: 'aal2' });
      expect(silent.error).toBe('interaction_required');
    });
  });
});
