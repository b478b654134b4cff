import { AuditTrail } from '../../src/audit/audit-trail.js';
import type { AuditEventName } from '../../src/audit/audit-event.js';
import { listPaths } from '../../src/http/urls/mounted-controller.js';
import { operatorPages } from '../../src/operator-pages/operator-pages.feature.js';
import { hashToken } from '../../src/principals/access-token.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { OperatorSignInController } from '../../src/service/management/operator-sign-in.controller.js';
import { OperatorClient } from '../support/clients/operator-client.js';
import {
  errorsAbove,
  errorsBeside,
  isTicked,
  readNotice,
  readValue,
} from '../support/clients/page-reader.js';
import { newPerson } from '../support/clients/person.js';
import { hostile } from '../support/console-samples.js';
import {
  newEmail,
  someForms,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';

const tokens = {
  grace: 'a-token-of-grace-of-32-characters-x',
  audit: 'a-token-that-only-reads-of-32-characters',
  management: 'a-token-of-the-management-of-32-characters',
  metrics: 'a-token-for-metrics-of-32-characters-or-more',
};

const reason = 'Ticket 4711 <b>&"';

/** The paths of all pages, from the controllers. */
const paths = [...operatorPages(() => undefined), OperatorSignInController]
  .flatMap((controller) => listPaths(controller))
  .map((path) => `/${path}`);

const httpAdapter = someForms[0] === 'fastify' ? 'fastify' : 'express';
const wrongTokens = 8;

describe(`the operator pages of the service (${httpAdapter})`, () => {
  let service: TestService;
  let url: string;
  let grace: OperatorClient;
  let reader: OperatorClient;
  beforeAll(async () => {
    const management = {
      host: '127.0.0.1',
      port: await freePort(),
      tokens: [
        { token: tokens.grace, opens: 'everything', operator: 'grace' },
        { token: tokens.audit, opens: 'reading', operator: 'audit' },
        { token: tokens.management, opens: 'everything' },
        { token: tokens.metrics, opens: 'metrics' },
      ] as const,
    };
    const rateLimits = { 'auth.failed': { limit: wrongTokens, windowMs: 3_600_000 } };
    service = await startService({ management, httpAdapter, rateLimits });
    await service.app.get(ManagementServer).listen();
    url = `http://127.0.0.1:${management.port}`;
    grace = await signedIn(tokens.grace);
    reader = await signedIn(tokens.audit);
  });
  afterAll(() => service.close());

  async function signedIn(token: string): Promise<OperatorClient> {
    const client = new OperatorClient(url);
    await client.signIn(token);
    return client;
  }

  const latest = async (event: AuditEventName, accountId?: string) => {
    const trail = service.app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId, events: [event], limit: 1 }))[0];
  };
  const byGrace = { operator: 'grace', channel: 'http', actorId: null, reason };
  const open = async (path: string, client = grace) => {
    const page = await client.go(path);
    expect([path, page.status]).toEqual([path, 200]);
    return page.html;
  };
  const isSignedIn = async (client: OperatorClient) => {
    await client.go('/subscriptions');
    return client.at === '/operator/pages/subscriptions';
  };

  it('cover accounts, applications, tokens, events and the audit trail', () => {
    const sections = ['accounts', 'applications', 'tokens', 'subscriptions', 'audit'];
    expect(paths).toEqual(
      expect.arrayContaining(sections.map((section) => `/operator/pages/${section}`)),
    );
  });

  it.each(paths)('are not on the public port: %s', async (path) => {
    const headers = { authorization: `Bearer ${tokens.grace}` };
    for (const method of ['GET', 'POST']) {
      const { status } = await fetch(service.url + path, { method, headers });
      expect([method, status]).toEqual([method, 404]);
    }
  });

  it.each(paths.filter((path) => !/\/(?:sign-(?:in|out)|assets\/:name)$/.test(path)))(
    'redirect browsers without a session to the sign-in: %s',
    async (path) => {
      const headers = { authorization: `Bearer ${tokens.grace}` };
      const open = async (method: string) => {
        const answer = await fetch(url + path, { method, headers, redirect: 'manual' });
        return answer.headers.get('location') ?? answer.status;
      };
      const signIn = expect.stringContaining('sign-in') as unknown;
      // Some paths have only one of the methods.
      const answers = [await open('GET'), await open('POST')];
      expect(answers.filter((answer) => answer !== 404)).toEqual(
        answers.filter((answer) => answer !== 404).map(() => signIn),
      );
      expect(answers).toContainEqual(signIn);
    },
  );

  it.each(['/accounts', '/subscriptions/mail?state=parked', '/tokens'])(
    'require a sign-in, and then show the requested page: %s',
    async (path) => {
      const client = new OperatorClient(url, { authorization: `Bearer ${tokens.grace}` });
      await client.go(path);
      expect(client.at).toMatch(/^\/operator\/pages\/sign-in\?return_to=/);
      await client.send('/sign-in', { token: ` ${tokens.audit} ` });
      expect(client.at).toBe(`/operator/pages${path}`);
    },
  );

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/a/../../x', 'accounts'])(
    'do not redirect to %s after the sign-in',
    async (target) => {
      const client = new OperatorClient(url);
      await client.go(`/sign-in?${new URLSearchParams({ return_to: target })}`);
      await client.send('/sign-in', { token: tokens.audit, return_to: target });
      expect(client.at).toBe('/operator/pages/accounts');
    },
  );

  it('keep the token out of the cookie, and the cookie from scripts and other sites', async () => {
    const client = new OperatorClient(url);
    await client.go('/sign-in');
    const before = client.browser.cookies.get('accounts-operator');
    const body = client.fill('/sign-in', { token: tokens.grace });
    const { headers, location } = await client.browser.send('/operator/pages/sign-in', {
      method: 'POST',
      body,
    });
    expect(location).toBe('./accounts');
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^accounts-operator=\w{86}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(before);
    const secure = await fetch(`${url}/operator/pages/sign-in`, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(secure.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-accounts-operator=\w{86}; .*; Secure; SameSite=Strict$/),
    ]);
    const behindProxy = new OperatorClient(url, { 'x-forwarded-proto': 'https' });
    await behindProxy.signIn(tokens.grace);
    expect(await isSignedIn(behindProxy)).toBe(true);
    const stored = await service.prisma.operatorSession.findMany();
    expect(JSON.stringify(stored)).not.toContain(tokens.grace);
  });

  it('end a session at sign-out, at its expiry, and when its token is removed from the settings', async () => {
    const copy = await signedIn(tokens.grace);
    const signedOut = new OperatorClient(url);
    copy.browser.cookies.forEach((value, name) => signedOut.browser.cookies.set(name, value));
    expect(await isSignedIn(signedOut)).toBe(true);
    await signedOut.send('/sign-out');
    expect(await isSignedIn(copy)).toBe(false);

    const [late, removed] = [await signedIn(tokens.grace), await signedIn(tokens.grace)];
    const update = async (client: OperatorClient, data: object) => {
      const hash = hashToken(client.browser.cookies.get('accounts-operator')!);
      await service.prisma.operatorSession.update({ where: { hash }, data });
    };
    await update(late, { expiresAt: new Date(Date.now() - 1) });
    await update(removed, { tokenHash: hashToken('a token that the settings had') });
    expect(await isSignedIn(late)).toBe(false);
    expect(await isSignedIn(removed)).toBe(false);
    expect(await isSignedIn(grace)).toBe(true);
  });

  it('have the security headers of the console', async () => {
    for (const path of ['/sign-in', '/accounts', '/accounts/none']) {
      const { headers } = await grace.go(path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('respond with a page at an unknown address, and with JSON elsewhere', async () => {
    const { status, html, headers } = await grace.go('/nowhere');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-request-id')).toMatch(/\S/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(html).toContain('<h1');
    const other = await fetch(`${url}/operator/nowhere`);
    expect(other.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accept forms only from a page of the same browser', async () => {
    const { account } = await service.newCaller();
    const path = `/accounts/${account.id}/suspend`;
    await open(path);
    const form = grace.fill(path, { reason });
    const other = await signedIn(tokens.grace);
    await other.go(path);
    const foreign = other.fill(path).get('csrf_token')!;
    const { csrf_token: _, ...without } = Object.fromEntries(form);
    const post = (body: object, headers: Record<string, string> = {}) =>
      grace.browser.send(`/operator/pages${path}`, {
        method: 'POST',
        body: new URLSearchParams({ ...body }),
        headers,
      });
    const sent = Object.fromEntries(form);
    for (const answer of [
      await post(without),
      await post({ ...sent, csrf_token: foreign }),
      await post(sent, { 'sec-fetch-site': 'cross-site' }),
      await post(sent, { 'sec-fetch-site': 'same-site' }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.html).toContain('This form has expired.');
    }
    expect(await latest('account.suspend', account.id)).toBeUndefined();
    expect((await post(sent, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  it('offer no action to an operator who only reads, and refuse each form', async () => {
    const { account, applicationId } = await service.newCaller();
    const actions = [
      `/accounts/${account.id}/suspend`,
      `/accounts/${account.id}/export`,
      `/applications/${applicationId}/delete`,
      '/subscriptions/mail/retry',
      '/subscriptions/mail/events/1/discard',
    ];
    for (const path of [
      `/accounts?id=${account.id}`,
      `/accounts/${account.id}`,
      `/accounts/${account.id}/sessions`,
      `/applications?owner=${account.id}`,
      '/tokens',
      '/subscriptions',
    ]) {
      const html = await open(path, reader);
      for (const action of actions) {
        const [end = ''] = /[^/]+\/[^/]+$/.exec(action)!;
        expect(html).not.toContain(`${end}"`);
      }
    }
    const csrf_token = reader.fill('/sign-out').get('csrf_token')!;
    const body = () => new URLSearchParams({ csrf_token, reason, token: 'x' });
    for (const path of [...actions, '/tokens', '/tokens/revoke']) {
      const init = { method: 'POST', body: body() };
      const { status, html } = await reader.browser.send(`/operator/pages${path}`, init);
      expect([path, status]).toEqual([path, 403]);
      expect(html).toContain('Your token only reads.');
    }
    for (const path of actions) expect((await reader.go(path)).status).toBe(403);
    expect(await latest('account.suspend', account.id)).toBeUndefined();
  });

  it('find accounts by each condition, page by page', async () => {
    const email = newEmail();
    const { account } = await service.newCaller({ email });
    const [prefix = ''] = email.split('@');
    const conditions = {
      email_prefix: prefix.toUpperCase(),
      name_prefix: 'some',
      id: account.id,
      client: '',
      created_from: '2020-01-01',
      created_to: '2999-01-01',
      last_sign_in_before: '2999-01-01',
      never_verified: 'true',
    };
    const html = await open(`/accounts?${new URLSearchParams(conditions)}`);
    expect(html).toContain(`href="./accounts/${account.id}"`);
    expect(html).toContain('<details class="more" open');
    for (const [name, value] of Object.entries({ ...conditions, never_verified: undefined })) {
      if (value !== undefined) expect([name, readValue(html, name)]).toEqual([name, value]);
    }
    expect(isTicked(html, 'never_verified')).toBe(true);
    expect(await latest('account.find')).toMatchObject({ operator: 'grace' });

    await service.newCaller();
    const first = await open('/accounts?limit=1&name_prefix=Some');
    const [, next = ''] = /href="\.(\/accounts\?[^"]*before=[^"]*)"/.exec(first)!;
    const second = await open(next.replaceAll('&amp;', '&'));
    expect(second).toContain(account.id);
    expect(second).toContain('First page');
    expect(await open('/accounts?name_prefix=Nobody+has+this')).toContain('Nothing matches.');
  });

  it.each([
    ['/accounts?created_from=yesterday&email_prefix=ada', 'created_from', 'yesterday', 400],
    ['/audit?from=2026-13-01', 'from', '2026-13-01', 400],
    ['/audit?event=none', 'event', '', 400],
    ['/accounts?email_prefix=a&email_prefix=b', 'email_prefix', '', 400],
  ])('explain the error in %s, and keep the input', async (path, name, value, status) => {
    const answer = await grace.go(path);
    expect(answer.status).toBe(status);
    expect(errorsBeside(answer.html, `search-${name}`)).toEqual([expect.any(String)]);
    expect(answer.html).not.toContain('This value');
    expect(readValue(answer.html, name)).toBe(value);
    if (path.includes('ada')) expect(readValue(answer.html, 'email_prefix')).toBe('ada');
  });

  it.each([
    ['/accounts?emial=ada', 400],
    ['/applications?owner=nobody@example.com', 404],
    ['/audit?account=nobody@example.com', 404],
    ['/audit?before=none', 404],
  ])('explain the error in %s above the form', async (path, status) => {
    const answer = await grace.go(path);
    expect([answer.status, errorsAbove(answer.html)]).toEqual([status, [expect.any(String)]]);
  });

  it.each([
    '/accounts/none',
    `/accounts/${'0'.repeat(24)}`,
    `/accounts/${'0'.repeat(24)}/suspend`,
    `/applications/${'0'.repeat(24)}/delete`,
    '/subscriptions/none',
    '/subscriptions/none/retry',
    '/subscriptions/billing/events/x/retry',
  ])('return 404 with a page for missing things: %s', async (path) => {
    const { status, html } = await grace.go(path);
    expect(status).toBe(404);
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).toContain('href="');
  });

  /** Confirms an action with the reason. Returns the notice of the next page. */
  async function act(path: string, fields: Record<string, string> = {}) {
    await open(path);
    const { status, html } = await grace.send(path, { ...fields, reason });
    expect([path, status]).toEqual([path, 200]);
    return readNotice(html);
  }

  describe('about an account', () => {
    let caller: Caller;
    let path: string;
    beforeAll(async () => {
      caller = await service.newCaller();
      path = `/accounts/${caller.account.id}`;
    });
    const id = () => caller.account.id;
    const getStatus = async () => (await service.as(caller, 'get', '/accounts/me')).status;

    it('show its state, and record that it was read', async () => {
      const html = await open(path);
      for (const text of [caller.account.email, id(), 'Not verified', 'no second factor']) {
        expect(html).toContain(text);
      }
      expect(html).toContain(`href="../audit?account=${id()}"`);
      expect(html).not.toContain('remove-factor');
      expect(await latest('account.read', id())).toMatchObject({ operator: 'grace' });
    });

    it('require a reason, and keep the form', async () => {
      await open(`${path}/suspend`);
      for (const wrong of ['', '  ', 'x'.repeat(1_001)]) {
        const { status, html } = await grace.send(`${path}/suspend`, { reason: wrong });
        expect(status).toBe(400);
        expect(errorsBeside(html, 'action-reason')).toHaveLength(1);
        expect(readValue(html, 'reason')).toBe(wrong);
      }
      expect(await getStatus()).toBe(200);
    });

    it('suspend and restore it', async () => {
      expect(await open(`${path}/suspend`)).toContain('No other user is affected.');
      expect(await act(`${path}/suspend`)).toBe('The account is suspended.');
      expect(await latest('account.suspend', id())).toMatchObject(byGrace);
      expect(await getStatus()).toBe(403);
      const html = await open(path);
      expect(html).toContain('Ticket 4711 &lt;b>&amp;&quot;');
      expect(html).not.toContain(`${path}/suspend"`);
      expect(await act(`${path}/restore`)).toBe('The suspension has ended.');
      expect(await latest('account.restore', id())).toMatchObject(byGrace);
      expect(await getStatus()).toBe(200);
    });

    it('set its permissions', async () => {
      const html = await open(`${path}/permissions`);
      expect(isTicked(html, 'create_alert')).toBe(true);
      const form = { read_teammembers: 'true', read_quotastats: 'true' };
      expect(await act(`${path}/permissions`, form)).toBe('The permissions are saved.');
      expect(await latest('permissions.change', id())).toMatchObject(byGrace);
      const { body } = await service.as(caller, 'get', '/accounts/me');
      expect(body.account.permissions).toEqual({
        create_alert: false,
        read_teammembers: true,
        read_teamrequests: false,
        read_quotastats: true,
      });
    });

    it('list and end its sessions', async () => {
      const person = await newPerson(service);
      const sessions = `/accounts/${person.account.id}/sessions`;
      expect(await open(sessions)).toContain('Last used');
      const end = `/accounts/${person.account.id}/end-sessions`;
      expect(await act(end)).toBe('All sessions have ended.');
      expect(await latest('session.end', person.account.id)).toMatchObject(byGrace);
      expect(await open(sessions)).toContain('No browser is signed in.');
    });

    it('explain why an action is not possible', async () => {
      for (const action of ['reset', 'remove-factor']) {
        await open(`${path}/${action}`);
        const { status, html } = await grace.send(`${path}/${action}`, { reason });
        expect([status, errorsAbove(html)]).toEqual([
          409,
          ['Emails cannot be sent to this account.'],
        ]);
        expect(readValue(html, 'reason')).toBe(reason);
      }
    });

    it('export it as a file', async () => {
      await open(`${path}/export`);
      const body = grace.fill(`${path}/export`, { reason });
      const init = { method: 'POST', body };
      const { headers, html } = await grace.browser.send(`/operator/pages${path}/export`, init);
      expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(html)).toMatchObject({ account: { email: caller.account.email } });
      expect(await latest('account.export', id())).toMatchObject(byGrace);
    });

    it('delete it once, even after a double click', async () => {
      await open(`${path}/delete`);
      const body = grace.fill(`${path}/delete`, { reason }).toString();
      const answers = await Promise.all(
        [1, 2].map(() =>
          grace.browser.send(`/operator/pages${path}/delete`, {
            method: 'POST',
            body: new URLSearchParams(body),
          }),
        ),
      );
      for (const { status, location } of answers) {
        expect([status, location]).toEqual([303, '../../accounts']);
      }
      expect(readNotice(await open('/accounts'))).toBe('The account is deleted.');
      expect(readNotice(await open('/accounts'))).toBeUndefined();
      expect(await latest('account.delete', id())).toMatchObject(byGrace);
      expect((await grace.go(path)).status).toBe(404);
    });
  });

  it('find, trust, distrust and delete applications', async () => {
    const { account, applicationId: id } = await service.newCaller();
    const list = `/applications?${new URLSearchParams({ owner: account.email, name_prefix: 'CLI' })}`;
    const html = await open(list);
    expect(html).toContain(account.email);
    expect(html).toContain(`./applications/${id}/trust"`);
    expect(await act(`/applications/${id}/trust`)).toBe('The application is trusted.');
    expect(await latest('application.trust', account.id)).toMatchObject(byGrace);
    expect(await open(list)).not.toContain(`./applications/${id}/trust"`);
    expect(await act(`/applications/${id}/distrust`)).toBe('The trust has ended.');
    await open(`/applications/${id}/trust`);
    const changed = await grace.send(`/applications/${id}/trust`, {
      reason,
      redirect_uris: 'https://seen.example/callback',
    });
    expect([changed.status, errorsAbove(changed.html)]).toEqual([412, [expect.any(String)]]);
    expect(await act(`/applications/${id}/delete`)).toBe('The application is deleted.');
    expect(await latest('application.delete', account.id)).toMatchObject(byGrace);
    expect(await open(list)).toContain('Nothing matches.');
  });

  it('look up and revoke a token, which no URL contains', async () => {
    const caller = await service.newCaller();
    await open('/tokens');
    for (const [token, status] of [
      ['', 400],
      ['x'.repeat(86), 404],
    ] as const) {
      const refused = await grace.send('/tokens', { token });
      expect(refused.status).toBe(status);
      const errors = [...errorsAbove(refused.html), ...errorsBeside(refused.html, 'token-token')];
      expect(errors).toHaveLength(1);
    }
    const shown = await grace.send('/tokens', { token: ` ${caller.token}\n` });
    expect(shown.html).toContain('Own token of the application');
    expect(shown.html).toContain(caller.account.email);
    expect(await latest('account.read', caller.account.id)).toMatchObject({ members: ['token'] });
    const refused = await grace.send('/tokens/revoke', { reason: '' });
    expect(errorsBeside(refused.html, 'action-reason')).toHaveLength(1);
    const { html } = await grace.send('/tokens/revoke', { reason });
    expect(readNotice(html)).toBe('The token is revoked.');
    expect(grace.at).toBe('/operator/pages/tokens');
    expect(await latest('token.revoke', caller.account.id)).toMatchObject(byGrace);
    expect((await service.as(caller, 'get', '/accounts/me')).status).toBe(401);
  });

  it('list subscriptions, and retry and discard their events', async () => {
    const { account } = await service.newCaller();
    const name = 'billing';
    const { prisma } = service;
    await prisma.eventSubscription.create({ data: { name, type: 'account.updated' } });
    const park = (sequence: number) => ({
      sequence,
      subscription: name,
      eventId: `00000000-0000-4000-8000-00000000000${sequence}`,
      type: 'account.updated',
      accountId: account.id,
      revision: 1,
      data: {},
      occurredAt: new Date(),
      parkedAt: new Date(),
      attempts: 12,
      lastError: 'The receiver said <500>.',
    });
    await prisma.parkedEvent.createMany({ data: [1, 2, 3].map(park) });
    expect(await open('/subscriptions')).toContain('The receiver said &lt;500>.');
    const list = `/subscriptions/${name}`;
    const shown = await open(`${list}?account=${account.id}&state=parked&limit=1`);
    expect(shown).toContain('Next page');
    expect(await latest('event.read')).toMatchObject({
      ...{ operator: 'grace', members: [name, 'account', 'limit', 'state'] },
    });
    expect(await open(`${list}?account=&state=waiting`)).toContain('No event waits or is parked.');
    expect((await grace.go(`${list}?after=x`)).status).toBe(400);
    expect(await act(`${list}/events/1/discard`)).toBe('The event is discarded.');
    const members = [name, park(1).eventId];
    expect(await latest('event.discard')).toMatchObject({ ...byGrace, members });
    expect((await prisma.parkedEvent.findMany()).map(({ sequence }) => Number(sequence))).toEqual([
      2, 3,
    ]);
    expect(await act(`${list}/events/2/retry`)).toMatch(/^The event is delivered/);
    expect(await latest('event.retry')).toMatchObject(byGrace);
    expect(await act(`${list}/retry`)).toMatch(/^The events are delivered/);
    await open(`${list}/events/3/retry`);
    const gone = await grace.send(`${list}/events/3/discard`.replace('3/discard', '3/retry'), {
      reason: '',
    });
    expect(errorsBeside(gone.html, 'action-reason')).toHaveLength(1);
  });

  it('search the audit trail, page by page', async () => {
    const { account } = await service.newCaller();
    await open(`/accounts/${account.id}`);
    const query = { account: account.email, operator: 'grace', event: 'account.read' };
    const html = await open(
      `/audit?${new URLSearchParams({ ...query, actor: '', from: '2020-01-01' })}`,
    );
    expect(readValue(html, 'event')).toBe('account.read');
    expect(html).toContain(`href="./accounts/${account.id}"`);
    expect(html).not.toContain('Nothing matches.');
    expect(await open('/audit?operator=nobody')).toContain('Nothing matches.');
    const first = await open('/audit?limit=1&operator=grace');
    const [, next = ''] = /href="\.(\/audit\?[^"]*before=[^"]*)"/.exec(first)!;
    expect(await open(next.replaceAll('&amp;', '&'))).toContain('First page');
    expect(await latest('audit.read')).toMatchObject({ operator: 'grace' });
    const person = await newPerson(service, {}, { 'User-Agent': 'Firefox/143.0 (X11)' });
    expect(await open(`/audit?account=${person.account.id}`)).toContain(
      '<bdi>Firefox, Linux</bdi>',
    );
  });

  it('escape hostile names, emails and reasons', async () => {
    const email = `"<script>alert(1)</script>"@example.com`;
    const caller = await service.newCaller();
    const { id } = caller.account;
    await service.prisma.account.update({ where: { id }, data: { name: hostile, email } });
    await service.prisma.application.update({
      where: { id: caller.applicationId },
      data: { name: hostile, redirectUris: [hostile] },
    });
    await open(`/accounts/${id}/suspend`);
    await grace.send(`/accounts/${id}/suspend`, { reason: hostile });
    for (const path of [
      `/accounts?id=${id}`,
      `/accounts/${id}`,
      `/accounts/${id}/sessions`,
      `/accounts/${id}/delete`,
      `/applications?owner=${id}`,
      `/applications/${caller.applicationId}/delete`,
      `/audit?account=${id}`,
    ]) {
      const html = await open(path);
      expect(html).toContain('&lt;script');
      expect(html).not.toMatch(/<script>|<img|alert\(1\)<\/script>"@/);
    }
    const query = new URLSearchParams({ name_prefix: hostile, created_from: hostile });
    const { html } = await grace.go(`/accounts?${query}`);
    expect(readValue(html, 'name_prefix')).toBe(hostile);
    expect(html).not.toMatch(/<script>|<img/);
    const { html: missing } = await grace.go(`/accounts/${encodeURIComponent(hostile)}`);
    expect(missing).not.toMatch(/<script>|<img/);
  });

  it('serve the style sheet and the script of the console without a sign-in', async () => {
    for (const [name, type] of [
      ['console.css', 'text/css'],
      ['console.js', 'text/javascript'],
      ['icon', 'image/svg+xml'],
    ]) {
      const { status, headers } = await fetch(`${url}/operator/pages/assets/${name}`);
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type!)]);
    }
  });

  it('reject other tokens, block a source that sends too many, and still accept valid ones', async () => {
    const client = new OperatorClient(url);
    const statuses: number[] = [];
    for (const token of ['', 'wrong', tokens.management, tokens.metrics]) {
      const { status, html } = await client.signIn(token);
      expect(errorsAbove(html)).toEqual(['This is not the token of an operator.']);
      expect(html).not.toContain(tokens.management);
      expect(status).toBe(401);
    }
    while (statuses.length < wrongTokens && !statuses.includes(429)) {
      statuses.push((await client.signIn('wrong')).status);
    }
    expect(statuses).toEqual([...statuses.slice(1).map(() => 401), 429]);
    await client.go('/sign-in');
    const refused = await client.send('/sign-in', { token: 'wrong' });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(errorsAbove(refused.html)).toEqual([expect.stringMatching(/^Too many requests/)]);
    expect((await client.signIn(tokens.grace)).status).toBe(200);
    expect(await isSignedIn(client)).toBe(true);
  });
});
