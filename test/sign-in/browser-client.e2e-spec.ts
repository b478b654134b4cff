import { Controller, Get, Header, VersioningType, type INestApplication } from '@nestjs/common';
import type { Browser, Page } from 'playwright-core';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { FactorRemovalsService } from '../../src/email-flows/factor-removals.service.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { SessionAuth } from '../../src/http/session-auth.decorator.js';
import { byHost } from '../../src/request/requester.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { ageSessions } from '../support/clients/person.js';
import { adapters, leastOptions, startHost, type AdapterName } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { chromiumAvailable, launchChromium, platform } from '../support/servers/chromium.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';
import { listRoutes } from '../support/routes.js';
import { until } from '../support/until.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

@Controller('page')
class PageController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'self'")
  read(): string {
    return '<!doctype html><html lang="de"><title>Page</title><input autocomplete="username webauthn">';
  }

  @Get('secret')
  @SessionAuth({ confirmed: true })
  readSecret() {
    return { secret: 42 };
  }
}

/** The hosts: the prefix of their routes, and the path of the API below it. */
const mounts: Record<AdapterName, { prefix: string; basePath: string }> = {
  express: { prefix: '', basePath: 'api' },
  fastify: { prefix: '/shop', basePath: 'people' },
};

inBrowser.each(Object.keys(adapters) as AdapterName[])('The browser client on %s', (adapter) => {
  const { prefix, basePath } = mounts[adapter];
  const routes = `${prefix}/${basePath}/session`;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let host: INestApplication;
  let chromium: Browser;
  let mailboxes: Mailboxes;
  let origin: string;
  /** The requests of all pages to the session routes, without ids. */
  const requested = new Set<string>();
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await TcpProxy.before('http://127.0.0.1:1');
    ({ origin } = new URL(proxy.url('http://localhost')));
    mailboxes = new Mailboxes();
    const page = `${prefix}/page`;
    const module = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: origin,
      basePath,
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'accounts@example.com' },
      pages: Object.fromEntries(
        ['resetPassword', 'confirmSignUp', 'verifyEmail', 'restoreEmail', 'stopFactorRemoval'].map(
          (name) => [name, page],
        ),
      ),
    });
    host = await startHost([module], [PageController], adapter, (app) => {
      if (prefix) app.setGlobalPrefix(prefix);
      app.enableVersioning({ type: VersioningType.URI });
    });
    proxy.retarget(await host.getUrl());
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await host.close();
    await proxy.close();
    await database.drop();
  });

  const get = <T>(type: abstract new (...args: any[]) => T): T =>
    host.get<T>(type as never, { strict: false });

  /** A page of the host that has loaded the client. */
  class ClientPage {
    constructor(readonly page: Page) {}

    /** Opens the page, and creates `accounts`. */
    async open(suffix = ''): Promise<void> {
      await this.page.goto('about:blank');
      await this.page.goto(`${origin}${prefix}/page${suffix}`);
      await this.page.evaluate(`import('${routes}/client.js').then((client) => {
        Object.assign(globalThis, client, { confirmations: 0 });
        globalThis.accounts = new AccountsClient({
          confirm(client) { confirmations++; return client.confirmWithPasskey(); },
        });
      })`);
    }

    /** Evaluates an expression. Returns its value, or the members of its error. */
    run(expression: string): Promise<any> {
      return this.page.evaluate(`(async () => ${expression})().catch((error) => ({
        ...error, message: error.message,
      }))`);
    }
  }

  async function newPage(): Promise<ClientPage> {
    const context = await chromium.newContext();
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const path = pathname.replace(/\/[\w-]{20,}$/, '/{id}').replace(`${prefix}/${basePath}`, '');
      if (path.startsWith('/session')) requested.add(`${request.method()} ${path}`);
    });
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable', {});
    await session.send('WebAuthn.addVirtualAuthenticator', { options: platform });
    const opened = new ClientPage(page);
    await opened.open();
    return opened;
  }

  /** Waits for the mails with a link to a page of the host. Returns the fragment of the latest one. */
  async function readFragment(email: string, count: number): Promise<string> {
    const find = () =>
      mailboxes.to(email).flatMap(({ text }) => /\/page(#token=\w{86})/.exec(text!)?.[1] ?? []);
    await until(() => find().length >= count);
    return find().at(-1)!;
  }

  const json = JSON.stringify;

  it('is served as a script that other origins cannot read and caches keep', async () => {
    const { status, headers } = await fetch(`${origin}${routes}/client.js`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const allowed = await fetch(`${origin}${routes}/client.js`, { headers: { origin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('signs a user up with the code of the mail, in and out', async () => {
    const ada = await newPage();
    const email = newEmail();
    expect(await ada.run('accounts.readSession()')).toBeNull();
    const input = { name: 'Ada', email, password };
    await ada.open('?return_to=/orders');
    expect(await ada.run(`accounts.signUp(${json({ ...input, email: 'ada' })})`)).toMatchObject({
      ...{ name: 'AccountsError', status: 400, code: 'email_invalid', form: '' },
      fields: { email: expect.stringMatching(/^Dieser Wert ist keine/) },
    });
    expect(await ada.run(`accounts.signUp(${json(input)})`)).toEqual({ next: 'mail' });
    const code = await mailboxes.code(email);
    const signedIn = await ada.run(`accounts.confirmSignUp(${json({ code, password })})`);
    expect(signedIn).toMatchObject({
      account: { name: 'Ada', email, language_code: 'de' },
      return_to: '/orders',
    });
    const { return_to: _, ...session } = signedIn;
    expect(await ada.run('accounts.readSession()')).toEqual(session);
    expect(await ada.run('accounts.signOut()')).toBeUndefined();
    expect(await ada.run('accounts.readSession()')).toBeNull();
    const wrong = json({ email, password: 'wrong 1' });
    expect(await ada.run(`accounts.signIn(${wrong})`)).toMatchObject({
      ...{ status: 400, code: 'credentials_wrong', fields: {} },
      message: expect.stringMatching(/falsch|nicht korrekt|stimm/),
    });
    const right = await ada.run(`accounts.signIn(${json({ email, password })})`);
    expect(right.account.email).toBe(email);
  });

  it('resets a password with the link that has opened the page', async () => {
    const { email } = await newAccount();
    const ada = await newPage();
    await ada.open('?return_to=/orders');
    await ada.run(`accounts.requestPasswordReset(${json({ email })})`);
    await ada.open(await readFragment(email, 1));
    expect(await ada.run('accounts.readLink()')).toEqual({
      ...{ purpose: 'password_reset', email, first_proof: true, return_to: '/orders' },
    });
    // A form sends the empty field of a code that its user did not enter.
    const input = json({ code: '', new_password: 'bernoulli numbers 7' });
    expect(await ada.run(`accounts.resetPassword(${input})`)).toEqual({
      ...{ email, return_to: '/orders' },
    });
    expect(await ada.run('accounts.readLink()')).toMatchObject({
      ...{ status: 404, code: 'link_invalid' },
    });
  });

  it('adds, uses and removes factors, and asks for a confirmation if it is required', async () => {
    const account = await newAccount();
    const ada = await newPage();
    const credentials = json({ email: account.email, password });
    await ada.run(`accounts.signIn(${credentials})`);
    const { setup, secret, svg } = await ada.run('accounts.prepareAuthenticator()');
    expect(svg).toMatch(/^<svg/);
    const first = json({ setup, code: createAppCode(secret) });
    const added = await ada.run(`accounts.addAuthenticator(${first})`);
    expect([added.factors.authenticator, added.recovery_codes.length]).toEqual([true, 10]);

    await ada.run('accounts.signOut()');
    expect(await ada.run(`accounts.signIn(${credentials})`)).toEqual({
      ...{ next: 'second_factor', methods: ['totp', 'recovery_code'] },
    });
    expect(await ada.run("accounts.verifySecondFactor('000000')")).toMatchObject({
      ...{ status: 400, code: 'code_wrong', fields: { code: expect.any(String) } },
    });
    const [recoveryCode, another] = added.recovery_codes;
    const verified = await ada.run(`accounts.verifySecondFactor('${recoveryCode}')`);
    expect(verified.account.id).toBe(account.id);

    const { factors } = await ada.run("accounts.addPasskey('Phone')");
    const [{ id }] = factors.passkeys;
    expect(await ada.run("accounts.addPasskey('Phone')")).toMatchObject({
      ...{ status: 0, code: 'passkey_exists' },
    });
    expect((await ada.run(`accounts.renamePasskey('${id}', 'Mobile')`)).passkeys).toMatchObject([
      { id, name: 'Mobile' },
    ]);
    await ada.run('accounts.signOut()');
    expect((await ada.run('accounts.signInWithPasskey()')).account.id).toBe(account.id);
    await ada.run('accounts.signOut()');
    const conditional = await ada.run('accounts.signInWithPasskey({ conditional: true })');
    expect(conditional.account.id).toBe(account.id);

    await ageSessions({ prisma: get(PrismaService) }, account.id);
    const secretPage = `accounts.request('GET', '${prefix}/page/secret')`;
    expect(await ada.run(secretPage)).toEqual({ secret: 42 });
    expect(await ada.page.evaluate('confirmations')).toBe(1);
    expect(await ada.run('accounts.replaceRecoveryCodes()')).toHaveLength(10);
    expect(await ada.page.evaluate('confirmations')).toBe(1);
    expect(await ada.run(`accounts.confirm({ code: '${another}' })`)).toMatchObject({
      ...{ status: 400, code: 'code_wrong' },
    });

    const laptop = await newPage();
    await laptop.run(`accounts.signIn(${credentials})`);
    await laptop.run(`accounts.verifySecondFactor('${createAppCode(secret, 1)}')`);
    const sessions = await ada.run('accounts.listSessions()');
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    await ada.run(`accounts.endSession('${other.id}')`);
    expect(await laptop.run('accounts.readSession()')).toBeNull();

    await ada.run('accounts.removeAuthenticator()');
    await ada.run(`accounts.removePasskey('${id}')`);
    expect(await ada.run('accounts.readFactors()')).toMatchObject({
      ...{ authenticator: false, passkeys: [], removable: true },
    });
  });

  it('replaces an offer of passkeys, and reports a passkey that the user cancels', async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable', {});
    // The user never confirms on this authenticator.
    const options = { ...platform, automaticPresenceSimulation: false };
    await session.send('WebAuthn.addVirtualAuthenticator', { options });
    const ada = new ClientPage(page);
    await ada.open();
    await page.evaluate(`PublicKeyCredential.isConditionalMediationAvailable = async () => true;
      globalThis.offers = [];
      for (const offer of [1, 2]) {
        offers.push(accounts.signInWithPasskey({ conditional: true }));
      }`);
    expect(await ada.run('offers[0]')).toBeNull();
    await page.evaluate(`globalThis.asked = accounts.signInWithPasskey();
      asked.catch(() => {});
      undefined`);
    expect(await ada.run('offers[1]')).toBeNull();
    await page.evaluate('accounts.signInWithPasskey().catch(() => {}); undefined');
    expect(await ada.run('asked')).toMatchObject({ status: 0, code: 'passkey_cancelled' });
    await page.evaluate(`globalThis.last = accounts.signInWithPasskey({ conditional: true });
      undefined`);
    expect(await ada.run('accounts.restoreEmailWithPasskey("x")')).toMatchObject({
      ...{ status: 404, code: 'link_invalid' },
    });
    expect(await ada.run('last')).toBeNull();
    await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    expect(await ada.run('accounts.signInWithPasskey({ conditional: true })')).toBeNull();
    await page.evaluate('delete globalThis.PublicKeyCredential');
    expect(await ada.run('accounts.signInWithPasskey()')).toMatchObject({
      ...{ status: 0, code: 'passkey_unsupported' },
    });
  });

  it('uses the links of all mails', async () => {
    const account = await newAccount();
    const { id, email } = account;
    const ada = await newPage();
    await get(EmailVerificationService).request(account);
    await ada.open(await readFragment(email, 1));
    expect(await ada.run('accounts.readLink()')).toMatchObject({
      ...{ purpose: 'email_verification', required: ['password'] },
    });
    expect(await ada.run(`accounts.verifyEmail(${json({ password })})`)).toBeUndefined();

    await ada.run(`accounts.signIn(${json({ email, password })})`);
    await ada.run("accounts.addPasskey('Phone')");
    await readFragment(email, 2);
    const prisma = get(PrismaService);
    await prisma.$executeRaw`UPDATE passkeys
      SET created_at = created_at - interval '8 days' WHERE account_id = ${id}`;
    const changeEmail = () =>
      get(AccountsService).update(id, { email: newEmail() }, { ...byHost, by: 'owner' });
    await changeEmail();
    await ada.open(await readFragment(email, 3));
    expect(await ada.run('accounts.readLink()')).toMatchObject({
      ...{ purpose: 'email_restoration', undoes: 'email_changed', required: ['code'] },
    });
    expect(await ada.run('accounts.restoreEmail()')).toMatchObject({
      ...{ status: 400, fields: { code: expect.any(String) } },
    });
    expect(await ada.run('accounts.restoreEmailWithPasskey()')).toMatchObject({
      ...{ undone: 'email_changed', reset_token: expect.any(String) },
    });

    await changeEmail();
    await ada.open(await readFragment(email, 4));
    expect(await ada.run('accounts.waiveRestoration()')).toBeUndefined();

    const verified = await newAccount();
    await get(EmailVerificationService).request(verified);
    await ada.open(await readFragment(verified.email, 1));
    await ada.run(`accounts.verifyEmail(${json({ password })})`);
    const { setup, secret } = get(FactorsService).begin(verified);
    await get(FactorsService).add(verified, setup, createAppCode(secret), byHost);
    await readFragment(verified.email, 2);
    await get(FactorRemovalsService).start(verified, { ...byHost, operator: 'grace' });
    await ada.open(await readFragment(verified.email, 3));
    expect(await ada.run('accounts.stopFactorRemoval()')).toBeUndefined();

    const pending = { email: newEmail() };
    await get(AccountsService).update(verified.id, pending, { ...byHost, by: 'delegate' });
    const adoption = /adopt-email\?token=(\w+)/;
    const find = () =>
      mailboxes.to(verified.email).flatMap(({ text }) => adoption.exec(text!)?.[1] ?? []);
    await until(() => find().length > 0);
    expect(await ada.run(`accounts.adoptEmail('${find()[0]}')`)).toBeUndefined();
    expect((await get(AccountsService).get(verified.id)).email).toBe(pending.email);
  });

  it('distinguishes an unreachable service', async () => {
    const ada = await newPage();
    await ada.page.context().setOffline(true);
    expect(await ada.run('accounts.readSession()')).toMatchObject({
      ...{ status: 0, code: 'unreachable', message: 'The server cannot be reached. Try again.' },
    });
  });

  it('returns only to pages of its origin', async () => {
    const ada = await newPage();
    for (const [returnTo, path] of [
      ['/orders?x=1#y', '/orders?x=1#y'],
      ['https://evil.example/', undefined],
      ['//evil.example', undefined],
    ]) {
      await ada.open(`?return_to=${encodeURIComponent(returnTo!)}`);
      expect(await ada.run('readReturnTo()')).toBe(path);
    }
  });

  it('has a method for each session route', () => {
    const all = signInFeature
      .apiControllers!.flatMap(listRoutes)
      .filter(({ method }) => method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${path}`);
    expect([...requested].sort()).toEqual(all.sort());
  });

  function newAccount() {
    const input = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
    return get(AccountsService).create(input, byHost);
  }
});
