import { byHost } from '../../src/request/requester.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import {
  AccountSuspendedError,
  CredentialsWrongError,
  RateLimitedError,
} from '../../src/errors/error-registry.js';
import { Lookups, timeUntilSeen } from '../support/clients/lookups.js';
import { startNodes, transports } from '../support/clients/messages.js';
import {
  asking,
  ask,
  codeFor,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  tokensFor,
} from '../support/clients/oauth.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import {
  describeService,
  password,
  someForms,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const sentence = 'This account is suspended. Please contact the operator of this service.';
const getSuspensions = (service: TestService) =>
  service.app.get(SuspensionsService, { strict: false });
const suspend = (service: TestService, { account }: Caller) =>
  getSuspensions(service).suspend(account.id, 'sends spam', byHost);
const restore = (service: TestService, { account }: Caller) =>
  getSuspensions(service).restore(account.id, byHost);

describeService(
  'A suspended account',
  (service) => {
    let person: Person;
    beforeEach(async () => {
      person = await newPerson(service());
    });
    const accounts = () => service().app.get(AccountsService, { strict: false });

    it('has its tokens refused with 403 until it is restored', async () => {
      await suspend(service(), person);
      const requests = [
        service().as(person, 'get', '/accounts/me'),
        service().as(person, 'get', '/accounts/me/status'),
        service().update(person, { name: 'Ada' }),
        service().create(person),
        service().as(person, 'get', '/applications'),
        service().as(person, 'delete', '/accounts/me'),
      ];
      for (const request of requests) {
        const { status, body } = await request;
        expect({ status, body }).toEqual({
          status: 403,
          body: { error: 'account_suspended', error_description: sentence },
        });
      }
      await restore(service(), person);
      expect(await getStatus(service(), person.token)).toBe(200);
    });

    it('is unchanged once it is restored', async () => {
      const read = () => service().as(person, 'get', '/accounts/me');
      const { body: before } = await read();
      await suspend(service(), person);
      await restore(service(), person);
      const { body } = await read();
      expect(body).toEqual(before);
      const { body: status } = await service().as(person, 'get', '/accounts/me/status');
      expect(status.status).toMatchObject({ suspended_at: null });
    });

    it('keeps the time and reason of the first suspension until it is restored', async () => {
      const first = await suspend(service(), person);
      expect(Math.abs(first.suspendedAt!.getTime() - Date.now())).toBeLessThan(60_000);
      const again = await getSuspensions(service()).suspend(
        person.account.id,
        'another reason',
        byHost,
      );
      expect([again.suspendedAt, again.suspensionReason]).toEqual([
        first.suspendedAt,
        'sends spam',
      ]);
      const restored = await restore(service(), person);
      expect([restored.suspendedAt, restored.suspensionReason]).toEqual([null, null]);
      expect(await restore(service(), person)).toEqual(restored);
    });

    it('is revealed at sign-in only with the right password', async () => {
      await suspend(service(), person);
      const { email, id } = person.account;
      const signIn = (secret: string) =>
        accounts().authenticate(email, secret, { ...byHost, source: '192.0.2.1' });
      await expect(signIn('wrong horse 7')).rejects.toThrow(CredentialsWrongError);
      const error = await signIn(password).catch((each: unknown) => each);
      // A wrong password may cost a delay before the next one.
      expect(error).not.toBeInstanceOf(RateLimitedError);
      expect(error).toBeInstanceOf(AccountSuspendedError);
      const trail = service().app.get(AuditTrail, { strict: false });
      const events = await trail.list({ accountId: id, limit: 3 });
      expect(events.map(({ event, result }) => `${event} ${result}`)).toEqual([
        'account.authenticate account_suspended',
        'account.authenticate credentials_wrong',
        'account.suspend succeeded',
      ]);
      await restore(service(), person);
      expect(await signIn(password)).toMatchObject({ account: { id } });
    });

    it('shows the suspension on its pages, and is signed in again once it is restored', async () => {
      const { browser, account } = person;
      await suspend(service(), person);
      for (const page of ['/console/account', '/console/applications', '/console/activity']) {
        const { status, html } = await browser.open(page);
        expect(status).toBe(403);
        expect(html).toContain(sentence);
        expect(html).not.toContain(account.email);
      }
      const other = await service().newCaller();
      expect((await browser.open('/console/sign-in')).status).toBe(200);
      const refused = await browser.submit('/console/sign-in', { email: account.email, password });
      expect(refused.status).toBe(403);
      expect(refused.html).toContain(sentence);
      await restore(service(), person);
      expect(await isSignedIn(browser)).toBe(true);

      await suspend(service(), person);
      const { status } = await browser.signIn(other.account.email, password);
      expect(status).toBe(303);
      expect(await isSignedIn(browser)).toBe(true);
    });

    it('can be signed out on its pages, which ends the session for good', async () => {
      const { browser, account } = person;
      await browser.open('/console/account');
      await suspend(service(), person);
      expect((await browser.open('/console/account')).status).toBe(403);
      expect((await browser.submit('/console/sign-out')).status).toBe(303);
      expect(await service().prisma.session.count({ where: { accountId: account.id } })).toBe(0);
      await restore(service(), person);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('can be signed out by an application, immediately if it sends the ID token', async () => {
      const { browser, account } = person;
      const client = await newClient(service(), await newPerson(service()));
      const code = await codeFor(person, client, { scope: 'openid' });
      const { body } = await post(service(), 'token', client, code).expect(200);
      await suspend(service(), person);
      const { status } = await browser.open(`/oauth/logout?id_token_hint=${body.id_token}`);
      expect(status).toBe(303);
      expect(await service().prisma.session.count({ where: { accountId: account.id } })).toBe(0);
      await restore(service(), person);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('is asked before an application without an ID token signs it out', async () => {
      const { browser, account } = person;
      await suspend(service(), person);
      const { status, html } = await browser.open('/oauth/logout');
      expect(status).toBe(200);
      expect(html).not.toContain(account.email);
      expect((await browser.submit('/oauth/logout')).status).toBe(303);
      await restore(service(), person);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('cannot authorize applications, and its codes and refresh tokens work again once it is restored', async () => {
      const client = await newClient(service(), await newPerson(service()));
      const tokens = await tokensFor(service(), person, client);
      const code = await codeFor(person, client);
      const redeem = () => post(service(), 'token', client, code);
      const introspect = async (token: string) =>
        (await post(service(), 'introspect', client, { token })).body.active;

      await suspend(service(), person);
      expect(await getStatus(service(), tokens.access_token)).toBe(403);
      for (const request of [redeem(), refresh(service(), client, tokens.refresh_token)]) {
        const { status, body } = await request;
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
      expect(await introspect(tokens.access_token)).toBe(false);
      expect(await introspect(tokens.refresh_token)).toBe(false);
      const asked = await ask(person.browser, asking(client, pkcePair()));
      expect(asked.status).toBe(403);
      expect(asked.html).toContain(sentence);

      await restore(service(), person);
      expect(await getStatus(service(), tokens.access_token)).toBe(200);
      expect(await introspect(tokens.access_token)).toBe(true);
      expect((await redeem()).status).toBe(200);
      const { status, body } = await refresh(service(), client, tokens.refresh_token);
      expect(status).toBe(200);
      expect(await getStatus(service(), body.access_token)).toBe(200);
    });

    it('blocks its applications for other users', async () => {
      const developer = await newPerson(service());
      const client = await newClient(service(), developer);
      const tokens = await tokensFor(service(), person, client);
      await suspend(service(), developer);
      expect(await getStatus(service(), client.ownToken)).toBe(403);
      expect(await getStatus(service(), tokens.access_token)).toBe(403);
    });

    it('can be deleted', async () => {
      await suspend(service(), person);
      await accounts().delete(person.account.id, byHost);
      expect(await getStatus(service(), person.token)).toBe(401);
      await expect(suspend(service(), person)).rejects.toMatchObject({ code: 'account_not_found' });
    });
  },
  {},
  someForms,
);

describe('Two nodes', () => {
  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    service = await startService();
    other = await startService({}, service.databaseUrl);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  it('apply a suspension and its end, one node immediately, the other within 250 ms', async () => {
    const caller = await service.newCaller();
    const lookups = [new Lookups(service), new Lookups(other)];
    for (const [change, status] of [
      [suspend, 403],
      [restore, 200],
    ] as const) {
      for (const each of lookups) await each.warm(caller.token);
      await change(service, caller);
      expect(await getStatus(service, caller.token)).toBe(status);
      await timeUntilSeen(other, caller.token, (answer) => answer.status === status);
    }
  });

  it('refuse a cached token without a lookup', async () => {
    const caller = await service.newCaller();
    await suspend(service, caller);
    await new Lookups(service).warm(caller.token);
    expect(await getStatus(service, caller.token)).toBe(403);
  });
});

describe.each(transports)('messages over %s', (_name, transport) => {
  it('are refused for a suspended account', async () => {
    const cluster = await startNodes(transport, 1);
    const [node] = cluster.nodes as [TestService];
    const caller = await node.newCaller();
    const message = { access_token: caller.token };
    expect(await cluster.ask('accounts.status', message)).toMatchObject({
      body: { status: { suspended_at: null } },
    });
    await suspend(node, caller);
    for (const pattern of ['accounts.get', 'accounts.authenticate', 'applications.list']) {
      expect(await cluster.ask(pattern, message)).toMatchObject({
        status: 403,
        body: { error: 'account_suspended', error_description: sentence },
      });
    }
    await cluster.close();
  });
});
