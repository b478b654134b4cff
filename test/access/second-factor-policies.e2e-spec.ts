import { byHost } from '../../src/request/requester.js';
import { FactorPolicy } from '../../src/factors/factor-policy.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { PendingSignIns } from '../../src/factors/pending-sign-ins.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { SecondFactorMandatoryError } from '../../src/errors/error-registry.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient } from '../support/clients/page-client.js';
import { readCodes, errorsBeside, readNotice } from '../support/clients/page-reader.js';
import { isSignedIn } from '../support/clients/person.js';
import {
  describeService,
  newEmail,
  password,
  someForms,
  type TestService,
} from '../support/hosts/service.js';

const setUp = '/console/set-up-factor';

function getHelpers(service: () => TestService) {
  const get = <T>(type: abstract new (...args: any[]) => T) =>
    service().app.get(type, { strict: false });
  const getAccount = (id: string) => get(AccountsService).get(id);

  return {
    get,
    getAccount: getAccount,
    browser: () => new PageClient(service().url),
    /** Adds an authenticator app without the pages. Returns its secret. */
    async addApp(id: string): Promise<string> {
      const account = await getAccount(id);
      const { setup, secret } = get(FactorsService).begin(account);
      await get(FactorsService).add(account, setup, createAppCode(secret, 0), byHost);
      return secret;
    },
    async signIn(browser: PageClient, email: string, returnTo = ''): Promise<string> {
      const { location } = await browser.signIn(email, password, returnTo);
      return location!;
    },
  };
}

/** A passkey with the id of its account. */
function getPasskey(id: string) {
  const now = new Date();
  return {
    ...{ id, accountId: id, credentialId: id, name: 'Key' },
    ...{ publicKey: new Uint8Array(1), counter: 0n, transports: [] },
    ...{ backupEligible: false, backedUp: false, createdAt: now, challengedAt: now },
  };
}

/** Sets up the app shown on the open page. Returns the recovery codes. */
async function finish(browser: PageClient, html: string) {
  const [secret = ''] = readCodes(html);
  const answer = await browser.submit(setUp, { code: createAppCode(secret, 0) });
  return { ...answer, secret, codes: readCodes(answer.html) };
}

describeService(
  'A second factor required for every account',
  (service) => {
    const { get, getAccount, addApp, browser, signIn } = getHelpers(service);

    it('is set up at sign-in, before a session starts', async () => {
      const { account } = await service().newCaller();
      const user = browser();
      const going = service().path('/console/grants');
      const location = await signIn(user, account.email, going);
      expect(location).toBe(`${setUp}?${new URLSearchParams({ return_to: going })}`);
      const { html } = await user.open(location);
      expect(html).toContain('Your account requires a second factor.');
      expect(await isSignedIn(user)).toBe(false);
      await user.open(location);
      expect((await user.submit(setUp, { code: '000000' })).status).toBe(400);
      expect(await isSignedIn(user)).toBe(false);

      const page = await finish(user, (await user.open(location)).html);
      expect(page.codes).toHaveLength(10);
      expect(page.html).toContain(`name="return_to" value="${going}"`);
      expect(await isSignedIn(user)).toBe(true);
      expect(await get(FactorsService).hasFactor(account.id)).toBe(true);
      // The pending sign-in cannot be used again.
      expect(user.cookies.has(service().cookie('pending'))).toBe(false);
      expect(await signIn(browser(), account.email)).toBe('/console/second-step');
    });

    it('is reported to hosts with a pending setup that is not valid as a second step', async () => {
      const { account } = await service().newCaller();
      const accounts = get(AccountsService);
      const result = await accounts.authenticate(account.email, password, {
        ...byHost,
        source: '192.0.2.1',
      });
      expect(result).toEqual({
        status: 'second_factor_setup_required',
        pendingSetup: expect.any(String),
      });
      const secret = await addApp(account.id);
      const { pendingSetup } = result as { pendingSetup: string };
      await expect(
        accounts.verifySecondFactor(pendingSetup, createAppCode(secret, 1), {
          ...byHost,
          source: '192.0.2.1',
        }),
      ).rejects.toMatchObject({ code: 'sign_in_expired' });
    });

    it('can be set up with service calls, which complete the sign-in', async () => {
      const { account } = await service().newCaller();
      const accounts = get(AccountsService);
      const caller = { ...byHost, source: '192.0.2.1' };
      const signInAgain = () => accounts.authenticate(account.email, password, caller);
      const { pendingSetup } = (await signInAgain()) as { pendingSetup: string };
      const { setup, secret, uri } = await accounts.beginFactorSetup(pendingSetup, 'Monolith');
      expect(uri).toMatch(/^otpauth:\/\/totp\/Monolith:/);
      expect(uri).toContain(`secret=${secret}`);
      const wrong = accounts.finishFactorSetup(pendingSetup, { setup, code: '1' }, caller);
      await expect(wrong).rejects.toHaveProperty('errors');
      const app = { setup, code: createAppCode(secret) };
      const finished = await accounts.finishFactorSetup(pendingSetup, app, caller);
      expect(finished.account.id).toBe(account.id);
      expect(finished.recoveryCodes).toHaveLength(10);
      expect((await signInAgain()).status).toBe('second_factor_required');
      for (const again of [
        () => accounts.beginFactorSetup(pendingSetup, 'Monolith'),
        () => accounts.finishFactorSetup(pendingSetup, app, caller),
      ]) {
        await expect(again()).rejects.toMatchObject({ code: 'sign_in_expired' });
      }
    });

    it('cannot be set up at sign-in if the account already has one', async () => {
      const { account } = await service().newCaller();
      const user = browser();
      const secret = await addApp(account.id);
      await user.open(await signIn(user, account.email));
      expect((await user.open(setUp)).location).toBe('/console/sign-in');
      const second = browser();
      await second.open(await signIn(second, account.email));
      const code = createAppCode(secret, 1);
      expect((await second.submit('/console/second-step', { code })).status).toBe(303);
    });

    it('cancels a concurrent setup once it is set up', async () => {
      const { account } = await service().newCaller();
      const [first, second] = [browser(), browser()];
      const pages = [];
      for (const each of [first, second]) {
        pages.push((await each.open(await signIn(each, account.email))).html);
      }
      expect((await finish(first, pages[0]!)).codes).toHaveLength(10);
      const { location } = await finish(second, pages[1]!);
      expect(location).toBe('/console/sign-in');
      expect(readNotice((await second.open(location!)).html)).toBe(
        'Signing in took too long. Sign in again.',
      );
      expect(await isSignedIn(second)).toBe(false);
    });

    it('cannot be set up ten minutes after the password step or in another browser', async () => {
      const { account } = await service().newCaller();
      const [user, stranger] = [browser(), browser()];
      const location = await signIn(user, account.email);
      const cookie = service().cookie('pending');
      await stranger.open('/console/sign-in');
      stranger.cookies.set(cookie, user.cookies.get(cookie)!);
      expect((await stranger.open(setUp)).location?.split('?')[0]).toBe('/console/sign-in');
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
      try {
        expect((await user.open(location)).location?.split('?')[0]).toBe('/console/sign-in');
        const pending = get(PendingSignIns);
        const text = pending.begin(await getAccount(account.id), 'setup');
        expect(pending.find(text, 'second-step')).toBeUndefined();
        expect(pending.find(text, 'setup')).toBeDefined();
      } finally {
        now.mockRestore();
      }
    });

    it('is set up by new users before they are signed in', async () => {
      const user = browser();
      await user.open('/console/sign-up');
      const fields = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      const { location } = await user.submit('/console/sign-up', fields);
      expect(location).toBe(setUp);
      expect(await isSignedIn(user)).toBe(false);
      await finish(user, (await user.open(setUp)).html);
      expect(await isSignedIn(user)).toBe(true);
    });

    it('can be moved to another phone, but not removed', async () => {
      const { account } = await service().newCaller();
      const user = browser();
      const { secret: lost, codes } = await finish(
        user,
        (await user.open(await signIn(user, account.email))).html,
      );
      const { html } = await user.open('/console/security');
      expect(html).not.toContain('/console/security/authenticator/remove');
      const remove = '/console/security/authenticator/remove';
      const { status, html: refused } = await user.open(remove);
      expect(status).toBe(409);
      expect(refused).toContain('Add another one before you remove this one.');
      await expect(
        get(FactorsService).remove(await getAccount(account.id), byHost),
      ).rejects.toBeInstanceOf(SecondFactorMandatoryError);

      const path = '/console/security/authenticator';
      const [moved = ''] = readCodes((await user.open(path)).html);
      const wrong = await user.submit(path, { code: createAppCode(lost, 1) });
      expect(errorsBeside(wrong.html, 'add-authenticator-code')).toHaveLength(1);
      expect((await user.submit(path, { code: createAppCode(moved, 0) })).location).toBe(
        '/console/security',
      );
      const half = browser();
      await half.open(await signIn(half, account.email));
      const enter = (code: string) => half.submit('/console/second-step', { code });
      expect((await enter(createAppCode(lost, 1))).status).toBe(400);
      expect((await enter(createAppCode(moved, 1))).status).toBe(303);
      const again = browser();
      await again.open(await signIn(again, account.email));
      expect((await again.submit('/console/second-step', { code: codes[0]! })).status).toBe(303);
    });

    it('can be removed if another one remains', async () => {
      const { account } = await service().newCaller();
      await addApp(account.id);
      await service().prisma.passkey.create({ data: getPasskey(account.id) });
      const owner = await getAccount(account.id);
      expect(await get(FactorsService).isRemovable(account.id)).toBe(true);
      expect(await get(FactorsService).remove(owner, byHost)).toBe(true);
      expect(await get(FactorsService).isRemovable(account.id)).toBe(false);
      await expect(
        get(PasskeysService).remove(account.id, account.id, byHost),
      ).rejects.toBeInstanceOf(SecondFactorMandatoryError);
      expect((await get(FactorsService).status(account.id)).recoveryCodes).toBe(10);
    });

    it('has no remove button if it is the last one, and the page says why', async () => {
      const { account } = await service().newCaller();
      const user = browser();
      await finish(user, (await user.open(await signIn(user, account.email))).html);
      const why = 'Add another one before you remove this one.';
      expect((await user.open('/console/security')).html).toContain(why);
      await service().prisma.passkey.create({ data: getPasskey(account.id) });
      const page = `/console/security/passkeys/${account.id}`;
      const remove = `${page}/remove`;
      const both = await user.open(page);
      expect([both.html.includes(remove), both.html.includes(why)]).toEqual([true, false]);
      await get(FactorsService).remove(account, byHost);
      const last = await user.open(page);
      expect([last.html.includes(remove), last.html.includes(why)]).toEqual([false, true]);
    });

    it('does not affect access tokens', async () => {
      const caller = await service().newCaller();
      expect((await service().as(caller, 'get', '/accounts/me')).status).toBe(200);
    });
  },
  { secondFactor: 'required' },
  someForms,
);

describeService(
  'A second factor for accounts with write access',
  (service) => {
    const { get, browser, signIn } = getHelpers(service);

    /** A user without an application. */
    async function newReader() {
      const account = await get(AccountsService).create(
        {
          name: 'Ada',
          email: newEmail(),
          password,
          language_code: 'en',
        },
        byHost,
      );
      const user = browser();
      expect(await signIn(user, account.email)).toBe('/console/account');
      return { account, user };
    }

    it('is set up at sign-in if the account has a token', async () => {
      const { account } = await service().newCaller();
      expect(await signIn(browser(), account.email)).toBe(setUp);
    });

    it('is set up before the first application, and then links back to its form', async () => {
      const { user, account } = await newReader();
      const page = '/console/applications/new';
      const { location } = await user.open(page);
      const back = new URLSearchParams({ return_to: service().path(page) });
      expect(location).toBe(`${setUp}?${back}`);
      await finish(user, (await user.open(location!)).html);
      const left = await user.submit('/console/set-up-factor/continue');
      expect(left.location).toBe(page);
      expect((await user.open(page)).status).toBe(200);
      const { location: made } = await user.submit('/console/applications', {
        name: 'Engine',
        redirect_uris: '',
        api_version: '1.21',
      });
      expect(made).toMatch(/^\/console\/applications\/\w+$/);
      expect(await signIn(browser(), account.email)).toBe('/console/second-step');
    });

    it('cannot be bypassed by posting the form directly', async () => {
      const { user, account } = await newReader();
      await user.open('/console/account');
      const { csrfToken: csrf_token } = user;
      const { location } = await user.post('/console/applications', { csrf_token, name: 'Engine' });
      expect(location?.split('?')[0]).toBe(setUp);
      const where = { ownerId: account.id };
      expect(await service().prisma.application.count({ where })).toBe(0);
    });

    it('is required before an application may write, but not before it may read', async () => {
      const { user } = await newReader();
      const { applicationId } = await service().newCaller();
      const redirect_uri = 'https://app.example/callback';
      await service().prisma.application.update({
        where: { id: applicationId },
        data: { redirectUris: [redirect_uri], requirePkce: false },
      });
      const ask = (scope: string) => {
        const query = { response_type: 'code', client_id: applicationId, redirect_uri, scope };
        return user.open(`/oauth/authorize?${new URLSearchParams(query)}`);
      };
      expect((await ask('account:read')).status).toBe(200);
      const { location } = await ask('account:write');
      expect(location?.split('?')[0]).toBe(setUp);
      const { html } = await finish(user, (await user.open(location!)).html);
      expect(html).toContain('Continue');
      expect((await ask('account:write')).status).toBe(200);
    });

    it('is required for client credentials, even without any other token', async () => {
      const { account, applicationId: id } = await service().newCaller();
      await service().prisma.accessToken.deleteMany({ where: { applicationId: id } });
      expect(await get(FactorPolicy).isMandatory(account.id)).toBe(false);
      const data = { clientCredentials: true };
      await service().prisma.application.update({ where: { id }, data });
      expect(await get(FactorPolicy).isMandatory(account.id)).toBe(true);
    });

    it('is not required for read-only tokens', async () => {
      const { user, account } = await newReader();
      expect(await get(FactorPolicy).isMandatory(account.id)).toBe(false);
      expect((await user.open('/console/account')).status).toBe(200);
    });
  },
  { secondFactor: 'required_for_write' },
  someForms,
);
