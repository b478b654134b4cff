import {
  checkedExtras,
  checkedOptions,
  type AccountsFeature,
  type AccountsModuleExtras,
  type AccountsModuleOptions,
} from './accounts.options.js';

const secret = 'a secret of thirty-two characters or more';
const least: AccountsModuleOptions = {
  database: { url: 'postgresql://127.0.0.1/accounts' },
  secretKeys: [secret],
};
const given = (options: object) => () =>
  checkedOptions({ ...least, ...options } as AccountsModuleOptions);
const connect = () => undefined;
const mail = { transport: { sendMail: connect }, from: 'Accounts <accounts@example.com>' };
const limit = { limit: 5, windowMs: 1_000 };

class Limit {
  readonly limit = 5;
  readonly windowMs = 1_000;
}

class Limits {
  readonly 'sign-in' = new Limit();
}

class PasswordCosts {
  readonly iterations = 3;
}

class EnglishTexts {
  readonly required = 'Enter something.';
}

/** A difference that is a class instance may have other members. */
class Difference {
  constructor(readonly name: string) {}
}

describe('the module options', () => {
  it.each<object>([
    {},
    { database: { pool: { connect } } },
    { database: { pool: { connect }, schema: 'accounts' } },
    { database: { adapter: { connect } } },
    { database: { url: 'postgresql://host/x', poolSize: 2 } },
    {
      database: {
        url:
          'postgresql://host/x?schema=a&sslmode=require&application_name=a&options=-c%20a.b%3D1&connect_timeout=5' +
          '&channel_binding=require&pgbouncer=true&connection_limit=5&keepalives=1&supa=base-pooler.x',
      },
    },
    { publicUrl: 'https://a.example/base' },
    { publicUrl: undefined, signUp: undefined, passwordPolicy: undefined },
    { passwordHash: { memoryKiB: undefined, lanes: 2 } },
    { verifyForeignPassword: () => true },
    { sessionIdleHours: 1, sessionMaxDays: 1 },
    { auditDays: 30 },
    { auditSourceDays: 7, auditSourceDaysAfterDeletion: 3_650 },
    { auditDays: undefined },
    { apiVersions: [{ version: '1.99' }, { version: '2.9' }, { version: '2.10', difference: {} }] },
    { apiVersions: [{ version: '2.0', difference: { request: undefined, response: connect } }] },
    { apiVersions: [{ version: '2.0', difference: new Difference('of a class') }] },
    { secretKeys: `${secret},${secret}`.split(',') },
    { rateLimits: 'off' },
    { rateLimits: { 'accounts.read': { limit: 5, windowMs: 1_000 }, 'sign-in': undefined } },
    { rateLimits: new Limits(), passwordHash: new PasswordCosts() },
    { messages: { en: new EnglishTexts() } },
    { mail: { transport: { sendMail: connect, pool: true }, from: 'a@a.example' } },
  ])('are accepted: %j', (options) => {
    expect(given(options)).not.toThrow();
  });

  it.each<[string, object]>([
    ['database', { database: undefined }],
    ['database', { database: { url: undefined } }],
    ['database.url', { database: { url: '' } }],
    ['database.url', { database: { url: 'mysql://user:sesame@host/x' } }],
    ['database.url', { database: { url: 'postgresql://user:sesame@ho st/x' } }],
    ...['shema', 'scheme', 'shcema', 'schemas', 'Schema', 'sslmod', 'option'].map(
      (parameter): [string, object] => [
        'database.url is not usable: its parameter',
        { database: { url: `postgresql://host/x?${parameter}=sesame` } },
      ],
    ),
    [
      'database.directUrl is not usable: its parameter schema is',
      { database: { url: 'postgresql://host/x', directUrl: 'postgresql://host/x?shema=sesame' } },
    ],
    ['database', { database: { url: 'postgresql://host/x', pool: { connect } } }],
    ['database.schema', { database: { url: 'postgresql://host/x', schema: '' } }],
    ['database.schema', { database: { pool: { connect }, schema: 5 } }],
    ['database.directUrl', { database: { url: 'postgresql://host/x', directUrl: 'sesame' } }],
    ['database', { database: { pool: { connect }, directUrl: 'postgresql://host/x' } }],
    ['database', { database: { adapter: { connect }, schema: 'accounts' } }],
    ['database.pool', { database: { pool: {} } }],
    ['database.adapter', { database: { adapter: {} } }],
    ['database.poolSize', { database: { url: 'postgresql://host/x', poolSize: 1 } }],
    ['database.poolSize', { database: { url: 'postgresql://host/x', poolSize: 2.5 } }],
    ['database.poolSize', { database: { url: 'postgresql://host/x', poolSize: '20' } }],
    ['database.poolSize', { database: { url: 'postgresql://host/x', poolSize: 1_001 } }],
    ['database', { database: { pool: { connect }, poolSize: 20 } }],
    ['database', { database: 'postgresql://host/x' }],
    ['secretKeys', { secretKeys: undefined }],
    ['secretKeys', { secretKeys: [] }],
    ['secretKeys', { secretKeys: [undefined] }],
    ['secretKeys', { secretKeys: ['sesame'] }],
    ['publicUrl', { publicUrl: 'accounts.example' }],
    ['publicUrl', { publicUrl: 'ftp://accounts.example' }],
    ['publicUrl', { publicUrl: 'https://accounts.example/?sesame' }],
    ['signUp', { signUp: 'off' }],
    ['passwordPolicy', { passwordPolicy: 'lax' }],
    ['secondFactor', { secondFactor: 'always' }],
    ['passwordPolicy', { passwordPolicy: 'STRICT' }],
    ['passwordHash.memoryKiB', { passwordHash: { memoryKiB: NaN } }],
    ['passwordHash', { passwordHash: null }],
    ['verifyForeignPassword', { verifyForeignPassword: true }],
    ['sessionIdleHours', { sessionIdleHours: 0 }],
    ['sessionIdleHours', { sessionIdleHours: 721 }],
    ['sessionMaxDays', { sessionMaxDays: 366 }],
    ['sessionMaxDays', { sessionMaxDays: 0.5 }],
    ['auditDays', { auditDays: 29 }],
    ['auditDays', { auditDays: 3_651 }],
    ['auditDays', { auditDays: 36.5 }],
    ['auditDays', { auditDays: '365' }],
    ['auditSourceDays', { auditSourceDays: 6 }],
    ['auditSourceDaysAfterDeletion', { auditSourceDaysAfterDeletion: 3_651 }],
    ['counterStorage', { counterStorage: {} }],
    ...['open', 'close'].map((method): [string, object] => [
      'eventSubscribers',
      { eventSubscribers: [{ name: 'a', types: [], handle: connect, [method]: 'sesame' }] },
    ]),
    ['principalCacheBytes', { principalCacheBytes: -1 }],
    ['principalCacheBytes', { principalCacheBytes: 0.5 }],
    ['apiVersions', { apiVersions: [] }],
    ['apiVersions', { apiVersions: [{ version: 'v1' }] }],
    ['apiVersions', { apiVersions: [{ version: '1.2.3' }] }],
    ['apiVersions', { apiVersions: [{ version: '1.8' }, { version: '1.8' }] }],
    ['apiVersions', { apiVersions: [{ version: '1.10' }, { version: '1.9' }] }],
    ['apiVersions', { apiVersions: [{ version: '2.0' }, { version: '1.9' }] }],
    ...[null, 'sesame', { request: 'sesame' }, { response: 'sesame' }].map(
      (difference): [string, object] => [
        'apiVersions',
        { apiVersions: [{ version: '1.0', difference }] },
      ],
    ),
    ['features', { features: [] }],
    ['mountPath', { mountPath: 'accounts' }],
    ['basePath', { basePath: '' }],
    ['isGlobal', { isGlobal: true }],
    ['secondfactor', { secondfactor: 'sesame' }],
    ['secondfactor', { secondfactor: undefined }],
    ['toString', { toString: connect }],
    ['__proto__', JSON.parse('{ "__proto__": "sesame" }') as object],
    ['rateLimit', { rateLimit: 'off' }],
    ['hooks', { hooks: {} }],
    ['database.shema', { database: { url: 'postgresql://host/x', shema: 'sesame' } }],
    ['database.Schema', { database: { pool: { connect }, Schema: 'sesame' } }],
    ['passwordHash.memory', { passwordHash: { memory: 65_536 } }],
    ['mail.servicename', { mail: { ...mail, servicename: 'sesame' } }],
    ['apiVersions[1].diff', { apiVersions: [{ version: '1.0' }, { version: '1.1', diff: {} }] }],
    [
      'apiVersions[0].difference.requests',
      { apiVersions: [{ version: '1.0', difference: { requests: connect } }] },
    ],
    ['rateLimits["accounts.raed"]', { rateLimits: { 'accounts.raed': limit } }],
    [
      'rateLimits["accounts.read"].burst',
      { rateLimits: { 'accounts.read': { ...limit, burst: 5 } } },
    ],
    ['rateLimits', { rateLimits: 'of' }],
    ['rateLimits', { rateLimits: null }],
    ['rateLimits', { rateLimits: [limit] }],
    ['rateLimits', { rateLimits: new Map([['sign-in', limit]]) }],
    ['rateLimits', { rateLimits: Promise.resolve({ 'sign-in': limit }) }],
    ['rateLimits.burst', { rateLimits: Object.assign(new Limits(), { burst: limit }) }],
    ['rateLimits["app.data"]', { rateLimits: { 'app.data': 5 } }],
    ['rateLimits["app.data"]', { rateLimits: { 'app.data': null } }],
    ['rateLimits["app.data"].windowMs', { rateLimits: { 'app.data': { limit: 5 } } }],
    ...[0, -1, 1.5, NaN, 1e9 + 1, '5'].map((limit): [string, object] => [
      'rateLimits["app.data"].limit',
      { rateLimits: { 'app.data': { limit, windowMs: 1_000 } } },
    ]),
    ...[0, 0.5, NaN, Infinity, 31 * 86_400_000].map((windowMs): [string, object] => [
      'rateLimits["app.data"].windowMs',
      { rateLimits: { 'app.data': { limit: 1, windowMs } } },
    ]),
    ['messages', { messages: 'sesame' }],
    ['messages.de.required', { messages: { de: { required: ['sesame'] } } }],
    ['passwordHash', { passwordHash: new Map([['iterations', 3]]) }],
    ['passwordHash.memoryKiB', { passwordHash: { memoryKiB: 19_455 } }],
    ['passwordHash.iterations', { passwordHash: { iterations: 1 } }],
    ['passwordHash.parallelism', { passwordHash: { parallelism: 0 } }],
    ...[0, -1, NaN].map((lanes): [string, object] => [
      'passwordHash.lanes',
      { passwordHash: { lanes } },
    ]),
  ])('are rejected with the name of the option but not its value: %s in %j', (name, options) => {
    expect(given(options)).toThrow(`AccountsModule cannot start: ${name} `);
    expect(given(options)).not.toThrow(/sesame/);
  });

  it('are all reported in one error if several are invalid', () => {
    const message = /database must .*; secretKeys must .*; signUp must /;
    expect(given({ database: {}, secretKeys: [], signUp: 1 })).toThrow(message);
  });
});

describe('the module extras', () => {
  const feature: AccountsFeature = { controllers: [], providers: [], exports: [] };
  const beside =
    (extras: object, isAsync = true) =>
    () =>
      checkedExtras(extras as AccountsModuleExtras, { isAsync });

  it.each<object>([
    {},
    { features: [], decorators: [], isGlobal: false },
    { features: [{ ...feature, apiControllers: [], includes: [feature] }] },
    { features: undefined, decorators: undefined, isGlobal: undefined, secondFactor: undefined },
    ...['', 'api', '/api/', 'a/b-c/~d.e_f'].map((mountPath) => ({ mountPath })),
  ])('are accepted: %j', (extras) => {
    expect(beside(extras)).not.toThrow();
  });

  it.each<[string, object]>([
    ...['a b', 'ä', 'a/../b', 'a//b', ':id', '*', 'a?b', 'a#b', '%2f', '.', 5].map(
      (basePath): [string, object] => ['basePath', { basePath }],
    ),
    ['isglobal', { isglobal: true }],
    ['isGlobal', { isGlobal: 'true' }],
    ['feature', { feature: [feature] }],
    ['features', { features: feature }],
    ['features', { features: [undefined] }],
    ['features', { features: ['console'] }],
    ['features', { features: [{}] }],
    ['features', { features: [() => feature] }],
    ['features', { features: [{ ...feature, includes: [{}] }] }],
    ['features[1].apiController', { features: [feature, { ...feature, apiController: [] }] }],
    ['decorators', { decorators: [{}] }],
    ['secondFactor', { secondFactor: 'required' }],
  ])('are rejected with the name of the option: %s in %j', (name, extras) => {
    expect(beside(extras)).toThrow(`AccountsModule cannot start: ${name} `);
  });

  it('are checked without the options next to them if there is no factory', () => {
    expect(beside({ secondfactor: 'required', isGlobal: true }, false)).not.toThrow();
    expect(beside({ isGlobal: 1 }, false)).toThrow('isGlobal must');
  });
});
