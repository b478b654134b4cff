import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Test } from 'supertest';
import { newAccessToken } from '../../src/principals/access-token.js';
import { AccountsClient, AccountsClientError } from '../../src/messaging/client/index.js';
import { startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import { newEmail, password, type Caller, type TestService } from '../support/hosts/service.js';

/** Headers of the transport, which only HTTP responses have. */
const ofTransport = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-request-id',
]);
/** Security headers that the service adds to all HTTP responses. */
const ofService =
  /^(?:content-security-policy|cross-origin|origin-agent|referrer-policy|strict-transport|x-content-type|x-dns|x-download|x-frame|x-permitted|x-xss)/;

function newAccount(members: object = {}): object {
  return { name: 'Ada', email: newEmail(), password, language_code: 'en', ...members };
}

describe.each(transports)('messages over %s', (_name, transport) => {
  let cluster: MessageNodes;
  let service: TestService;
  let caller: Caller;
  let other: Caller;
  beforeAll(async () => {
    cluster = await startNodes(transport, 2);
    [service] = cluster.nodes as [TestService];
    caller = await service.newCaller({ language: 'de', apiVersion: '1.13' });
    other = await service.newCaller();
  });
  afterAll(() => cluster.close());
  const ask = (pattern: string, message: object = {}, who = caller) =>
    cluster.ask(pattern, { access_token: who.token, ...message });

  describe('compared with HTTP requests', () => {
    const deep = JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as object;
    const create = (body: any) => (http: TestService) =>
      http.as(caller, 'post', '/accounts').send(body);
    const wrong = {
      name: '',
      email: 'ada',
      password: 'short',
      language_code: 'xx',
      phone: 'none',
      client: 7,
      default_notification_phone: { number: 'x' },
    };
    const preferences = {
      default_email_notification_frequency: 'never',
      email_subscriptions: { quota_exceeded: false },
    };
    const wrongPreferences = {
      grouped_email_notification: 'yes',
      default_email_notification_frequency: 'hourly',
      default_push_notification_frequency: null,
      email_subscriptions: { quota_exceeded: 1 },
    };
    const cases: [string, (http: TestService) => Test, string, object | (() => object)][] = [
      ['reading', (http) => http.as(caller, 'get', '/accounts/me'), 'accounts.get', {}],
      [
        'an unknown account',
        (http) => http.as(caller, 'get', '/accounts/none'),
        'accounts.get',
        { id: 'none' },
      ],
      [
        'another version',
        (http) => http.as(caller, 'get', '/accounts/me').set('Accept-Version', '1.9.3'),
        'accounts.get',
        { accept_version: '1.9.3' },
      ],
      [
        'an unsupported version',
        (http) => http.as(caller, 'get', '/accounts/me').set('Accept-Version', '9.9'),
        'accounts.get',
        { accept_version: '9.9' },
      ],
      ['input with errors in every member', create(wrong), 'accounts.create', { body: wrong }],
      ['an empty body', create({}), 'accounts.create', { body: {} }],
      [
        'another language',
        (http) => create({})(http).set('Accept-Language', 'xx, fr;q=0.3'),
        'accounts.create',
        { body: {}, accept_language: 'xx, fr;q=0.3' },
      ],
      [
        'a new password without the old one',
        (http) => http.update(caller, { password: 'x', new_password: 'y' }),
        'accounts.update',
        { body: { password: 'x', new_password: 'y' } },
      ],
      [
        'a change with a stale If-Match',
        (http) => http.update(caller, { name: 'Late' }).set('If-Match', '"x"'),
        'accounts.update',
        { body: { name: 'Late' }, if_match: '"x"' },
      ],
      [
        'a change with a matching If-Match',
        (http) => http.update(caller, {}).set('If-Match', '*'),
        'accounts.update',
        { body: {}, if_match: '*' },
      ],
      [
        'a read with a stale If-Match',
        (http) => http.as(caller, 'get', '/accounts/me').set('If-Match', '"x"'),
        'accounts.get',
        { if_match: '"x"' },
      ],
      [
        'application data with a stale If-Match',
        (http) => http.as(caller, 'get', '/app/data').set('If-Match', '"x"'),
        'app.data',
        { if_match: '"x"' },
      ],
      [
        'a change without a body',
        (http) => http.as(caller, 'put', '/accounts/me'),
        'accounts.update',
        {},
      ],
      [
        'a change that changes nothing',
        (http) => http.update(caller, { name: 'Somebody', id: 'x', unknown: [1] }),
        'accounts.update',
        { body: { name: 'Somebody', id: 'x', unknown: [1] } },
      ],
      [
        'preferences',
        (http) => http.as(caller, 'get', '/accounts/me/preferences'),
        'accounts.preferences.get',
        {},
      ],
      [
        'preferences of another account',
        (http) => http.as(caller, 'get', `/accounts/${other.account.id}/preferences`),
        'accounts.preferences.get',
        () => ({ id: other.account.id }),
      ],
      [
        'preferences with a stale If-Match',
        (http) => http.as(caller, 'get', '/accounts/me/preferences').set('If-Match', '"x"'),
        'accounts.preferences.get',
        { if_match: '"x"' },
      ],
      [
        'a change of preferences',
        (http) => http.update(caller, preferences, '/accounts/me/preferences'),
        'accounts.preferences.update',
        { body: preferences },
      ],
      [
        'a change of preferences without a body',
        (http) => http.as(caller, 'put', '/accounts/me/preferences'),
        'accounts.preferences.update',
        {},
      ],
      [
        'preferences with invalid input',
        (http) => http.update(caller, wrongPreferences, '/accounts/me/preferences'),
        'accounts.preferences.update',
        { body: wrongPreferences },
      ],
      [
        'a change of preferences with a stale If-Match',
        (http) =>
          http.update(caller, preferences, '/accounts/me/preferences').set('If-Match', '"x"'),
        'accounts.preferences.update',
        { body: preferences, if_match: '"x"' },
      ],
      ['a body that is not an object', create('[]'), 'accounts.create', { body: [] }],
      ['a deeply nested body', create(deep), 'accounts.create', { body: deep }],
      [
        'no token',
        (http) => http.as(undefined, 'get', '/accounts/me'),
        'accounts.get',
        { access_token: undefined },
      ],
      [
        'an empty token',
        (http) => http.as(undefined, 'get', '/accounts/me'),
        'accounts.get',
        { access_token: '' },
      ],
      [
        'a malformed token',
        (http) => http.as({ token: 'x' } as Caller, 'get', '/accounts/me'),
        'accounts.get',
        { access_token: 'x' },
      ],
      [
        'the applications of the account',
        (http) => http.as(caller, 'get', '/applications'),
        'applications.list',
        {},
      ],
      [
        'an application',
        (http) => http.as(caller, 'get', `/applications/${caller.applicationId}`),
        'applications.get',
        () => ({ id: caller.applicationId }),
      ],
      [
        'an application of another account',
        (http) => http.as(caller, 'get', `/applications/${other.applicationId}`),
        'applications.get',
        () => ({ id: other.applicationId }),
      ],
      [
        'an application without an id',
        (http) => http.as(caller, 'get', '/applications/me'),
        'applications.get',
        {},
      ],
      [
        'an application with invalid input',
        (http) => http.as(caller, 'post', '/applications').send({ redirect_uris: ['x'] }),
        'applications.create',
        { body: { redirect_uris: ['x'] } },
      ],
      [
        'a change of an application with invalid input',
        (http) =>
          http
            .as(caller, 'put', `/applications/${caller.applicationId}`)
            .send({ require_pkce: 'x', name: '' }),
        'applications.update',
        () => ({ id: caller.applicationId, body: { require_pkce: 'x', name: '' } }),
      ],
      ['application data', (http) => http.as(caller, 'get', '/app/data'), 'app.data', {}],
      [
        'application data in another language',
        (http) => http.as(caller, 'get', '/app/data').set('Accept-Language', 'ar'),
        'app.data',
        { accept_language: 'ar' },
      ],
    ];
    it.each(cases)('return the same for %s', async (_case, request, pattern, message) => {
      const sent = request(service);
      if (sent.method === 'POST') sent.set('Content-Type', 'application/json');
      const http = await sent;
      const reply = await ask(pattern, typeof message === 'function' ? message() : message);
      const headers = Object.entries(http.headers as Record<string, string>).filter(
        ([name]) => !ofTransport.has(name) && !ofService.test(name),
      );
      const { 'x-request-id': id, ...said } = reply.headers;
      // Each node has its own public URL.
      const challenge = said['www-authenticate']?.replace(
        /127\.0\.0\.1:\d+/,
        new URL(service.url).host,
      );
      if (challenge !== undefined) said['www-authenticate'] = challenge;
      expect({ status: reply.status, headers: said, body: JSON.stringify(reply.body) }).toEqual({
        status: http.status,
        headers: Object.fromEntries(headers),
        body: http.text,
      });
      expect(id).toMatch(/^[\w-]{36}$/);
    });

    it('return the same for a large body, in the language of the account', async () => {
      const body = { name: 'x'.repeat(110_000) };
      const http = await create(body)(service);
      const reply = await ask('accounts.create', { body });
      expect([reply.status, reply.body.error]).toEqual([http.status, http.body.error]);
      expect(reply.body.error_description).toBe('Der Inhalt der Anfrage ist zu groß.');
      const largest = { name: 'x'.repeat(102_400 - '{"name":""}'.length) };
      expect((await ask('accounts.create', { body: largest })).status).toBe(400);
    });

    it.each(['access_token', 'id', 'accept_language', 'request_id'])(
      'a large member %s',
      async (member) => {
        const reply = await ask('accounts.get', { [member]: 'x'.repeat(20_000) });
        expect([reply.status, reply.body.error]).toEqual([413, 'payload_too_large']);
      },
    );

    it('return the same for another account', async () => {
      const id = other.account.id;
      for (const pattern of ['accounts.get', 'accounts.update']) {
        const { status, body } = await ask(pattern, { id, body: { name: 'Taken over' } });
        const http = await service.as(caller, 'get', `/accounts/${id}`);
        expect([status, body]).toEqual([403, http.body]);
      }
      const { body } = await ask('accounts.get', { id }, other);
      expect(body.account.name).toBe('Somebody');
    });

    it('return the same when they create an account, which the caller cannot read afterwards', async () => {
      const email = newEmail();
      const { status, body } = await ask('accounts.create', { body: newAccount({ email }) });
      expect([status, body.account.email]).toEqual([200, email]);
      expect(Object.keys(body)).toEqual(['account', '_links']);
      expect(body._links.self.href).toBe(`/api/accounts/${body.account.id}`);
      expect((await ask('accounts.get', { id: body.account.id })).status).toBe(403);
      const row = await service.prisma.account.findUnique({ where: { id: body.account.id } });
      expect(row!.registeredById).toBe(caller.applicationId);
    });

    it('return the same once per idempotency key, across nodes and transports', async () => {
      const body = newAccount();
      const first = await ask('accounts.create', { body, idempotency_key: 'key' });
      const again = await ask('accounts.create', { body, idempotency_key: 'key' });
      expect(again.body).toEqual(first.body);
      const http = service.as(caller, 'post', '/accounts').set('Idempotency-Key', 'key');
      expect((await http.send(body)).body).toEqual(first.body);
    });

    it('return the same for a taken email in any letter case', async () => {
      const body = newAccount({ email: other.account.email.toUpperCase() });
      const reply = await ask('accounts.create', { body, accept_language: 'en' });
      expect([reply.status, reply.body]).toEqual([
        400,
        {
          form: {
            children: {
              email: {
                errors: ['An account with this email address already exists.'],
                codes: ['email_taken'],
              },
            },
          },
        },
      ]);
    });

    it('return the same for an account that is read, edited and sent back', async () => {
      const person = await service.newCaller();
      const { body } = await ask('accounts.get', {}, person);
      const edited = { ...body, account: { ...body.account, name: 'Edited' } };
      const updated = await ask('accounts.update', { body: edited }, person);
      expect(updated.body.account).toEqual({
        ...body.account,
        name: 'Edited',
        updated_at: expect.any(String),
      });
    });

    it('return the same for a password change, which requires the old password', async () => {
      const person = await service.newCaller();
      const change = (old_password: string, new_password: string) =>
        ask('accounts.update', { body: { old_password, new_password } }, person);
      const refused = await change('wrong 1', 'bernoulli 7');
      expect([refused.status, Object.keys(refused.body.form.children)]).toEqual([
        400,
        ['old_password'],
      ]);
      expect((await change(password, 'bernoulli 7')).status).toBe(200);
      expect((await change(password, 'bernoulli 8')).status).toBe(400);
    });

    it('return the same with the request id of the message', async () => {
      const { headers } = await ask('accounts.get', { request_id: 'trace-7' });
      expect(headers['x-request-id']).toBe('trace-7');
    });
  });

  describe('with a token', () => {
    const granted = async (scope: string[], expiresAt: Date | null = null): Promise<Caller> => {
      const person = await service.newCaller();
      await service.prisma.accessToken.updateMany({
        where: { accountId: person.account.id },
        data: { scope, expiresAt },
      });
      return person;
    };

    it('allow only its scope', async () => {
      const reader = await granted(['account:read']);
      const writer = await granted(['account:write']);
      const statuses = async (who: Caller) => [
        (await ask('accounts.get', {}, who)).status,
        (await ask('accounts.update', { body: {} }, who)).status,
        (await ask('accounts.create', { body: {} }, who)).status,
        (await ask('accounts.preferences.get', {}, who)).status,
        (await ask('accounts.preferences.update', {}, who)).status,
        (await ask('app.data', {}, who)).status,
      ];
      expect(await statuses(reader)).toEqual([200, 403, 403, 200, 403, 200]);
      expect(await statuses(writer)).toEqual([403, 200, 400, 403, 200, 200]);
      const { body, headers } = await ask('accounts.get', {}, writer);
      expect(body.error).toBe('insufficient_scope');
      expect(headers['www-authenticate']).toContain('scope="account:read"');
    });

    it('allow only tokens for the account API', async () => {
      const { account, ...person } = await service.newCaller();
      await service.prisma.accessToken.updateMany({
        where: { accountId: account.id },
        data: { resource: 'https://invoices.example/', scope: ['invoices:read'] },
      });
      const { status, body } = await ask('accounts.get', {}, { account, ...person });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    });

    it('let another service check it', async () => {
      const ends = new Date(Date.now() + 60_000);
      const reader = await granted(['account:read'], ends);
      const check = (body?: unknown) => ask('accounts.authenticate', { body }, reader);
      const answered = {
        account_id: reader.account.id,
        application: { id: reader.applicationId, name: 'Client' },
        kind: 'application',
        scope: 'account:read',
        expires_at: ends.toISOString().replace('Z', '+00:00'),
      };
      for (const body of [undefined, null, {}, { scope: null }, { scope: 'account:read' }]) {
        expect(await check(body)).toMatchObject({ status: 200, body: answered });
      }
      const refused = await check({ scope: 'account:read account:write' });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
      for (const scope of ['', 'account', 'a"b\r\n', 7, ['account:read']]) {
        expect((await check({ scope })).status).toBe(400);
      }
      expect((await check('account:read')).status).toBe(400);
    });

    it('allow nothing once it has expired or been revoked', async () => {
      const late = await granted(['account:read'], new Date(Date.now() - 1));
      const { status, body } = await ask('accounts.authenticate', {}, late);
      expect([status, body.error_description]).toEqual([401, 'The access token has expired.']);
      const gone = await service.newCaller();
      await service.prisma.accessToken.deleteMany({ where: { accountId: gone.account.id } });
      expect((await ask('accounts.get', {}, gone)).status).toBe(401);
    });
  });

  describe('that cannot be understood', () => {
    it.each<[string, unknown]>([
      ['a number', 5],
      ['a text', 'accounts'],
      ['a list', [{ access_token: 'x' }]],
      ['true', true],
    ])('are refused: %s', async (_form, payload) => {
      expect(await cluster.ask('accounts.get', payload)).toMatchObject({
        status: 400,
        body: {
          form: {
            errors: ['The request body must be a JSON object.'],
            codes: ['body_not_object'],
            children: {},
          },
        },
      });
    });

    it.each<[string, unknown]>([
      ['access_token', 7],
      ['access_token', ['x']],
      ['id', 7],
      ['id', { toString: 'me' }],
      ['accept_version', 1.13],
      ['accept_language', ['fr']],
      ['source', 'somewhere'],
      ['source', 127],
      ['request_id', {}],
      ['deadline', 'soon'],
      ['deadline', {}],
    ])('are refused with the name of the invalid member: %s %j', async (name, value) => {
      const { status, body } = await ask('accounts.get', { accept_language: 'en', [name]: value });
      expect(status).toBe(400);
      expect(body.form.errors[0]).toContain(name);
    });

    it('cannot crash the service', async () => {
      const hostile = [
        JSON.parse('{"__proto__":{"access_token":"x"},"body":{"__proto__":{"name":"x"}}}'),
        { constructor: 'x', hasOwnProperty: 1, toString: null },
        { body: { name: '\ud800', email: '\u0000@x.y', password: [], language_code: {} } },
        { id: '../me', body: 7 },
        { id: 'x'.repeat(50_000) },
        { accept_version: 'x'.repeat(50_000), accept_language: ','.repeat(50_000) },
        { deadline: -1e308 },
        { body: null },
      ];
      for (const message of hostile) {
        for (const pattern of ['accounts.create', 'accounts.update', 'accounts.authenticate']) {
          const { status } = await ask(pattern, message as object);
          expect(status === 200 || status === 504 || (status >= 400 && status < 500)).toBe(true);
        }
      }
      expect((await ask('accounts.get')).status).toBe(200);
    });

    it('are not accepted under an unknown pattern', async () => {
      await expect(ask('accounts.suspend')).rejects.toBeDefined();
    });
  });

  describe('that take too long', () => {
    const slow = async (work: () => Promise<void>) => {
      const client = new Client({ connectionString: service.databaseUrl });
      await client.connect();
      await client.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
      await work().finally(() => client.end());
    };

    it('are not performed if they arrive after their deadline', async () => {
      const email = newEmail();
      const { status, body } = await ask('accounts.create', {
        body: newAccount({ email }),
        deadline: Date.now() - 1,
      });
      expect([status, body]).toEqual([
        504,
        {
          error: 'deadline_exceeded',
          error_description: 'The request took too long to process.',
        },
      ]);
      expect(await service.prisma.account.count({ where: { email } })).toBe(0);
    });

    it('are aborted at their deadline and not performed afterwards', async () => {
      const email = newEmail();
      await slow(async () => {
        const begin = Date.now();
        const deadline = begin + 300;
        const { status } = await ask('accounts.create', { body: newAccount({ email }), deadline });
        expect([status, Date.now() - begin < 4_000]).toEqual([504, true]);
      });
      expect((await ask('accounts.get')).status).toBe(200);
      expect(await service.prisma.account.count({ where: { email } })).toBe(0);
    });

    it('return 503 without a deadline if the database does not respond', async () => {
      await slow(async () => {
        const begin = Date.now();
        const { status, headers, body } = await ask('accounts.update', { body: { name: 'Late' } });
        expect([status, body.error, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
        expect(Date.now() - begin).toBeLessThan(12_000);
      });
    });
  });

  describe('through the client', () => {
    const client = () => new AccountsClient(cluster.proxies[0]!);
    const as = () => ({ accessToken: caller.token, version: '1.9', language: 'es' });
    const failure = (call: Promise<unknown>) =>
      call.then(
        () => {
          throw new Error('The call did not fail.');
        },
        (error: unknown) => error as AccountsClientError,
      );

    it('delete only the caller’s account', async () => {
      const leaver = await service.newCaller();
      const goodbye = { accessToken: leaver.token };
      const refused = await failure(client().delete(goodbye, caller.account.id));
      expect([refused.status, refused.code]).toEqual([403, 'access_denied']);
      const stale = await ask('accounts.delete', { if_match: '"x"' }, leaver);
      expect(stale.status).toBe(412);
      expect(await client().delete(goodbye, leaver.account.id)).toBeUndefined();
      // The other node learns of it within 250 ms.
      await delay(250);
      expect((await failure(client().delete(goodbye))).code).toBe('invalid_token');
      const row = await service.prisma.account.findUnique({ where: { id: leaver.account.id } });
      expect(row).toBeNull();
    });

    it('manage the account’s applications', async () => {
      const who = { accessToken: (await service.newCaller()).token };
      const { application } = await client().createApplication({ name: 'Billing' }, who);
      expect(application).toMatchObject({ name: 'Billing' });
      expect(application.client_secret).toHaveLength(64);
      const { id } = application;
      const renamed = await client().updateApplication(id, { name: 'Invoices' }, who);
      expect(renamed.application).toMatchObject({ id, access_token: application.access_token });
      expect((await client().getApplication(id, who)).application.name).toBe('Invoices');
      const names = async () =>
        (await client().listApplications(who)).applications.map(({ name }) => name);
      expect(await names()).toContain('Invoices');
      const rotated = await client().rotateApplicationSecret(id, who, { keep_previous_days: 7 });
      expect(rotated.application.client_secret).toHaveLength(64);
      const { secrets } = await client().listApplicationSecrets(id, who);
      expect(secrets).toMatchObject([{ expires_at: null }, { last_used_on: null }]);
      const previous = secrets[1]!.id;
      expect(await client().removeApplicationSecret(id, previous, who)).toBeUndefined();
      const ended = await failure(client().removeApplicationSecret(id, previous, who));
      expect([ended.status, ended.code]).toEqual([404, 'client_secret_not_found']);
      expect(await client().deleteApplication(id, who)).toBeUndefined();
      expect(await names()).not.toContain('Invoices');
      const gone = await failure(client().deleteApplication(id, who));
      expect([gone.status, gone.code]).toEqual([404, 'application_not_found']);
    });

    it('manage the named tokens of an application', async () => {
      const { token, applicationId } = await service.newCaller();
      const who = { accessToken: token };
      const report = { name: 'Report', scope: 'account:read', expires_in_days: 90 } as const;
      const created = (await client().createNamedToken(applicationId, report, who)).token;
      const named = { accessToken: created.access_token };
      expect(await client().authenticate(named)).toMatchObject({
        kind: 'restricted',
        scope: 'account:read',
        expires_at: created.expires_at,
      });
      expect((await failure(client().listNamedTokens(applicationId, named))).code).toBe(
        'access_denied',
      );
      const { tokens } = await client().listNamedTokens(applicationId, who);
      expect(tokens.map(({ id, name }) => [id, name])).toEqual([[created.id, 'Report']]);
      const wrong = await failure(
        client().createNamedToken(applicationId, { ...report, expires_in_days: 3 }, who),
      );
      expect(wrong.status).toBe(400);
      expect(await client().revokeNamedToken(applicationId, created.id, who)).toBeUndefined();
      // The other node learns of it within 250 ms.
      await delay(250);
      expect((await failure(client().authenticate(named))).code).toBe('invalid_token');
      const again = await failure(client().revokeNamedToken(applicationId, created.id, who));
      expect([again.status, again.code]).toEqual([404, 'token_not_found']);
    });

    it('have typed responses', async () => {
      const { id } = caller.account;
      const email = newEmail();
      const created = await client().create(
        { name: 'Ada', email, password, language_code: 'en' },
        as(),
      );
      expect(created.account.email).toBe(email);
      expect((await client().get(as())).account.id).toBe(id);
      expect((await client().get(as(), id)).account.id).toBe(id);
      const updated = await client().update({ phone: '(202) 358-0001' }, as(), id);
      expect(updated.account.id).toBe(id);
      expect((await client().authenticate(as(), 'account:write')).account_id).toBe(id);
      expect((await client().appData(as())).alert_languages.en!.name).toBe('inglés');
    });

    it('fail with the service’s error', async () => {
      const refused = await failure(client().get({ accessToken: newAccessToken() }));
      expect(refused).toBeInstanceOf(AccountsClientError);
      expect(refused).toMatchObject({
        status: 401,
        code: 'invalid_token',
        message: 'The access token is invalid.',
        body: { error: 'invalid_token' },
        rateLimitReset: undefined,
      });
      expect(refused.headers['www-authenticate']).toContain('invalid_token');
      const wrong = await failure(client().update({ name: '' }, as()));
      expect(wrong).toMatchObject({ status: 400, code: undefined });
      expect(wrong.message).toBe('name: Este valor no puede estar vacío.');
    });

    it('fail at their timeout', async () => {
      const begin = Date.now();
      const call = new AccountsClient(cluster.proxies[0]!, { timeoutMs: 1 }).get(as());
      expect(await failure(call)).toMatchObject({ status: 504, code: 'deadline_exceeded' });
      expect(Date.now() - begin).toBeLessThan(1_000);
    });
  });
});
