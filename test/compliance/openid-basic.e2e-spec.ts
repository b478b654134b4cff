import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import request, { type Test } from 'supertest';
import {
  ask,
  asking,
  newClient,
  pkcePair,
  post,
  refresh,
  type TestClient,
} from '../support/clients/oauth.js';
import { complete, signInTo, verifyIdToken } from '../support/clients/openid.js';
import { PageClient } from '../support/clients/page-client.js';
import { ageSessions, newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

/** The modules of the plan send no code challenge. */
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };

/** Each test has the name of a module of `oidcc-basic-certification-test-plan` (OpenID Foundation). */
describeService('The certification plan Basic OP', (service) => {
  let owner: Person;
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    owner = await newPerson(service());
    client = await newClient(service(), owner, { requirePkce: false });
  });
  beforeEach(async () => {
    person = await newPerson(service());
  });

  const signIn = (parameters: Record<string, string | undefined> = {}, by: Person = person) =>
    signInTo(service(), client, by, { ...withoutPkce, ...parameters });

  /** Asks as the person, and completes the pages. */
  const asked = async (parameters: Record<string, string | undefined>) => {
    const sent = asking(client, pkcePair(), { scope: 'openid', ...withoutPkce, ...parameters });
    return complete(person, await ask(person.browser, sent));
  };

  const userinfo = (token: string, method: 'get' | 'post' = 'get'): Test =>
    request(service().url)[method]('/oauth/userinfo').auth(token, { type: 'bearer' });

  /** The same person with a browser that has no cookies. */
  const signedOut = (): Person => ({ ...person, browser: new PageClient(service().url) });

  const wait = (seconds: number) => ageSessions(service(), person.account.id, seconds / 60);

  /** Checks as a client does after each sign-in. */
  function expectHappy({ told, tokens, claims }: Awaited<ReturnType<typeof signIn>>): void {
    expect(told).toEqual({ code: expect.any(String), state: 'a state', iss: service().url });
    expect(tokens.token_type.toLowerCase()).toBe('bearer');
    expect(claims.sub).toBe(person.account.id);
  }

  it('oidcc-server', async () => {
    const nonce = 'n'.repeat(43);
    const signedIn = await signIn({ nonce, state: 'a state' });
    expectHappy(signedIn);
    const { told, tokens, claims } = signedIn;
    expect(told.code!.length).toBeGreaterThanOrEqual(43);
    expect(tokens.expires_in).toBeGreaterThan(0);
    const digest = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16);
    expect(claims).toMatchObject({ nonce, at_hash: digest.toString('base64url') });
    expect(Math.abs(claims.iat! - Date.now() / 1_000)).toBeLessThan(60);
    for (const name of ['name', 'email', 'locale', 'c_hash'])
      expect(claims).not.toHaveProperty(name);
    await userinfo(tokens.access_token).expect(200);
  });

  it('oidcc-response-type-missing', async () => {
    const { told } = await asked({ response_type: undefined });
    expect(told).toMatchObject({ error: 'invalid_request', state: 'a state' });
  });

  it('oidcc-idtoken-signature', async () => {
    const { tokens } = await signIn();
    const { alg, kid } = decodeProtectedHeader(tokens.id_token);
    const { body } = await request(service().url).get('/oauth/jwks').expect(200);
    const { kids } = { kids: body.keys.map((key: { kid: string }) => key.kid) };
    expect(alg).toBe('RS256');
    expect(kids).toContain(kid);
    expect(new Set(kids).size).toBe(kids.length);
  });

  it('oidcc-idtoken-unsigned', async () => {
    const { body } = await request(service().url).get('/.well-known/openid-configuration');
    expect(body.id_token_signing_alg_values_supported).not.toContain('none');
  });

  it('oidcc-userinfo-get', async () => {
    const { tokens } = await signIn();
    const { body, type } = await userinfo(tokens.access_token).expect(200);
    expect([type, body]).toEqual(['application/json', { sub: person.account.id }]);
  });

  it('oidcc-userinfo-post-header', async () => {
    const { tokens } = await signIn();
    const { body } = await userinfo(tokens.access_token, 'post').expect(200);
    expect(body.sub).toBe(person.account.id);
  });

  it('oidcc-userinfo-post-body', async () => {
    const { access_token } = (await signIn()).tokens;
    const { body } = await request(service().url)
      .post('/oauth/userinfo')
      .type('form')
      .send({ access_token })
      .expect(200);
    expect(body.sub).toBe(person.account.id);
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const signedIn = await signIn();
    expectHappy(signedIn);
    expect(signedIn.claims).not.toHaveProperty('nonce');
  });

  it('oidcc-scope-profile', async () => {
    const { tokens, claims } = await signIn({ scope: 'openid profile' });
    const { body } = await userinfo(tokens.access_token).expect(200);
    expect(body).toMatchObject({ sub: claims.sub, name: person.account.name });
    expect(Number.isInteger(body.updated_at)).toBe(true);
    expect(claims).not.toHaveProperty('name');
  });

  it('oidcc-scope-email', async () => {
    const { tokens, claims } = await signIn({ scope: 'openid email' });
    const { body } = await userinfo(tokens.access_token).expect(200);
    const { email } = person.account;
    expect(body).toEqual({ sub: claims.sub, email, email_verified: expect.any(Boolean) });
    expect(claims).not.toHaveProperty('email');
  });

  // The plan skips these modules for a server that does not publish their scopes.
  it.each([
    ['oidcc-scope-address', 'openid address'],
    ['oidcc-scope-phone', 'openid phone'],
    ['oidcc-scope-all', 'openid profile email address phone'],
  ])('%s', async (_, scope) => {
    const { body } = await request(service().url).get('/.well-known/openid-configuration');
    expect(body.scopes_supported).toEqual(expect.not.arrayContaining(['address', 'phone']));
    expect((await asked({ scope })).told.error).toBe('invalid_scope');
  });

  it('oidcc-alternate-happy-flow', async () => {
    const sent = asking(client, pkcePair(), { scope: 'email openid', ...withoutPkce });
    const { told } = await complete(
      person,
      await ask(person.browser, Object.entries(sent).reverse()),
    );
    const { code } = told;
    const form = {
      grant_type: 'authorization_code',
      code: code!,
      redirect_uri: client.redirectUri,
    };
    const { body } = await post(service(), 'token', client, form).expect(200);
    await verifyIdToken(service(), client, body.id_token);
    expect((await userinfo(body.access_token).expect(200)).body.email).toBe(person.account.email);
  });

  it.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
  ])('%s', async (_, parameters) => {
    expectHappy(await signIn(parameters));
    expectHappy(await signIn(parameters, (person = signedOut())));
  });

  it('oidcc-login-hint', async () => {
    person = signedOut();
    const { hostname } = new URL(service().url);
    const signedIn = await signIn({ login_hint: `buffy@${hostname}` });
    expectHappy(signedIn);
    expect(signedIn.pages).toContain('/console/sign-in');
  });

  it.each([
    ['oidcc-prompt-login', 1, { prompt: 'login' }],
    ['oidcc-max-age-1', 2, { max_age: '1' }],
  ])('%s', async (_, seconds, parameters) => {
    await wait(seconds + 60);
    const first = await signIn();
    const second = await signIn(parameters);
    expect(second.pages).toContain('/console/confirm');
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(second.claims.auth_time).toBeGreaterThan(Number(first.claims.auth_time));
    expect(Math.abs(Number(second.claims.auth_time) - Date.now() / 1_000)).toBeLessThan(30);
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    person = signedOut();
    const state = 's'.repeat(128);
    const { answer, pages, told } = await asked({ prompt: 'none', state });
    expect([answer.status, pages]).toEqual([303, []]);
    expect(told).toMatchObject({ error: 'login_required', state, iss: service().url });
    expect(told).not.toHaveProperty('code');
  });

  /** Signs in twice, the second time as the same user at the same time, without a page. */
  async function expectSameTwice(
    first: Record<string, string>,
    second: (idToken: string) => Record<string, string>,
  ): Promise<void> {
    const before = await signIn(first);
    const after = await signIn(second(before.tokens.id_token));
    const { sub, auth_time } = before.claims;
    expect(auth_time).toEqual(expect.any(Number));
    expect(after.claims).toMatchObject({ sub, auth_time });
    expect(after.pages).toEqual([]);
  }

  it('oidcc-prompt-none-logged-in', () => expectSameTwice({}, () => ({ prompt: 'none' })));

  it('oidcc-max-age-10000', () =>
    expectSameTwice({ max_age: '15000' }, () => ({ max_age: '10000' })));

  it('oidcc-id-token-hint', () =>
    expectSameTwice({}, (id_token_hint) => ({ prompt: 'none', id_token_hint })));

  it('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { body } = await request(service().url).get('/.well-known/openid-configuration');
    const [first] = body.acr_values_supported as [string];
    const { claims } = await signIn({ acr_values: first });
    expect(claims.acr).toBe(first);
  });

  it('oidcc-codereuse', async () => {
    const { told } = await signIn();
    const form = { grant_type: 'authorization_code', redirect_uri: client.redirectUri };
    const { body } = await post(service(), 'token', client, { ...form, code: told.code! });
    expect(body.error).toBe('invalid_grant');
  });

  it('oidcc-codereuse-30seconds', async () => {
    const { told, tokens } = await signIn();
    await service().prisma.authorization.updateMany({
      where: { grant: { accountId: person.account.id } },
      data: { redeemedAt: new Date(Date.now() - 30_000), expiresAt: new Date() },
    });
    const form = { grant_type: 'authorization_code', redirect_uri: client.redirectUri };
    const { body } = await post(service(), 'token', client, { ...form, code: told.code! });
    expect(body.error).toBe('invalid_grant');
    await userinfo(tokens.access_token).expect(401);
  });

  it.each([
    ['oidcc-ensure-registered-redirect-uri', {}],
    ['oidcc-ensure-request-object-with-redirect-uri', { request: 'e30.e30.' }],
  ])('%s', async (_, parameters) => {
    const redirect_uri = `${client.redirectUri}/unregistered`;
    const { answer } = await asked({ redirect_uri, ...parameters });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.html).toContain('redirect');
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const sent = asking(client, pkcePair(), { scope: 'openid', ...withoutPkce });
    const { told } = await complete(person, await person.browser.post('/oauth/authorize', sent));
    expect(told).toEqual({ code: expect.any(String), state: 'a state', iss: service().url });
  });

  it('oidcc-server-client-secret-post', async () => {
    const { code } = (await asked({})).told;
    const { body } = await post(service(), 'token', undefined, {
      grant_type: 'authorization_code',
      code: code!,
      redirect_uri: client.redirectUri,
      client_id: client.id,
      client_secret: client.secret!,
    }).expect(200);
    expect((await verifyIdToken(service(), client, body.id_token)).sub).toBe(person.account.id);
  });

  it.each([
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      { request_uri: 'https://app.example/request.jwt' },
      'request_uri_not_supported',
    ],
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      { request: 'eyJhbGciOiJub25lIn0.e30.' },
      'request_not_supported',
    ],
  ])('%s', async (_, parameters, error) => {
    expect((await asked(parameters)).told).toMatchObject({ error, state: 'a state' });
  });

  it('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    expectHappy(await signIn({ claims }));
  });

  it('oidcc-refresh-token', async () => {
    const asksAgain = { scope: 'openid offline_access', prompt: 'consent' };
    const { tokens, claims } = await signIn({ ...asksAgain, nonce: 'a nonce' });
    const { body } = await refresh(service(), client, tokens.refresh_token).expect(200);
    const next = await verifyIdToken(service(), client, body.id_token);
    const { sub, aud, auth_time } = claims;
    expect(next).toMatchObject({ iss: service().url, sub, aud, auth_time });
    expect(next.iat).toBeGreaterThanOrEqual(claims.iat!);
    await userinfo(body.access_token).expect(200);
    const other = await newClient(service(), owner, { requirePkce: false });
    const refused = await refresh(service(), other, body.refresh_token).expect(400);
    expect(refused.body.error).toBe('invalid_grant');
    await refresh(service(), client, body.refresh_token).expect(200);
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    expectHappy(await signInTo(service(), client, person));
  });
});
