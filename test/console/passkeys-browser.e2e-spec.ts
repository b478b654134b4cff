import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
  platform,
} from '../support/servers/chromium.js';
import { ageSessions } from '../support/clients/person.js';
import { until } from '../support/until.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';
import {
  password,
  someForms,
  startForm,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

const unavailable = 'Passkeys require JavaScript and a browser that supports them.';

const withoutAutofill = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';

/** Declines the passkey that the service offers after a sign-in with a password. */
const declined = `if (origin !== 'null') localStorage.setItem('no-passkey', Date.now())`;

/** A service with a host name, which passkeys require. */
interface NamedSite {
  readonly service: TestService;
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the proxy first, because the service must know its public URL at the start. */
async function startNamed(
  form: (typeof someForms)[number],
  options: Parameters<typeof startForm>[1] = {},
): Promise<NamedSite> {
  const proxy = await TcpProxy.before('http://127.0.0.1:1');
  const url = new URL(proxy.url('http://localhost'));
  const service = await startForm(form, { publicUrl: url.origin, ...options });
  proxy.retarget(service.url);
  url.pathname = service.path('/');
  const close = async () => {
    await proxy.close();
    await service.close();
  };
  return { service, url: url.href, close };
}

inBrowser.each(someForms)('Passkeys in a browser (%s)', (form) => {
  let service: TestService;
  let site: NamedSite;
  let browser: Browser;
  let owner: Caller;
  beforeAll(async () => {
    site = await startNamed(form);
    ({ service } = site);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    owner = await service.newCaller();
  });

  /** Errors that the browser reported, for example of the security policy. */
  const violations: string[] = [];
  afterEach(() => {
    expect(violations.splice(0)).toEqual([]);
  });

  async function newPage(
    options: BrowserContextOptions = {},
    { isFilledIn = false, isOffered = false } = {},
  ): Promise<Page> {
    const context = await browser.newContext({ baseURL: site.url, locale: 'en', ...options });
    context.setDefaultTimeout(30_000);
    // With a virtual authenticator, the browser accepts an autofill offer immediately.
    if (!isFilledIn) await context.addInitScript(withoutAutofill);
    if (!isOffered) await context.addInitScript(declined);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(error.message));
    return page;
  }

  /** Returns a function that counts its passkeys. */
  async function getAuthenticator(
    page: Page,
    options: Partial<typeof platform | { isUserVerified: boolean }> = {},
  ): Promise<() => Promise<number>> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', {});
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...platform, ...options },
    });
    return async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  }

  async function enterPassword(page: Page, returnTo = ''): Promise<void> {
    const query = returnTo && `?${new URLSearchParams({ return_to: service.path(returnTo) })}`;
    await page.goto(`console/sign-in${query}`);
    await page.getByLabel('Email').fill(owner.account.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function addPasskey(page: Page): Promise<void> {
    await page.goto('console/security');
    await page.getByRole('link', { name: 'Add passkey' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add passkey' }).click();
  }

  /** Opens a page where the owner is signed in and has a passkey. */
  async function pageWithPasskey(isFilledIn?: boolean): Promise<Page> {
    const page = await newPage({}, { isFilledIn });
    await getAuthenticator(page);
    await enterPassword(page);
    await page.waitForURL('**/console/account');
    await addPasskey(page);
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    return page;
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in');
  }

  it('return from the page after the recovery codes to the Security page', async () => {
    const page = await pageWithPasskey();
    await page.getByLabel('I have saved them').check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('link', { name: /^Chrom/ }).waitFor();
    await page.goto('console/sessions');
    await page.goBack();
    await page.goBack();
    expect(page.url()).toMatch(/\/console\/security$/);
    expect(await page.getByRole('heading', { name: 'Security' }).count()).toBe(1);
    await page.context().close();
  });

  it('are added on the Security page and sign in without a password', async () => {
    const page = await pageWithPasskey();
    expect(await page.locator('.codes code').count()).toBe(10);
    await page.goto('console/security');
    expect(await page.getByRole('link', { name: /^Chrom/ }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await signOut(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/console/account');
    await page.context().close();
  });

  it('are offered after a sign-in with a password, until the user declines', async () => {
    const page = await newPage({}, { isOffered: true });
    await getAuthenticator(page);
    await enterPassword(page, '/console/activity');
    await page.waitForURL('**/console/passkey-offer**');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL('**/console/activity');
    await signOut(page);
    await enterPassword(page);
    await page.waitForURL('**/console/account');
    await signOut(page);

    await page.evaluate('localStorage.clear()');
    await enterPassword(page, '/console/activity');
    await page.waitForURL('**/console/passkey-offer**');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('checkbox', { name: 'I have saved them' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/console/activity');
    const passkeys = service.app.get(PasskeysService, { strict: false });
    expect(await passkeys.list(owner.account.id)).toHaveLength(1);
    // An account with a passkey needs no offer.
    await page.goto('console/passkey-offer');
    await page.waitForURL('**/console/account');
    await page.context().close();
  });

  it('are forgotten by the browser once the account no longer has them', async () => {
    const page = await newPage();
    const kept = await getAuthenticator(page);
    await enterPassword(page);
    await page.waitForURL('**/console/account');
    await addPasskey(page);
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    expect(await kept()).toBe(1);
    await signOut(page);
    await service.prisma.passkey.deleteMany({ where: { accountId: owner.account.id } });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').waitFor();
    violations.length = 0; // The browser logs the expected 400.
    await until(async () => (await kept()) === 0);
    await page.context().close();
  });

  it('are offered by autofill in the email field', async () => {
    const page = await pageWithPasskey(true);
    await page.goto('console/security');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/account');
    await page.context().close();
  });

  it('serve as the second step after the password', async () => {
    const page = await pageWithPasskey();
    await signOut(page);
    await enterPassword(page);
    await page.waitForURL('**/console/second-step');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/console/account');
    await page.context().close();
  });

  it('require confirmation before a second passkey, and refuse the same device twice', async () => {
    const page = await pageWithPasskey();
    await ageSessions(service, owner.account.id, 11);
    await page.goto('console/security/passkeys');
    await page.waitForURL('**/console/confirm**');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/console/security/passkeys');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('This device already has a passkey for this account.').waitFor();
    await page.context().close();
  });

  it('are added during sign-in if a second factor is required', async () => {
    const strict = await startNamed(form, { secondFactor: 'required' });
    owner = await strict.service.newCaller();
    const page = await newPage({ baseURL: strict.url });
    // Simulates password managers that wrap the credential.
    await page.addInitScript(() => {
      PublicKeyCredential.prototype.toJSON = () => {
        throw new TypeError('Illegal invocation');
      };
    });
    await getAuthenticator(page);
    await enterPassword(page);
    await page.waitForURL('**/console/set-up-factor');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/console/account');
    await page.context().close();
    await strict.close();
  });

  it('are not added by a device that does not verify its user', async () => {
    const page = await newPage();
    await getAuthenticator(page, { isUserVerified: false });
    await enterPassword(page);
    await page.waitForURL('**/console/account');
    await addPasskey(page);
    await page.getByText('The passkey request was cancelled or timed out.').waitFor();
    const passkeys = service.app.get(PasskeysService, { strict: false });
    expect(await passkeys.list(owner.account.id)).toEqual([]);
    await page.context().close();
  });

  it('are not offered without JavaScript, as the page says, and the password still signs in', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto('console/sign-in');
    expect(await page.getByText(unavailable).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'passkey' }).count()).toBe(0);
    await enterPassword(page);
    await page.waitForURL('**/console/account');
    await page.goto('console/security');
    expect(await page.getByText(unavailable).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Add passkey' }).count()).toBe(0);
    await page.goto('console/security/passkeys');
    expect(await page.getByText(unavailable).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
    await page.context().close();
  });

  it('are not offered in a browser without support, as the page says', async () => {
    const page = await newPage();
    await page.context().addInitScript('delete window.PublicKeyCredential');
    await page.goto('console/sign-in');
    await page.getByText(unavailable).waitFor();
    expect(await page.getByRole('button', { name: 'passkey' }).count()).toBe(0);
    await page.context().close();
  });
});
