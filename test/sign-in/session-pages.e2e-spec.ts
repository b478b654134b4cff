import { AccountsService } from '../../src/accounts/accounts.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { Account } from '../../src/database/records.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { FactorRemovalsService } from '../../src/email-flows/factor-removals.service.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import type { HostPages } from '../../src/http/urls/public-url.js';
import { byHost } from '../../src/request/requester.js';
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
  forgotPassword: '/forgot',
  resetPassword: '/new-password',
  confirmSignUp: '/welcome',
  verifyEmail: '/verified',
  restoreEmail: '/undo',
  stopFactorRemoval: '/keep-factor',
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

  it('receive no return_to of another site', async () => {
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

  it('are linked in notices, and open from the console’s page, whether or not a user is signed in', async () => {
    const account = await newVerified();
    await host.get(AccountsService).setPassword(account.id, 'bernoulli numbers 7', byHost);
    const isNotice = ({ text }: { text: string }) =>
      /^https:\/\/accounts\.example\/forgot$/m.test(text);
    await until(() => mailboxes.to(account.email).some(isNotice));
    const browser = host.browser();
    const query = new URLSearchParams({ return_to: '/console/account' });
    expect(await open(`/console/forgot-password?${query}`, browser)).toEqual([
      303,
      `/forgot?${query}`,
    ]);
    const { email } = await host.newAccount();
    await browser.signInWith(email, password);
    expect(await open('/console/forgot-password', browser)).toEqual([303, '/forgot']);
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

  const post = (path: string, body: object, browser = host.browser()) =>
    browser.call('POST', `/api/session/link${path}`, body);

  /** Creates an account, and verifies its address on a page of the host. */
  async function newVerified() {
    const account = await host.newAccount();
    await host.get(EmailVerificationService).request(account);
    const token = await readToken(account.email, '/verified');
    expect((await post('/verification', { token, password })).status).toBe(204);
    expect(await host.get(AccountsService).emailVerifiedAt(account)).not.toBeNull();
    return account;
  }

  const changeEmail = ({ id }: Account) =>
    host.get(AccountsService).update(id, { email: newEmail() }, { ...byHost, by: 'owner' });

  it('can show what a link does before they ask for anything', async () => {
    const email = newEmail();
    const input = { name: 'Ada', email, password, language_code: 'en', return_to: '/orders' };
    await host.browser().call('POST', '/api/session/sign-up', input);
    const signUp = await post('', { token: await readToken(email, '/welcome') });
    expect(signUp.body).toEqual({ purpose: 'sign_up', email, return_to: '/orders' });
    expect(signUp.headers.get('cache-control')).toBe('no-store');
    const account = await host.newAccount();
    await host.browser().call('POST', '/api/session/password-reset', { email: account.email });
    expect(
      (await post('', { token: await readToken(account.email, '/new-password') })).body,
    ).toEqual({ purpose: 'password_reset', email: account.email, first_proof: true });
    await host.get(EmailVerificationService).request(account);
    const token = await readToken(account.email, '/verified');
    const verification = { purpose: 'email_verification', email: account.email };
    expect((await post('', { token })).body).toEqual({ ...verification, required: ['password'] });
    const wrong = await post('/verification', { token, password: 'wrong 1' });
    expect([wrong.status, Object.keys(wrong.body.form.children)]).toEqual([400, ['password']]);
    const browser = host.browser();
    await browser.signInWith(account.email, password);
    expect((await post('', { token }, browser)).body).toEqual({ ...verification, required: [] });
    expect((await post('/verification', { token }, browser)).status).toBe(204);
    for (const used of [token, newAccessToken(), 'x']) {
      const { status, body } = await post('', { token: used });
      expect([status, body.error]).toEqual([404, 'link_invalid']);
    }
    const origin = 'https://evil.example';
    const foreign = await host.browser().call('POST', '/api/session/link', { token }, { origin });
    expect([foreign.status, foreign.body.error]).toEqual([403, 'origin_not_allowed']);
  });

  it('undo a change of the email address with the trusted factor, and then ask for a password', async () => {
    const account = await newVerified();
    const { email, id } = account;
    const thief = host.browser();
    await thief.signInWith(email, password);
    const secret = await host.addApp(account);
    await host.get(PrismaService).$executeRaw`UPDATE authenticator_apps
      SET created_at = created_at - interval '8 days' WHERE account_id = ${id}`;
    await changeEmail(account);
    const token = await readToken(email, '/undo');
    expect((await post('', { token })).body).toEqual({
      purpose: 'email_restoration',
      email,
      undoes: 'email_changed',
      required: ['code'],
    });
    const options = await post('/passkey/options', { token });
    expect([options.status, options.body.rpId]).toEqual([200, 'accounts.example']);
    const refused = await post('/restoration', { token });
    expect([refused.status, Object.keys(refused.body.form.children)]).toEqual([400, ['code']]);
    expect((await thief.readSession()).status).toBe(200);
    const code = createAppCode(secret, 1);
    const { status, body } = await post('/restoration', { token, code });
    const { reset_token } = body;
    expect([status, body]).toEqual([
      200,
      {
        undone: 'email_changed',
        reset_token: expect.stringMatching(/^\w{86}$/),
        reset_url: `${publicUrl}/new-password#token=${reset_token}`,
      },
    ]);
    expect((await thief.readSession()).status).toBe(401);
    expect((await host.get(AccountsService).get(id)).email).toBe(email);
    const confirmation = { token: reset_token, new_password: 'bernoulli numbers 7' };
    const reset = '/api/session/password-reset/confirmation';
    expect((await host.browser().call('POST', reset, confirmation)).status).toBe(200);
    expect((await post('', { token })).status).toBe(404);
  });

  it('remove a new factor, and waive the right to undo a change', async () => {
    const account = await newVerified();
    await host.addApp(account);
    const added = await readToken(account.email, '/undo');
    expect((await post('', { token: added })).body).toMatchObject({
      undoes: 'factor_added',
      required: [],
    });
    expect((await post('/waiver', { token: added })).status).toBe(404);
    expect((await post('/restoration', { token: added })).body.undone).toBe('factor_added');
    expect(await host.get(FactorsService).hasFactor(account.id)).toBe(false);
    const other = await newVerified();
    const { email } = await changeEmail(other);
    const token = await readToken(other.email, '/undo');
    expect((await post('/waiver', { token })).status).toBe(204);
    expect((await post('/restoration', { token })).status).toBe(404);
    expect((await host.get(AccountsService).get(other.id)).email).toBe(email);
  });

  it('stop the removal of a factor', async () => {
    const account = await newVerified();
    await host.addApp(account);
    const removals = host.get(FactorRemovalsService);
    await removals.start(account, { ...byHost, operator: 'grace' });
    const token = await readToken(account.email, '/keep-factor');
    // The wait starts once the mail is recorded as sent.
    await until(async () => (await removals.find(account.id))!.mailedAt !== null);
    const { dueAt } = (await removals.find(account.id))!;
    const { body } = await post('', { token });
    expect([body.purpose, Date.parse(body.due_at)]).toEqual(['factor_removal', dueAt.getTime()]);
    expect((await post('/adoption', { token })).status).toBe(404);
    expect((await post('/stop', { token })).status).toBe(204);
    expect(await removals.find(account.id)).toBeNull();
    expect((await post('/stop', { token })).status).toBe(404);
  });

  it('adopt the address that an application has set', async () => {
    const account = await newVerified();
    const pending = newEmail();
    const delegate = { ...byHost, by: 'delegate' } as const;
    await host.get(AccountsService).update(account.id, { email: pending }, delegate);
    const link = await mailboxes.link(account.email, 1, 'adopt-email');
    const token = new URL(link, publicUrl).searchParams.get('token')!;
    const { email } = account;
    expect((await post('', { token })).body).toEqual({
      purpose: 'email_adoption',
      email,
      pending_email: pending,
    });
    expect((await post('/adoption', { token })).status).toBe(204);
    expect((await host.get(AccountsService).get(account.id)).email).toBe(pending);
  });

  it('receive the reset that follows an undo on a page of the console', async () => {
    const some = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'accounts@accounts.example' },
      pages: { resetPassword: '/new-password' },
    });
    const account = await newVerified();
    await changeEmail(account);
    const link = new URL('/console/restore-email', publicUrl);
    link.searchParams.set('token', await readToken(account.email, '/undo'));
    const browser = some.browser();
    await browser.open(link.pathname + link.search);
    const { location } = await browser.submit('/console/restore-email');
    expect((await browser.open(location!)).headers.get('location')).toMatch(
      /^\/new-password#token=\w{86}$/,
    );
  });

  it('receive a token for the code that a page of the console accepts', async () => {
    const some = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'accounts@accounts.example' },
      pages: { resetPassword: '/new-password' },
    });
    const { email } = await host.newAccount();
    const browser = some.browser();
    await browser.open('/console/forgot-password');
    const { location } = await browser.submit('/console/forgot-password', { email });
    await browser.open(location!);
    const code = await mailboxes.code(email);
    const { location: next } = await browser.submit('/console/check-mail', { code });
    const [page, token] = next!.split('#token=');
    expect(page).toBe('/new-password');
    const reset = await host.browser().call('POST', '/api/session/password-reset/confirmation', {
      token,
      new_password: 'bernoulli numbers 7',
    });
    expect(reset.body).toEqual({ email });
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
