import { decodeJwt } from 'jose';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import {
  ask,
  asking,
  callback,
  codeFor,
  newClient,
  pkcePair,
  post,
  refresh,
  readRedirect,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { ageSessions, isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

const signedOut = 'https://app.example/signed-out';

describeService('A sign-in with OpenID Connect and its session', (service) => {
  let person: Person;
  let client: TestClient;
  beforeEach(async () => {
    person = await newPerson(service());
    const owner = await service().newCaller();
    client = await newClient(service(), owner);
    await service().prisma.application.update({
      where: { id: client.id },
      data: { postLogoutRedirectUris: [signedOut] },
    });
  });

  async function tokens(scope: string): Promise<Tokens & { readonly id_token: string }> {
    const form = await codeFor(person, client, { scope });
    return (await post(service(), 'token', client, form).expect(200)).body;
  }

  const isActive = async ({ access_token: token }: Tokens) =>
    (await post(service(), 'introspect', client, { token })).body.active as boolean;

  const logOut = (parameters: Record<string, string>, browser = person.browser) =>
    browser.open(`/oauth/logout?${new URLSearchParams(parameters)}`);

  describe('and their common end', () => {
    it('have an event with the id of the session and its name in ID tokens', async () => {
      const { prisma } = service();
      const accountId = person.account.id;
      const { id_token } = await tokens('openid');
      const { id } = await prisma.session.findFirstOrThrow({ where: { accountId } });
      const subscription = { name: 'sessions', type: 'session.ended' };
      await prisma.eventSubscription.create({ data: subscription });
      try {
        await person.browser.open('/console/account');
        await person.browser.submit('/console/sign-out', {});
        const where = { subscription: 'sessions', accountId };
        const events = await prisma.eventDelivery.findMany({ where });
        const data = { session_id: id, sids: [decodeJwt(id_token).sid] };
        expect(events).toMatchObject([{ type: 'session.ended', data }]);
      } finally {
        await prisma.eventSubscription.deleteMany({ where: { name: 'sessions' } });
      }
    });

    it('end together at a sign-out', async () => {
      const issued = await tokens('openid account:read');
      expect(await isActive(issued)).toBe(true);
      await person.browser.open('/console/account');
      await person.browser.submit('/console/sign-out', {});
      expect(await isActive(issued)).toBe(false);
      await refresh(service(), client, issued.refresh_token).expect(400);
    });

    it('end together at a sign-out during a refresh, whose new tokens end too', async () => {
      const { browser } = person;
      for (let attempt = 0; attempt < 5; attempt++) {
        const issued = await tokens('openid account:read');
        await browser.open('/console/account');
        const [refreshed] = await Promise.all([
          refresh(service(), client, issued.refresh_token),
          browser.submit('/console/sign-out', {}),
        ]);
        expect([200, 400]).toContain(refreshed.status);
        expect(await isActive(issued)).toBe(false);
        if (refreshed.status === 200) expect(await isActive(refreshed.body)).toBe(false);
        const next = refreshed.body.refresh_token ?? issued.refresh_token;
        await refresh(service(), client, next).expect(400);
        await browser.signIn(person.account.email, password);
      }
    });

    it('end together if the session is revoked or reaches its end', async () => {
      const { accessToken } = { accessToken: await tokens('openid') };
      await service().prisma.session.updateMany({
        where: { accountId: person.account.id },
        data: { expiresAt: new Date() },
      });
      const { body } = await refresh(service(), client, accessToken.refresh_token).expect(400);
      expect(body.error).toBe('invalid_grant');
    });

    it('end separately with offline_access, and without openid', async () => {
      const kept = [await tokens('openid offline_access'), await tokens('account:read')];
      await person.browser.open('/console/account');
      await person.browser.submit('/console/sign-out', {});
      for (const each of kept) {
        expect(await isActive(each)).toBe(true);
        await refresh(service(), client, each.refresh_token).expect(200);
      }
    });

    it('end separately if the user grants offline_access, which requires a confirmed session, even for a trusted application', async () => {
      const scope = 'openid offline_access';
      const { browser } = person;
      await ageSessions(service(), person.account.id);
      const asked = await ask(browser, asking(client, pkcePair(), { scope }));
      expect(asked.location).toContain('/console/confirm?');
      const application = { where: { id: client.id }, data: { trusted: true } };
      await service().prisma.application.update(application);
      const trusted = await ask(browser, asking(client, pkcePair(), { scope }));
      expect(trusted.location).toContain('/console/confirm?');
      const silent = await ask(browser, asking(client, pkcePair(), { scope, prompt: 'none' }));
      expect(readRedirect(silent).error).toBe('interaction_required');
      const brief = await ask(browser, asking(client, pkcePair(), { scope: 'openid' }));
      expect(readRedirect(brief).code).toBeDefined();
    });

    it('lets a client receive offline_access again only in a confirmed session', async () => {
      const scope = 'openid offline_access';
      await tokens(scope);
      await ageSessions(service(), person.account.id);
      const { location } = await ask(person.browser, asking(client, pkcePair(), { scope }));
      expect(location).toContain('/console/confirm?');
    });

    it('end separately if the same user signs in again', async () => {
      const issued = await tokens('openid');
      const { browser, account } = person;
      const other = new PageClient(service().url);
      await other.visit('/console/sign-in');
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const before = new Map(browser.cookies);
      await browser.open('/console/account');
      const { csrfToken } = browser;
      const { status } = await browser.post('/console/sign-in', {
        csrf_token: csrfToken,
        email: account.email,
        password,
      });
      expect(status).toBe(303);
      expect([...browser.cookies]).not.toEqual([...before]);
      expect(await isSignedIn(browser)).toBe(true);
      await refresh(service(), client, issued.refresh_token).expect(200);
    });
  });

  it('limits an access token to the maximum age of its session', async () => {
    const issued = await tokens('openid');
    const week = 7 * 24 * 60 * 60_000;
    await service().prisma.session.updateMany({
      where: { accountId: person.account.id },
      data: { createdAt: new Date(Date.now() - week + 60_000) },
    });
    const { body } = await refresh(service(), client, issued.refresh_token).expect(200);
    expect(body.expires_in).toBeLessThanOrEqual(60);
  });

  it('is in use while its client refreshes', async () => {
    const issued = await tokens('openid');
    const sessions = service().app.get(SessionsService, { strict: false });
    const hour = 60 * 60_000;
    const used = new Date(Date.now() - hour);
    const where = { accountId: person.account.id };
    await service().prisma.session.updateMany({ where, data: { lastSeenAt: used } });
    await refresh(service(), client, issued.refresh_token).expect(200);
    const [session] = await sessions.list(person.account.id);
    expect(session!.lastSeenAt.getTime()).toBeGreaterThan(used.getTime() + hour / 2);
  });

  describe('a client', () => {
    it('ends the session immediately with the ID token of this session', async () => {
      const { id_token } = await tokens('openid');
      const { status, location } = await logOut({
        id_token_hint: id_token,
        post_logout_redirect_uri: signedOut,
        state: 'a state',
      });
      expect([status, location]).toEqual([303, `${signedOut}?state=a+state`]);
      expect(await isSignedIn(person.browser)).toBe(false);
    });

    it.each<[string, (idToken: string) => Record<string, string>]>([
      ['without an ID token', () => ({ client_id: client.id })],
      [
        'with a changed ID token',
        (token) => ({ client_id: client.id, id_token_hint: `${token}x` }),
      ],
    ])('must let the user decide %s', async (_, parameters) => {
      const { id_token } = await tokens('openid');
      const asked = await logOut({
        ...parameters(id_token),
        post_logout_redirect_uri: signedOut,
        state: 'a state',
      });
      expect(asked.status).toBe(200);
      expect(asked.html).toContain('Sign out and continue to');
      expect(asked.html).toContain('app.example');
      expect(await isSignedIn(person.browser)).toBe(true);
      await logOut({ client_id: client.id, post_logout_redirect_uri: signedOut, state: 'a state' });
      const { status, location } = await person.browser.submit('/oauth/logout', {});
      expect([status, location]).toEqual([303, `${signedOut}?state=a+state`]);
      expect(await isSignedIn(person.browser)).toBe(false);
    });

    it('must let the user decide with the ID token of another session', async () => {
      const { id_token } = await tokens('openid');
      const other = new PageClient(service().url);
      await other.signIn(person.account.email, password);
      expect((await logOut({ id_token_hint: id_token }, other)).status).toBe(200);
      expect(await isSignedIn(other)).toBe(true);
    });

    it('cannot send users to a URL that it has not registered', async () => {
      const { id_token: id_token_hint } = await tokens('openid');
      for (const uri of ['https://evil.example/', `${signedOut}/`, callback]) {
        const request = { id_token_hint, post_logout_redirect_uri: uri };
        expect((await logOut(request)).status).toBe(400);
      }
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('cannot use the ID token of another client', async () => {
      const { id_token: id_token_hint } = await tokens('openid');
      const other = await newClient(service(), await service().newCaller());
      expect((await logOut({ id_token_hint, client_id: other.id })).status).toBe(400);
    });

    it('reaches a visitor without a session only through a button that names the destination', async () => {
      const stranger = new PageClient(service().url);
      const request = { client_id: client.id, post_logout_redirect_uri: signedOut };
      const { status, html } = await logOut(request, stranger);
      expect(status).toBe(200);
      expect(html).toContain(`href="${signedOut}"`);
    });

    it('may send a form, which is repeated as a GET request', async () => {
      const { id_token } = await tokens('openid');
      const { status, location } = await person.browser.post('/oauth/logout', {
        id_token_hint: id_token,
      });
      expect(status).toBe(303);
      expect(location).toContain('/oauth/logout?id_token_hint=');
      expect(decodeJwt(id_token).sid).toBeDefined();
    });
  });
});
