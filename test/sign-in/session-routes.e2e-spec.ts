import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { Account } from '../../src/database/records.js';
import { addAccountsSecurity } from '../../src/http/security.schemes.js';
import { newAccessToken } from '../../src/principals/access-token.js';
import { byHost } from '../../src/request/requester.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { ageSessions, isSignedIn } from '../support/clients/person.js';
import { SessionClient, type SessionAnswer } from '../support/clients/session-client.js';
import { newEmail, password } from '../support/hosts/service.js';
import {
  describeSessionHosts,
  pendingCookie,
  sessionCookie,
  type SessionHost,
} from '../support/hosts/session-host.js';

const publicUrl = 'https://app.example.com';
const cookie = sessionCookie;

describeSessionHosts('The session routes', publicUrl, (start) => {
  describe('of a host', () => {
    let host: SessionHost;
    let account: Account;
    beforeAll(async () => {
      host = await start();
    });
    beforeEach(async () => {
      account = await host.newAccount();
    });

    it('sign a user in, and return the account and the session', async () => {
      const browser = host.browser();
      const { status, body, headers } = await browser.signInWith(account.email, password);
      expect(status).toBe(200);
      expect(body).toEqual({
        session: {
          id: expect.stringMatching(/^\w{24}$/),
          created_at: expect.stringMatching(/\+00:00$/),
          authenticated_at: body.session.created_at,
          expires_at: expect.stringMatching(/\+00:00$/),
          authentication_methods: ['pwd'],
        },
        account: expect.objectContaining({ id: account.id, email: account.email }),
        _links: { self: { href: '/api/session' } },
      });
      const [set = ''] = headers.getSetCookie();
      expect(set).toMatch(
        /^__Host-accounts-browser=\w{86}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(JSON.stringify(body)).not.toContain(browser.cookies.get(cookie));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-version')).toBe('1.21');
      const read = await browser.readSession();
      expect([read.status, read.body]).toEqual([200, body]);
      expect(read.headers.get('cache-control')).toBe('no-store');
    });

    it('share the session with the console, in both directions', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      expect(await isSignedIn(browser)).toBe(true);
      const other = host.browser();
      await other.signIn(account.email, password);
      expect((await other.readSession()).body.account.id).toBe(account.id);
      await other.call('DELETE', '/api/session');
      expect(await isSignedIn(other)).toBe(false);
      expect(await isSignedIn(browser)).toBe(true);
    });

    it('sign a user out, and respond 401 without a challenge if there is no session', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      const copy = browser.cookies.get(cookie)!;
      const out = await browser.call('DELETE', '/api/session');
      expect([out.status, out.body]).toEqual([204, undefined]);
      // The browser still knows the account.
      expect([...browser.cookies.keys()]).toEqual([cookie.replace(/browser$/, 'known')]);
      browser.cookies.set(cookie, copy);
      const { status, body, headers } = await browser.readSession({ 'accept-language': 'de' });
      const error_description = 'Sie sind nicht angemeldet.';
      expect([status, body]).toEqual([401, { error: 'session_required', error_description }]);
      expect(headers.get('www-authenticate')).toBeNull();
      expect(headers.get('content-language')).toBe('de');
      expect((await host.browser().call('DELETE', '/api/session')).status).toBe(204);
    });

    it('require a second factor, and do not accept the pending sign-in as a session', async () => {
      const secret = await host.addApp(account);
      const browser = host.browser();
      const first = await browser.signInWith(account.email, password);
      expect([first.status, first.body]).toEqual([
        200,
        { next: 'second_factor', methods: ['totp', 'recovery_code'] },
      ]);
      expect((await browser.readSession()).status).toBe(401);
      expect(await isSignedIn(browser)).toBe(false);
      const pending = browser.cookies.get(pendingCookie)!;
      browser.cookies.set(cookie, pending);
      expect((await browser.readSession()).status).toBe(401);
      const again = host.browser();
      await again.signInWith(account.email, password);
      const code = createAppCode(secret, 1);
      const wrong = await host.verify(again, code === '000000' ? '111111' : '000000');
      expect(wrong.status).toBe(400);
      expect(wrong.body.form.children.code.codes).toEqual(['code_wrong']);
      const right = await host.verify(again, code);
      expect(right.status).toBe(200);
      expect(right.body.session.authentication_methods).toEqual(['pwd', 'otp', 'mfa']);
      expect(again.cookies.has(pendingCookie)).toBe(false);
      expect(await isSignedIn(again)).toBe(true);
    });

    it('complete a sign-in only in the browser that began it, and only after its first step', async () => {
      const secret = await host.addApp(account);
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      const thief = host.browser();
      thief.cookies.set(pendingCookie, browser.cookies.get(pendingCookie)!);
      for (const planted of [undefined, newAccessToken()]) {
        if (planted) thief.cookies.set(cookie, planted);
        const { status, body } = await host.verify(thief, createAppCode(secret, 1));
        expect([status, body.form.codes]).toEqual([400, ['sign_in_expired']]);
      }
      const skipping = await host.verify(host.browser(), createAppCode(secret, 1));
      expect(skipping.body.form.codes).toEqual(['sign_in_expired']);
    });

    it('begin a sign-in that the console completes', async () => {
      const secret = await host.addApp(account);
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      await browser.open('/console/second-step');
      const code = createAppCode(secret, 1);
      expect((await browser.submit('/console/second-step', { code })).status).toBe(303);
      expect((await browser.readSession()).body.session.authentication_methods).toContain('otp');
    });

    it('give a signed-in browser a new token, so that a planted one does not become a session', async () => {
      const planted = newAccessToken();
      const browser = host.browser();
      browser.cookies.set(cookie, planted);
      await browser.signInWith(account.email, password);
      const token = browser.cookies.get(cookie);
      expect(token).not.toBe(planted);
      await browser.signInWith(account.email, password);
      expect(browser.cookies.get(cookie)).not.toBe(token);
      for (const old of [planted, token!]) {
        browser.cookies.set(cookie, old);
        expect((await browser.readSession()).status).toBe(401);
      }
    });

    it('end the session of another user of the same browser', async () => {
      const browser = host.browser();
      const { body } = await browser.signInWith(account.email, password);
      const other = await host.newAccount();
      await browser.signInWith(other.email, password);
      expect((await browser.readSession()).body.account.id).toBe(other.id);
      const where = { id: body.session.id as string };
      expect(await host.get(PrismaService).session.findUnique({ where })).toBeNull();
    });

    it('list the sessions of the account, and end one of them', async () => {
      const [browser, other] = [host.browser(), host.browser()];
      await browser.signInWith(account.email, password, { 'user-agent': 'Phone' });
      await other.signIn(account.email, password);
      const list = async () => (await browser.call('GET', '/api/session/list')).body.sessions;
      const sessions = await list();
      const current = sessions.find(({ current }: { current: boolean }) => current);
      expect(current).toMatchObject({ user_agent: 'Phone', source: '127.0.0.1' });
      expect(current.id).toBe((await browser.readSession()).body.session.id);
      const [{ id }] = sessions.filter((each: object) => each !== current);
      const stranger = host.browser();
      await stranger.signInWith((await host.newAccount()).email, password);
      const end = (by: SessionClient, path: string) =>
        by.call('DELETE', `/api/session/list/${path}`).then(({ status }) => status);
      expect(await end(stranger, id)).toBe(204);
      expect(await list()).toHaveLength(2);
      expect([await end(browser, id), await end(browser, id), await end(browser, 'x')]).toEqual([
        204, 204, 204,
      ]);
      expect(await list()).toEqual([current]);
      expect(await isSignedIn(other)).toBe(false);
      expect((await other.call('GET', '/api/session/list')).status).toBe(401);
    });

    it('confirm with the password that the user is present, which replaces the token', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      await ageSessions({ prisma: host.get(PrismaService) }, account.id, 11);
      const old = browser.cookies.get(cookie)!;
      const confirm = (shown: object) => browser.call('POST', '/api/session/confirmation', shown);
      const wrong = await confirm({ password: 'wrong horse 7' });
      expect([wrong.status, wrong.body.form.children.password.codes]).toEqual([
        400,
        ['old_password_wrong'],
      ]);
      expect((await confirm({})).status).toBe(400);
      const { status, body } = await confirm({ password });
      expect(status).toBe(200);
      expect(Date.now() - Date.parse(body.session.authenticated_at)).toBeLessThan(60_000);
      expect(body.session.authenticated_at).not.toBe(body.session.created_at);
      expect(browser.cookies.get(cookie)).not.toBe(old);
      const copy = host.browser();
      copy.cookies.set(cookie, old);
      expect((await copy.readSession()).status).toBe(401);
      const signedOut = await host
        .browser()
        .call('POST', '/api/session/confirmation', { password });
      expect([signedOut.status, signedOut.body.error]).toEqual([401, 'session_required']);
    });

    it('confirm only with a code if the account has a second factor', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      const secret = await host.addApp(account);
      const confirm = (shown: object) => browser.call('POST', '/api/session/confirmation', shown);
      const wrong = await confirm({ password });
      expect([wrong.status, wrong.body.form.children.code.codes]).toEqual([400, ['blank']]);
      const { status, body } = await confirm({ code: createAppCode(secret, 1) });
      expect([status, body.session.authentication_methods]).toEqual([200, ['pwd', 'otp', 'mfa']]);
    });

    it('do not reveal whether an account has an email address', async () => {
      const answers = [];
      for (const email of [account.email, newEmail()]) {
        const { status, body, headers } = await host.browser().signInWith(email, 'wrong horse 7');
        const kept = [...headers].filter(([name]) => !/^(?:date|x-request-id)$/.test(name));
        answers.push({ status, body, kept });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({
        status: 400,
        body: { form: { codes: ['credentials_wrong'], children: {} } },
      });
    });

    it('refuse input that is not text, and a missing member', async () => {
      const { status, body } = await host
        .browser()
        .call('POST', '/api/session', { email: ['a@example.com'] });
      const { email, password: missing } = body.form.children;
      expect([status, email.codes, missing.codes]).toEqual([400, ['not_text'], ['required']]);
    });

    it('reveal a suspension only to the owner', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      const data = { suspendedAt: new Date() };
      await host.get(PrismaService).account.update({ where: { id: account.id }, data });
      const signIn = (attempt: string) => host.browser().signInWith(account.email, attempt);
      const told = [await browser.readSession(), await signIn(password)];
      for (const { status, body } of told) {
        expect([status, body.error]).toEqual([403, 'account_suspended']);
      }
      expect((await signIn('wrong horse 7')).body.form.codes).toEqual(['credentials_wrong']);
      expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
      expect(
        await host.get(PrismaService).session.count({ where: { accountId: account.id } }),
      ).toBe(0);
    });

    it('record the channel and the browser of a sign-in in the audit trail', async () => {
      const headers = { 'user-agent': 'Firefox/143.0 (X11)' };
      await host.browser().signInWith(account.email, password, headers);
      const events = await host.get(PrismaService).auditEvent.findMany({
        where: { accountId: account.id, event: 'account.authenticate' },
      });
      const device = 'Firefox, Linux';
      expect(events).toMatchObject([{ channel: 'session', actorId: account.id, device }]);
    });

    describe('with origin checks', () => {
      const foreign = 'https://evil.example';
      const sibling = 'https://other.example.com';
      const isRefused = ({ status, body }: SessionAnswer) => {
        expect([status, body.error]).toEqual([403, 'origin_not_allowed']);
      };

      it.each([
        ['another site', { origin: foreign }],
        ['a sibling subdomain', { origin: sibling }],
        ['another scheme', { origin: 'http://app.example.com' }],
        ['another port', { origin: 'https://app.example.com:8443' }],
        ['an opaque origin', { origin: 'null' }],
        [
          'a foreign origin that claims to be the same',
          { origin: foreign, 'sec-fetch-site': 'same-origin' },
        ],
        ['no origin', { origin: '' }],
        ['no origin, from a sibling', { origin: '', 'sec-fetch-site': 'same-site' }],
        ['no origin, entered by the user', { origin: '', 'sec-fetch-site': 'none' }],
      ])('refuse every change from %s', async (_, headers) => {
        const stranger = host.browser();
        const answer = await stranger.signInWith(account.email, password, headers);
        isRefused(answer);
        expect(stranger.cookies.size).toBe(0);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        const browser = host.browser();
        await browser.signInWith(account.email, password);
        const { id } = (await browser.readSession()).body.session;
        isRefused(await browser.call('DELETE', '/api/session', undefined, headers));
        isRefused(await browser.call('DELETE', `/api/session/list/${id}`, undefined, headers));
        isRefused(await browser.call('POST', '/api/session/confirmation', { password }, headers));
        isRefused(await browser.call('POST', '/api/session/second-factor', { code: '1' }, headers));
        expect((await browser.readSession()).status).toBe(200);
      });

      it('accept a change without Origin if Sec-Fetch-Site is same-origin', async () => {
        const headers = { origin: '', 'sec-fetch-site': 'same-origin' };
        const answer = await host.browser().signInWith(account.email, password, headers);
        expect(answer.status).toBe(200);
      });

      it('let only pages on allowed origins read responses with cookies', async () => {
        const browser = host.browser();
        const ours = await browser.signInWith(account.email, 'wrong horse 7');
        expect(ours.headers.get('access-control-allow-origin')).toBe(publicUrl);
        expect(ours.headers.get('access-control-allow-credentials')).toBe('true');
        expect(ours.headers.get('vary')).toMatch(/\bOrigin\b/);
        const read = await browser.readSession({ origin: foreign });
        expect(read.headers.get('access-control-allow-origin')).toBeNull();
        expect(read.headers.get('access-control-allow-credentials')).toBeNull();
        expect(read.headers.get('vary')).toMatch(/\bOrigin\b/);
      });

      it.each(['/api/session', '/api/session/second-factor', '/api/session/list/x'])(
        'respond to a preflight of %s without permission for other origins',
        async (path) => {
          const asks = { 'access-control-request-method': 'POST' };
          const ours = await host.browser().call('OPTIONS', path, undefined, asks);
          expect(ours.status).toBe(204);
          expect(ours.headers.get('access-control-allow-origin')).toBe(publicUrl);
          expect(ours.headers.get('access-control-allow-credentials')).toBe('true');
          expect(ours.headers.get('access-control-allow-headers')).toMatch(/Content-Type/);
          const other = { ...asks, origin: foreign };
          const theirs = await host.browser().call('OPTIONS', path, undefined, other);
          expect(theirs.status).toBe(204);
          expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
        },
      );
    });

    it('do not give access to routes that require a token', async () => {
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      const { status, body } = await browser.call('GET', '/api/accounts/me');
      expect([status, body.error]).toEqual([401, 'authentication_required']);
    });

    it('appear in the OpenAPI document of the host, under their tag and with the cookie', () => {
      const builder = addAccountsSecurity(new DocumentBuilder(), host.app);
      const document = SwaggerModule.createDocument(host.app, builder.build());
      const operations = Object.entries(document.paths).filter(([path]) =>
        path.includes('session'),
      );
      expect(operations.map(([path, item]) => [path, Object.keys(item)])).toEqual([
        ['/api/session', ['post', 'get', 'delete']],
        ['/api/session/second-factor', ['post']],
        ['/api/session/confirmation', ['post']],
        ['/api/session/list', ['get']],
        ['/api/session/list/{id}', ['delete']],
        ['/api/session/sign-up', ['post']],
        ['/api/session/sign-up/confirmation', ['post']],
        ['/api/session/password-reset', ['post']],
        ['/api/session/password-reset/confirmation', ['post']],
        ['/api/session/link', ['post']],
        ['/api/session/link/verification', ['post']],
        ['/api/session/link/adoption', ['post']],
        ['/api/session/link/passkey/options', ['post']],
        ['/api/session/link/restoration', ['post']],
        ['/api/session/link/waiver', ['post']],
        ['/api/session/link/stop', ['post']],
        ['/api/session/passkey/options', ['post']],
        ['/api/session/passkey', ['post']],
        ['/api/session/factors', ['get']],
        ['/api/session/factors/authenticator', ['post', 'delete']],
        ['/api/session/factors/authenticator/confirmation', ['post']],
        ['/api/session/factors/passkeys/options', ['post']],
        ['/api/session/factors/passkeys', ['post']],
        ['/api/session/factors/passkeys/{id}', ['put', 'delete']],
        ['/api/session/factors/recovery-codes', ['post']],
      ]);
      for (const [, item] of operations) {
        for (const operation of Object.values(item) as any[]) {
          expect(operation.tags).toEqual(['session']);
          expect(operation.security).toEqual([{ accountsSession: [] }]);
          expect(operation.responses['401']?.headers ?? {}).not.toHaveProperty('WWW-Authenticate');
        }
      }
      expect(document.components?.securitySchemes).toMatchObject({
        accountsSession: { type: 'apiKey', in: 'cookie', name: cookie },
      });
    });
  });

  it('name the set-up of a mandatory factor, which the console completes', async () => {
    const host = await start({ secondFactor: 'required' });
    const { email } = await host.newAccount();
    const browser = host.browser();
    const { status, body } = await browser.signInWith(email, password);
    expect([status, body]).toEqual([200, { next: 'second_factor_setup' }]);
    expect((await browser.readSession()).status).toBe(401);
    expect((await browser.open('/console/set-up-factor')).status).toBe(200);
  });

  it('count sign-ins together with those of the console and of code', async () => {
    const host = await start({ rateLimits: { 'sign-in': { limit: 3, windowMs: 60_000 } } });
    const { email } = await host.newAccount();
    expect((await host.browser().signIn(email, 'wrong horse 7')).status).toBe(400);
    expect((await host.browser().signInWith(email, 'wrong horse 7')).status).toBe(400);
    const authenticate = () =>
      host.get(AccountsService).authenticate(email, password, { ...byHost, source: '127.0.0.1' });
    expect(await authenticate()).toMatchObject({ status: 'authenticated' });
    const { status, body, headers } = await host.browser().signInWith(email, password);
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(headers.get('ratelimit-policy')).toBe('"sign-in";q=3;w=60');
    expect(Number(headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1);
    expect((await host.browser().signIn(email, password)).status).toBe(429);
    await expect(authenticate()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('slow down guesses together with those of the console and of code', async () => {
    const host = await start({ rateLimits: { 'sign-in': { limit: 1_000, windowMs: 60_000 } } });
    const { email } = await host.newAccount();
    const wrong = 'wrong horse 7';
    const guessInCode = () =>
      host.get(AccountsService).authenticate(email, wrong, { ...byHost, source: '127.0.0.1' });
    for (const _ of [1, 2]) {
      await host.browser().signIn(email, wrong);
      await host.browser().signInWith(email, wrong);
    }
    await expect(guessInCode()).rejects.toMatchObject({ code: 'credentials_wrong' });
    const { status, headers } = await host.browser().signInWith(email, password);
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  it('limit guesses of the second factor together with those of the console', async () => {
    const host = await start({
      rateLimits: {
        'sign-in': { limit: 1_000, windowMs: 60_000 },
        'second-factor': { limit: 2, windowMs: 3_600_000 },
      },
    });
    const account = await host.newAccount();
    const secret = await host.addApp(account);
    const browser = host.browser();
    await browser.signInWith(account.email, password);
    await browser.open('/console/second-step');
    const code = createAppCode(secret, 1);
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await browser.submit('/console/second-step', { code: wrong })).status).toBe(400);
    expect((await host.verify(browser, wrong)).status).toBe(400);
    const { status, body } = await host.verify(browser, code);
    expect([status, body.error]).toEqual([429, 'rate_limited']);
  });

  it('have their own limits, which every response reports', async () => {
    const host = await start({
      rateLimits: {
        'sessions.read': { limit: 2, windowMs: 60_000 },
        'sessions.update': { limit: 4, windowMs: 60_000 },
      },
    });
    const { email } = await host.newAccount();
    const browser = host.browser();
    const { headers } = await browser.signInWith(email, password);
    expect(headers.get('ratelimit')).toMatch(/^"sessions\.update";r=3;t=\d+$/);
    const read = async () => (await browser.readSession()).status;
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
  });

  it('last as long as the options say', async () => {
    const host = await start({ sessionIdleHours: 1, sessionMaxDays: 2 });
    const { id: accountId, email } = await host.newAccount();
    const browser = host.browser();
    const { body, headers } = await browser.signInWith(email, password);
    expect(headers.getSetCookie()[0]).toContain('; Max-Age=172800;');
    const { created_at, expires_at } = body.session;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3_600_000);
    const sessions = host.get(PrismaService).session;
    const createdAt = new Date(Date.now() - 47.5 * 3_600_000);
    const lastSeenAt = new Date(Date.now() - 120_000);
    await sessions.updateMany({ where: { accountId }, data: { createdAt, lastSeenAt } });
    expect((await browser.readSession()).status).toBe(200);
    const { expiresAt } = await sessions.findFirstOrThrow({ where: { accountId } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(48 * 3_600_000);
  });

  it('work without pages, at another path, for other origins, and with CORS turned off', async () => {
    const origin = 'https://www.example.com';
    const host = await start({
      features: [signInFeature],
      allowedOrigins: [origin],
      basePath: 'people',
      cors: false,
    });
    const { email } = await host.newAccount();
    const browser = new SessionClient(host.url, origin);
    const path = '/people/session';
    const { status, headers } = await browser.call('POST', path, { email, password });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect((await browser.call('GET', path)).status).toBe(200);
    const refused = await browser.call('POST', path, { email, password }, { origin: publicUrl });
    expect(refused.status).toBe(403);
    expect((await browser.open('/console/sign-in')).status).toBe(404);
    const wellKnown = '/.well-known/oauth-authorization-server';
    expect((await browser.open(wellKnown)).status).toBe(404);
    const bearer = await browser.call('GET', '/people/accounts/me');
    expect(bearer.headers.get('www-authenticate')).toBe('Bearer realm="accounts"');
  });
});
