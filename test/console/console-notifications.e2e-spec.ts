import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { errorsBeside, isTicked, readNotice, readValue } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, someForms } from '../support/hosts/service.js';

const path = '/console/notifications';
const selects = [
  'default_email_notification_frequency',
  'default_desktop_notification_frequency',
  'default_push_notification_frequency',
  'default_trending_email_notification_frequency',
];
const checkboxes = ['grouped_email_notification', 'email_subscriptions'];

describeService('The notification preferences in the console', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });
  const preferences = async () =>
    (await service().as(person, 'get', '/accounts/me/preferences')).body.preferences;
  const row = () =>
    service().prisma.account.findUniqueOrThrow({ where: { id: person.account.id } });

  /** Submits the form as a browser does, which leaves out checkboxes that are off. */
  async function save(fields: Record<string, string | undefined> = {}) {
    const { html } = await person.browser.open(path);
    const shown = Object.fromEntries([
      ...selects.map((name) => [name, readValue(html, name)]),
      ...checkboxes.flatMap((name) => (isTicked(html, name) ? [[name, 'true']] : [])),
    ]);
    const sent = Object.entries({ ...shown, ...fields }).filter(([, value]) => value !== undefined);
    return person.browser.submit(path, Object.fromEntries(sent) as Record<string, string>);
  }

  it('are shown with their current values and linked in the navigation', async () => {
    const { html } = await person.browser.open('/console/account');
    expect(html).toContain(`href="${service().path(path)}"`);
    const page = await person.browser.open(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('aria-current="page"');
    expect(selects.map((name) => readValue(page.html, name))).toEqual([
      'daily',
      'hourly',
      'hourly',
      'occasionally',
    ]);
    expect(checkboxes.map((name) => isTicked(page.html, name))).toEqual([false, true]);
    expect(page.html).toContain('Every 5 minutes');
  });

  it('keep changes made in another tab', async () => {
    const page = await person.browser.open(path);
    const stale = person.browser.getHiddenFields(path);
    await save({ grouped_email_notification: 'true' });
    const values = Object.fromEntries(selects.map((name) => [name, readValue(page.html, name)]));
    const { status } = await person.browser.post(path, { ...stale, ...values });
    expect(status).toBe(303);
    expect(await row()).toMatchObject({
      groupedEmailNotification: true,
      subscribedToQuotaExceeded: false,
    });
  });

  it('are all saved from one form', async () => {
    const { status, location } = await save({
      default_email_notification_frequency: 'never',
      default_desktop_notification_frequency: '5min',
      default_push_notification_frequency: 'instantly',
      default_trending_email_notification_frequency: 'often',
      grouped_email_notification: 'true',
      email_subscriptions: undefined,
    });
    expect([status, location]).toEqual([303, path]);
    expect(await preferences()).toEqual({
      grouped_email_notification: true,
      default_email_notification_frequency: 'never',
      default_desktop_notification_frequency: '5min',
      default_push_notification_frequency: 'instantly',
      default_trending_email_notification_frequency: 'often',
      email_subscriptions: { quota_exceeded: false },
    });
    const { html } = await person.browser.open(path);
    expect(readNotice(html)).toBe('Your account has been updated.');
    expect(readValue(html, 'default_desktop_notification_frequency')).toBe('5min');
    expect(checkboxes.map((name) => isTicked(html, name))).toEqual([true, false]);
  });

  it('are unchanged when the form is submitted without edits', async () => {
    const before = await row();
    expect((await save()).status).toBe(303);
    expect(await row()).toEqual(before);
  });

  it('are named in the activity only if they changed', async () => {
    await save({ grouped_email_notification: 'true', email_subscriptions: undefined });
    const { html } = await person.browser.open('/console/activity');
    const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Account update .*Changed (?=.*All notifications in one email)(?=.*Email when a quota is exceeded)[^V]*Via This website/,
    );
    expect(text).not.toContain('Push notifications');
  });

  it('are redisplayed as chosen if a field is invalid, and nothing is saved', async () => {
    const before = await row();
    const { status, html } = await save({
      default_email_notification_frequency: 'yearly',
      default_push_notification_frequency: 'never',
      grouped_email_notification: 'true',
      email_subscriptions: undefined,
    });
    expect(status).toBe(400);
    const id = 'notifications-default_email_notification_frequency';
    expect(errorsBeside(html, id)).toEqual(['Choose one of these: daily, weekly, never.']);
    expect(readValue(html, 'default_push_notification_frequency')).toBe('never');
    expect(checkboxes.map((name) => isTicked(html, name))).toEqual([true, false]);
    expect(await row()).toEqual(before);
  });

  it('are translated, including the frequency names', async () => {
    await service().update(person, { language_code: 'de' }).expect(200);
    const { html } = await person.browser.open(path);
    expect(html).toContain('<html lang="de"');
    for (const text of ['Benachrichtigungen', 'Stündlich', 'Alle 5 Minuten', 'Täglich', 'Nie']) {
      expect(html).toContain(text);
    }
  });

  it('require sign-in and a valid CSRF token', async () => {
    const before = await row();
    await person.browser.open(path);
    const forged = await person.browser.submit(path, { csrf_token: 'x' });
    expect(forged.status).toBe(403);
    expect(await row()).toEqual(before);
    await person.browser.open('/console/account');
    await person.browser.submit('/console/sign-out');
    const { status, location } = await person.browser.open(path);
    expect([status, location]).toEqual([303, expect.stringContaining('/console/sign-in')]);
  });
});

describeService(
  'The notification preferences in the console above the limit',
  (service) => {
    it('keep the input in the refused form', async () => {
      const person = await newPerson(service());
      await person.browser.open(path);
      const values = { default_email_notification_frequency: 'never' };
      await person.browser.submit(path, values);
      await person.browser.open(path);
      const { status, html } = await person.browser.submit(path, values);
      expect(status).toBe(429);
      expect(readValue(html, 'default_email_notification_frequency')).toBe('never');
    });
  },
  { rateLimits: parseRateLimits('accounts.update=1/1h') },
  someForms,
);
