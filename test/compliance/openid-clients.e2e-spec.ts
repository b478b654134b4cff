import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { newClient, type NewClient, type TestClient } from '../support/clients/oauth.js';
import { complete } from '../support/clients/openid.js';
import { attribute } from '../support/clients/page-client.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const signedOut = 'https://app.example/signed-out';
const scope = 'openid profile email';

const kinds: [string, NewClient][] = [
  ['a confidential client', {}],
  ['a public client', { isPublic: true }],
];

/** The libraries know only the issuer, also below the prefix of a host. */
describeService('OpenID Connect client libraries', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });

  async function newOpenIdClient(kind: NewClient): Promise<TestClient> {
    const client = await newClient(service(), person, kind);
    await service().prisma.application.update({
      where: { id: client.id },
      data: { postLogoutRedirectUris: [signedOut] },
    });
    return client;
  }

  /** Opens the URL of the library in the user’s browser, and allows the request. */
  async function open(url: URL) {
    const answer = await person.browser.open(url.href.replace(service().url, ''));
    return complete(person, answer);
  }

  const allowed = async (url: URL) => new URL((await open(url)).answer.location!);

  async function signOut(url: URL): Promise<void> {
    expect((await open(url)).answer.location).toBe(`${signedOut}?state=a+state`);
    expect(await isSignedIn(person.browser)).toBe(false);
  }

  const expectUser = (claims: object) => {
    const { id, name, email } = person.account;
    expect(claims).toMatchObject({ sub: id, name, email, locale: 'en', email_verified: false });
  };

  describe('openid-client', () => {
    const discover = (client: TestClient) =>
      openid.discovery(
        new URL(service().url),
        client.id,
        undefined,
        client.secret === null ? openid.None() : openid.ClientSecretBasic(client.secret),
        { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
      );

    it.each(kinds)('signs users in and out as %s', async (_, kind) => {
      const client = await newOpenIdClient(kind);
      const config = await discover(client);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: client.redirectUri,
        scope,
        state: expectedState,
        nonce: expectedNonce,
        max_age: '3600',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, maxAge: 3_600 };
      const tokens = await openid.authorizationCodeGrant(config, await allowed(url), {
        ...checks,
        idTokenExpected: true,
      });
      const { sub, acr } = tokens.claims()!;
      expect([sub, acr]).toEqual([person.account.id, 'aal1']);
      expectUser(await openid.fetchUserInfo(config, tokens.access_token, sub));
      const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token!);
      expect(fresh.claims()!.auth_time).toBe(tokens.claims()!.auth_time);
      expectUser(await openid.fetchUserInfo(config, fresh.access_token, sub));
      await signOut(
        openid.buildEndSessionUrl(config, {
          id_token_hint: fresh.id_token!,
          post_logout_redirect_uri: signedOut,
          state: 'a state',
        }),
      );
      await expect(openid.refreshTokenGrant(config, fresh.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    });

    it('accepts the response as a form', async () => {
      const client = await newOpenIdClient({});
      const config = await discover(client);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const { answer } = await open(
        openid.buildAuthorizationUrl(config, {
          redirect_uri: client.redirectUri,
          scope,
          response_mode: 'form_post',
          state: 'a state',
          nonce: 'a nonce',
          code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
        }),
      );
      const inputs = answer.html.match(/<input type="hidden"[^>]*>/g) ?? [];
      const body = new URLSearchParams(
        inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
      );
      const form = new Request(client.redirectUri, { method: 'POST', body });
      const checks = { pkceCodeVerifier, expectedState: 'a state', expectedNonce: 'a nonce' };
      const tokens = await openid.authorizationCodeGrant(config, form, checks);
      expect(tokens.claims()!.sub).toBe(person.account.id);
    });

    it('learns without a page that the user must sign in', async () => {
      const client = await newOpenIdClient({});
      const config = await discover(client);
      await person.browser.open('/console/account');
      await person.browser.submit('/console/sign-out', {});
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: client.redirectUri,
        scope,
        prompt: 'none',
        state: 'a state',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const checks = { pkceCodeVerifier, expectedState: 'a state' };
      await expect(
        openid.authorizationCodeGrant(config, await allowed(url), checks),
      ).rejects.toMatchObject({ error: 'login_required' });
    });
  });

  describe('oauth4webapi', () => {
    const insecure = { [oauth.allowInsecureRequests]: true };

    it.each(kinds)('signs users in and out as %s', async (_, kind) => {
      const { id, secret, redirectUri } = await newOpenIdClient(kind);
      const issuer = new URL(service().url);
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, insecure),
      );
      const client: oauth.Client = { client_id: id };
      const auth = secret === null ? oauth.None() : oauth.ClientSecretPost(secret);
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        client_id: id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();
      const consented = oauth.validateAuthResponse(server, client, await allowed(url), state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        consented,
        redirectUri,
        verifier,
        insecure,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, insecure);
      const { sub } = oauth.getValidatedIdTokenClaims(tokens)!;
      const userinfo = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
      expectUser(await oauth.processUserInfoResponse(server, client, sub, userinfo));
      const fresh = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token!, insecure),
      );
      expect(oauth.getValidatedIdTokenClaims(fresh)!.sub).toBe(sub);
      const end = new URL(server.end_session_endpoint!);
      end.search = new URLSearchParams({
        id_token_hint: fresh.id_token!,
        post_logout_redirect_uri: signedOut,
        state: 'a state',
      }).toString();
      await signOut(end);
    });
  });
});
