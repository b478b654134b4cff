import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import request from 'supertest';
import {
  ask,
  asking,
  newClient,
  pkcePair,
  readRedirect,
  type TestClient,
} from '../support/clients/oauth.js';
import { signInTo } from '../support/clients/openid.js';
import type { PageAnswer } from '../support/clients/page-client.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const signedOut = 'https://app.example/post_logout_redirect';

/** Each test has the name of a module of `oidcc-rp-initiated-logout-certification-test-plan` (OpenID Foundation). */
describeService('The certification plan RP-Initiated OP', (service) => {
  let person: Person;
  let client: TestClient;
  let idToken: string;
  beforeAll(async () => {
    client = await newClient(service(), await service().newCaller());
    await service().prisma.application.update({
      where: { id: client.id },
      data: { postLogoutRedirectUris: [signedOut] },
    });
  });
  beforeEach(async () => {
    person = await newPerson(service());
    idToken = (await signInTo(service(), client, person)).tokens.id_token;
  });

  /** Sends the request of the plan: an ID token, a registered URL and a state, except for these changes. */
  function logOut(changes: Record<string, string | undefined> = {}): Promise<PageAnswer> {
    const all: Record<string, string | undefined> = {
      id_token_hint: idToken,
      post_logout_redirect_uri: signedOut,
      state: 's'.repeat(128),
      ...changes,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
    return person.browser.open(`/oauth/logout?${new URLSearchParams(sent)}`);
  }

  /** Whether the client can still sign the user in without a page. */
  async function isSignedIn(): Promise<boolean> {
    const silent = asking(client, pkcePair(), { scope: 'openid', prompt: 'none' });
    const { error } = readRedirect(await ask(person.browser, silent));
    if (error !== undefined) expect(error).toBe('login_required');
    return error === undefined;
  }

  async function expectSignedOutPage(answer: PageAnswer): Promise<void> {
    expect(answer.status).toBe(303);
    const { status, html } = await person.browser.visit(answer.location!);
    expect([status, html]).toEqual([200, expect.stringContaining('You have been signed out.')]);
    expect(await isSignedIn()).toBe(false);
  }

  it('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    const { body } = await request(service().url).get('/.well-known/openid-configuration');
    expect(body.end_session_endpoint).toBe(`${service().url}/oauth/logout`);
  });

  it('oidcc-rp-initiated-logout', async () => {
    const { status, location } = await logOut();
    expect([status, location]).toEqual([303, `${signedOut}?state=${'s'.repeat(128)}`]);
    expect(await isSignedIn()).toBe(false);
  });

  it('oidcc-rp-initiated-logout-no-state', async () => {
    const { status, location } = await logOut({ state: undefined });
    expect([status, location]).toEqual([303, signedOut]);
    expect(await isSignedIn()).toBe(false);
  });

  it.each([
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      { post_logout_redirect_uri: 'https://app.example/other' },
    ],
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      { post_logout_redirect_uri: `${signedOut}?foo=bar` },
    ],
  ])('%s', async (_, changes) => {
    const { status, location } = await logOut(changes);
    expect([status, location]).toEqual([400, undefined]);
    expect(await isSignedIn()).toBe(true);
  });

  /** Expects that the user can sign out, but is not sent to a URL whose client is unknown (section 4). */
  async function expectNoDestination(id_token_hint: string | undefined): Promise<void> {
    const { status, location } = await logOut({ id_token_hint });
    expect([status, location]).toEqual([200, undefined]);
    expect(await isSignedIn()).toBe(true);
    await logOut({ id_token_hint });
    await expectSignedOutPage(await person.browser.submit('/oauth/logout'));
  }

  it('oidcc-rp-initiated-logout-no-id-token-hint', async () => {
    await expectNoDestination(undefined);
  });

  it('oidcc-rp-initiated-logout-modified-id-token-hint', async () => {
    await expectNoDestination(new UnsecuredJWT(decodeJwt(idToken)).encode());
  });

  it('oidcc-rp-initiated-logout-bad-id-token-hint', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const id_token_hint = await new SignJWT(decodeJwt(idToken))
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    await expectNoDestination(id_token_hint);
  });

  it('oidcc-rp-initiated-logout-no-post-logout-redirect-uri', async () => {
    await expectSignedOutPage(await logOut({ post_logout_redirect_uri: undefined }));
  });

  it.each([
    ['oidcc-rp-initiated-logout-no-params', { state: undefined }],
    ['oidcc-rp-initiated-logout-only-state', {}],
  ])('%s', async (_, changes) => {
    const nameless = { id_token_hint: undefined, post_logout_redirect_uri: undefined };
    const { status } = await logOut({ ...nameless, ...changes });
    expect(status).toBe(200);
    await expectSignedOutPage(await person.browser.submit('/oauth/logout'));
  });
});
