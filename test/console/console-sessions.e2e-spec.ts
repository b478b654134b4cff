import { PurgeService } from '../../src/database/purge/purge.service.js';
import { hashToken } from '../../src/principals/access-token.js';
import { accountsDefaults } from '../../src/accounts.defaults.js';
import { newIdentifier } from '../../src/database/identifier.js';
import type { PageClient } from '../support/clients/page-client.js';
import { readNotice, withoutKeptForm } from '../support/clients/page-reader.js';
import { isSignedIn, newPerson, signedIn, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const minute = 60_000;
const sessionIdleMs = accountsDefaults.sessionIdleHours * 60 * minute;
const sessionLifetimeMs = accountsDefaults.sessionMaxDays * 24 * 60 * minute;

describeService('Sessions in the console', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service(), {}, { 'User-Agent': firefox });
  });
  const open = (to: string) => person.browser.open(to);
  const sessions = () => service().prisma.session;
  const getRow = ({ cookies }: PageClient) =>
    sessions().findUniqueOrThrow({
      where: { hash: hashToken(cookies.get(service().cookie('browser'))!) },
    });
  const endPath = async (browser: PageClient) =>
    `/console/sessions/${(await getRow(browser)).id}/end`;

  describe('page', () => {
    it('lists only the user’s browsers and marks the current one', async () => {
      const agent = 'Analytical/1 <engine>';
      await signedIn(service(), person, { 'User-Agent': agent });
      await newPerson(service(), {}, { 'User-Agent': 'Stranger/1' });
      const { html } = await open('/console/sessions');
      const items = html.split('<li class="item">').slice(1);
      expect(items).toHaveLength(2);
      const current = items.find((item) => item.includes('This browser'))!;
      expect(current).toContain('Firefox on Linux');
      expect(current).not.toMatch(/\/end"/);
      const other = items.find((item) => item !== current)!;
      expect(other).toContain('Analytical/1 &lt;engine>');
      expect(other).toMatch(/\/end"/);
      expect(html).not.toContain('Stranger');
    });

    it('offers to end other sessions only if there are any', async () => {
      expect((await open('/console/sessions')).html).not.toContain('end-others');
      await signedIn(service(), person);
      expect((await open('/console/sessions')).html).toContain('end-others');
    });

    it('signs out one browser immediately', async () => {
      const [lost, kept] = [await signedIn(service(), person), await signedIn(service(), person)];
      const path = await endPath(lost);
      expect((await open('/console/sessions')).html).toContain(service().path(path));
      expect((await open(path)).html).toContain('Sign out this session?');
      expect(await isSignedIn(lost)).toBe(true);
      const { location } = await person.browser.submit(path);
      expect(readNotice((await open(location!)).html)).toBe('The session has been signed out.');
      expect(await isSignedIn(lost)).toBe(false);
      expect(await isSignedIn(kept)).toBe(true);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('signs out all other browsers', async () => {
      const others = [await signedIn(service(), person), await signedIn(service(), person)];
      const stranger = await newPerson(service());
      await open('/console/sessions/end-others');
      expect(await Promise.all(others.map(isSignedIn))).toEqual([true, true]);
      const { location } = await person.browser.submit('/console/sessions/end-others');
      expect(readNotice((await open(location!)).html)).toBe(
        'All other sessions have been signed out.',
      );
      expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
      expect(await isSignedIn(person.browser)).toBe(true);
      expect(await isSignedIn(stranger.browser)).toBe(true);
    });

    it('does not offer to end another user’s session or the current one', async () => {
      const stranger = await newPerson(service());
      for (const path of [await endPath(stranger.browser), await endPath(person.browser)]) {
        const { status, location } = await open(path);
        expect([status, location]).toEqual([303, '/console/sessions']);
      }
    });

    it('cannot sign out another user’s browser', async () => {
      const stranger = await newPerson(service());
      await open('/console/sessions');
      const { csrfToken: csrf_token } = person.browser;
      await person.browser.post(await endPath(stranger.browser), { csrf_token });
      expect(await isSignedIn(stranger.browser)).toBe(true);
    });

    it('redirects without an error if the session does not exist', async () => {
      await open('/console/sessions');
      const { csrfToken: csrf_token } = person.browser;
      for (const id of [newIdentifier(), 'x', '%00']) {
        const path = `/console/sessions/${id}/end`;
        expect((await person.browser.post(path, { csrf_token })).status).toBe(303);
      }
    });
  });

  describe('expiry', () => {
    /** Backdates the start of the session and its last use. */
    async function age(since: { begun: number; seen: number }) {
      const { id, createdAt, lastSeenAt, expiresAt } = await getRow(person.browser);
      const seenAt = lastSeenAt.getTime() - since.seen;
      const begunAt = createdAt.getTime() - since.begun;
      expect(expiresAt.getTime()).toBe(lastSeenAt.getTime() + sessionIdleMs);
      await sessions().update({
        where: { id },
        data: {
          createdAt: new Date(begunAt),
          lastSeenAt: new Date(seenAt),
          expiresAt: new Date(Math.min(begunAt + sessionLifetimeMs, seenAt + sessionIdleMs)),
        },
      });
    }

    it('ends a session after the idle timeout', async () => {
      await age({ begun: sessionIdleMs - minute, seen: sessionIdleMs - minute });
      expect(await isSignedIn(person.browser)).toBe(true);
      await age({ begun: sessionIdleMs + minute, seen: sessionIdleMs + 1 });
      expect(await isSignedIn(person.browser)).toBe(false);
    });

    it('ends a session at the maximum age even if it is in use', async () => {
      await age({ begun: sessionLifetimeMs - minute, seen: 2 * minute });
      expect(await isSignedIn(person.browser)).toBe(true);
      const { createdAt, lastSeenAt, expiresAt, id } = await getRow(person.browser);
      expect(expiresAt.getTime()).toBe(createdAt.getTime() + sessionLifetimeMs);
      expect(expiresAt.getTime()).toBeLessThan(lastSeenAt.getTime() + sessionIdleMs);
      await sessions().update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
      expect(await isSignedIn(person.browser)).toBe(false);
    });

    it('is postponed by requests, at most once a minute', async () => {
      const begun = await getRow(person.browser);
      await open('/console/account');
      expect(await getRow(person.browser)).toEqual(begun);
      await age({ begun: 2 * minute, seen: minute - 10_000 });
      const before = await getRow(person.browser);
      await open('/console/account');
      expect(await getRow(person.browser)).toEqual(before);
      await sessions().update({
        where: { id: before.id },
        data: { lastSeenAt: new Date(Date.now() - minute - 1_000) },
      });
      await open('/console/account');
      const after = await getRow(person.browser);
      expect(after.lastSeenAt.getTime()).toBeGreaterThan(before.lastSeenAt.getTime());
      expect(after.expiresAt.getTime()).toBe(after.lastSeenAt.getTime() + sessionIdleMs);
      expect(after.createdAt).toEqual(before.createdAt);
    });

    it('redirects to sign-in with the requested page as return address', async () => {
      await open('/console/account');
      await age({ begun: sessionIdleMs + minute, seen: sessionIdleMs + 1 });
      const { status, location } = await open('/console/applications/new?a=b');
      expect(status).toBe(303);
      const return_to = service().path('/console/applications/new?a=b');
      expect(location).toBe(`/console/sign-in?${new URLSearchParams({ return_to })}`);
    });

    it('redirects a submitted form to sign-in and changes nothing', async () => {
      await open('/console/account');
      await age({ begun: sessionIdleMs + minute, seen: sessionIdleMs + 1 });
      const { status, location } = await person.browser.submit('/console/account', {
        name: 'Too late',
      });
      const return_to = service().path('/console/account');
      const back = `/console/sign-in?${new URLSearchParams({ return_to })}`;
      expect([status, withoutKeptForm(location)]).toEqual([303, back]);
      const { id } = person.account;
      const { name } = await service().prisma.account.findUniqueOrThrow({ where: { id } });
      expect(name).not.toBe('Too late');
    });

    it('hides the session from the list, and the purge deletes it', async () => {
      const other = await signedIn(service(), person);
      const stranger = await newPerson(service());
      await age({ begun: sessionIdleMs + minute, seen: sessionIdleMs + 1 });
      const { html } = await other.open('/console/sessions');
      expect(html.split('<li class="item">')).toHaveLength(2);
      const accountId = person.account.id;
      expect(await sessions().count({ where: { accountId } })).toBe(2);
      await service().app.get(PurgeService, { strict: false }).purge();
      expect(await sessions().count({ where: { accountId } })).toBe(1);
      expect(await isSignedIn(other)).toBe(true);
      expect(await isSignedIn(stranger.browser)).toBe(true);
    });
  });
});
