import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PendingSignIns } from '../../src/factors/pending-sign-ins.js';
import { ResealService } from '../../src/access/sealing/reseal.service.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { FormExpiredError, RateLimitedError } from '../../src/errors/error-registry.js';
import { ValidationFailedError } from '../../src/errors/validation-failed.error.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { readCodes, errorsBeside, readNotice } from '../support/clients/page-reader.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

const wrongCode = 'This code is incorrect or has already been used.';

/** A user with an authenticator app. */
interface Owner extends Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * The authenticator code of a secret, some 30-second steps from now. The next code is already
 * accepted, and still is if a step ends while a test runs.
 */
const getCode = (secret: string, steps = 1) => createAppCode(secret, steps);

const setUp = '/console/security/authenticator';

async function addApp(
  { browser }: Pick<Person, 'browser'>,
  fields: Record<string, string> = {},
): Promise<PageAnswer & { readonly secret: string }> {
  const { html } = await browser.open(setUp);
  const [secret = ''] = readCodes(html);
  // Using the code of this step leaves the next one for the sign-in.
  const sent = { code: getCode(secret, 0), ...fields };
  return { ...(await browser.submit(setUp, sent)), secret };
}

describeService('The second factor', (service) => {
  const get = <T>(type: abstract new (...args: any[]) => T) =>
    service().app.get(type, { strict: false });
  const accounts = () => get(AccountsService);

  async function newOwner(): Promise<Owner> {
    const person = await newPerson(service());
    const { status, html, secret } = await addApp(person);
    expect(status).toBe(200);
    return { ...person, secret, recoveryCodes: readCodes(html) };
  }

  /** A browser that has passed the password step. */
  async function halfSignedIn({ account }: Person, returnTo = ''): Promise<PageClient> {
    const browser = new PageClient(service().url);
    const { status, location } = await browser.signIn(account.email, password, returnTo);
    expect([status, location?.split('?')[0]]).toEqual([303, '/console/second-step']);
    await browser.open(location!);
    return browser;
  }
  const enter = (browser: PageClient, code: string) =>
    browser.submit('/console/second-step', { code });
  /** A sign-in from its own source, whose wrong codes delay no other source. */
  const begin = async ({ account }: Person, source: string) => {
    const result = await accounts().authenticate(account.email, password, { ...byHost, source });
    if (result.status !== 'second_factor_required') throw new Error(result.status);
    return (code: string) =>
      accounts().verifySecondFactor(result.pending, code, { ...byHost, source });
  };

  it('is set up with an authenticator code', async () => {
    const person = await newPerson(service());
    const wrong = await addApp(person, { code: '000000' });
    expect(errorsBeside(wrong.html, 'add-authenticator-code')).toEqual([wrongCode]);
    expect(readCodes(wrong.html)[0]).toBe(wrong.secret);
    expect(await get(FactorsService).hasFactor(person.account.id)).toBe(false);

    const { html, headers } = await addApp(person);
    expect(readCodes(html)).toHaveLength(10);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await get(FactorsService).status(person.account.id)).toMatchObject({
      hasApp: true,
      passkeys: 0,
      recoveryCodes: 10,
    });
  });

  it('is shown in the account status to the owner and the operator', async () => {
    const person = await newPerson(service());
    const { id } = person.account;
    const told = async () => {
      const { body } = await service().as(person, 'get', `/accounts/${id}/status`);
      const { status } = await get(OperatorService).show(id);
      return [body.status.second_factor, status.second_factor];
    };
    expect(await told()).toEqual([false, false]);
    await addApp(person);
    expect(await told()).toEqual([true, true]);
  });

  it('cannot be set up with the secret of another account', async () => {
    const [person, stranger] = [await newPerson(service()), await newPerson(service())];
    const { setup, secret } = get(FactorsService).begin(stranger.account as never);
    const { location } = await addApp(person, { setup, code: getCode(secret) });
    expect(location).toBe(setUp);
    expect(await get(FactorsService).hasFactor(person.account.id)).toBe(false);
  });

  it('is requested after the password, and then redirects to the requested page', async () => {
    const owner = await newOwner();
    const going = service().path('/console/grants?from=link');
    const browser = await halfSignedIn(owner, going);
    expect(await isSignedIn(browser)).toBe(false);
    await browser.open(`/console/second-step?${new URLSearchParams({ return_to: going })}`);
    const { status, location } = await enter(browser, getCode(owner.secret));
    expect([status, location]).toEqual([303, '/console/grants?from=link']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is not revealed after a wrong password', async () => {
    const owner = await newOwner();
    const plain = await service().newCaller();
    const answers = [];
    for (const { account } of [owner, plain]) {
      const browser = new PageClient(service().url);
      const { status, html } = await browser.signIn(account.email, 'wrong horse 7');
      answers.push([
        status,
        html.match(/<div class="errors".*?<\/div>/s)?.[0],
        [...browser.cookies.keys()],
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('accepts a code once, and no earlier code afterwards', async () => {
    const owner = await newOwner();
    const code = getCode(owner.secret);
    const [first, second] = [await halfSignedIn(owner), await halfSignedIn(owner)];
    expect((await enter(first, code)).status).toBe(303);
    for (const used of [code, getCode(owner.secret, 0)]) {
      const { status, html } = await enter(second, used);
      expect([status, errorsBeside(html, 'second-step-code')]).toEqual([400, [wrongCode]]);
    }
    expect(await isSignedIn(second)).toBe(false);
  });

  it('accepts a code once when it is verified concurrently', async () => {
    const owner = await newOwner();
    const verify = await Promise.all(
      Array.from({ length: 4 }, (_, i) => begin(owner, `198.51.100.${i}`)),
    );
    const code = getCode(owner.secret);
    const results = await Promise.allSettled(verify.map((each) => each(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts a recovery code once instead of an authenticator code', async () => {
    const owner = await newOwner();
    const [code = ''] = owner.recoveryCodes;
    const browser = await halfSignedIn(owner);
    expect((await enter(browser, code.toLowerCase().replaceAll('-', ' '))).status).toBe(303);
    expect((await enter(await halfSignedIn(owner), code)).status).toBe(400);
    expect((await get(FactorsService).status(owner.account.id)).recoveryCodes).toBe(9);
  });

  it('accepts codes in full-width or lower-case characters and with spaces', async () => {
    const owner = await newOwner();
    const wide = (code: string) =>
      code.replaceAll(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
    const code = getCode(owner.secret);
    const typed = `\u200e${wide(code.slice(0, 3))}\u00ad\u3000${code.slice(3)}\n`;
    const ways = [typed, wide(owner.recoveryCodes[0]!), owner.recoveryCodes[1]!.toLowerCase()];
    for (const way of ways) {
      const { id } = await (await begin(owner, '203.0.113.7'))(way);
      expect(id).toBe(owner.account.id);
    }
  });

  it('is required before a session starts', async () => {
    const owner = await newOwner();
    const browser = await halfSignedIn(owner);
    for (const page of ['account', 'security', 'security/authenticator', 'applications']) {
      const { status, location } = await browser.open(`/console/${page}`);
      expect([status, location?.split('?')[0]]).toEqual([303, '/console/sign-in']);
    }
    const accountId = owner.account.id;
    expect(await service().prisma.session.count({ where: { accountId } })).toBe(1);
  });

  it('is bound to the browser and account of the password step', async () => {
    const [owner, attacker] = [await newOwner(), await newOwner()];
    const victim = await halfSignedIn(owner);
    const own = await halfSignedIn(attacker);
    // The attacker’s code does not complete the owner’s sign-in.
    expect((await enter(victim, getCode(attacker.secret))).status).toBe(400);
    // Nor can the attacker’s sign-in be completed in another browser.
    const cookie = service().cookie('pending');
    victim.cookies.set(cookie, own.cookies.get(cookie)!);
    const { location } = await enter(victim, getCode(attacker.secret));
    expect(location).toBe('/console/sign-in');
    expect(readNotice((await victim.open(location!)).html)).toBe(
      'Signing in took too long. Sign in again.',
    );
  });

  it('replaces the token of the browser', async () => {
    const owner = await newOwner();
    const browser = await halfSignedIn(owner);
    const before = browser.cookies.get(service().cookie('browser'));
    await enter(browser, getCode(owner.secret));
    expect(browser.cookies.get(service().cookie('browser'))).not.toBe(before);
    expect(browser.cookies.has(service().cookie('pending'))).toBe(false);
  });

  it('cannot be completed after ten minutes or after a password change', async () => {
    const owner = await newOwner();
    const account = await accounts().get(owner.account.id);
    const pending = get(PendingSignIns).begin(account);
    const verify = (text: string) =>
      accounts().verifySecondFactor(text, getCode(owner.secret), {
        ...byHost,
        source: '192.0.2.1',
      });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    await expect(verify(pending)).rejects.toMatchObject({ code: 'sign_in_expired' });
    now.mockRestore();
    await accounts().setPassword(account.id, 'another long horse 8', byHost);
    await expect(verify(pending)).rejects.toMatchObject({ code: 'sign_in_expired' });
    await expect(verify('not sealed')).rejects.toMatchObject({ code: 'sign_in_expired' });
    const result = await accounts().authenticate(account.email, 'another long horse 8', {
      ...byHost,
      source: '192.0.2.1',
    });
    expect(result).toEqual({
      status: 'second_factor_required',
      pending: expect.any(String),
      methods: ['totp', 'recovery_code'],
    });
  });

  it('is removed with its recovery codes', async () => {
    const owner = await newOwner();
    const { browser } = owner;
    const remove = `${setUp}/remove`;
    await browser.open(remove);
    const { location } = await browser.submit(remove);
    expect(location).toBe('/console/security');
    expect(await get(FactorsService).status(owner.account.id)).toMatchObject({
      hasApp: false,
      passkeys: 0,
      recoveryCodes: 0,
    });
    const result = await accounts().authenticate(owner.account.email, password, {
      ...byHost,
      source: '192.0.2.1',
    });
    expect(result.status).toBe('authenticated');
  });

  it('rejects a request for new codes that began before a password change', async () => {
    const { account } = await newOwner();
    const old_password = password;
    await accounts().update(account.id, { old_password, new_password: 'another horse 8' }, byHost);
    const replacing = get(FactorsService).replaceRecoveryCodes(account, byHost);
    await expect(replacing).rejects.toThrow(FormExpiredError);
  });

  it('gets new recovery codes that invalidate the old ones', async () => {
    const owner = await newOwner();
    const { browser } = owner;
    const path = '/console/security/recovery-codes';
    await browser.open(path);
    const { html } = await browser.submit(path);
    const replaced = readCodes(html);
    expect(replaced).toHaveLength(10);
    const half = await halfSignedIn(owner);
    expect((await enter(half, owner.recoveryCodes[1]!)).status).toBe(400);
    expect((await enter(half, replaced[0]!)).status).toBe(303);
  });

  it('is stored encrypted, and recovery codes work even if its key is lost', async () => {
    const owner = await newOwner();
    const accountId = owner.account.id;
    const app = await service().prisma.authenticatorApp.findUniqueOrThrow({ where: { accountId } });
    expect(Buffer.from(app.sealed).includes(owner.secret)).toBe(false);
    const { tables } = await get(ResealService).reseal();
    expect(tables.authenticator_apps).toMatchObject({ unreadable: 0 });
    expect(tables.authenticator_apps!.opened_by[0]).toBeGreaterThan(0);
    // As if the secret key were lost: authenticator codes fail, recovery codes still work.
    const sealed = new Uint8Array(app.sealed).fill(0);
    await service().prisma.authenticatorApp.update({ where: { accountId }, data: { sealed } });
    const browser = await halfSignedIn(owner);
    expect((await enter(browser, getCode(owner.secret))).status).toBe(400);
    expect((await enter(browser, owner.recoveryCodes[0]!)).status).toBe(303);
  });

  it('appears in the audit trail and on the activity page', async () => {
    const owner = await newOwner();
    const browser = await halfSignedIn(owner);
    expect((await enter(browser, '000000')).status).toBe(400);
    expect((await enter(browser, getCode(owner.secret))).status).toBe(303);
    const other = await halfSignedIn(owner);
    expect((await enter(other, owner.recoveryCodes[0]!)).status).toBe(303);
    const events = await get(AuditTrail).list({ accountId: owner.account.id, limit: 20 });
    const told = events.map(({ event, result }) => `${event} ${result}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'factor.add succeeded',
        'factor.use code_wrong',
        'factor.use succeeded',
        'recovery.use succeeded',
      ]),
    );
    const { html } = await browser.open('/console/activity');
    expect(html).toContain('Recovery code used');
  });

  it('is deleted with the account', async () => {
    const { account } = await newOwner();
    await accounts().delete(account.id, byHost);
    const where = { accountId: account.id };
    expect(await service().prisma.authenticatorApp.count({ where })).toBe(0);
    expect(await service().prisma.recoveryCode.count({ where })).toBe(0);
  });
});

describeService(
  'Guessing the second factor',
  (service) => {
    it('is slowed down even with the right password, and locks no user out elsewhere', async () => {
      const accounts = service().app.get(AccountsService, { strict: false });
      const factors = service().app.get(FactorsService, { strict: false });
      const account = await accounts.get((await service().newCaller()).account.id);
      const { setup, secret } = factors.begin(account);
      await factors.add(account, setup, getCode(secret, 0), byHost);
      const begin = async (source: string) => {
        const result = await accounts.authenticate(account.email, password, { ...byHost, source });
        if (result.status !== 'second_factor_required') throw new Error(result.status);
        return (code: string) =>
          accounts.verifySecondFactor(result.pending, code, { ...byHost, source });
      };
      const [late, elsewhere] = [await begin('203.0.113.9'), await begin('203.0.113.10')];
      for (let i = 0; i < 5; i++) {
        // The right password does not reset the count.
        const guess = await begin('203.0.113.9');
        await expect(guess('000000')).rejects.toThrow(ValidationFailedError);
      }
      await expect(late(getCode(secret))).rejects.toThrow(RateLimitedError);
      expect((await elsewhere(getCode(secret))).id).toBe(account.id);
    });

    it('is blocked after twenty codes from different sources', async () => {
      const accounts = service().app.get(AccountsService, { strict: false });
      const factors = service().app.get(FactorsService, { strict: false });
      const account = await accounts.get((await service().newCaller()).account.id);
      const verify = (i: number) =>
        factors.verify(account, '000000', { ...byHost, source: `10.0.0.${i}` });
      for (let i = 0; i < 20; i++) await expect(verify(i)).rejects.toThrow(ValidationFailedError);
      await expect(verify(20)).rejects.toMatchObject({
        rateLimit: { policy: { name: 'second-factor' } },
      });
    });
  },
  { rateLimits: parseRateLimits('sign-in=100/1m') },
);
