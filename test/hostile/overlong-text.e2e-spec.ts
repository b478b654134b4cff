import { byHost } from '../../src/request/requester.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { PasswordHasher } from '../../src/access/passwords/password-hasher.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { argon2id } from '../../src/access/passwords/argon2id.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import { newClient, type TestClient } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { errorsAbove } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import {
  describeService,
  errorsOn,
  newEmail,
  password,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

/** Characters that are slow to normalize, fold or match in large numbers. */
const kinds: Record<string, (units: number) => string> = {
  'marks of two combining classes': (n) => '\u0345'.repeat(n / 2) + '\u0316'.repeat(n / 2),
  'alternating marks': (n) => '\u0345\u0316'.repeat(n / 2),
  'marks of four classes, the highest first': (n) =>
    ['\u0345', '\u0315', '\u0316', '\u0334'].map((mark) => mark.repeat(n / 4)).join(''),
  'a ligature of eighteen characters': (n) => '\ufdfa'.repeat(n),
  'conjoining jamo': (n) => '\u1112\u1161\u11ab'.repeat(n / 3),
  'letters that grow when folded': (n) => '\u0390'.repeat(n),
  'bidi controls': (n) => '\u202e'.repeat(n),
  'white space': (n) => '\u00a0'.repeat(n),
  'punctuation and digits': (n) => '-1'.repeat(n / 2),
};
const [slowest] = Object.values(kinds) as [(units: number) => string];

/** The maximum length of normalized text, reached by a password of an earlier release. */
const maxUnits = 6 * 1_024;

/** Returns the length of the longest text that is normalized during the work. */
async function longestNormalized(work: () => Promise<unknown>): Promise<number> {
  const { normalize } = String.prototype;
  let longest = 0;
  String.prototype.normalize = function (this: string, form?: string) {
    longest = Math.max(longest, this.length);
    return normalize.call(this, form as 'NFC');
  };
  try {
    await work();
  } finally {
    String.prototype.normalize = normalize;
  }
  return longest;
}

/** Returns how much slower the work is for a text 16 times as long, from the fastest of three runs. */
async function growth(work: (units: number) => Promise<unknown>): Promise<number> {
  const times = [2_400, 16 * 2_400].map(() => Infinity);
  for (let round = 0; round < 3; round++) {
    for (const [index, units] of [2_400, 16 * 2_400].entries()) {
      const begun = performance.now();
      await work(units);
      times[index] = Math.min(times[index]!, performance.now() - begun);
    }
  }
  return times[1]! / times[0]!;
}

const tooLong = (max: string) => `This value is too long. It must have at most ${max} characters.`;

type Entry = (text: string, service: TestService) => Promise<{ readonly status: number }>;

describeService('Overlong text', (service) => {
  let person: Person;
  let client: TestClient;
  let browser: PageClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
    browser = new PageClient(service().url);
    await browser.open('/console/sign-in');
  });

  const accounts = () => service().app.get(AccountsService, { strict: false });
  const create =
    (member: string): Entry =>
    (text) =>
      service().create(person, { [member]: text });
  const update =
    (member: string): Entry =>
    (text) =>
      service().update(person, { [member]: text });
  const application =
    (member: string): Entry =>
    (text) =>
      service()
        .as(person, 'post', '/applications')
        .send({ name: 'a', [member]: text });
  const token =
    (name: string): Entry =>
    (text) => {
      const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token: 'a' };
      const body = new URLSearchParams({ ...fields, [name]: text });
      return fetch(`${service().url}/oauth/token`, { method: 'POST', body });
    };
  const page =
    (path: string, form: string, name: string, signedIn = true): Entry =>
    async (text) => {
      const client = signedIn ? person.browser : browser;
      await client.open(path);
      return client.submit(form, { [name]: text });
    };
  const inCode =
    (work: (text: string) => Promise<unknown>): Entry =>
    async (text) => {
      await work(text).catch(() => undefined);
      return { status: 400 };
    };

  const entries: Record<string, Entry> = {
    ...Object.fromEntries(
      [
        'name',
        'email',
        'password',
        'language_code',
        'phone',
        'client',
        'default_notification_phone',
      ].map((member) => [`${member} of a new account`, create(member)]),
    ),
    ...Object.fromEntries(
      ['name', 'email', 'language_code', 'phone', 'old_password', 'new_password', 'password'].map(
        (member) => [`${member} of a change`, update(member)],
      ),
    ),
    'the number of a phone': (text) =>
      service().create(person, { default_notification_phone: { number: text } }),
    'both passwords of a change': (text) =>
      service().update(person, { old_password: text, new_password: text }),
    'the old password of a change': (text) =>
      service().update(person, { old_password: text, new_password: 'another horse 8' }),
    ...Object.fromEntries(
      ['name', 'api_version', 'redirect_uris'].map((member) => [
        `${member} of an application`,
        application(member),
      ]),
    ),
    'a redirect URI': (text) =>
      service()
        .as(person, 'post', '/applications')
        .send({ name: 'a', redirect_uris: [`https://a${text}.example`] }),
    ...Object.fromEntries(
      ['client_id', 'client_secret', 'refresh_token', 'scope', 'grant_type'].map((name) => [
        `${name} of a token request`,
        token(name),
      ]),
    ),
    'the email of a sign-in': (text) => browser.signIn(`a${text}@example.com`, password),
    'the password of a sign-in': (text) => browser.signIn(newEmail(), text),
    'the password of a sign-in with an account': (text) =>
      browser.signIn(person.account.email, text),
    'the page after a sign-in': page('/console/sign-in', '/console/sign-in', 'return_to', false),
    'a passkey': page('/console/sign-in', '/console/sign-in', 'passkey', false),
    ...Object.fromEntries(
      ['name', 'email', 'password', 'language_code'].map((name) => [
        `${name} of a sign-up`,
        page('/console/sign-up', '/console/sign-up', name, false),
      ]),
    ),
    ...Object.fromEntries(
      ['name', 'email', 'phone', 'language_code'].map((name) => [
        `${name} on the account page`,
        page('/console/account', '/console/account', name),
      ]),
    ),
    'the name of an application on its page': page(
      '/console/applications/new',
      '/console/applications',
      'name',
    ),
    'the code of an authenticator': page(
      '/console/security/authenticator',
      '/console/security/authenticator',
      'code',
    ),
    'the email and password in code': inCode((text) =>
      accounts().authenticate(text, text, { ...byHost, source: '192.0.2.1' }),
    ),
    'an email that is looked up in code': inCode((text) => accounts().findByEmail(text)),
    'a password that is set in code': inCode((text) =>
      accounts().setPassword(person.account.id, text, byHost),
    ),
    'a second factor in code': inCode((text) =>
      accounts().verifySecondFactor(text, text, { ...byHost, source: '192.0.2.1' }),
    ),
    'the email of an operator’s search': inCode((text) =>
      service().app.get(OperatorService, { strict: false }).find({ email: text }),
    ),
  };

  it.each(Object.entries(entries))('is not normalized: %s', async (_, enter) => {
    for (const kind of Object.values(kinds)) {
      // The longest text that fits into a form, with up to nine bytes for each code unit.
      const text = kind(9_000);
      const longest = await longestNormalized(async () => {
        const { status } = await enter(text, service());
        expect(status).toBeLessThan(500);
      });
      expect(longest).toBeLessThanOrEqual(maxUnits);
    }
  });

  it.each(Object.entries(entries).filter(([name]) => !/token request|sign-|page/.test(name)))(
    'takes linear time: %s',
    async (_, enter) => {
      expect(await growth((units) => enter(slowest(units), service()))).toBeLessThan(4 * 16);
    },
  );

  it('causes only the too-long error of its field', async () => {
    const text = slowest(8_000);
    const { body } = await service().create(person, {
      name: text,
      email: text,
      password: text,
      phone: text,
      client: text,
      default_notification_phone: { number: text },
    });
    for (const [field, max] of Object.entries({
      name: '255',
      email: '255',
      password: '1,024',
      phone: '64',
      client: '255',
    })) {
      expect(errorsOn(body, field)).toEqual([tooLong(max)]);
    }
    expect(errorsOn(body, 'default_notification_phone')).toHaveLength(1);
  });

  it('is measured before bidi controls and white space are removed', async () => {
    const name = (units: number) => ({ name: 'Ada' + '\u200e '.repeat((units - 3) / 2) });
    const { status } = await service().create(person, name(1_019));
    expect(status).toBe(200);
    const { body } = await service().create(person, name(1_021));
    expect(errorsOn(body, 'name')).toEqual([tooLong('255')]);
  });

  it('counts as a wrong old password', async () => {
    for (const old_password of [password.padEnd(7_000), slowest(40_000)]) {
      const { status, body } = await service().update(person, {
        old_password,
        new_password: 'another horse 8',
      });
      expect([status, errorsOn(body, 'old_password')]).toEqual([
        400,
        ['The current password is incorrect.'],
      ]);
    }
  });
});

describe('Overlong text at sign-in', () => {
  let service: TestService;
  beforeAll(async () => {
    const rateLimits = parseRateLimits('sign-in=1000000/1m');
    service = await startService({ rateLimits });
  });
  afterAll(() => service.close());
  const hasher = () => service.app.get(PasswordHasher, { strict: false });
  const accounts = () => service.app.get(AccountsService, { strict: false });

  it.each([
    ['as the email', (text: string) => [`${text}@example.com`, password]],
    ['as the password of an unknown email', (text: string) => [newEmail(), text]],
    ['as both', (text: string) => [text, text]],
  ])('%s costs a hash and counts as a wrong attempt', async (_, credentials) => {
    const source = `192.0.2.${hasher().statistics.done % 250}`;
    const text = slowest(40_000);
    const [email, attempt] = credentials(text) as [string, string];
    // The first attempt for an unknown email creates the dummy hash for all of them.
    await accounts()
      .authenticate(newEmail(), password, { ...byHost, source: '192.0.2.251' })
      .catch(() => {});
    const { done } = hasher().statistics;
    for (let i = 0; i < 5; i++) {
      await expect(
        accounts().authenticate(email, attempt, { ...byHost, source }),
      ).rejects.toMatchObject({
        code: 'credentials_wrong',
      });
    }
    expect(hasher().statistics.done - done).toBe(5);
    await expect(
      accounts().authenticate(email, attempt, { ...byHost, source }),
    ).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  it('costs a hash and counts as wrong for an existing account', async () => {
    const { account } = await service.newCaller();
    const source = '192.0.2.252';
    const { done } = hasher().statistics;
    for (let i = 0; i < 5; i++) {
      const attempt = accounts().authenticate(account.email, slowest(40_000), {
        ...byHost,
        source,
      });
      await expect(attempt).rejects.toMatchObject({ code: 'credentials_wrong' });
    }
    expect(hasher().statistics.done - done).toBe(5);
    const attempt = accounts().authenticate(account.email, password, { ...byHost, source });
    await expect(attempt).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it.each([
    ['1,024 ligatures, judged before normalization', '\ufdfa'.repeat(1_023) + '1'],
    ['1,024 letters of four code units', '\u03b1\u0313\u0300\u0345'.repeat(1_023) + '1'],
    ['1,024 letters of six code units', '\u{1611e}\u{1611e}\u{16120}'.repeat(1_023) + '1'],
    ['no digit and no letter', '!!'],
  ])('is accepted as a password of an earlier release: %s', async (_, chosen) => {
    const { account } = await service.newCaller();
    const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const passwordHash = await argon2id.hash(chosen.normalize('NFKC'), cost);
    await service.prisma.account.update({ where: { id: account.id }, data: { passwordHash } });
    const { status, location } = await new PageClient(service.url).signIn(account.email, chosen);
    expect([status, location]).toEqual([303, '/console/account']);
  });

  it('redisplays the page with the usual error', async () => {
    const text = slowest(4_000);
    const { status, html } = await new PageClient(service.url).signIn(text, text);
    expect([status, errorsAbove(html)]).toEqual([
      400,
      ['The email address or password is incorrect.'],
    ]);
  });
});

describe.each(transports)('Overlong text in messages over %s', (_name, transport) => {
  let cluster: MessageNodes;
  let caller: Caller;
  beforeAll(async () => {
    cluster = await startNodes(transport, 1);
    caller = await cluster.nodes[0]!.newCaller();
  });
  afterAll(() => cluster.close());

  const inBody = (pattern: string, member: string) => (text: string) =>
    cluster.ask(pattern, { access_token: caller.token, body: { [member]: text } });
  const member = (name: string) => (text: string) =>
    cluster.ask('accounts.create', { access_token: caller.token, body: {}, [name]: text });

  it.each([
    ...['name', 'email', 'password', 'phone', 'client', 'language_code'].map(
      (name) => [`${name} of a new account`, inBody('accounts.create', name)] as const,
    ),
    ...['name', 'email', 'old_password', 'new_password'].map(
      (name) => [`${name} of a change`, inBody('accounts.update', name)] as const,
    ),
    ['the email of a reset', inBody('accounts.reset', 'email')] as const,
    ['the scope of a token', inBody('accounts.authenticate', 'scope')] as const,
    ['the name of an application', inBody('applications.create', 'name')] as const,
    ...[
      'access_token',
      'id',
      'accept_version',
      'accept_language',
      'if_match',
      'idempotency_key',
      'request_id',
      'source',
      'traceparent',
    ].map((name) => [name, member(name)] as const),
  ])('is not normalized, and takes linear time: %s', async (_, enter) => {
    for (const kind of Object.values(kinds)) {
      const longest = await longestNormalized(async () => {
        expect((await enter(kind(30_000))).status).toBeLessThan(500);
      });
      expect(longest).toBeLessThanOrEqual(maxUnits);
    }
    expect(await growth((units) => enter(slowest(units)))).toBeLessThan(4 * 16);
  });

  it('is refused as a source, even as the zone of an IPv6 address', async () => {
    const { status } = await member('source')(`fe80::1%${'1'.repeat(40_000)}`);
    expect(status).toBe(400);
  });
});
