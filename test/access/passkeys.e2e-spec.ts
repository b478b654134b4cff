import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { errorCodes } from '../../src/errors/error-registry.js';
import { english } from '../../src/language/english.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { PageClient } from '../support/clients/page-client.js';
import {
  readCodes,
  errorsAbove,
  errorsBeside,
  readNotice,
  readPasskeyOptions as optionsOf,
} from '../support/clients/page-reader.js';
import { ageSessions, isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import {
  SoftwareAuthenticator,
  type Deviation,
} from '../support/clients/software-authenticator.js';
import { selfSignedCertificate } from '../support/servers/certificate.js';
import { describeService, password, type TestService } from '../support/hosts/service.js';

const origin = 'https://accounts.example';
const refusal = 'The passkey was not accepted. Try again.';
const copied =
  'This passkey was not accepted because it may have been copied. Sign in another way and remove it.';

const setUp = '/console/security/passkeys';
const signIn = '/console/sign-in/passkey';
const secondStep = '/console/second-step/passkey';

/** A user with a passkey. */
interface Owner extends Person {
  readonly authenticator: SoftwareAuthenticator;
  readonly recoveryCodes: readonly string[];
}

async function addPasskey(
  { browser }: Pick<Person, 'browser'>,
  authenticator: SoftwareAuthenticator,
  deviation: Deviation = {},
) {
  const { html } = await browser.open(setUp);
  const passkey = authenticator.create(optionsOf(html), deviation);
  return { passkey, ...(await browser.submit(setUp, { passkey, name: 'Telephone' })) };
}

async function newOwner(service: TestService): Promise<Owner> {
  const person = await newPerson(service);
  const authenticator = new SoftwareAuthenticator(origin);
  const { status, html } = await addPasskey(person, authenticator);
  expect(status).toBe(200);
  return { ...person, authenticator, recoveryCodes: readCodes(html) };
}

describeService(
  'Passkeys',
  (service) => {
    const get = <T>(type: abstract new (...args: any[]) => T) =>
      service().app.get(type, { strict: false });
    const newBrowser = () => new PageClient(service().url);

    /** A browser at the sign-in page, with the passkey options it received. */
    async function asked(): Promise<{ browser: PageClient; options: string }> {
      const browser = newBrowser();
      const { html } = await browser.open('/console/sign-in');
      return { browser, options: optionsOf(html) };
    }

    /** A browser that has passed the password step, with the passkey options it received. */
    async function halfSignedIn({ account }: Person) {
      const browser = newBrowser();
      const { location } = await browser.signIn(account.email, password);
      expect(location).toBe('/console/second-step');
      const { html } = await browser.open(location!);
      return { browser, options: optionsOf(html), html };
    }

    async function expectRefused(browser: PageClient, path: string, passkey: string) {
      const { status, html } = await browser.submit(path, { passkey });
      expect([status, errorsAbove(html)]).toEqual([400, [refusal]]);
      expect(await isSignedIn(browser)).toBe(false);
    }

    const getEvents = async ({ account }: Person) =>
      (await get(AuditTrail).list({ accountId: account.id, limit: 20 })).map(
        ({ event, result }) => `${event} ${result}`,
      );

    describe('adding one', () => {
      it('shows recovery codes once, and counts as a second factor', async () => {
        const owner = await newOwner(service());
        const { id } = owner.account;
        expect(owner.recoveryCodes).toHaveLength(10);
        expect(await get(FactorsService).status(id)).toEqual({
          hasApp: false,
          passkeys: 1,
          recoveryCodes: 10,
        });
        const { body } = await service().as(owner, 'get', `/accounts/${id}/status`);
        const shown = await get(OperatorService).show(id);
        expect([body.status.second_factor, shown.status.second_factor]).toEqual([true, true]);
        const result = await get(AccountsService).authenticate(owner.account.email, password, {
          ...byHost,
          source: '192.0.2.1',
        });
        expect(result).toMatchObject({ methods: ['passkey', 'recovery_code'] });

        const { location } = await addPasskey(owner, new SoftwareAuthenticator(origin));
        expect(location).toBe('/console/security');
        const { html } = await owner.browser.open('/console/security');
        expect(readNotice(html)).toBe('The passkey has been added.');
        expect(html.match(/Telephone/g)).toHaveLength(2);
        expect((await get(FactorsService).status(id)).recoveryCodes).toBe(10);
      });

      it('requests a discoverable passkey with user verification and no attestation', async () => {
        const { account, browser } = await newPerson(service());
        const options = JSON.parse(optionsOf((await browser.open(setUp)).html));
        expect(options).toMatchObject({
          rp: { id: 'accounts.example' },
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
          timeout: 300_000,
        });
        const handle = Buffer.from(options.user.id, 'base64url');
        expect(handle).toHaveLength(32);
        expect(handle.toString('latin1')).not.toContain(account.id);
      });

      it('uses the same user handle each time, and excludes existing passkeys', async () => {
        const owner = await newOwner(service());
        const { html } = await owner.browser.open(setUp);
        const { user, excludeCredentials } = JSON.parse(optionsOf(html));
        const [credential] = owner.authenticator.credentials;
        expect(user.id).toBe(credential!.userHandle);
        expect(excludeCredentials).toEqual([
          {
            type: 'public-key',
            id: credential!.id.toString('base64url'),
            transports: ['internal', 'hybrid'],
          },
        ]);
      });

      it.each<[string, Deviation]>([
        ['of another origin', { origin: 'https://evil.example' }],
        ['for another domain', { rpId: 'evil.example' }],
        ['that did not verify its user', { isVerified: false }],
        ['for an unknown challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
        ['with the certificate of a device', { certificate: selfSignedCertificate() }],
      ])('refuses a passkey %s', async (_, deviation) => {
        const person = await newPerson(service());
        const { html } = await person.browser.open(setUp);
        const passkey = new SoftwareAuthenticator(origin).create(optionsOf(html), deviation);
        const added = await person.browser.submit(setUp, { passkey, name: 'Telephone' });
        expect([added.status, errorsAbove(added.html)]).toEqual([400, [refusal]]);
        expect(await get(PasskeysService).list(person.account.id)).toEqual([]);
        expect(await getEvents(person)).toContain('passkey.add passkey_wrong');
      });

      it.each(['', '{}', 'null', '[]', '{"id":"x","response":{}}', 'not JSON', '"\\u0000"'])(
        'refuses the response %j',
        async (passkey) => {
          const person = await newPerson(service());
          await person.browser.open(setUp);
          const { status } = await person.browser.submit(setUp, { passkey, name: 'x' });
          expect(status).toBe(400);
        },
      );

      it('accepts a response once, and only from the browser that received the challenge', async () => {
        const owner = await newOwner(service());
        const { passkey } = await addPasskey(owner, new SoftwareAuthenticator(origin));
        await owner.browser.open(setUp);
        expect((await owner.browser.submit(setUp, { passkey, name: 'x' })).status).toBe(400);

        const { html } = await owner.browser.open(setUp);
        const response = new SoftwareAuthenticator(origin).create(optionsOf(html));
        const thief = await newPerson(service());
        await thief.browser.open(setUp);
        const stolen = await thief.browser.submit(setUp, { passkey: response, name: 'x' });
        expect(stolen.status).toBe(400);
      });

      it('is limited to twenty passkeys and requires a name', async () => {
        const owner = await newOwner(service());
        const nameless = await owner.browser.open(setUp);
        const passkey = new SoftwareAuthenticator(origin).create(optionsOf(nameless.html));
        const refused = await owner.browser.submit(setUp, { passkey, name: ' \u0007' });
        expect(errorsBeside(refused.html, 'add-passkey-name')).toEqual(['Fill in this field.']);
        const [first] = await get(PasskeysService).list(owner.account.id);
        await service().prisma.passkey.createMany({
          data: Array.from({ length: 19 }, (_, i) => ({
            ...first!,
            id: `${i}`.padStart(24, '0'),
            credentialId: `${owner.account.id}-${i}`,
          })),
        });
        const { status, html } = await addPasskey(owner, new SoftwareAuthenticator(origin));
        const { example } = errorCodes.too_many_passkeys;
        const sentence = english.say('too_many_passkeys', example);
        expect([status, errorsAbove(html)]).toEqual([400, [sentence]]);
      });
    });

    describe('signing in with only a passkey', () => {
      it('requires no password and redirects to the requested page', async () => {
        const owner = await newOwner(service());
        const browser = newBrowser();
        const going = service().path('/console/grants');
        const { html } = await browser.open(
          `/console/sign-in?${new URLSearchParams({ return_to: going })}`,
        );
        const passkey = owner.authenticator.get(optionsOf(html));
        const { status, location } = await browser.submit(signIn, { passkey });
        expect([status, location]).toEqual([303, '/console/grants']);
        expect(await isSignedIn(browser)).toBe(true);
        const [stored] = await get(PasskeysService).list(owner.account.id);
        expect(stored).toMatchObject({ counter: 2n, backedUp: true, backupEligible: true });
        expect(stored!.lastUsedAt).not.toBeNull();
        expect(await getEvents(owner)).toEqual(
          expect.arrayContaining(['passkey.use succeeded', 'account.authenticate succeeded']),
        );
      });

      it('reveals nothing about accounts beforehand, and requests user verification', async () => {
        const [first, second] = [await asked(), await asked()];
        const [one, other] = [first, second].map(({ options }) => JSON.parse(options));
        expect(one).toMatchObject({
          rpId: 'accounts.example',
          allowCredentials: [],
          userVerification: 'required',
        });
        expect({ ...one, challenge: '' }).toEqual({ ...other, challenge: '' });
        expect(one.challenge).not.toBe(other.challenge);
      });

      it.each<[string, Deviation]>([
        ['of another origin', { origin: 'https://evil.example' }],
        ['of the same host without TLS', { origin: 'http://accounts.example' }],
        ['for another domain', { rpId: 'evil.example' }],
        ['that did not verify its user', { isVerified: false }],
        ['with a forged signature', { isForged: true }],
        ['for another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
        ['without a user handle', { userHandle: null }],
        ['for an unknown challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
      ])('refuses a passkey %s', async (_, deviation) => {
        const owner = await newOwner(service());
        const { browser, options } = await asked();
        await expectRefused(browser, signIn, owner.authenticator.get(options, deviation));
        expect(await getEvents(owner)).toContain('passkey.use passkey_wrong');
      });

      it('refuses an unknown passkey like an invalid one', async () => {
        const owner = await newOwner(service());
        const pages = [];
        for (const isKnown of [true, false]) {
          const { browser, options } = await asked();
          const credential = owner.authenticator.credentials[0]!;
          const id = isKnown ? credential.id : Buffer.alloc(32);
          const deviation = { isForged: true };
          const passkey = owner.authenticator.getWith({ ...credential, id }, options, deviation);
          const { status, html } = await browser.submit(signIn, { passkey });
          pages.push([status, html.replaceAll(/(?:value|data-passkey)="[^"]*"/g, '')]);
        }
        expect(pages[0]).toEqual(pages[1]);
      });

      it('tells the browser to forget a removed passkey, but not one of another service on the host', async () => {
        const owner = await newOwner(service());
        const removed = owner.authenticator.credentials[0]!;
        await service().prisma.passkey.deleteMany({ where: { accountId: owner.account.id } });
        const other = { ...removed, userHandle: Buffer.alloc(32, 1).toString('base64url') };
        const forgotten = [];
        for (const credential of [removed, other]) {
          const { browser, options } = await asked();
          const passkey = owner.authenticator.getWith(credential, options);
          const { html } = await browser.submit(signIn, { passkey });
          forgotten.push(JSON.parse(optionsOf(html)).unknownCredentialId);
        }
        expect(forgotten).toEqual([removed.id.toString('base64url'), undefined]);
      });

      it.each(['\0', 'a\0b', '\ud800', 'a b'])(
        'refuses the invalid credential id %j',
        async (id) => {
          const { browser } = await asked();
          const passkey = JSON.stringify({ id, response: {} });
          expect((await browser.submit(signIn, { passkey })).status).toBe(400);
        },
      );

      it('accepts a challenge once, and no older challenge afterwards', async () => {
        const owner = await newOwner(service());
        const [earlier, now] = [await asked(), await asked()];
        const passkey = owner.authenticator.get(now.options);
        const again = newBrowser();
        for (const [name, value] of now.browser.cookies) again.cookies.set(name, value);
        await again.open('/console/sign-in');
        expect((await now.browser.submit(signIn, { passkey })).status).toBe(303);
        await expectRefused(again, signIn, passkey);
        // Its counter is higher than that of the accepted response.
        await expectRefused(earlier.browser, signIn, owner.authenticator.get(earlier.options));
      });

      it('accepts a challenge once when it is verified concurrently', async () => {
        const owner = await newOwner(service());
        const passkeys = get(PasskeysService);
        owner.authenticator.counter = 0;
        await service().prisma.passkey.updateMany({ data: { counter: 0 } });
        const site = { rpId: 'accounts.example', origin, browser: 'a token' };
        const response = owner.authenticator.get(await passkeys.requestOptions(site));
        const results = await Promise.allSettled(
          Array.from({ length: 4 }, (_, i) =>
            passkeys.verify(response, site, { ...byHost, source: `198.51.100.${i}` }),
          ),
        );
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      });

      it('accepts a challenge only from the browser that received it, for one hour', async () => {
        const owner = await newOwner(service());
        const [mine, other] = [await asked(), await asked()];
        await expectRefused(other.browser, signIn, owner.authenticator.get(mine.options));
        for (const [minutes, expected] of [
          [59, 303],
          [60, 400],
        ] as const) {
          const { browser, options } = await asked();
          const passkey = owner.authenticator.get(options);
          const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000);
          const { status } = await browser.submit(signIn, { passkey });
          now.mockRestore();
          expect([minutes, status]).toEqual([minutes, expected]);
        }
      });

      it('refuses a counter that has gone backwards, and reports a copied passkey', async () => {
        const owner = await newOwner(service());
        const { browser, options } = await asked();
        const passkey = owner.authenticator.get(options, { counter: 1 });
        const { status, html } = await browser.submit(signIn, { passkey });
        expect([status, errorsAbove(html)]).toEqual([400, [copied]]);
        expect(await getEvents(owner)).toContain('passkey.use passkey_copied');
        // A passkey without a counter remains valid.
        await service().prisma.passkey.updateMany({ data: { counter: 0 } });
        const uncounted = await asked();
        const sent = { passkey: owner.authenticator.get(uncounted.options, { counter: 0 }) };
        expect((await uncounted.browser.submit(signIn, sent)).status).toBe(303);
      });

      it('stores whether the passkey is backed up', async () => {
        const owner = await newOwner(service());
        owner.authenticator.isBackedUp = false;
        const { browser, options } = await asked();
        await browser.submit(signIn, { passkey: owner.authenticator.get(options) });
        const [stored] = await get(PasskeysService).list(owner.account.id);
        expect(stored).toMatchObject({ backedUp: false, backupEligible: true });
      });

      it('reveals a suspension only to a valid passkey', async () => {
        const owner = await newOwner(service());
        await service().prisma.account.update({
          where: { id: owner.account.id },
          data: { suspendedAt: new Date() },
        });
        const wrong = await asked();
        const forged = owner.authenticator.get(wrong.options, { isForged: true });
        await expectRefused(wrong.browser, signIn, forged);
        const { browser, options } = await asked();
        const passkey = owner.authenticator.get(options);
        const { status, html } = await browser.submit(signIn, { passkey });
        expect([status, errorsAbove(html)]).toEqual([403, [expect.stringContaining('suspended')]]);
        expect(await getEvents(owner)).toContain('account.authenticate account_suspended');
      });
    });

    describe('as the second step', () => {
      it('are requested after the password, next to recovery codes', async () => {
        const owner = await newOwner(service());
        const { browser, options, html } = await halfSignedIn(owner);
        expect(html).toContain('Use a recovery code');
        const { allowCredentials } = JSON.parse(options);
        expect(allowCredentials).toHaveLength(1);
        // An authenticator may omit the user handle if the request names the passkey.
        const passkey = owner.authenticator.get(options, { userHandle: null });
        expect((await browser.submit(secondStep, { passkey })).status).toBe(303);
        expect(await isSignedIn(browser)).toBe(true);

        const lost = await halfSignedIn(owner);
        await lost.browser.open('/console/second-step?method=recovery_code');
        const code = owner.recoveryCodes[0]!;
        expect((await lost.browser.submit('/console/second-step', { code })).status).toBe(303);
      });

      it('must belong to the account whose password was entered', async () => {
        const [owner, attacker] = [await newOwner(service()), await newOwner(service())];
        const { browser, options } = await halfSignedIn(owner);
        const credential = attacker.authenticator.credentials[0]!;
        const passkey = attacker.authenticator.getWith(credential, options);
        await expectRefused(browser, secondStep, passkey);
        expect(await getEvents(owner)).toContain('passkey.use passkey_wrong');
      });

      it('must sign their own challenge, not that of another account or a passkey sign-in', async () => {
        const [owner, attacker] = [await newOwner(service()), await newOwner(service())];
        const victim = await halfSignedIn(owner);
        const own = await halfSignedIn(attacker);
        const { authenticator } = owner;
        const foreign = authenticator.getWith(authenticator.credentials[0]!, own.options);
        await expectRefused(victim.browser, secondStep, foreign);

        const { browser } = await halfSignedIn(owner);
        const { html } = await browser.open('/console/sign-in');
        const alone = authenticator.get(optionsOf(html));
        await browser.open('/console/second-step');
        await expectRefused(browser, secondStep, alone);
      });

      it('require a pending sign-in in the same browser', async () => {
        const owner = await newOwner(service());
        const { browser, options } = await halfSignedIn(owner);
        const passkey = owner.authenticator.get(options);
        for (const name of browser.cookies.keys()) {
          if (name.endsWith('pending')) browser.cookies.delete(name);
        }
        const { location } = await browser.submit(secondStep, { passkey });
        expect(location).toBe('/console/sign-in');
        expect(await isSignedIn(browser)).toBe(false);
      });
    });

    describe('once added', () => {
      it('confirm a session that requires recent authentication', async () => {
        const owner = await newOwner(service());
        const { browser, account } = owner;
        await ageSessions(service(), account.id, 11);
        const { location } = await browser.open(setUp);
        const { html } = await browser.open(location!);
        const passkey = owner.authenticator.get(optionsOf(html));
        const confirmed = await browser.submit('/console/confirm/passkey', { passkey });
        expect([confirmed.status, confirmed.location]).toEqual([303, setUp]);
        expect((await browser.open(setUp)).status).toBe(200);
      });

      it('are renamed and removed only by their owner, the last one with the recovery codes', async () => {
        const [owner, stranger] = [await newOwner(service()), await newOwner(service())];
        const { id } = owner.account;
        const [passkey] = await get(PasskeysService).list(id);
        const page = `${setUp}/${passkey!.id}`;
        expect((await stranger.browser.open(page)).status).toBe(404);
        await stranger.browser.open('/console/security');
        const { csrfToken: csrf_token } = stranger.browser;
        for (const path of [page, `${page}/remove`]) {
          await stranger.browser.post(path, { csrf_token, name: 'Mine' });
        }
        expect(await get(PasskeysService).list(id)).toMatchObject([{ name: 'Telephone' }]);

        await owner.browser.open(page);
        expect((await owner.browser.submit(page, { name: '' })).status).toBe(400);
        await owner.browser.submit(page, { name: 'Key on the ring' });
        expect(await get(PasskeysService).list(id)).toMatchObject([{ name: 'Key on the ring' }]);
        await owner.browser.open(page);
        await owner.browser.submit(`${page}/remove`);
        expect(await get(FactorsService).status(id)).toEqual({
          hasApp: false,
          passkeys: 0,
          recoveryCodes: 0,
        });
        const { browser, options } = await asked();
        await expectRefused(browser, signIn, owner.authenticator.get(options));
        expect(await getEvents(owner)).toEqual(
          expect.arrayContaining(['passkey.rename succeeded', 'passkey.remove succeeded']),
        );
      });

      it('remain valid after a password change, which ends pending sign-ins', async () => {
        const owner = await newOwner(service());
        const { browser, options } = await halfSignedIn(owner);
        await get(AccountsService).setPassword(owner.account.id, 'another long horse 8', byHost);
        const passkey = owner.authenticator.get(options);
        const { location } = await browser.submit(secondStep, { passkey });
        expect(location).toBe('/console/sign-in');
        const again = await asked();
        const alone = owner.authenticator.get(again.options);
        expect((await again.browser.submit(signIn, { passkey: alone })).status).toBe(303);
      });

      it('do not start a session if the password changes during the sign-in', async () => {
        const owner = await newOwner(service());
        const { browser, options } = await asked();
        const passkeys = get(PasskeysService);
        const verify = passkeys.verify.bind(passkeys);
        const used = jest.spyOn(passkeys, 'verify').mockImplementation(async (...all) => {
          const verified = await verify(...all);
          await get(AccountsService).setPassword(owner.account.id, 'another long horse 8', byHost);
          return verified;
        });
        await expectRefused(browser, signIn, owner.authenticator.get(options));
        used.mockRestore();
      });

      it('are deleted with the account', async () => {
        const { account } = await newOwner(service());
        await get(AccountsService).delete(account.id, byHost);
        const where = { accountId: account.id };
        expect(await service().prisma.passkey.count({ where })).toBe(0);
        expect(await service().prisma.passkeyOwner.count({ where })).toBe(0);
      });
    });
  },
  { publicUrl: origin },
);

describeService(
  'A passkey at a sign-in that requires a second factor',
  (service) => {
    const page = '/console/set-up-factor';
    const form = `${page}/passkey`;

    /** A browser that has passed the password step of an account without a factor. */
    async function settingUp({ account }: Pick<Person, 'account'>, going = '') {
      const browser = new PageClient(service().url);
      const { location } = await browser.signIn(account.email, password, going);
      return { browser, options: optionsOf((await browser.open(location!)).html) };
    }

    it('can be added instead of an app, and then links to the requested page', async () => {
      const owner = await service().newCaller();
      const going = service().path('/console/grants');
      const { browser, options } = await settingUp(owner, going);
      const authenticator = new SoftwareAuthenticator(origin);
      expect(await isSignedIn(browser)).toBe(false);
      const passkey = authenticator.create(options);
      const { status, html } = await browser.submit(form, { passkey, name: 'Telephone' });
      expect([status, readCodes(html).length]).toEqual([200, 10]);
      expect(html).toContain(`name="return_to" value="${going}"`);
      expect(await isSignedIn(browser)).toBe(true);
      expect(browser.cookies.has(service().cookie('pending'))).toBe(false);

      const next = new PageClient(service().url);
      const asked = optionsOf((await next.open('/console/sign-in')).html);
      await next.submit(signIn, { passkey: authenticator.get(asked) });
      expect(await isSignedIn(next)).toBe(true);
    });

    it('is requested again, next to the app, if it is invalid or has no name', async () => {
      const owner = await service().newCaller();
      const { browser, options } = await settingUp(owner);
      const refused = await browser.submit(form, { passkey: '{}', name: 'Telephone' });
      expect([refused.status, errorsAbove(refused.html)]).toEqual([400, [refusal]]);
      expect(refused.html).toContain('value="Telephone"');
      const passkey = new SoftwareAuthenticator(origin).create(options);
      const unnamed = await browser.submit(form, { passkey, name: ' ' });
      expect(unnamed.status).toBe(400);
      expect(unnamed.html).toContain('otpauth://totp/');
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('cannot be added by another user who knows the password once a factor exists', async () => {
      const owner = await service().newCaller();
      const [first, second] = [await settingUp(owner), await settingUp(owner)];
      const create = (options: string) => new SoftwareAuthenticator(origin).create(options);
      const fields = { passkey: create(first.options), name: 'Telephone' };
      expect((await first.browser.submit(form, fields)).status).toBe(200);
      const late = { passkey: create(second.options), name: 'Telephone' };
      expect((await second.browser.submit(form, late)).location).toBe('/console/sign-in');
      expect(await isSignedIn(second.browser)).toBe(false);

      const passkeys = service().app.get(PasskeysService, { strict: false });
      const { account } = owner;
      const site = { rpId: 'accounts.example', origin, browser: 'a token' };
      const raced = create(await passkeys.creationOptions(account, site));
      await expect(
        passkeys.addFirst(account, { passkey: raced, name: 'Telephone', site }, byHost),
      ).rejects.toMatchObject({
        code: 'passkey_wrong',
      });
      expect(await passkeys.list(account.id)).toHaveLength(1);
    });

    it('can be added only with a challenge of the same browser', async () => {
      const owner = await service().newCaller();
      const [first, second] = [await settingUp(owner), await settingUp(owner)];
      const passkey = new SoftwareAuthenticator(origin).create(second.options);
      const { status } = await first.browser.submit(form, { passkey, name: 'Telephone' });
      expect(status).toBe(400);
      expect(await isSignedIn(first.browser)).toBe(false);
    });
  },
  { publicUrl: origin, secondFactor: 'required' },
);

describeService(
  'Guessing passkeys',
  (service) => {
    it('is slowed down at one source, and locks no user out elsewhere', async () => {
      const passkeys = service().app.get(PasskeysService, { strict: false });
      const { authenticator } = await newOwner(service());
      const site = { rpId: 'accounts.example', origin, browser: 'a token' };
      const verify = async (source: string, deviation?: Deviation) =>
        passkeys.verify(authenticator.get(await passkeys.requestOptions(site), deviation), site, {
          ...byHost,
          source,
        });
      const wrong = { isForged: true };
      const before = { ...passkeys.presented };
      for (let i = 0; i < 5; i++) {
        await expect(verify('203.0.113.9', wrong)).rejects.toMatchObject({ code: 'passkey_wrong' });
      }
      await expect(verify('203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
      expect((await verify('203.0.113.10')).accountId).toEqual(expect.any(String));
      expect(passkeys.presented).toEqual({
        right: before.right + 1,
        wrong: before.wrong + 5,
        refused: before.refused + 1,
      });
    });

    it('is rate-limited on the sign-in page', async () => {
      const { browser } = { browser: new PageClient(service().url) };
      const results = [];
      for (let i = 0; i < 12; i++) {
        await browser.open('/console/sign-in');
        const passkey = JSON.stringify({ id: `unknown${i}`, response: {} });
        results.push((await browser.submit(signIn, { passkey })).status);
      }
      expect(results.at(-1)).toBe(429);
    });
  },
  { publicUrl: origin, rateLimits: parseRateLimits('') },
);

describeService(
  'Passkeys without a domain',
  (service) => {
    it('are not offered at an IP address, and the security page explains why', async () => {
      const person = await newPerson(service());
      expect((await new PageClient(service().url).open('/console/sign-in')).html).not.toMatch(
        /passkey/i,
      );
      const { html } = await person.browser.open('/console/security');
      expect(html).toContain('Passkeys require a domain name.');
      expect(html).not.toContain(setUp);
      expect((await person.browser.open(setUp)).status).toBe(404);
    });
  },
  { publicUrl: 'http://127.0.0.1:3000' },
);
