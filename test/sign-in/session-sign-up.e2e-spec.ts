import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import type { Account } from '../../src/database/records.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { byHost } from '../../src/request/requester.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import type { SessionAnswer, SessionClient } from '../support/clients/session-client.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { isSignedIn } from '../support/clients/person.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import {
  describeSessionHosts,
  pendingCookie,
  sessionCookie,
  type SessionHost,
} from '../support/hosts/session-host.js';
import { until } from '../support/until.js';

const publicUrl = 'https://accounts.example';
const newPassword = 'bernoulli numbers 7';
const signUpPath = '/api/session/sign-up';
const resetPath = '/api/session/password-reset';

const person = (email = newEmail()) => ({ name: 'Ada', email, password, language_code: 'en' });

/** Returns the parts of a response that must not depend on whether an account exists. Cookies count by their length. */
function describeAnswer({ status, body, headers }: SessionAnswer) {
  const kept = [...headers]
    .filter(([name]) => !/^(?:date|x-request-id|ratelimit)$/.test(name))
    .map(([name, value]) => [
      name,
      name === 'set-cookie'
        ? value.replaceAll(/(?<==)[\w-]{80,}/g, ({ length }) => `${length}`)
        : value,
    ]);
  return { status, body, kept };
}

describeSessionHosts('Signing up on a page of the host', publicUrl, (start) => {
  describe('without mails', () => {
    let host: SessionHost;
    beforeAll(async () => {
      host = await start();
    });

    it('creates the account and signs in', async () => {
      const browser = host.browser();
      const input = { ...person(), name: ' Ada ', language_code: 'DE', phone: '+1 555 0100' };
      const { status, body, headers } = await browser.call('POST', signUpPath, input);
      expect(status).toBe(200);
      expect(body.account).toMatchObject({ name: 'Ada', email: input.email, language_code: 'de' });
      expect(body.session.authentication_methods).toEqual(['pwd']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await browser.readSession()).body).toEqual(body);
      expect(await isSignedIn(browser)).toBe(true);
      const where = { id: body.account.id as string };
      const account = await host.get(PrismaService).account.findUniqueOrThrow({ where });
      // As in the console, only the members of the form count.
      expect(account.phone).toBeNull();
    });

    it('creates an account in the language of the request if it names none', async () => {
      const { language_code: _, ...input } = person();
      const german = { 'accept-language': 'de-AT, en;q=0.5' };
      const { body } = await host.browser().call('POST', signUpPath, input, german);
      expect(body.account.language_code).toBe('de');
      const invalid = { ...input, language_code: '' };
      const refused = await host.browser().call('POST', signUpPath, invalid, german);
      expect(refused.body.form.children.language_code.codes).toEqual(['blank']);
    });

    it('reports all wrong members, and a taken email', async () => {
      const browser = host.browser();
      const { status, body } = await browser.call('POST', signUpPath, {
        name: ' ',
        email: 'x',
        password: 'short',
      });
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual(['email', 'name', 'password']);
      expect(browser.cookies.size).toBe(0);
      const { email } = await host.newAccount();
      const taken = await browser.call('POST', signUpPath, person(email.toUpperCase()));
      expect([taken.status, taken.body.form.children.email.codes]).toEqual([400, ['email_taken']]);
    });

    it('neither offers a password reset nor confirms a sign-up', async () => {
      const { email } = await host.newAccount();
      const browser = host.browser();
      const token = 'a'.repeat(86);
      const answers = [
        await browser.call('POST', resetPath, { email }),
        await browser.call('POST', `${signUpPath}/confirmation`, { token, password }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error]).toEqual([404, 'not_found']);
      }
    });
  });

  it('names the set-up of a factor that every user must have', async () => {
    const host = await start({ secondFactor: 'required' });
    const browser = host.browser();
    const { status, body } = await browser.call('POST', signUpPath, person());
    expect([status, body]).toEqual([200, { next: 'second_factor_setup' }]);
    expect((await browser.readSession()).status).toBe(401);
    expect(browser.cookies.has(pendingCookie)).toBe(true);
  });

  it('is impossible while sign-up is disabled', async () => {
    const host = await start({ signUp: false });
    const input = person();
    const { status, body } = await host.browser().call('POST', signUpPath, input);
    expect([status, body.error]).toEqual([404, 'not_found']);
    expect(await host.get(PrismaService).account.count({ where: { email: input.email } })).toBe(0);
  });

  it('counts under the same limit as in the console', async () => {
    const host = await start({ rateLimits: { 'sign-up': { limit: 2, windowMs: 3_600_000 } } });
    const signUp = () => host.browser().call('POST', signUpPath, person());
    expect((await signUp()).status).toBe(200);
    const page = host.browser();
    await page.open('/console/sign-up');
    expect((await page.submit('/console/sign-up', person())).status).toBe(303);
    const { status, headers } = await signUp();
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"sign-up";q=2;w=3600']);
    const other = host.browser();
    await other.open('/console/sign-up');
    expect((await other.submit('/console/sign-up', person())).status).toBe(429);
  });

  it('is refused from a page of another origin', async () => {
    const host = await start();
    const origin = 'https://evil.example';
    for (const path of [signUpPath, resetPath]) {
      for (const each of [path, `${path}/confirmation`]) {
        const { status, body } = await host.browser().call('POST', each, person(), { origin });
        expect([status, body.error]).toEqual([403, 'origin_not_allowed']);
      }
    }
  });

  describe('with mails', () => {
    let host: SessionHost;
    let mailboxes: Mailboxes;
    beforeAll(async () => {
      mailboxes = new Mailboxes();
      host = await start({
        features: [signInFeature, consoleFeature, mailFeature],
        mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
      });
    });

    /** Waits for a mail with a link to a page of the console. Returns the token in the link. */
    async function readToken(email: string, page: string, count = 1): Promise<string> {
      const link = await mailboxes.link(email, count, page);
      return new URL(link, publicUrl).searchParams.get('token')!;
    }

    async function newVerified() {
      const account = await host.newAccount();
      await host.get(EmailVerificationService).request(account);
      const page = host.browser();
      await page.open(await mailboxes.link(account.email, 1, 'verify-email'));
      await page.submit('/console/verify-email', { password });
      return account;
    }

    const confirm = (browser: SessionClient, body: object, headers?: Record<string, string>) =>
      browser.call('POST', `${signUpPath}/confirmation`, body, headers);
    const reset = (browser: SessionClient, body: object) =>
      browser.call('POST', `${resetPath}/confirmation`, body);

    it('creates the account once its link is confirmed with the password', async () => {
      const { email } = person();
      const browser = host.browser();
      const { status, body } = await browser.call('POST', signUpPath, person(email));
      expect([status, body]).toEqual([202, undefined]);
      expect(await host.get(PrismaService).account.count({ where: { email } })).toBe(0);
      const token = await readToken(email, 'confirm-sign-up');
      const other = host.browser();
      const wrong = await confirm(other, { token, password: newPassword });
      expect([wrong.status, wrong.body.form.children.password.codes]).toEqual([
        400,
        ['sign_up_password_wrong'],
      ]);
      const confirmed = await confirm(other, { token, password });
      expect(confirmed.status).toBe(200);
      expect(confirmed.body.account).toMatchObject({ name: 'Ada', email });
      expect(confirmed.headers.get('cache-control')).toBe('no-store');
      expect(await isSignedIn(other)).toBe(true);
      const where = { email };
      const account = await host.get(PrismaService).account.findFirstOrThrow({ where });
      expect(await host.get(AccountsService).emailVerifiedAt(account)).not.toBeNull();
      const again = await confirm(host.browser(), { token, password });
      expect([again.status, again.body.error]).toEqual([404, 'link_invalid']);
    });

    it('lets the owner of the address choose another name and password', async () => {
      const { email } = person();
      await host.browser().call('POST', signUpPath, person(email));
      const token = await readToken(email, 'confirm-sign-up');
      const browser = host.browser();
      const input = { token, name: 'Grace', password: 'short', language_code: 'xx' };
      const { status, body } = await confirm(browser, input);
      expect([status, Object.keys(body.form.children).sort()]).toEqual([
        400,
        ['language_code', 'password'],
      ]);
      const right = { token, name: 'Grace', password: newPassword };
      const { body: confirmed } = await confirm(browser, right, { 'accept-language': 'de' });
      expect(confirmed.account).toMatchObject({ name: 'Grace', email, language_code: 'de' });
      expect((await host.browser().signInWith(email, newPassword)).status).toBe(200);
    });

    it('responds alike for a free and a taken address, and tells only the owner', async () => {
      const { email } = await newVerified();
      const free = newEmail();
      const answers = [];
      for (const each of [email, free]) {
        answers.push(describeAnswer(await host.browser().call('POST', signUpPath, person(each))));
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(202);
      await until(() => mailboxes.to(email).some(({ text }) => text.includes('/console/sign-in')));
    });

    it('resets a forgotten password, which ends the sessions', async () => {
      const account = await newVerified();
      const signedIn = host.browser();
      await signedIn.signInWith(account.email, password);
      const browser = host.browser();
      const { status, body } = await browser.call('POST', resetPath, { email: account.email });
      expect([status, body]).toEqual([202, undefined]);
      const token = await readToken(account.email, 'reset-password');
      const weak = await reset(browser, { token, new_password: 'short' });
      expect([weak.status, Object.keys(weak.body.form.children)]).toEqual([400, ['new_password']]);
      const done = await reset(browser, { token, new_password: newPassword });
      expect([done.status, done.body]).toEqual([200, { email: account.email }]);
      expect(done.headers.get('cache-control')).toBe('no-store');
      expect((await signedIn.readSession()).status).toBe(401);
      expect((await browser.signInWith(account.email, password)).status).toBe(400);
      expect((await browser.signInWith(account.email, newPassword)).status).toBe(200);
      const again = await reset(host.browser(), { token, new_password: 'another one 123' });
      expect([again.status, again.body.error]).toEqual([404, 'link_invalid']);
    });

    it('revokes own tokens with a reset, unless the user keeps them', async () => {
      for (const [kept, status] of [
        [undefined, 401],
        [false, 200],
        [true, 401],
      ] as const) {
        const account = await newVerified();
        const applications = host.get(ApplicationsService);
        const { accessToken } = await applications.create(account.id, { name: 'Own' }, byHost);
        await host.browser().call('POST', resetPath, { email: account.email });
        const token = await readToken(account.email, 'reset-password');
        const answer = await reset(host.browser(), {
          token,
          new_password: newPassword,
          ...(kept !== undefined && { end_application_tokens: kept }),
        });
        expect(answer.status).toBe(200);
        const authorization = `Bearer ${accessToken}`;
        const read = await host.browser().call('GET', '/api/accounts/me', undefined, {
          authorization,
        });
        expect(read.status).toBe(status);
      }
    });

    it('bypasses no second factor with a reset', async () => {
      const account = await newVerified();
      const secret = await host.addApp(account);
      await host.browser().call('POST', resetPath, { email: account.email });
      const token = await readToken(account.email, 'reset-password');
      const browser = host.browser();
      await reset(browser, { token, new_password: newPassword });
      expect((await browser.readSession()).status).toBe(401);
      const { body } = await browser.signInWith(account.email, newPassword);
      expect(body.next).toBe('second_factor');
      expect((await host.verify(browser, createAppCode(secret, 1))).status).toBe(200);
    });

    it('responds alike to a reset for a known and an unknown address', async () => {
      const { email } = await newVerified();
      const unknown = newEmail();
      const answers = [];
      for (const each of [email, unknown]) {
        answers.push(describeAnswer(await host.browser().call('POST', resetPath, { email: each })));
      }
      expect(answers[0]).toEqual(answers[1]);
      await readToken(email, 'reset-password');
      expect(mailboxes.to(unknown)).toEqual([]);
    });

    it('returns the page that the user was going to, but none of another site', async () => {
      for (const [return_to, kept] of [
        ['/oauth/authorize?client_id=x', '/oauth/authorize?client_id=x'],
        ['/orders/7', '/orders/7'],
        ['//evil.example', undefined],
      ]) {
        const { email } = person();
        const input = { ...person(email), return_to };
        expect((await host.browser().call('POST', signUpPath, input)).status).toBe(202);
        const token = await readToken(email, 'confirm-sign-up');
        const { body } = await confirm(host.browser(), { token, password });
        expect(body.return_to).toBe(kept);
        await host.browser().call('POST', resetPath, { email, return_to });
        const resetToken = await readToken(email, 'reset-password');
        const done = await reset(host.browser(), { token: resetToken, new_password: newPassword });
        expect(done.body).toEqual({ email, ...(kept !== undefined && { return_to: kept }) });
      }
    });

    const wrongCode = (answer: SessionAnswer) =>
      expect([answer.status, answer.body.form?.children.code.codes]).toEqual([
        400,
        ['mail_code_wrong'],
      ]);
    const toOtherCode = (code: string) => code.replace(/\d$/, (digit) => `${(+digit + 1) % 10}`);

    it('creates the account with the code, only in the browser that signed up', async () => {
      const { email } = person();
      const browser = host.browser();
      await browser.call('POST', signUpPath, person(email));
      const code = await mailboxes.code(email);
      const token = await readToken(email, 'confirm-sign-up');
      const other = host.browser();
      wrongCode(await confirm(other, { code, password }));
      await other.call('POST', signUpPath, person());
      wrongCode(await confirm(other, { code, password }));
      // The cookie of the request is bound to the browser's token.
      const [name, value] = [...browser.cookies].find(([each]) => each.endsWith('-mail'))!;
      other.cookies.set(name, value);
      wrongCode(await confirm(other, { code, password }));
      const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
      const wrong = await confirm(browser, { code: typed, password: newPassword });
      expect(wrong.body.form.children.password.codes).toEqual(['sign_up_password_wrong']);
      const confirmed = await confirm(browser, { code, password });
      expect([confirmed.status, confirmed.body.account.email]).toEqual([200, email]);
      expect(await isSignedIn(browser)).toBe(true);
      const again = await confirm(host.browser(), { token, password });
      expect([again.status, again.body.error]).toEqual([404, 'link_invalid']);
    });

    it('ends a code with the fifth attempt, but not the link', async () => {
      const { email } = person();
      const browser = host.browser();
      await browser.call('POST', signUpPath, person(email));
      const code = await mailboxes.code(email);
      const attempts = await Promise.all(
        Array.from({ length: 5 }, () => confirm(browser, { code: toOtherCode(code), password })),
      );
      attempts.forEach(wrongCode);
      wrongCode(await confirm(browser, { code, password }));
      const token = await readToken(email, 'confirm-sign-up');
      expect((await confirm(browser, { token, password })).status).toBe(200);
    });

    it('counts attempts on all nodes together', async () => {
      const { email } = person();
      const browser = host.browser();
      await browser.call('POST', signUpPath, person(email));
      const code = await mailboxes.code(email);
      const other = (await start({ features: [signInFeature, consoleFeature] })).browser();
      browser.cookies.forEach((value, name) => other.cookies.set(name, value));
      const attempts = Array.from({ length: 10 }, (_, index) =>
        reset(index % 2 ? browser : other, { code: toOtherCode(code), new_password: newPassword }),
      );
      for (const { status } of await Promise.all(attempts)) expect([400, 429]).toContain(status);
      const counted = await host.get(PrismaService).emailCodeAttempts.findMany();
      expect(counted.map(({ attempts }) => attempts)).toContain(5);
      wrongCode(await confirm(browser, { code, password }));
    });

    it('uses a code and its link only once when they race', async () => {
      const { email } = person();
      const browser = host.browser();
      await browser.call('POST', signUpPath, person(email));
      const code = await mailboxes.code(email);
      const token = await readToken(email, 'confirm-sign-up');
      const proofs = [{ code }, { token }, { code }];
      const answers = await Promise.all(
        proofs.map((proof) => confirm(browser, { ...proof, password })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await host.get(PrismaService).account.count({ where: { email } })).toBe(1);
    });

    it('resets a password with the code of the latest request, for ten minutes', async () => {
      const { email } = await newVerified();
      const browser = host.browser();
      await browser.call('POST', resetPath, { email });
      const first = await mailboxes.code(email);
      await browser.call('POST', resetPath, { email });
      const code = await mailboxes.code(email, 2);
      const tokens = host.get(PrismaService).emailToken;
      const age = (minutes: number) =>
        tokens.updateMany({ data: { createdAt: new Date(Date.now() - minutes * 60_000) } });
      wrongCode(await reset(browser, { code: first, new_password: newPassword }));
      await age(11);
      wrongCode(await reset(browser, { code, new_password: newPassword }));
      await age(9);
      const done = await reset(browser, { code, new_password: newPassword });
      expect([done.status, done.body]).toEqual([200, { email }]);
      wrongCode(await reset(browser, { code, new_password: newPassword }));
      expect((await host.browser().signInWith(email, newPassword)).status).toBe(200);
    });

    it('reports the link of a code as invalid if it has ended', async () => {
      const accounts = host.get(AccountsService);
      const owner = { ...byHost, by: 'owner' } as const;
      const passwords = { old_password: password, new_password: 'another one 123' };
      const ends: ((account: Account) => Promise<unknown>)[] = [
        ({ id }) => accounts.update(id, passwords, owner),
        ({ id }) => accounts.update(id, { email: newEmail() }, owner),
        ({ id }) => accounts.delete(id, byHost),
      ];
      const verify = async ({ id, email }: Account) => {
        await host.get(EmailVerificationService).request({ id, email });
        const page = host.browser();
        await page.open(await mailboxes.link(email, 1, 'verify-email'));
        await page.submit('/console/verify-email', { password });
      };
      for (const [create, end] of [
        ...ends.map((each) => [newVerified, each] as const),
        ...[...ends, verify].map((each) => [() => host.newAccount(), each] as const),
      ]) {
        const account = await create();
        const browser = host.browser();
        await browser.call('POST', resetPath, { email: account.email });
        const code = await mailboxes.code(account.email);
        await end(account);
        const { status, body } = await reset(browser, { code, new_password: newPassword });
        expect([status, body.error]).toEqual([404, 'link_invalid']);
      }
    });

    it('responds alike to a wrong code for a known and an unknown address', async () => {
      const { email } = await newVerified();
      const answers = [];
      for (const each of [email, newEmail()]) {
        const browser = host.browser();
        await browser.call('POST', resetPath, { email: each });
        if (each === email) await mailboxes.code(email);
        const input = { code: '00000000', new_password: newPassword };
        answers.push(describeAnswer(await reset(browser, input)));
        expect(await host.get(PrismaService).emailCodeAttempts.count()).toBeGreaterThan(0);
      }
      expect(answers[0]).toEqual(answers[1]);
    });

    it('accepts codes only for their purpose, and counts the others as wrong', async () => {
      const signUp = async (page: SessionClient) => {
        const { email } = person();
        await page.call('POST', signUpPath, person(email));
        return mailboxes.code(email);
      };
      const requestReset = async (page: SessionClient, { email }: { email: string }) => {
        await page.call('POST', resetPath, { email });
        return mailboxes.code(email);
      };
      const verification = async (page: SessionClient) => {
        const { email } = await host.newAccount();
        await page.signIn(email, password);
        await page.open('/console/account');
        await page.submit('/console/account/verify-email');
        return mailboxes.code(email);
      };
      const inSignUp = (page: SessionClient, code: string) => confirm(page, { code, password });
      const inReset = (page: SessionClient, code: string) =>
        reset(page, { code, new_password: newPassword });
      const mails = [
        { request: signUp, wrong: inReset, right: inSignUp },
        {
          request: async (page: SessionClient) => requestReset(page, await newVerified()),
          wrong: inSignUp,
          right: inReset,
        },
        {
          request: async (page: SessionClient) => requestReset(page, await host.newAccount()),
          wrong: inSignUp,
          right: inReset,
        },
      ];
      for (const { request, wrong, right } of mails) {
        const page = host.browser();
        const code = await request(page);
        for (let attempt = 1; attempt <= 4; attempt++) wrongCode(await wrong(page, code));
        expect((await right(page, code)).status).toBe(200);
        const other = host.browser();
        const ended = await request(other);
        for (let attempt = 1; attempt <= 5; attempt++) wrongCode(await wrong(other, ended));
        wrongCode(await right(other, ended));
      }
      const page = host.browser();
      const code = await verification(page);
      wrongCode(await inReset(page, code));
      wrongCode(await inSignUp(page, code));
    });

    it('accepts links only for their purpose', async () => {
      const { email } = await newVerified();
      await host.browser().call('POST', resetPath, { email });
      const token = await readToken(email, 'reset-password');
      const answers = [
        await confirm(host.browser(), { token, password }),
        await reset(host.browser(), { token: 'x', new_password: newPassword }),
        await reset(host.browser(), { token: '\0', new_password: newPassword }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error]).toEqual([404, 'link_invalid']);
      }
      expect((await reset(host.browser(), {})).status).toBe(400);
    });

    it('signs out the browser that resets the password', async () => {
      const account = await newVerified();
      const browser = host.browser();
      await browser.signInWith(account.email, password);
      await browser.call('POST', resetPath, { email: account.email });
      const token = await readToken(account.email, 'reset-password');
      await reset(browser, { token, new_password: newPassword });
      expect(browser.cookies.has(sessionCookie)).toBe(false);
    });
  });

  it('counts requests for a reset under the same limit as in the console', async () => {
    const host = await start({
      features: [signInFeature, consoleFeature, mailFeature],
      mail: { transport: new Mailboxes(), from: 'accounts@accounts.example' },
      rateLimits: { 'password-reset': { limit: 2, windowMs: 3_600_000 } },
    });
    const email = newEmail();
    const request = () => host.browser().call('POST', resetPath, { email });
    expect((await request()).status).toBe(202);
    const page = host.browser();
    await page.open('/console/forgot-password');
    expect((await page.submit('/console/forgot-password', { email })).status).toBe(303);
    const { status, headers } = await request();
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"password-reset";q=2;w=3600']);
  });
});
