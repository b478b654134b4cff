import { consoleFeature } from '../../src/console/console.feature.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import type { HostPages } from '../../src/http/urls/public-url.js';
import { newAccessToken } from '../../src/principals/access-token.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { describeSessionHosts, type SessionHost } from '../support/hosts/session-host.js';
import { until } from '../support/until.js';

const publicUrl = 'https://accounts.example';
const pages = {
  signIn: '/login',
  signUp: '/join',
  secondFactor: '/login/code',
  resetPassword: '/new-password',
  confirmSignUp: '/welcome',
  verifyEmail: '/verified',
};

describeSessionHosts('Pages of the host instead of the console’s', publicUrl, (start) => {
  let host: SessionHost;
  let mailboxes: Mailboxes;
  beforeAll(async () => {
    mailboxes = new Mailboxes();
    host = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'accounts@accounts.example' },
      pages,
    });
  });

  /** Returns the response headers of a page, without following a redirect. */
  async function open(path: string, browser = host.browser()) {
    const { status, headers } = await browser.open(path);
    return [status, headers.get('location')];
  }

  /** Waits for a mail with a link to a page of the host. Returns the token in its fragment. */
  async function readToken(email: string, page: string): Promise<string> {
    const pattern = new RegExp(`https://accounts\\.example${page}#token=(\\w{86})`);
    const find = () => mailboxes.to(email).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
    await until(() => find().length > 0);
    return find().at(-1)!;
  }

  it('receive signed-out visitors of the console and of OAuth, with the page to return to', async () => {
    const { status, headers } = await host.browser().open('/console/account');
    expect(status).toBe(303);
    const first = new URL(headers.get('location')!, publicUrl);
    expect(first.pathname).toBe('/console/sign-in');
    const returnTo = encodeURIComponent('/console/account');
    expect(await open(first.pathname + first.search)).toEqual([
      303,
      `/login?return_to=${returnTo}`,
    ]);
    const authorize = '/oauth/authorize?client_id=x&state=a%26b';
    const query = new URLSearchParams({ return_to: authorize });
    expect(await open(`/console/sign-in?${query}`)).toEqual([303, `/login?${query}`]);
    expect(await open(`/console/sign-up?${query}`)).toEqual([303, `/join?${query}`]);
  });

  it('do not receive a page of another site to return to', async () => {
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', '/other']) {
      const query = new URLSearchParams({ return_to: evil });
      expect(await open(`/console/sign-in?${query}`)).toEqual([303, '/login']);
    }
    expect(await open('/console/sign-in?return_to=/console&return_to=/console')).toEqual([
      303,
      '/login',
    ]);
  });

  it('are not shown to signed-in users', async () => {
    const { email } = await host.newAccount();
    const browser = host.browser();
    await browser.signInWith(email, password);
    const query = new URLSearchParams({ return_to: '/console/account' });
    expect(await open(`/console/sign-in?${query}`, browser)).toEqual([303, '/console/account']);
  });

  it('complete a sign-in that needs a second factor', async () => {
    const account = await host.newAccount();
    const secret = await host.addApp(account);
    const browser = host.browser();
    await browser.signInWith(account.email, password);
    const query = new URLSearchParams({ return_to: '/console/account' });
    expect(await open(`/console/second-step?${query}`, browser)).toEqual([
      303,
      `/login/code?${query}`,
    ]);
    expect((await host.verify(browser, createAppCode(secret, 1))).status).toBe(200);
    expect(await open('/console/second-step')).toEqual([303, '/console/sign-in']);
  });

  it('receive the tokens of links in the fragment', async () => {
    const email = newEmail();
    const input = { name: 'Ada', email, password, language_code: 'en' };
    const browser = host.browser();
    expect((await browser.call('POST', '/api/session/sign-up', input)).status).toBe(202);
    const confirmation = { token: await readToken(email, '/welcome'), password };
    const confirmed = await browser.call('POST', '/api/session/sign-up/confirmation', confirmation);
    expect(confirmed.body.account.email).toBe(email);
    await host.browser().call('POST', '/api/session/password-reset', { email });
    const reset = await browser.call('POST', '/api/session/password-reset/confirmation', {
      token: await readToken(email, '/new-password'),
      new_password: 'bernoulli numbers 7',
    });
    expect(reset.body).toEqual({ email });
    const account = await host.newAccount();
    await host.get(EmailVerificationService).request(account);
    const token = await readToken(account.email, '/verified');
    expect((await host.get(EmailVerificationService).findAccount(token)).id).toBe(account.id);
  });

  it('open by links of the console, whose token moves to the fragment', async () => {
    const token = newAccessToken();
    expect(await open(`/console/reset-password?token=${token}`)).toEqual([
      303,
      `/new-password#token=${token}`,
    ]);
    expect(await open('/console/reset-password?token=x%0d%0aSet-Cookie')).toEqual([
      303,
      '/new-password',
    ]);
  });

  it('can replace some pages only', async () => {
    const other = await start({ pages: { signIn: '/login', signUp: undefined } });
    expect((await other.browser().open('/console/sign-up')).status).toBe(200);
    expect((await other.browser().open('/console/sign-in')).status).toBe(303);
  });

  it.each([
    [{ signIn: 'https://evil.example/login' }, /pages must name paths/],
    [{ signIn: '//evil.example' }, /pages must name paths/],
    [{ signIn: 'login' }, /pages must name paths/],
    [{ signIn: '/login?x=1' }, /pages must name paths/],
    [{ signIn: '/login#x' }, /pages must name paths/],
    [{ signIn: '/a/../b' }, /pages must name paths/],
    [{ singIn: '/login' }, /pages\.singIn is unknown/],
  ])('must be known and paths of the origin, unlike %j', async (invalid, problem) => {
    await expect(start({ pages: invalid as HostPages })).rejects.toThrow(problem);
  });

  it('require signInFeature', async () => {
    const features = [consoleFeature];
    await expect(start({ features, pages })).rejects.toThrow(/pages needs signInFeature/);
  });
});
