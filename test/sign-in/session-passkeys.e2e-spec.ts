import type { Account } from '../../src/database/records.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { byHost } from '../../src/request/requester.js';
import {
  SoftwareAuthenticator,
  type Deviation,
} from '../support/clients/software-authenticator.js';
import type { SessionAnswer, SessionClient } from '../support/clients/session-client.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { isSignedIn } from '../support/clients/person.js';
import { password } from '../support/hosts/service.js';
import {
  describeSessionHosts,
  pendingCookie,
  sessionCookie,
  type SessionHost,
} from '../support/hosts/session-host.js';

const publicUrl = 'https://example.com';
const path = '/api/session/passkey';

describeSessionHosts('Passkeys on a page of the host', publicUrl, (start) => {
  let host: SessionHost;
  let account: Account;
  let authenticator: SoftwareAuthenticator;
  beforeAll(async () => {
    host = await start();
  });
  beforeEach(async () => {
    account = await host.newAccount();
    authenticator = new SoftwareAuthenticator(publicUrl);
    await addPasskey(account, authenticator);
  });

  async function addPasskey(owner: Account, device: SoftwareAuthenticator): Promise<void> {
    const passkeys = host.get(PasskeysService);
    const site = { rpId: 'example.com', origin: publicUrl, browser: 'test' };
    const passkey = device.create(await passkeys.creationOptions(owner, site));
    await passkeys.add(owner, { passkey, name: 'Phone', site }, byHost);
  }

  async function prepare(browser: SessionClient): Promise<any> {
    const { status, body, headers } = await browser.call('POST', `${path}/options`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    return body;
  }

  /** Signs the options, and sends the credential. */
  function send(
    browser: SessionClient,
    options: object,
    deviation: Deviation = {},
    to = path,
  ): Promise<SessionAnswer> {
    const passkey = JSON.parse(authenticator.get(JSON.stringify(options), deviation));
    return browser.call('POST', to, { passkey });
  }

  it('sign in alone, in the browser that requested the options', async () => {
    const browser = host.browser();
    const options = await prepare(browser);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]+$/),
      rpId: 'example.com',
      timeout: 300_000,
      allowCredentials: [],
      userVerification: 'required',
    });
    const token = browser.cookies.get(sessionCookie);
    const { status, body } = await send(browser, options);
    expect(status).toBe(200);
    expect(body.account.id).toBe(account.id);
    expect(body.session.authentication_methods).toEqual(['swk', 'mfa']);
    expect(browser.cookies.get(sessionCookie)).not.toBe(token);
    expect((await browser.readSession()).body).toEqual(body);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('do not sign in another browser, or twice with one challenge', async () => {
    const browser = host.browser();
    const options = await prepare(browser);
    const thief = host.browser();
    await prepare(thief);
    for (const each of [thief, host.browser()]) {
      const { status, body } = await send(each, options);
      expect([status, body.form.codes]).toEqual([400, ['passkey_wrong']]);
    }
    const passkey = JSON.parse(authenticator.get(JSON.stringify(options)));
    const copy = host.browser();
    copy.cookies.set(sessionCookie, browser.cookies.get(sessionCookie)!);
    expect((await browser.call('POST', path, { passkey })).status).toBe(200);
    expect((await copy.call('POST', path, { passkey })).body.form.codes).toEqual(['passkey_wrong']);
  });

  it.each<[string, Deviation]>([
    ['a forged signature', { isForged: true }],
    ['a signature for another origin', { origin: 'https://evil.example' }],
    ['a signature for another relying party', { rpId: 'evil.example' }],
    ['a user who was not verified', { isVerified: false }],
    ['another challenge', { challenge: 'AAAA' }],
  ])('do not sign in with %s', async (_, deviation) => {
    const browser = host.browser();
    const { status, body } = await send(browser, await prepare(browser), deviation);
    expect([status, body.form.codes]).toEqual([400, ['passkey_wrong']]);
    expect((await browser.readSession()).status).toBe(401);
  });

  it('refuse input that is not a credential', async () => {
    const browser = host.browser();
    await prepare(browser);
    const call = (body: object) => browser.call('POST', path, body);
    expect((await call({})).body.form.children.passkey.codes).toEqual(['required']);
    expect((await call({ passkey: 'x' })).body.form.children.passkey.codes).toEqual([
      'not_an_object',
    ]);
    for (const passkey of [{}, { id: 'x' }, { id: 'x', response: { userHandle: 1 } }]) {
      expect((await call({ passkey })).body.form.codes).toEqual(['passkey_wrong']);
    }
  });

  it('complete a sign-in as its second step, with the passkeys of its account only', async () => {
    const browser = host.browser();
    const first = await browser.signInWith(account.email, password);
    expect(first.body).toEqual({ next: 'second_factor', methods: ['passkey', 'recovery_code'] });
    const options = await prepare(browser);
    expect(options.allowCredentials).toHaveLength(1);
    const other = new SoftwareAuthenticator(publicUrl);
    await addPasskey(await host.newAccount(), other);
    const stolen = JSON.parse(other.getWith(other.credentials[0]!, JSON.stringify(options)));
    const wrong = await browser.call('POST', path, { passkey: stolen });
    expect(wrong.body.form.codes).toEqual(['passkey_wrong']);
    const { status, body } = await send(browser, options);
    expect(status).toBe(200);
    expect(body.session.authentication_methods).toEqual(['pwd', 'swk', 'mfa']);
    expect(browser.cookies.has(pendingCookie)).toBe(false);
  });

  it('sign in alone after a sign-in was abandoned', async () => {
    const other = await host.newAccount();
    await host.addApp(other);
    const browser = host.browser();
    await browser.signInWith(other.email, password);
    await browser.call('DELETE', '/api/session');
    const { body } = await send(browser, await prepare(browser));
    expect(body.account.id).toBe(account.id);
  });

  it('confirm that the user is present', async () => {
    const browser = host.browser();
    const { body: before } = await send(browser, await prepare(browser));
    const options = await prepare(browser);
    expect(options.allowCredentials).toHaveLength(1);
    const { status, body } = await send(browser, options, {}, '/api/session/confirmation');
    expect(status).toBe(200);
    expect(body.session.id).toBe(before.session.id);
    expect(Date.parse(body.session.authenticated_at)).toBeGreaterThan(
      Date.parse(before.session.authenticated_at),
    );
    const again = await send(browser, options, {}, '/api/session/confirmation');
    expect(again.body.form.codes).toEqual(['passkey_wrong']);
  });

  it('report a copied passkey', async () => {
    const browser = host.browser();
    await send(browser, await prepare(browser));
    await browser.call('DELETE', '/api/session');
    const copied = await send(browser, await prepare(browser), { counter: 1 });
    expect(copied.body.form.codes).toEqual(['passkey_copied']);
  });

  it('are refused from a page of another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const each of [path, `${path}/options`]) {
      const { status, body } = await host.browser().call('POST', each, {}, headers);
      expect([status, body.error]).toEqual([403, 'origin_not_allowed']);
    }
  });

  it('sign in on every allowed origin below the domain, and only for that origin', async () => {
    const origin = 'https://app.example.com';
    const other = await start({ allowedOrigins: [publicUrl, origin] });
    const browser = other.browser();
    const page = { origin };
    const { body: options } = await browser.call('POST', `${path}/options`, undefined, page);
    const sign = (deviation: Deviation) =>
      JSON.parse(authenticator.get(JSON.stringify(options), deviation));
    const wrong = await browser.call('POST', path, { passkey: sign({}) }, page);
    expect(wrong.body.form.codes).toEqual(['passkey_wrong']);
    const passkey = sign({ origin });
    expect((await browser.call('POST', path, { passkey }, page)).status).toBe(200);
  });

  it('do not exist if the public URL has an IP address', async () => {
    const url = 'https://192.0.2.1';
    const other = await start({ publicUrl: url });
    for (const each of [path, `${path}/options`]) {
      const { status } = await other.browser().call('POST', each, { passkey: {} }, { origin: url });
      expect(status).toBe(404);
    }
  });

  it('count wrong signatures together with those of the console', async () => {
    const other = await start({ rateLimits: { 'sign-in': { limit: 2, windowMs: 60_000 } } });
    const browser = other.browser();
    await browser.open('/console/sign-in');
    const passkey = { id: 'x' };
    await browser.submit('/console/sign-in/passkey', { passkey: JSON.stringify(passkey) });
    expect((await browser.call('POST', path, { passkey })).status).toBe(400);
    const { status, headers } = await browser.call('POST', path, { passkey });
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"sign-in";q=2;w=60']);
  });

  it('keep the other methods of the second step', async () => {
    const secret = await host.addApp(account);
    const browser = host.browser();
    await browser.signInWith(account.email, password);
    await prepare(browser);
    expect((await host.verify(browser, createAppCode(secret, 1))).status).toBe(200);
  });
});
