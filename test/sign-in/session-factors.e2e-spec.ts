import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { Account } from '../../src/database/records.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { ageSessions, isSignedIn } from '../support/clients/person.js';
import type { SessionAnswer, SessionClient } from '../support/clients/session-client.js';
import { SoftwareAuthenticator } from '../support/clients/software-authenticator.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { password } from '../support/hosts/service.js';
import {
  describeSessionHosts,
  pendingCookie,
  type SessionHost,
} from '../support/hosts/session-host.js';

const publicUrl = 'https://app.example.com';
const path = '/api/session/factors';

describeSessionHosts('Second factors on a page of the host', publicUrl, (start) => {
  let host: SessionHost;
  let account: Account;
  let browser: SessionClient;
  beforeAll(async () => {
    host = await start();
  });
  beforeEach(async () => {
    account = await host.newAccount();
    browser = await signIn(account);
  });

  async function signIn({ email }: Account): Promise<SessionClient> {
    const signedIn = host.browser();
    expect((await signedIn.signInWith(email, password)).status).toBe(200);
    return signedIn;
  }

  const readFactors = async (by = browser) => (await by.call('GET', path)).body.factors;

  const confirmApp = (by: SessionClient, setup: string, code: string) =>
    by.call('POST', `${path}/authenticator/confirmation`, { setup, code });

  /** Adds an app by the routes. Returns its secret, and the response. */
  async function addApp(by = browser): Promise<{ secret: string; added: SessionAnswer }> {
    const { status, body } = await by.call('POST', `${path}/authenticator`);
    expect(status).toBe(200);
    const { setup, secret } = body;
    return { secret, added: await confirmApp(by, setup, createAppCode(secret)) };
  }

  async function addPasskey(
    by = browser,
    device = new SoftwareAuthenticator(publicUrl),
    name = 'Phone',
  ): Promise<SessionAnswer> {
    const { status, body } = await by.call('POST', `${path}/passkeys/options`);
    expect(status).toBe(200);
    const passkey = JSON.parse(device.create(JSON.stringify(body)));
    return by.call('POST', `${path}/passkeys`, { name, passkey });
  }

  const age = () => ageSessions({ prisma: host.get(PrismaService) }, account.id, 11);

  it('are read in a session', async () => {
    const { status, body, headers } = await browser.call('GET', path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      factors: {
        authenticator: false,
        passkeys: [],
        recovery_codes: 0,
        removable: true,
        removal_at: null,
      },
      _links: { self: { href: '/api/session/factors' } },
    });
    const signedOut = await host.browser().call('GET', path);
    expect([signedOut.status, signedOut.body.error]).toEqual([401, 'session_required']);
  });

  it('accept an authenticator app after its first code, and return the recovery codes', async () => {
    const { body, headers } = await browser.call('POST', `${path}/authenticator`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      setup: expect.any(String),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/app\.example\.com/),
      svg: expect.stringMatching(/^<svg .*<\/svg>$/s),
    });
    const { setup, secret } = body;
    expect((await readFactors()).authenticator).toBe(false);
    const code = createAppCode(secret);
    const wrong = await confirmApp(browser, setup, code === '000000' ? '111111' : '000000');
    expect([wrong.status, wrong.body.form.children.code.codes]).toEqual([400, ['code_wrong']]);
    const { status, body: added } = await confirmApp(browser, setup, code);
    expect(status).toBe(200);
    expect(new Set(added.recovery_codes).size).toBe(10);
    expect(added).not.toHaveProperty('session');
    expect(added.verification_sent).toBe(false);
    expect(added.factors).toMatchObject({ authenticator: true, recovery_codes: 10 });
    const other = host.browser();
    expect((await other.signInWith(account.email, password)).body.next).toBe('second_factor');
    expect((await host.verify(other, added.recovery_codes[0])).status).toBe(200);
    expect((await readFactors()).recovery_codes).toBe(9);
  });

  it('have the name of the service, if it is set', async () => {
    const named = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: new Mailboxes(), from: 'accounts@app.example.com' },
      brand: { name: 'Engines' },
    });
    const owner = named.browser();
    await owner.signInWith(account.email, password);
    const { body: app } = await owner.call('POST', `${path}/authenticator`);
    expect(app.uri).toMatch(/^otpauth:\/\/totp\/Engines:.*[?&]issuer=Engines(&|$)/);
    const { body: passkey } = await owner.call('POST', `${path}/passkeys/options`);
    expect(passkey.rp).toEqual({ id: 'app.example.com', name: 'Engines' });
    const { html: appPage } = await owner.open('/console/security/authenticator');
    expect(appPage).toContain('otpauth://totp/Engines:');
    const { html: passkeyPage } = await owner.open('/console/security/passkeys');
    expect(passkeyPage).toMatch(/&quot;rp&quot;:\{[^}]*&quot;name&quot;:&quot;Engines&quot;/);
  });

  it('move the authenticator app to another phone', async () => {
    const { secret } = await addApp();
    const { secret: moved, added } = await addApp();
    expect(added.status).toBe(200);
    expect(added.body).not.toHaveProperty('recovery_codes');
    const other = host.browser();
    await other.signInWith(account.email, password);
    expect((await host.verify(other, createAppCode(secret, 1))).status).toBe(400);
    expect((await host.verify(other, createAppCode(moved, 1))).status).toBe(200);
  });

  it('reject the set-up of another account, and a forged one', async () => {
    const thief = await signIn(await host.newAccount());
    const { body } = await thief.call('POST', `${path}/authenticator`);
    for (const setup of [body.setup, 'x']) {
      const answer = await confirmApp(browser, setup, createAppCode(body.secret));
      expect([answer.status, answer.body.error]).toEqual([403, 'form_expired']);
    }
  });

  it('accept a passkey, which can be used, renamed and removed', async () => {
    const device = new SoftwareAuthenticator(publicUrl);
    const { status, body } = await addPasskey(browser, device, ' Phone ');
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(10);
    const [passkey] = body.factors.passkeys;
    expect(passkey).toEqual({
      id: expect.stringMatching(/^\w{24}$/),
      name: 'Phone',
      created_at: expect.stringMatching(/\+00:00$/),
      last_used_at: null,
    });
    const other = host.browser();
    const { body: options } = await other.call('POST', '/api/session/passkey/options');
    const credential = JSON.parse(device.get(JSON.stringify(options)));
    const used = await other.call('POST', '/api/session/passkey', { passkey: credential });
    expect(used.body.account.id).toBe(account.id);
    const rename = (name: unknown, id = passkey.id, by = browser) =>
      by.call('PUT', `${path}/passkeys/${id}`, { name });
    expect((await rename('Laptop')).body.factors.passkeys[0]).toMatchObject({
      id: passkey.id,
      name: 'Laptop',
      last_used_at: expect.any(String),
    });
    for (const name of ['', ' ', undefined, 7, 'x'.repeat(401)]) {
      expect((await rename(name)).status).toBe(400);
    }
    const stranger = await signIn(await host.newAccount());
    for (const answer of [await rename('Mine', 'x'), await rename('Mine', passkey.id, stranger)]) {
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    }
    const remove = (by: SessionClient) => by.call('DELETE', `${path}/passkeys/${passkey.id}`);
    expect((await remove(stranger)).status).toBe(204);
    expect((await readFactors()).passkeys).toHaveLength(1);
    expect([(await remove(browser)).status, (await remove(browser)).status]).toEqual([204, 204]);
    expect(await readFactors()).toMatchObject({ passkeys: [], recovery_codes: 0 });
  });

  it('accept a passkey only from the browser that requested its options', async () => {
    const { body } = await browser.call('POST', `${path}/passkeys/options`);
    const passkey = JSON.parse(new SoftwareAuthenticator(publicUrl).create(JSON.stringify(body)));
    const other = await signIn(account);
    const answer = await other.call('POST', `${path}/passkeys`, { name: 'Phone', passkey });
    expect([answer.status, answer.body.form.codes]).toEqual([400, ['passkey_wrong']]);
  });

  it('end with the authenticator app, and the recovery codes with them', async () => {
    await addApp();
    const remove = () => browser.call('DELETE', `${path}/authenticator`);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await readFactors()).toMatchObject({ authenticator: false, recovery_codes: 0 });
    expect((await host.browser().signInWith(account.email, password)).body.session).toBeDefined();
  });

  it('have recovery codes that can be replaced', async () => {
    const replace = () => browser.call('POST', `${path}/recovery-codes`);
    const missing = await replace();
    expect([missing.status, missing.body.error]).toEqual([409, 'second_factor_missing']);
    const { added } = await addApp();
    const { status, body, headers } = await replace();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(new Set(body.recovery_codes).size).toBe(10);
    const other = host.browser();
    await other.signInWith(account.email, password);
    expect((await host.verify(other, added.body.recovery_codes[0])).status).toBe(400);
    expect((await host.verify(other, body.recovery_codes[0])).status).toBe(200);
  });

  it('change only in a confirmed session', async () => {
    const { secret, added } = await addApp();
    expect(added.status).toBe(200);
    const { body: passkeyAdded } = await addPasskey();
    const { id } = passkeyAdded.factors.passkeys[0];
    const before = await readFactors();
    const device = new SoftwareAuthenticator(publicUrl);
    const { body: options } = await browser.call('POST', `${path}/passkeys/options`);
    const passkey = JSON.parse(device.create(JSON.stringify(options)));
    const { body: app } = await browser.call('POST', `${path}/authenticator`);
    const code = createAppCode(app.secret);
    await age();
    const changes: [string, string, object?][] = [
      ['POST', 'authenticator'],
      ['POST', 'authenticator/confirmation', { setup: app.setup, code }],
      ['DELETE', 'authenticator'],
      ['POST', 'passkeys/options'],
      ['POST', 'passkeys', { name: 'Phone', passkey }],
      ['DELETE', `passkeys/${id}`],
      ['POST', 'recovery-codes'],
    ];
    for (const [method, below, body] of changes) {
      const answer = await browser.call(method, `${path}/${below}`, body);
      expect([method, below, answer.status, answer.body.error]).toEqual([
        method,
        below,
        403,
        'session_unconfirmed',
      ]);
      const signedOut = await host.browser().call(method, `${path}/${below}`, body);
      expect([method, below, signedOut.status]).toEqual([method, below, 401]);
    }
    expect(await readFactors()).toEqual(before);
    const confirmation = { code: createAppCode(secret, 1) };
    await browser.call('POST', '/api/session/confirmation', confirmation);
    expect((await browser.call('DELETE', `${path}/passkeys/${id}`)).status).toBe(204);
  });

  it('change only from a page of an allowed origin', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const [method, below] of [
      ['POST', '/authenticator'],
      ['POST', '/authenticator/confirmation'],
      ['DELETE', '/authenticator'],
      ['POST', '/passkeys/options'],
      ['POST', '/passkeys'],
      ['PUT', '/passkeys/x'],
      ['DELETE', '/passkeys/x'],
      ['POST', '/recovery-codes'],
    ] as const) {
      const { status, body } = await browser.call(method, `${path}${below}`, undefined, headers);
      expect([status, body.error]).toEqual([403, 'origin_not_allowed']);
    }
  });

  it('reveal a suspension instead of changing anything', async () => {
    const data = { suspendedAt: new Date() };
    await host.get(PrismaService).account.update({ where: { id: account.id }, data });
    for (const [method, below] of [
      ['GET', ''],
      ['POST', '/authenticator'],
      ['POST', '/passkeys/options'],
      ['POST', '/recovery-codes'],
    ] as const) {
      const { status, body } = await browser.call(method, `${path}${below}`);
      expect([status, body.error]).toEqual([403, 'account_suspended']);
    }
  });

  describe('that every user must have', () => {
    let strict: SessionHost;
    beforeAll(async () => {
      strict = await start({ secondFactor: 'required' });
    });

    async function begin(): Promise<SessionClient> {
      const signingIn = strict.browser();
      const { body } = await signingIn.signInWith(account.email, password);
      expect(body).toEqual({ next: 'second_factor_setup' });
      return signingIn;
    }

    it('complete the sign-in with an authenticator app', async () => {
      const signingIn = await begin();
      expect((await signingIn.call('GET', path)).status).toBe(401);
      const { added } = await addApp(signingIn);
      expect(added.status).toBe(200);
      expect(added.body.account.id).toBe(account.id);
      expect(added.body.recovery_codes).toHaveLength(10);
      expect(added.body.session.authentication_methods).toEqual(['pwd', 'otp', 'mfa']);
      expect(added.body.factors).toMatchObject({ authenticator: true, removable: false });
      expect(signingIn.cookies.has(pendingCookie)).toBe(false);
      expect(await isSignedIn(signingIn)).toBe(true);
      const removed = await signingIn.call('DELETE', `${path}/authenticator`);
      expect([removed.status, removed.body.error]).toEqual([409, 'second_factor_mandatory']);
    });

    it('complete the sign-in with a passkey', async () => {
      const signingIn = await begin();
      const { status, body } = await addPasskey(signingIn);
      expect(status).toBe(200);
      expect(body.session.authentication_methods).toEqual(['pwd', 'swk', 'mfa']);
      expect(body.recovery_codes).toHaveLength(10);
      expect((await signingIn.readSession()).status).toBe(200);
    });

    it('cannot be added to an account that already has one', async () => {
      const [first, second] = [await begin(), await begin()];
      const { body } = await second.call('POST', `${path}/authenticator`);
      await addApp(first);
      const late = await confirmApp(second, body.setup, createAppCode(body.secret));
      expect([late.status, late.body.form.codes]).toEqual([400, ['sign_in_expired']]);
      expect((await second.readSession()).status).toBe(401);
    });

    it('belong to the account of the sign-in, not to the one that is still signed in', async () => {
      const other = await host.newAccount();
      const shared = await signIn(other);
      shared.cookies.delete(pendingCookie);
      const { body } = await strict.browser().signInWith(account.email, password);
      expect(body.next).toBe('second_factor_setup');
      const atStrict = strict.browser();
      for (const [name, value] of shared.cookies) atStrict.cookies.set(name, value);
      await atStrict.signInWith(account.email, password);
      const { added } = await addApp(atStrict);
      expect(added.body.account.id).toBe(account.id);
      expect((await atStrict.readSession()).body.account.id).toBe(account.id);
      expect((await shared.readSession()).status).toBe(401);
      const where = { accountId: other.id };
      expect(await host.get(PrismaService).authenticatorApp.count({ where })).toBe(0);
    });
  });

  it('say that a mail asks to verify the address', async () => {
    const mailboxes = new Mailboxes();
    const mailing = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'accounts@accounts.example' },
    });
    const owner = mailing.browser();
    await owner.signInWith(account.email, password);
    const { added } = await addApp(owner);
    expect(added.body.verification_sent).toBe(true);
  });

  it('count under the same limit as in the console', async () => {
    const limited = await start({
      rateLimits: { 'accounts.update': { limit: 2, windowMs: 60_000 } },
    });
    const owner = limited.browser();
    await owner.signInWith(account.email, password);
    await owner.open('/console/security/authenticator');
    await owner.submit('/console/security/authenticator', { code: '1' });
    const remove = () => owner.call('DELETE', `${path}/authenticator`);
    expect((await remove()).status).toBe(204);
    const { status, headers } = await remove();
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"accounts.update";q=2;w=60']);
  });
});
