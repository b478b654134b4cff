import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import {
  errorsAbove,
  errorsBeside,
  isTicked,
  readNotice,
  readValue,
} from '../support/clients/page-reader.js';
import { isSignedIn, newPerson, signedIn, type Person } from '../support/clients/person.js';
import { PageClient } from '../support/clients/page-client.js';
import { describeService, newEmail, password } from '../support/hosts/service.js';

const newPassword = 'another horse 8';

const toFullWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

describeService('The account in the console', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });
  const row = ({ account: { id } } = person) =>
    service().prisma.account.findUniqueOrThrow({ where: { id } });
  const apiStatus = async ({ token } = person) =>
    (await service().as({ ...person, token }, 'get', '/accounts/me')).status;
  const signInStatus = async (attempt: string) =>
    (await new PageClient(service().url).signIn(person.account.email, attempt)).status;

  async function save(fields: Record<string, string>) {
    const { html } = await person.browser.open('/console/account');
    const names = ['name', 'language_code', 'phone', 'default_notification_phone'];
    const shown = Object.fromEntries(names.map((name) => [name, readValue(html, name)]));
    return person.browser.submit('/console/account', { ...shown, ...fields });
  }

  async function saveEmail(email: string, old_password = '') {
    await person.browser.open('/console/account');
    return person.browser.submit('/console/account/email', { email, old_password });
  }

  describe('profile', () => {
    it('keeps changes made in another tab', async () => {
      const other = new PageClient(service().url);
      for (const [name, value] of person.browser.cookies) other.cookies.set(name, value);
      const { html } = await other.open('/console/account');
      await save({ name: 'Grace' });
      const { status } = await other.submit('/console/account', {
        name: readValue(html, 'name'),
        phone: '1234',
      });
      expect(status).toBe(303);
      expect(await row()).toMatchObject({ name: 'Grace', phone: '1234' });
    });

    it('is updated in all fields by one form', async () => {
      const { status, location } = await save({
        name: ' Ada <b>"King"</b> ',
        language_code: 'fr',
        phone: '(202) 358-0001',
        default_notification_phone: '+44 20 7946 0000',
      });
      expect([status, location]).toEqual([303, '/console/account']);
      expect(await row()).toMatchObject({
        name: 'Ada <b>"King"</b>',
        languageCode: 'fr',
        phone: '(202) 358-0001',
        notificationPhone: '+442079460000',
      });
      const { html } = await person.browser.open('/console/account');
      expect(html).toContain('<html lang="fr"');
      expect(readNotice(html)).toBeDefined();
      expect(readValue(html, 'name')).toBe('Ada <b>"King"</b>');
      expect(html).not.toContain('<b>"King');
      expect(readValue(html, 'language_code')).toBe('fr');
      expect(readValue(html, 'phone')).toBe('(202) 358-0001');
      expect(readValue(html, 'default_notification_phone')).toBe('+442079460000');
    });

    it('is unchanged when the form is submitted without edits', async () => {
      await save({ phone: '12', default_notification_phone: '123456' });
      const before = await row();
      expect((await save({})).status).toBe(303);
      expect(await row()).toEqual(before);
    });

    it('loses phone numbers when their fields are submitted empty', async () => {
      await save({ phone: '12', default_notification_phone: '123456' });
      await save({ phone: '', default_notification_phone: '' });
      expect(await row()).toMatchObject({ phone: null, notificationPhone: null });
    });

    it('requires the password even for its own email in another letter case', async () => {
      const email = person.account.email.toUpperCase();
      expect((await saveEmail(email)).status).toBe(400);
      expect((await saveEmail(email, password)).status).toBe(303);
      expect((await row()).email).toBe(email);
    });

    it('requires the current password to change the email', async () => {
      const before = await row();
      for (const [old_password, sentence] of [
        ['', 'To change your email address, enter your current password.'],
        ['wrong horse 7', 'The current password is incorrect.'],
      ] as const) {
        const email = newEmail();
        const { status, html } = await saveEmail(email, old_password);
        expect(status).toBe(400);
        expect(errorsBeside(html, 'email-old_password')).toEqual([sentence]);
        expect(readValue(html, 'email')).toBe(email);
      }
      expect(await row()).toEqual(before);
    });

    it('requires the password for an email that differs only in a lookalike letter', async () => {
      const { browser, account } = await newPerson(service(), { email: `k${newEmail()}` });
      await browser.open('/console/account');
      const email = account.email.replace('k', '\u212a');
      expect((await browser.submit('/console/account/email', { email })).status).toBe(400);
    });

    it('records only the edited fields in the audit trail', async () => {
      await save({ name: 'Changed' });
      const { members, channel } = await service().prisma.auditEvent.findFirstOrThrow({
        where: { accountId: person.account.id, event: 'account.update' },
        orderBy: { at: 'desc' },
      });
      expect({ members, channel }).toEqual({ members: ['name'], channel: 'console' });
    });

    it('redisplays invalid input with its errors and saves nothing', async () => {
      const before = await row();
      const typed = {
        name: '',
        language_code: 'de',
        phone: 'none',
        default_notification_phone: '12',
      };
      const { status, html } = await save(typed);
      expect(status).toBe(400);
      for (const [name, sentence] of Object.entries({
        name: 'Fill in this field.',
        phone: 'The phone number must contain at least one digit.',
        default_notification_phone: 'Enter a phone number with 6 to 15 digits.',
      })) {
        expect(errorsBeside(html, `profile-${name}`)).toEqual([sentence]);
      }
      expect(errorsAbove(html)).toHaveLength(3);
      for (const [name, value] of Object.entries(typed)) expect(readValue(html, name)).toBe(value);
      expect(html).toContain(`<bdi class="email">${person.account.email}</bdi>`);
      expect(await row()).toEqual(before);
    });

    it('redisplays an invalid email with its error', async () => {
      const { status, html } = await saveEmail('no address', password);
      expect(status).toBe(400);
      expect(errorsBeside(html, 'email-email')).toEqual([
        'Enter an email address like name@example.com.',
      ]);
      expect(readValue(html, 'email')).toBe('no address');
    });

    it('rejects an unknown language', async () => {
      const { status, html } = await save({ language_code: 'xx' });
      expect(status).toBe(400);
      expect(errorsBeside(html, 'profile-language_code')).toEqual([
        'This language is not available.',
      ]);
    });

    it('rejects the email of another account', async () => {
      const { account } = await service().newCaller();
      const { status, html } = await saveEmail(account.email, password);
      expect(status).toBe(400);
      expect(errorsBeside(html, 'email-email')).toEqual([
        'An account with this email address already exists.',
      ]);
      expect((await row()).email).toBe(person.account.email);
    });

    it('ignores id and password fields in the submitted form', async () => {
      const before = await row();
      await save({
        id: 'x',
        old_password: password,
        new_password: newPassword,
        password: 'x1x1x1',
      });
      expect(await row()).toEqual(before);
    });
  });

  describe('password', () => {
    async function change(fields: Record<string, string> = {}) {
      await person.browser.open('/console/security/password');
      return person.browser.submit('/console/security/password', {
        old_password: password,
        new_password: newPassword,
        ...fields,
      });
    }

    it('rotates the browser token on change, which signs out copies of the old one', async () => {
      const copy = new PageClient(service().url);
      for (const [name, value] of person.browser.cookies) copy.cookies.set(name, value);
      expect(await isSignedIn(copy)).toBe(true);
      expect((await change()).status).toBe(303);
      expect(await isSignedIn(person.browser)).toBe(true);
      expect(await isSignedIn(copy)).toBe(false);
    });

    it('ends all other sessions and grants on change, but no application token', async () => {
      const other = await signedIn(service(), person);
      const stranger = await newPerson(service());
      await service().prisma.grant.create({
        data: {
          id: 'g'.repeat(24),
          accountId: person.account.id,
          applicationId: stranger.applicationId,
          scope: [],
          createdAt: new Date(),
        },
      });
      const { status, location } = await change();
      expect([status, location]).toEqual([303, '/console/security']);
      expect(readNotice((await person.browser.open(location!)).html)).toBe(
        'Your password has been changed. You have been signed out everywhere else.',
      );
      expect(await isSignedIn(other)).toBe(false);
      expect(await isSignedIn(stranger.browser)).toBe(true);
      expect(await service().prisma.grant.count()).toBe(0);
      expect(await apiStatus()).toBe(200);
      expect(await signInStatus(password)).toBe(400);
      expect(await signInStatus(newPassword)).toBe(303);
    });

    it('revokes application tokens on change if the user ticks the box', async () => {
      const stranger = await newPerson(service());
      await change({ end_application_tokens: 'true' });
      expect(await apiStatus()).toBe(401);
      expect(await apiStatus(stranger)).toBe(200);
      const { html } = await person.browser.open(`/console/applications/${person.applicationId}`);
      expect(html).toContain('This application has no access token.');
    });

    it.each([
      ['the same characters', password],
      ['other characters with the same Unicode form', password.replace(/[a-z]/, toFullWidth)],
    ])('rejects the current password as the new one, in %s', async (_, new_password) => {
      const other = await signedIn(service(), person);
      const { status, html } = await change({ new_password });
      expect(status).toBe(400);
      expect(errorsBeside(html, 'password-new_password')).toEqual([
        'The new password must differ from the current one.',
      ]);
      expect(await isSignedIn(other)).toBe(true);
      expect(await apiStatus()).toBe(200);
    });

    it('says that a new password is too long, even if the current one is, too', async () => {
      const overlong = { old_password: 'a'.repeat(7_000), new_password: 'b'.repeat(7_000) };
      const { html } = await change(overlong);
      expect(errorsBeside(html, 'password-new_password')).toEqual([
        'Use at most 1,024 characters.',
      ]);
    });

    it('changes nothing if the current password is wrong', async () => {
      const other = await signedIn(service(), person);
      const { status, html } = await change({
        old_password: 'wrong horse 7',
        end_application_tokens: 'true',
      });
      expect(status).toBe(400);
      expect(errorsBeside(html, 'password-old_password')).toEqual([
        'The current password is incorrect.',
      ]);
      expect(isTicked(html, 'end_application_tokens')).toBe(true);
      expect(html).not.toContain('wrong horse');
      expect(html).not.toContain(newPassword);
      expect(await isSignedIn(other)).toBe(true);
      expect(await apiStatus()).toBe(200);
      expect(await signInStatus(password)).toBe(303);
    });

    it.each([
      [{ new_password: 'no digit' }, 'new_password'],
      [{ new_password: '' }, 'new_password'],
      [{ old_password: '' }, 'old_password'],
      [{ old_password: '', new_password: '' }, 'new_password'],
    ])('is unchanged if a field is invalid: %j', async (fields, wrong) => {
      const { status, html } = await change(fields);
      expect(status).toBe(400);
      expect(errorsBeside(html, `password-${wrong}`).length).toBeGreaterThanOrEqual(1);
      expect(isTicked(html, 'end_application_tokens')).toBe(false);
      expect(await signInStatus(password)).toBe(303);
    });
  });

  describe('deletion', () => {
    async function remove(attempt: string) {
      await person.browser.open('/console/account/delete');
      return person.browser.submit('/console/account/delete', { password: attempt });
    }

    it.each([
      ['wrong horse 7', 'The current password is incorrect.'],
      ['', 'Enter a password.'],
    ])('requires the password and rejects %j', async (attempt, sentence) => {
      const { status, html } = await remove(attempt);
      expect(status).toBe(400);
      expect(errorsBeside(html, 'delete-account-password')).toEqual([sentence]);
      expect(await isSignedIn(person.browser)).toBe(true);
      expect(await apiStatus()).toBe(200);
    });

    it('signs out all browsers and deletes the account with its applications and tokens', async () => {
      const other = await signedIn(service(), person);
      const stranger = await newPerson(service());
      const { status, location } = await remove(password);
      expect([status, location]).toEqual([303, '/console/sign-in']);
      expect(person.browser.cookies.has(service().cookie('browser'))).toBe(false);
      expect(readNotice((await person.browser.open(location!)).html)).toBe(
        'Your account has been deleted.',
      );
      expect(await isSignedIn(person.browser)).toBe(false);
      expect(await isSignedIn(other)).toBe(false);
      expect(await apiStatus()).toBe(401);
      expect(await signInStatus(password)).toBe(400);
      const { prisma } = service();
      const accountId = person.account.id;
      expect(await prisma.account.count({ where: { id: accountId } })).toBe(0);
      expect(await prisma.application.count({ where: { ownerId: accountId } })).toBe(0);
      expect(await prisma.session.count({ where: { accountId } })).toBe(0);
      expect(await prisma.accessToken.count({ where: { accountId } })).toBe(0);
      expect(await isSignedIn(stranger.browser)).toBe(true);
      expect(await apiStatus(stranger)).toBe(200);
    });
  });
});

describeService(
  'Password attempts in the console',
  (service) => {
    it('share one limit for password change and account deletion, reported in the form', async () => {
      const { browser } = await newPerson(service());
      await browser.open('/console/security/password');
      const fields = { old_password: 'wrong horse 7', new_password: newPassword };
      expect((await browser.submit('/console/security/password', fields)).status).toBe(400);
      await browser.open('/console/account/delete');
      const deletion = () => browser.submit('/console/account/delete', { password: 'no' });
      expect((await deletion()).status).toBe(400);
      const { status, html, headers } = await deletion();
      expect(status).toBe(429);
      expect(errorsAbove(html)).toEqual([expect.stringMatching(/^Too many requests\./)]);
      expect(headers.get('x-rate-limit-reset')).toMatch(/^\d+$/);
      await browser.open('/console/security/password');
      const ticked = { ...fields, old_password: password, end_application_tokens: 'true' };
      const refused = await browser.submit('/console/security/password', ticked);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(isTicked(refused.html, 'end_application_tokens')).toBe(true);
    });
  },
  { rateLimits: parseRateLimits('passwords.change=2/1h') },
);
