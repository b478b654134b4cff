import { byHost } from '../../src/request/requester.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import { describeService, errorsOn, newEmail, password } from '../support/hosts/service.js';

describeService('POST /accounts', (service, standalone) => {
  let caller: Awaited<ReturnType<ReturnType<typeof service>['newCaller']>>;
  beforeAll(async () => {
    caller = await service().newCaller();
  });
  const create = (members?: object) => service().create(caller, members);

  describe('a successful response', () => {
    it('contains the readable members in order, each once', async () => {
      const email = newEmail();
      const { status, body, text } = await create({ email });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['account', '_links']);
      expect(Object.keys(body.account)).toEqual([
        'id',
        'name',
        'email',
        'language_code',
        'created_at',
        'updated_at',
        'grouped_email_notification',
        'default_email_notification_frequency',
        'default_desktop_notification_frequency',
        'default_push_notification_frequency',
        'default_trending_email_notification_frequency',
        'permissions',
        'email_subscriptions',
      ]);
      expect(text.match(/default_trending_email_notification_frequency/g)).toHaveLength(1);
      expect(body.account).toMatchObject({ name: 'Ada Lovelace', email, language_code: 'en' });
    });

    it('equals the account that its owner reads', async () => {
      const created = await create({ phone: '12', client: 'Client' });
      const owner = await callerFor(created.body.account.id);
      const read = await service().as(owner, 'get', '/accounts/me');
      expect(read.body).toEqual(created.body);
      expect(read.headers.etag).toBe(created.headers.etag);
    });

    it('contains the defaults of a new account', async () => {
      const { body } = await create();
      expect(body.account).toMatchObject({
        grouped_email_notification: false,
        default_email_notification_frequency: 'daily',
        default_desktop_notification_frequency: 'hourly',
        default_push_notification_frequency: 'hourly',
        default_trending_email_notification_frequency: 'occasionally',
        permissions: {
          create_alert: true,
          read_teammembers: true,
          read_teamrequests: true,
          read_quotastats: true,
        },
        email_subscriptions: { quota_exceeded: true },
      });
    });

    it('contains an unguessable id that is safe in a path, and a link to the account', async () => {
      const { body } = await create();
      expect(body.account.id).toMatch(/^[A-Za-z0-9]{21,}$/);
      expect(body._links).toEqual({
        self: { href: service().path(`/api/accounts/${body.account.id}`) },
      });
    });

    it('contains W3C dates in UTC with a fraction', async () => {
      const { body } = await create();
      const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/;
      expect(body.account.created_at).toMatch(form);
      expect(body.account.updated_at).toBe(body.account.created_at);
      expect(Math.abs(Date.parse(body.account.created_at) - Date.now())).toBeLessThan(60_000);
    });

    it('omits the password, phone, default_notification_phone and client', async () => {
      const { text } = await create({
        phone: '(202) 358-0001',
        client: 'A client',
        default_notification_phone: { number: '+12023580001' },
      });
      expect(text).not.toMatch(/correct horse|358-|12023580001|A client|phone|password|client/);
    });
  });

  it('stores phone, SMS number, client and the registering application', async () => {
    const { body } = await create({
      phone: '(202) 358-0001',
      client: 'A client',
      default_notification_phone: { number: '+1 (202) 358-0001' },
    });
    const row = await service().prisma.account.findUniqueOrThrow({
      where: { id: body.account.id },
    });
    expect(row).toMatchObject({
      phone: '(202) 358-0001',
      client: 'A client',
      notificationPhone: '+12023580001',
      registeredById: caller.applicationId,
    });
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('ignores unknown and read-only members', async () => {
    const { status, body } = await create({
      id: 'x'.repeat(24),
      created_at: '2001-01-01T00:00:00.0+00:00',
      permissions: { create_alert: false },
      nonsense: { a: [1] },
      access_token: 'x',
      toString: 1,
    });
    expect(status).toBe(200);
    expect(body.account.id).not.toBe('x'.repeat(24));
    expect(body.account.permissions.create_alert).toBe(true);
  });

  standalone.it(
    hostOwned.parser,
    'is not affected by members named __proto__ or constructor',
    async () => {
      const { status, body } = await service()
        .as(caller, 'post', '/accounts')
        .set('Content-Type', 'application/json')
        .send(`{"__proto__":{"name":"x","email":"proto@example.com"},"password":"abc123"}`);
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual(['email', 'language_code', 'name']);
      const constructor = { prototype: { polluted: true } };
      expect((await create({ constructor })).status).toBe(200);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  describe('a validation error', () => {
    it('reports every required member of an empty object', async () => {
      const { status, body } = await service().as(caller, 'post', '/accounts').send({});
      expect(status).toBe(400);
      const required = { errors: ['This value is required.'], codes: ['required'] };
      expect(body).toEqual({
        form: {
          children: {
            name: required,
            email: required,
            password: required,
            language_code: required,
          },
        },
      });
    });

    it('treats null as missing if a value is required', async () => {
      const { body } = await create({
        name: null,
        email: null,
        password: null,
        language_code: null,
      });
      expect(Object.values(body.form.children)).toEqual(
        Array(4).fill({ errors: ['This value is required.'], codes: ['required'] }),
      );
    });

    it('reports one message for each member of the wrong type', async () => {
      const { status, body } = await create({
        name: 1,
        email: ['a@example.com'],
        password: { a: 1 },
        language_code: true,
        phone: 5,
        client: {},
        default_notification_phone: 'x',
      });
      expect(status).toBe(400);
      for (const field of ['name', 'email', 'password', 'language_code', 'phone', 'client']) {
        expect(errorsOn(body, field)).toEqual(['This value must be text.']);
      }
      expect(body.form.children.default_notification_phone).toEqual({
        errors: ['This value must be an object.'],
        codes: ['not_an_object'],
      });
    });

    it('reports a nested error once, on the object itself', async () => {
      const { body } = await create({ default_notification_phone: {} });
      expect(body.form.children).toEqual({
        default_notification_phone: {
          errors: ['This value is required.'],
          codes: ['required'],
        },
      });
    });
  });

  const accepted: Record<string, unknown[]> = {
    name: ['A', 'x'.repeat(255), '  Ada  ', '𝒳'.repeat(255), '李', 'O’Brien-Smith, Jr.'],
    email: [
      'first.last+tag@sub.example.co.uk',
      `${'a'.repeat(243)}@example.com`,
      'jörg@exämple.de',
      '用户@例子.广告',
      "o'brien@example.com",
    ],
    password: [
      'abcde1',
      'пароль1',
      '٣٣٣٣٣ا',
      `${'a'.repeat(1_023)}1`,
      ' a1 \u0000\n ',
      '😀😀😀😀a1',
    ],
    language_code: ['fr', 'iw', 'tl', 'ms', 'zh', 'EN', 'Fr'],
    phone: [null, '', ' \t', '1', '(202) 358-0001', `1${'x'.repeat(63)}`, '٠١٢'],
    client: [null, '', 'x'.repeat(255)],
    default_notification_phone: [
      null,
      { number: 123456 },
      { number: '+1 (202) 358-0001' },
      { number: '123456789012345', more: 1 },
      { number: '٠١٢٣٤٥' },
    ],
  };
  for (const [field, values] of Object.entries(accepted)) {
    it(`accepts a valid ${field}`, async () => {
      for (const value of values) {
        const { status, body } = await create({ [field]: value });
        expect({ value, status, body }).toMatchObject({ value, status: 200 });
      }
    });
  }

  it('strips bidi controls, stores blank text as null, and reads digits of any script', async () => {
    const { body } = await create({
      name: '\u202aAda\u202c',
      phone: '\u202a\u202c ',
      client: '\u200b',
      default_notification_phone: { number: '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧' },
    });
    expect(body.account.name).toBe('Ada');
    const { id } = body.account;
    expect(await service().prisma.account.findUnique({ where: { id } })).toMatchObject({
      phone: null,
      client: null,
      notificationPhone: '+971501234567',
    });
  });

  it('trims name and email before they are validated, and reads EN as en', async () => {
    const email = newEmail().toUpperCase();
    const sent = { name: '\u00a0 Ada \t', email: ` ${email}\u00a0\n`, language_code: 'EN' };
    const { body } = await create(sent);
    expect(body.account).toMatchObject({ name: 'Ada', email, language_code: 'en' });
    expect(
      (await create({ email: `\t${email.toLowerCase()} ` })).body.form.children.email.codes,
    ).toEqual(['email_taken']);
    expect(errorsOn((await create({ name: ' \t\u2003' })).body, 'name')).toEqual([
      'This value must not be blank.',
    ]);
  });

  const refused: Record<string, [value: unknown, sentence: RegExp][]> = {
    name: [
      ['', /blank/],
      ['x'.repeat(256), /at most 255 characters/],
      ['a\u0000b', /control/],
      ['a\nb', /control/],
      ['\ud800', /Unicode/],
    ],
    email: [
      ['', /blank/],
      ['a', /looks like .*name@example\.com/],
      [`${'a'.repeat(244)}@example.com`, /at most 255 characters/],
      ['ab', /not a valid email/],
      ['a@localhost', /not a valid email/],
      ['a@b@example.com', /not a valid email/],
      ['a@.example.com', /not a valid email/],
      ['a@example..com', /not a valid email/],
      ['a@-example.com', /not a valid email/],
      ['.a@example.com', /not a valid email/],
      ['a b@example.com', /not a valid email/],
      ['a @example.com', /not a valid email/],
      ['a\u0000@example.com', /not a valid email/],
      ['a\u202e@example.com', /not a valid email/],
      ['@example.com', /not a valid email/],
    ],
    password: [
      ['', /blank/],
      ['ab1', /at least 6 characters/],
      ['😀😀a1', /at least 6 characters/],
      ['abcdef', /at least one digit/],
      ['123456', /at least one letter/],
      [`${'a'.repeat(1_024)}1`, /at most 1,024 characters/],
      ['abcde1\udfff', /Unicode/],
    ],
    language_code: [
      ['', /blank/],
      ['xx', /not available/],
      ['en-GB', /not available/],
      ['toString', /not available/],
    ],
    phone: [
      ['none', /digit/],
      ['1'.repeat(65), /at most 64/],
      ['1\u0000', /control/],
    ],
    client: [
      ['x'.repeat(256), /at most 255/],
      ['\u0007', /control/],
    ],
    'default_notification_phone.number': [
      [null, /required/],
      ['', /6 to 15 digits/],
      [12345, /6 to 15 digits/],
      ['1'.repeat(16), /6 to 15 digits/],
      [1e21, /6 to 15 digits/],
      [123456.5, /must be text/],
      [-123456, /must be text/],
      [true, /must be text/],
      [['123456'], /must be text/],
      ['12345a6', /only digits, spaces/],
      ['1+23456', /only digits, spaces/],
      ['123456\n7', /control/],
    ],
  };
  for (const [field, values] of Object.entries(refused)) {
    it(`refuses an invalid ${field}`, async () => {
      for (const [value, sentence] of values) {
        const [outer = field, inner] = field.split('.');
        const { status, body } = await create({ [outer]: inner ? { [inner]: value } : value });
        expect({ value, status }).toEqual({ value, status: 400 });
        expect({ value, errors: errorsOn(body, outer) }).toEqual({
          value,
          errors: [expect.stringMatching(sentence)],
        });
        expect(Object.keys(body.form.children)).toEqual([outer]);
      }
    });
  }

  it('refuses an array or a scalar as default_notification_phone', async () => {
    for (const value of [[], [{ number: '123456' }], 5, true, '']) {
      const { body } = await create({ default_notification_phone: value });
      expect({ value, error: body.form.children.default_notification_phone }).toEqual({
        value,
        error: { errors: ['This value must be an object.'], codes: ['not_an_object'] },
      });
    }
  });

  describe('a taken email', () => {
    it('is refused regardless of letter case and Unicode form', async () => {
      const pairs = [
        ['Case@Example.com', 'cASE@eXAMPLE.COM'],
        ['stra\u00dfe@example.com', 'STRASSE@example.com'],
        ['caf\u00e9@example.com', 'cafe\u0301@example.com'],
        ['\u03c3\u03c2@example.com', '\u03a3\u03a3@example.com'],
      ];
      for (const [first, second] of pairs) {
        expect((await create({ email: first })).status).toBe(200);
        const { status, body } = await create({ email: second });
        expect(status).toBe(400);
        expect(body).toEqual({
          form: {
            children: {
              email: {
                errors: ['An account with this email address already exists.'],
                codes: ['email_taken'],
              },
            },
          },
        });
      }
    });

    it('is reported together with all other violations', async () => {
      const email = newEmail();
      await create({ email });
      const { status, body } = await create({ email, name: '', password: 'short' });
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual(['email', 'name', 'password']);
    });

    it('is refused in all but one of many concurrent requests', async () => {
      const email = newEmail();
      const answers = await Promise.all(Array.from({ length: 12 }, () => create({ email })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array(11).fill(400)]);
      for (const { status, body } of answers) {
        if (status === 400) expect(errorsOn(body, 'email')).toHaveLength(1);
      }
    });
  });

  it('treats a password in another Unicode form as the same password', async () => {
    const { body } = await create({
      email: 'nfkc@example.com',
      password: '\ufb01ne\u00e5ngstr\u00f6m1',
    });
    const { token } = await callerFor(body.account.id);
    const { status } = await service()
      .as({ token }, 'put', '/accounts/me')
      .send({ old_password: 'finea\u030angstro\u0308m1', new_password: password });
    expect(status).toBe(200);
  });

  async function callerFor(accountId: string) {
    const { ApplicationsService } = await import('../../src/applications/applications.service.js');
    const applications = service().app.get(ApplicationsService, { strict: false });
    const { accessToken } = await applications.create(accountId, { name: 'Client' }, byHost);
    return { token: accessToken };
  }
});
