import { byHost } from '../../src/request/requester.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { UpdatePermissionsDto } from '../../src/accounts/dto/account-settings.dto.js';
import type { UpdatePreferencesDto } from '../../src/accounts/dto/preferences.dto.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { describeService, errorsOn, someForms, type Caller } from '../support/hosts/service.js';

const blank = 'This value must not be blank.';
const notBoolean = 'This value must be true or false.';

const defaults = {
  grouped_email_notification: false,
  default_email_notification_frequency: 'daily',
  default_desktop_notification_frequency: 'hourly',
  default_push_notification_frequency: 'hourly',
  default_trending_email_notification_frequency: 'occasionally',
  email_subscriptions: { quota_exceeded: true },
};

const others = {
  grouped_email_notification: true,
  default_email_notification_frequency: 'weekly',
  default_desktop_notification_frequency: 'instantly',
  default_push_notification_frequency: '5min',
  default_trending_email_notification_frequency: 'never',
  email_subscriptions: { quota_exceeded: false },
};

const plural = (frequency: string) => `${frequency.slice(0, -1)}ies`;
const frequencyNames = Object.keys(defaults).filter((name) => name.endsWith('_frequency'));

/** Rows of `it.each` for values of any type. */
const any = (...values: unknown[]) => values.map((value): [unknown] => [value]);

describeService('/accounts/:id/preferences', (service) => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await service().newCaller();
  });
  const path = '/accounts/me/preferences';
  const read = () => service().as(caller, 'get', path);
  const set = (members: unknown) =>
    service()
      .as(caller, 'put', path)
      .set('Content-Type', 'application/json')
      .send(members as object);
  const readAccount = async () => (await service().as(caller, 'get', '/accounts/me')).body.account;
  const row = () =>
    service().prisma.account.findUniqueOrThrow({ where: { id: caller.account.id } });
  const latestEvent = async () => {
    const trail = service().app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId: caller.account.id, limit: 1 }))[0]!;
  };

  it('returns the preferences of a new account, with a link to themselves', async () => {
    const { status, body, headers } = await read();
    expect(status).toBe(200);
    const self = service().path(`/api/accounts/${caller.account.id}/preferences`);
    expect(body).toEqual({ preferences: defaults, _links: { self: { href: self } } });
    const account = await service().as(caller, 'get', '/accounts/me');
    expect(headers.etag).toBe(account.headers.etag);
  });

  it('changes every preference, and the account shows them', async () => {
    const before = await row();
    const { status, body, headers } = await set(others);
    expect(status).toBe(200);
    expect(body.preferences).toEqual(others);
    expect((await read()).body).toEqual(body);
    expect(await readAccount()).toMatchObject(others);
    const after = await row();
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect(after.revision).toBe(before.revision + 1);
    expect(headers.etag).toBe((await read()).headers.etag);
  });

  it.each(Object.entries(others))('changes %s alone', async (name, value) => {
    const { body } = await set({ [name]: value });
    expect(body.preferences).toEqual({ ...defaults, [name]: value });
    expect(await latestEvent()).toMatchObject({
      event: 'account.update',
      members: [name],
      channel: 'http',
      clientId: caller.applicationId,
    });
  });

  it('accepts every value of the vocabularies in the application data', async () => {
    const { body: data } = await service().as(caller, 'get', '/app/data');
    for (const name of frequencyNames) {
      expect(data[`${plural(name)}`].length).toBeGreaterThan(2);
      for (const word of data[plural(name)]) {
        const { status, body } = await set({ [name]: word });
        expect([status, body.preferences[name]]).toEqual([200, word]);
      }
    }
  });

  it('accepts the id of the account instead of “me”', async () => {
    const byId = `/accounts/${caller.account.id}/preferences`;
    await service().as(caller, 'put', byId).send(others).expect(200);
    expect((await service().as(caller, 'get', byId)).body.preferences).toEqual(others);
  });

  it('changes nothing if it receives its own response, an empty body or unknown members', async () => {
    await set(others);
    const before = await row();
    const event = await latestEvent();
    const { body } = await read();
    for (const sent of [body, body.preferences, {}, { email_subscriptions: {} }, { unknown: 1 }]) {
      const answer = await set(sent);
      expect({ sent, status: answer.status, body: answer.body }).toEqual({
        sent,
        status: 200,
        body,
      });
    }
    const withoutBody = await service().as(caller, 'put', path);
    expect([withoutBody.status, withoutBody.body]).toEqual([200, body]);
    expect(await row()).toEqual(before);
    expect((await latestEvent()).id).toBe(event.id);
  });

  it('ignores other members of an account', async () => {
    const before = await row();
    const permissions = { create_alert: false };
    const sent = { name: 'New', email: 'no', permissions, create_alert: false, phone: 7 };
    expect((await set(sent)).status).toBe(200);
    expect(await row()).toEqual(before);
  });

  it('rejects null for every member, and applies none of the rest', async () => {
    const before = await row();
    const nulls = Object.fromEntries(Object.keys(defaults).map((name) => [name, null]));
    const { status, body } = await set(nulls);
    expect(status).toBe(400);
    for (const name of Object.keys(defaults)) expect(errorsOn(body, name)).toEqual([blank]);
    const { grouped_email_notification: _, ...rest } = others;
    expect((await set({ ...rest, grouped_email_notification: null })).status).toBe(400);
    expect(await row()).toEqual(before);
  });

  describe.each(frequencyNames)('%s', (name) => {
    it.each(
      any(
        'yearly',
        '',
        ' daily',
        'DAILY',
        'daily\u0000',
        '\ud800',
        'x'.repeat(90_000),
        5,
        0,
        true,
        false,
        {},
        { toString: 'never' },
        [],
        ['never'],
      ),
    )('lists the choices when it receives %j', async (value) => {
      const { body: data } = await service().as(caller, 'get', '/app/data');
      const { status, body } = await set({ [name]: value });
      expect(status).toBe(400);
      const choices = data[plural(name)].join(', ');
      expect(body.form.children).toMatchObject({
        [name]: { errors: [`Choose one of these: ${choices}.`] },
      });
      expect(Object.keys(body.form.children)).toEqual([name]);
    });
  });

  it.each(['hourly', 'instantly', 'often'])(
    'rejects %s, a value of another vocabulary, as the email frequency',
    async (word) => {
      expect((await set({ default_email_notification_frequency: word })).status).toBe(400);
    },
  );

  it.each(any('true', '', 0, 1, {}, [], [true]))(
    'rejects %j as a boolean, even inside an object',
    async (value) => {
      const { status, body } = await set({
        grouped_email_notification: value,
        email_subscriptions: { quota_exceeded: value },
      });
      expect(status).toBe(400);
      expect(errorsOn(body, 'grouped_email_notification')).toEqual([notBoolean]);
      expect(errorsOn(body, 'email_subscriptions')).toEqual([notBoolean]);
    },
  );

  it('applies edited preferences in the form of a response', async () => {
    const preferences = { email_subscriptions: { quota_exceeded: false } };
    const { status, body } = await set({ preferences, grouped_email_notification: true });
    expect(status).toBe(200);
    expect(body.preferences).toMatchObject({ ...preferences, grouped_email_notification: true });
  });

  it('reports null inside an object on the object', async () => {
    const { status, body } = await set({ email_subscriptions: { quota_exceeded: null } });
    expect(status).toBe(400);
    expect(errorsOn(body, 'email_subscriptions')).toEqual([blank]);
  });

  it.each(any('quota_exceeded', true, 0, [], [{ quota_exceeded: true }]))(
    'rejects subscriptions that are not an object: %j',
    async (email_subscriptions) => {
      const { status, body } = await set({ email_subscriptions });
      expect(status).toBe(400);
      expect(body.form.children).toMatchObject({
        email_subscriptions: { errors: ['This value must be an object.'] },
      });
    },
  );

  it.each([
    ['a list', '[]'],
    ['a list of preferences', '[{"grouped_email_notification": true}]'],
    ['deeply nested', '{"a":'.repeat(40) + '1' + '}'.repeat(40)],
  ])('rejects a body that is %s', async (_, body) => {
    expect((await set(body)).status).toBe(400);
  });

  it('reports errors in the language of the request', async () => {
    const { body } = await set({ default_email_notification_frequency: 'x' }).set(
      'Accept-Language',
      'fr',
    );
    expect(errorsOn(body, 'default_email_notification_frequency')).toEqual([
      'Choisissez l’une de ces valeurs\u00a0: daily, weekly, never.',
    ]);
  });

  it('is limited to the account of the token', async () => {
    const other = await service().newCaller();
    for (const method of ['get', 'put'] as const) {
      const status = async (id: string, who: Caller | undefined = caller) =>
        (await service().as(who, method, `/accounts/${id}/preferences`).send(others)).status;
      expect(await status(other.account.id)).toBe(403);
      expect(await status(newIdentifier())).toBe(404);
      expect(await status('x')).toBe(404);
      const anonymous = await service().as(undefined, method, path).send(others);
      expect(anonymous.status).toBe(401);
    }
  });

  it('requires the scopes of the account', async () => {
    const allow = (scope: string[]) =>
      service().prisma.accessToken.updateMany({
        where: { accountId: caller.account.id },
        data: { scope },
      });
    await allow(['account:read']);
    expect([(await read()).status, (await set(others)).status]).toEqual([200, 403]);
    caller = await service().newCaller();
    await allow(['account:write']);
    expect([(await read()).status, (await set(others)).status]).toEqual([403, 200]);
  });

  it('honours versions and entity tags as the account does', async () => {
    const { etag = '' } = (await read()).headers;
    expect((await read().set('If-None-Match', etag)).status).toBe(304);
    expect((await read().set('If-Match', '"x"')).status).toBe(412);
    expect((await set(others).set('If-Match', '"x"')).status).toBe(412);
    await service().update(caller, { name: 'Changed' }).expect(200);
    expect((await set(others).set('If-Match', etag)).status).toBe(412);
    expect((await read()).body.preferences).toEqual(defaults);
    expect((await set(others).set('If-Match', (await read()).headers.etag!)).status).toBe(200);
    expect((await read().set('Accept-Version', '9.9')).status).toBe(400);
    expect((await set({}).set('Accept-Version', '1.8')).headers['content-version']).toBe('1.8');
  });

  it('keeps the changes of concurrent requests', async () => {
    const answers = await Promise.all(
      Object.entries(others).map(([name, value]) => set({ [name]: value })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await read()).body.preferences).toEqual(others);
  });

  it('lets only one of several requests with the same entity tag succeed', async () => {
    const { etag = '' } = (await read()).headers;
    const statuses = await Promise.all(
      Object.entries(others).map(
        async ([name, value]) => (await set({ [name]: value }).set('If-Match', etag)).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('does not let PUT /accounts/:id change preferences or permissions', async () => {
    const before = await row();
    const sent = { ...others, permissions: { create_alert: false } };
    expect((await service().update(caller, sent)).status).toBe(200);
    expect(await row()).toEqual(before);
  });

  it('is included in the export', async () => {
    await set(others);
    const { body } = await service().as(caller, 'get', '/accounts/me/export');
    expect(body.account).toMatchObject(others);
    expect(body.audit_events.at(-2)).toMatchObject({
      event: 'account.update',
      members: Object.keys(others),
    });
  });
});

describeService(
  'The limits of preferences',
  (service) => {
    it('are shared with the account', async () => {
      const caller = await service().newCaller();
      const status = async (method: 'get' | 'put', path: string) =>
        (await service().as(caller, method, path).send({})).status;
      expect(await status('get', '/accounts/me/preferences')).toBe(200);
      expect(await status('get', '/accounts/me')).toBe(200);
      expect(await status('get', '/accounts/me/preferences')).toBe(429);
      expect(await status('put', '/accounts/me')).toBe(200);
      expect(await status('put', '/accounts/me/preferences')).toBe(200);
      expect(await status('put', '/accounts/me/preferences')).toBe(429);
    });
  },
  { rateLimits: parseRateLimits('accounts.read=2/1h,accounts.update=2/1h') },
  someForms,
);

describeService(
  'AccountsService',
  (service) => {
    let caller: Caller;
    let accounts: AccountsService;
    beforeEach(async () => {
      accounts = service().app.get(AccountsService, { strict: false });
      caller = await service().newCaller();
    });
    const latestEvent = async () => {
      const trail = service().app.get(AuditTrail, { strict: false });
      return (await trail.list({ accountId: caller.account.id, limit: 1 }))[0]!;
    };
    const getPermissions = async () =>
      (await service().as(caller, 'get', '/accounts/me')).body.account.permissions;

    it('sets preferences only if a condition holds', async () => {
      const { id } = caller.account;
      const input = { grouped_email_notification: true };
      const changed = await accounts.setPreferences(
        id,
        input,
        byHost,
        ({ revision }) => revision === 1,
      );
      expect(changed).toMatchObject({ groupedEmailNotification: true, revision: 2 });
      await expect(accounts.setPreferences(id, input, byHost, () => false)).rejects.toMatchObject({
        code: 'precondition_failed',
      });
      for (const unknown of [newIdentifier(), 'x', '\u0000']) {
        await expect(accounts.setPreferences(unknown, input, byHost)).rejects.toMatchObject({
          code: 'account_not_found',
        });
      }
      for (const wrong of [null, [], 'x']) {
        const refused = accounts.setPreferences(id, wrong as UpdatePreferencesDto, byHost);
        await expect(refused).rejects.toMatchObject({ code: 'body_not_object' });
      }
    });

    it('sets the named permissions and leaves the others', async () => {
      const { id } = caller.account;
      await accounts.setPermissions(id, { create_alert: false, read_quotastats: false }, byHost);
      const denied = { create_alert: false, read_quotastats: false };
      const allowed = { read_teammembers: true, read_teamrequests: true };
      expect(await getPermissions()).toEqual({ ...allowed, ...denied });
      expect(await latestEvent()).toMatchObject({
        event: 'permissions.change',
        members: ['create_alert', 'read_quotastats'],
        channel: 'code',
        actorId: null,
      });
      const again = await accounts.setPermissions(id, { create_alert: true }, byHost);
      expect(again.revision).toBe(3);
      expect(await getPermissions()).toEqual({ ...allowed, ...denied, create_alert: true });
      expect((await accounts.setPermissions(id, { create_alert: true }, byHost)).revision).toBe(3);
      expect((await accounts.setPermissions(id, {}, byHost)).revision).toBe(3);
    });

    it('keeps permissions that are set concurrently', async () => {
      const { id } = caller.account;
      const names = ['create_alert', 'read_teammembers', 'read_teamrequests', 'read_quotastats'];
      await Promise.all(
        names.map((name) => accounts.setPermissions(id, { [name]: false }, byHost)),
      );
      expect(await getPermissions()).toEqual(
        Object.fromEntries(names.map((name) => [name, false])),
      );
    });

    it.each([
      [{ create_alert: null }, 'create_alert'],
      [{ create_alert: 'false' }, 'create_alert'],
      [{ read_quotastats: 0, create_alert: false }, 'read_quotastats'],
      [{ creat_alert: false }, 'creat_alert'],
      [{ permissions: { create_alert: false } }, 'permissions'],
      [{ constructor: false }, 'constructor'],
      [JSON.parse('{"__proto__": false}'), '__proto__'],
    ])('rejects the permissions %j', async (input, member) => {
      const refused = accounts.setPermissions(
        caller.account.id,
        input as UpdatePermissionsDto,
        byHost,
      );
      const error: unknown = await refused.catch((error: unknown) => error);
      expect(JSON.stringify(error)).toContain(`"${member}"`);
      expect(Object.values(await getPermissions())).toEqual([true, true, true, true]);
    });
  },
  {},
  someForms,
);
