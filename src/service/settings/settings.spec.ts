import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseMailbox } from '../../mail/mailbox.js';
import { SettingsError } from './settings.error.js';
import { loadSettings, readSettings, secretVariables } from './settings.js';

const secret = 'a secret that is long enough: 32';
const exampleUrl = new URL('./.env.example', import.meta.resolve('#package.json'));
const longSecret = 'another secret that is longer than it needs to be';

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
});

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

/** The settings of an environment, which has a secret by default. */
const read = (env: NodeJS.ProcessEnv = {}) => readSettings({ SECRET_KEY: secret, ...env });

/** The problems that are reported for an environment. */
function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems;
  }
  return [];
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://localhost/accounts',
  PUBLIC_URL: 'https://accounts.example',
};

describe('settings', () => {
  it.each([
    ['127.0.0.1', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['accounts.local', 'accounts.local'],
  ])('derive the public URL of a service that listens on %s', (host, shown) => {
    expect(read({ HOST: host }).publicUrl).toBe(`http://${shown}:3000`);
  });

  it('have defaults for everything except the secret', () => {
    expect(read()).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3_000,
      basePath: 'api',
      databaseUrl: undefined,
      dataDir: resolve('.data'),
      secretKeys: [secret],
      publicUrl: 'http://localhost:3000',
      signUp: true,
      cors: true,
      trustProxy: false,
      httpAdapter: 'express',
      management: undefined,
      messages: undefined,
      redisUrl: undefined,
      webhooks: [],
      mail: { from: '"Accounts" <accounts@localhost.localdomain>' },
      brand: {},
      rateLimits: {},
      passwordPolicy: 'standard',
      secondFactor: 'optional',
      sessionIdleHours: undefined,
      sessionMaxDays: undefined,
      passwordHash: {
        memoryKiB: undefined,
        iterations: undefined,
        parallelism: undefined,
        lanes: undefined,
      },
      auditDays: undefined,
      auditSourceDays: undefined,
      auditSourceDaysAfterDeletion: undefined,
      principalCacheBytes: undefined,
      shutdownDelayMs: 0,
      logLevel: 'info',
      logFormat: 'pretty',
      accessLog: true,
      tracesUrl: undefined,
      warnings: [],
    });
  });

  it.each<[string, string, object]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', publicUrl: 'http://localhost:3000' }],
    ['HOST', '::1', { host: '::1', publicUrl: 'http://[::1]:3000' }],
    ['PORT', '000000080', { port: 80, publicUrl: 'http://localhost:80' }],
    ['PORT', '1', { port: 1, publicUrl: 'http://localhost:1' }],
    ['PORT', '65535', { port: 65_535, publicUrl: 'http://localhost:65535' }],
    ['BASE_PATH', 'v1', { basePath: 'v1' }],
    ['BASE_PATH', '//accounts/v_1.0~x-y//', { basePath: 'accounts/v_1.0~x-y' }],
    ['BASE_PATH', '~a.b-c', { basePath: '~a.b-c' }],
    ['BASE_PATH', '/', { basePath: '' }],
    ['DATABASE_URL', 'postgres://db/accounts', { databaseUrl: 'postgres://db/accounts' }],
    [
      'DATABASE_URL',
      'postgresql://u:p@db:1/x?schema=y',
      { databaseUrl: 'postgresql://u:p@db:1/x?schema=y' },
    ],
    [
      'DATABASE_URL',
      'postgresql://u:p@one:1,two:2/x?target_session_attrs=read-write',
      { databaseUrl: 'postgresql://u:p@one:1,two:2/x?target_session_attrs=read-write' },
    ],
    ['DATA_DIR', 'data', { dataDir: resolve('data') }],
    ['DATA_DIR', '/var/lib/accounts', { dataDir: '/var/lib/accounts' }],
    ['SECRET_KEY', longSecret, { secretKeys: [longSecret] }],
    ['SECRET_KEY', ` ${longSecret} , ${secret}`, { secretKeys: [longSecret, secret] }],
    ['PUBLIC_URL', 'https://accounts.example', { publicUrl: 'https://accounts.example' }],
    ['PUBLIC_URL', 'http://accounts.example/x//', { publicUrl: 'http://accounts.example/x' }],
    ['CORS', 'off', { cors: false }],
    ['SIGN_UP', 'on', { signUp: true }],
    ['SIGN_UP', 'off', { signUp: false }],
    ['SESSION_IDLE_HOURS', '1', { sessionIdleHours: 1 }],
    ['SESSION_IDLE_HOURS', '720', { sessionIdleHours: 720 }],
    ['SESSION_MAX_DAYS', '365', { sessionMaxDays: 365 }],
    ['AUDIT_DAYS', '30', { auditDays: 30 }],
    ['AUDIT_DAYS', '3650', { auditDays: 3_650 }],
    ['AUDIT_SOURCE_DAYS', '7', { auditSourceDays: 7 }],
    ['AUDIT_SOURCE_DAYS_AFTER_DELETION', '3650', { auditSourceDaysAfterDeletion: 3_650 }],
    ['TRUST_PROXY', '10.0.0.1', { trustProxy: ['10.0.0.1'] }],
    [
      'TRUST_PROXY',
      'loopback, LinkLocal,uniquelocal',
      { trustProxy: ['loopback', 'linklocal', 'uniquelocal'] },
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/8,10.1.2.3/32, 10.0.0.0/1',
      { trustProxy: ['10.0.0.0/8', '10.1.2.3/32', '10.0.0.0/1'] },
    ],
    [
      'TRUST_PROXY',
      'FD00::/8,::1,2001:db8::1/128',
      { trustProxy: ['fd00::/8', '::1', '2001:db8::1/128'] },
    ],
    ['HTTP_ADAPTER', 'fastify', { httpAdapter: 'fastify' }],
    ['HTTP_ADAPTER', 'express', { httpAdapter: 'express' }],
    [
      'MESSAGES_URL',
      'tcp://127.0.0.1:4000',
      { messages: { tcp: [{ host: '127.0.0.1', port: 4_000 }] } },
    ],
    [
      'MESSAGES_URL',
      'tcp://[::1]:4000/, TCP://Accounts.internal:4001',
      {
        messages: {
          tcp: [
            { host: '::1', port: 4_000 },
            { host: 'Accounts.internal', port: 4_001 },
          ],
        },
      },
    ],
    [
      'MESSAGES_URL',
      'nats://broker,nats://[fd00::1]:4223',
      { messages: { tcp: [], nats: { servers: ['broker:4222', '[fd00::1]:4223'] } } },
    ],
    [
      'MESSAGES_URL',
      'nats://user:pass%2Cword@one:1,nats://two:2,tls://user:pass%2Cword@three:3,tcp://four:4',
      {
        messages: {
          tcp: [{ host: 'four', port: 4 }],
          nats: {
            servers: ['one:1', 'two:2', 'three:3'],
            user: 'user',
            pass: 'pass,word',
            tls: {},
          },
        },
      },
    ],
    [
      'MESSAGES_URL',
      'nats://secret@broker',
      { messages: { tcp: [], nats: { servers: ['broker:4222'], token: 'secret' } } },
    ],
    ['REDIS_URL', 'redis://cache:6379/1', { redisUrl: 'redis://cache:6379/1' }],
    ['REDIS_URL', 'rediss://cache', { redisUrl: 'rediss://cache' }],
    [
      'RATE_LIMITS',
      'accounts.create=20/1h',
      { rateLimits: { 'accounts.create': { limit: 20, windowMs: 3_600_000 } } },
    ],
    ['RATE_LIMITS', 'off', { rateLimits: 'off' }],
    ['PASSWORD_POLICY', 'standard', { passwordPolicy: 'standard' }],
    ['PASSWORD_POLICY', 'length', { passwordPolicy: 'length' }],
    ['PASSWORD_POLICY', 'strict', { passwordPolicy: 'strict' }],
    ['SECOND_FACTOR', 'required', { secondFactor: 'required' }],
    ['SECOND_FACTOR', 'required_for_write', { secondFactor: 'required_for_write' }],
    ['DATABASE_POOL_SIZE', '2', { databasePoolSize: 2 }],
    ['DATABASE_POOL_SIZE', '1000', { databasePoolSize: 1_000 }],
    ['PRINCIPAL_CACHE_MIB', '0', { principalCacheBytes: 0 }],
    ['PRINCIPAL_CACHE_MIB', '256', { principalCacheBytes: 268_435_456 }],
    ['SHUTDOWN_DELAY_SECONDS', '15', { shutdownDelayMs: 15_000 }],
    ['ACCESS_LOG', 'on', { accessLog: true }],
    ['ACCESS_LOG', 'off', { accessLog: false }],
    ['LOG_FORMAT', 'ecs', { logFormat: 'ecs' }],
    ['LOG_FORMAT', 'json', { logFormat: 'json' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['LOG_LEVEL', 'info', { logLevel: 'info' }],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['LOG_LEVEL', 'error', { logLevel: 'error' }],
    ['LOG_LEVEL', 'fatal', { logLevel: 'fatal' }],
    ['NODE_ENV', 'development', { production: false }],
    ['NODE_ENV', 'test', { production: false }],
  ])('read %s: %s', (name, value, expected) => {
    expect(read({ [name]: value })).toEqual({ ...read(), ...expected });
  });

  it.each([
    ['ARGON2_MEMORY_KIB', 'memoryKiB', 19_456, 4_194_304],
    ['ARGON2_ITERATIONS', 'iterations', 2, 100],
    ['ARGON2_PARALLELISM', 'parallelism', 1, 64],
    ['ARGON2_LANES', 'lanes', 1, 1_024],
  ])('accept %s only within its bounds', (name, option, min, max) => {
    for (const value of [min, max]) {
      const expected = { ...read().passwordHash, [option]: value };
      expect(read({ [name]: String(value) })).toEqual({ ...read(), passwordHash: expected });
    }
    for (const value of [min - 1, max + 1]) {
      expect(problems({ [name]: String(value) })).toEqual([
        `${name} is not usable: it must be a whole number from ${min} to ${max}.`,
      ]);
    }
  });

  it.each(['', '  '])('treat an empty variable as not set: "%s"', (value) => {
    const names = variablesRead().filter((name) => name !== 'SECRET_KEY');
    expect(read(Object.fromEntries(names.map((name) => [name, value])))).toEqual(read());
  });

  it('ignore white space around a value', () => {
    expect(read({ PORT: ' 80 ', HOST: '\tlocalhost\n', LOG_LEVEL: ' warn' })).toMatchObject({
      port: 80,
      host: 'localhost',
      logLevel: 'warn',
    });
  });

  it('are loaded from the process environment', () => {
    const { PORT, SECRET_KEY } = process.env;
    try {
      Object.assign(process.env, { PORT: '4321', SECRET_KEY: secret });
      expect(loadSettings().port).toBe(4_321);
    } finally {
      for (const [name, value] of Object.entries({ PORT, SECRET_KEY })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

describe('loaded settings', () => {
  /** The settings of a process that runs in a folder, as JSON. */
  function loadedIn(folder: string, env: NodeJS.ProcessEnv): Record<string, unknown> {
    const url = new URL('./settings.js', import.meta.url).href;
    const program = `console.log(JSON.stringify((await import('${url}')).loadSettings()))`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env: { SECRET_KEY: secret, ...env },
      encoding: 'utf8',
    });
    return JSON.parse(output) as Record<string, unknown>;
  }

  it('come from .env if the environment does not set them', () => {
    const folder = mkdtempSync(join(dataDir, 'dotenv-'));
    expect(loadedIn(folder, {})).toMatchObject({ host: '127.0.0.1', port: 3_000 });
    writeFileSync(join(folder, '.env'), 'HOST=0.0.0.0\nPORT=80\n');
    expect(loadedIn(folder, { PORT: '81' })).toMatchObject({ host: '0.0.0.0', port: 81 });
  });

  it('are read from a .env with a byte order mark and CRLF', () => {
    const folder = mkdtempSync(join(dataDir, 'dotenv-'));
    writeFileSync(join(folder, '.env'), '\uFEFFPORT=80\r\nHOST="0.0.0.0" # all\r\n');
    expect(loadedIn(folder, {})).toMatchObject({ host: '0.0.0.0', port: 80 });
  });

  it('contain colors of a .env without quotes', () => {
    const folder = mkdtempSync(join(dataDir, 'dotenv-'));
    const lines = [
      'BRAND_ACCENT=#0a6b4f # green',
      'export BRAND_ACCENT_DARK = #fc0',
      'PORT=80',
      '',
    ];
    for (const end of ['\n', '\r\n']) {
      writeFileSync(join(folder, '.env'), lines.join(end));
      expect(loadedIn(folder, {})).toMatchObject({
        brand: { accent: '#0a6b4f', accentDark: '#fc0' },
        port: 80,
      });
    }
    writeFileSync(join(folder, '.env'), 'BRAND_ACCENT= # blue by default\nPORT=80\n');
    const { brand, port } = loadedIn(folder, {});
    expect(brand).not.toHaveProperty('accent');
    expect(port).toBe(80);
  });
});

describe('secrets in files', () => {
  const write = (content: string) => {
    const file = join(mkdtempSync(join(dataDir, 'secret-')), 'value');
    writeFileSync(file, content);
    return file;
  };

  it.each([
    ['DATABASE_URL', 'postgres://u:p@db/x'],
    ['MANAGEMENT_TOKEN', 'a,b'],
    ['OPERATOR_TOKENS', 'grace:b,audit:ro:c'],
    ['METRICS_TOKEN', 'b'],
    ['MESSAGES_URL', 'nats://user:password@broker'],
    ['EVENTS_URL', 'nats://user:password@broker'],
    ['REDIS_URL', 'redis://:password@cache'],
    ['MAIL_URL', 'smtps://user:password@mail'],
  ])('have the same effect as the value of %s', (name, value) => {
    const others = { MANAGEMENT_PORT: '9100', MANAGEMENT_TOKEN: 'a', MAIL_FROM: 'ada@example.com' };
    const env: NodeJS.ProcessEnv = { ...others, [name]: undefined };
    const expected = read({ ...others, [name]: value });
    for (const content of [value, `${value}\n`, `${value}\r\n`]) {
      expect(read({ ...env, [`${name}_FILE`]: write(content) })).toEqual(expected);
    }
  });

  it('count as set in production', () => {
    const { DATABASE_URL, ...others } = production;
    const files = { DATABASE_URL_FILE: write(DATABASE_URL), SECRET_KEY_FILE: write(longSecret) };
    expect(readSettings({ ...others, ...files })).toMatchObject({
      databaseUrl: DATABASE_URL,
      secretKeys: [longSecret],
    });
  });

  it.each(secretVariables)('are rejected next to a value of %s', (name) => {
    const file = `${name}_FILE`;
    expect(problems({ [name]: secret, [file]: write('hunter2') })).toEqual([
      `${name} and ${file} must not both be set.`,
    ]);
    expect(problems({ ...production, [name]: '', [file]: write(' \n') })).toEqual([
      `${file} names an empty file.`,
    ]);
  });

  it('are rejected if they are unusable, by an error without their path and contents', () => {
    expect(problems({ REDIS_URL_FILE: '/nowhere/hunter2', MAIL_URL_FILE: dataDir })).toEqual([
      'MAIL_URL_FILE names a file that cannot be read (EISDIR).',
      'REDIS_URL_FILE names a file that cannot be read (ENOENT).',
    ]);
    expect(problems({ REDIS_URL_FILE: write('hunter2') }).join()).toMatch(
      /^REDIS_URL is not usable: /,
    );
  });

  it('are documented for exactly these settings', () => {
    const url = new URL('./docs/settings.md', import.meta.resolve('#package.json'));
    const [, section = ''] = readFileSync(url, 'utf8').split('\n## Secrets in files\n');
    const names = [...section.matchAll(/`([A-Z][A-Z_]+[A-Z])`/g)].map(([, name]) => name);
    expect(names).toEqual(secretVariables);
  });
});

describe('settings checks', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '8e1'],
    ['PORT', '0000000080'],
    ['PORT', '８０'],
    ['PORT', '77seven'],
    ['HOST', '256.77.1.1'],
    ['HOST', '127.0.0.1:3077'],
    ['HOST', 'http://hunter2'],
    ['HOST', 'fe80::77%lo'],
    ['HOST', '*'],
    ['HOST', '/'],
    ['HOST', 'ünïcode77 ☃'],
    ['BASE_PATH', 'Console/77'],
    ['BASE_PATH', '.well-known/77'],
    ['BASE_PATH', 'a b'],
    ['BASE_PATH', 'a//b'],
    ['BASE_PATH', 'a?b'],
    ['BASE_PATH', 'a/:b'],
    ['BASE_PATH', 'ä'],
    ['BASE_PATH', '77#'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/accounts'],
    ['DATABASE_URL', 'hunter2'],
    ['DATABASE_URL', 'http://user:hunter2@db'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['EVENTS_URL', 'http://user:hunter2@broker'],
    ['EVENTS_URL', 'tcp://hunter2:4222'],
    ['EVENTS_URL', 'nats://hunter2@a,nats://hunter3@b'],
    ['WEBHOOK_URLS', 'ftp://hunter2'],
    ['WEBHOOK_URLS', 'https://user:hunter2@billing'],
    ['MAIL_URL', 'hunter2'],
    ['MAIL_URL', 'http://user:hunter2@mail'],
    ['MAIL_URL', 'smtp://user:hunter2@mail?starttls=maybe'],
    ['MAIL_URL', 'smtp://user:77?hunter2@mail'],
    ['MAIL_FROM', 'hunter2'],
    ['MAIL_FROM', 'Hunter <hunter2@a>, Other <b@c>'],
    ['WEBHOOK_SECRET', 'hunter2'],
    ['WEBHOOK_SECRET', 'whsec_hunter2'],
    ['REDIS_URL', 'hunter2:6379'],
    ['REDIS_URL', 'redis://127.0.0.1/hunter2'],
    ['PUBLIC_URL', 'https://user:hunter2@accounts.example'],
    ['PUBLIC_URL', 'ftp://accounts.example'],
    ['PUBLIC_URL', 'accounts.example'],
    ['PUBLIC_URL', 'https://accounts.example/?x=77'],
    ['PUBLIC_URL', 'https://accounts.example/#x77'],
    ['CORS', 'hunter2'],
    ['SIGN_UP', 'hunter2'],
    ['SESSION_IDLE_HOURS', '0'],
    ['SESSION_IDLE_HOURS', '721'],
    ['SESSION_MAX_DAYS', '0'],
    ['SESSION_MAX_DAYS', '366'],
    ['AUDIT_DAYS', '29'],
    ['AUDIT_DAYS', '3651'],
    ['AUDIT_DAYS', '77.5'],
    ['AUDIT_SOURCE_DAYS', '6'],
    ['AUDIT_SOURCE_DAYS_AFTER_DELETION', '3651'],
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'staging'],
    ['SECRET_KEY', 'hunter2'],
    ['SECRET_KEY', 'hunter2'.padEnd(31, '2')],
    ['SECRET_KEY', `${secret},hunter2`],
    ['SECRET_KEY', `hunter2,${secret}`],
    ['SECRET_KEY', `${secret},`],
    ['SECRET_KEY', `${'hunter2'.padEnd(31, '2')} `],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'fade'],
    ['TRUST_PROXY', 'loopbacks'],
    ['TRUST_PROXY', '10.0.0.256'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/08'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.0/x'],
    ['TRUST_PROXY', '10.0.0.0/1x'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', 'fd00::/1000'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.1,true'],
    ['TRUST_PROXY', 'true,10.0.0.1'],
    ['HTTP_ADAPTER', 'koa'],
    ['HTTP_ADAPTER', 'Express'],
    ['MANAGEMENT_PORT', '0'],
    ['MANAGEMENT_PORT', '77777'],
    ['MANAGEMENT_HOST', '*77'],
    ['MANAGEMENT_TOKEN', 'hunter2 hunter3'],
    ['MANAGEMENT_TOKEN', 'hunter2,'],
    ['MANAGEMENT_TOKEN', 'hünter2'],
    ['METRICS_TOKEN', 'hünter2'],
    ['OPERATOR_TOKENS', 'hunter2'],
    ['OPERATOR_TOKENS', ':hunter2'],
    ['OPERATOR_TOKENS', 'hunter2:'],
    ['OPERATOR_TOKENS', 'hunter2:hünter2'],
    ['OPERATOR_TOKENS', 'grace:RO:hunter2'],
    ['OPERATOR_TOKENS', 'grace:hunter2,'],
    ['OPERATOR_TOKENS', 'grace:ro:x:hunter2'],
    ['OPERATOR_TOKENS', 'ro:hunter2'],
    ['OPERATOR_TOKENS', 'Management (grace):hunter2'],
    ['OPERATOR_TOKENS', `${'g'.repeat(65)}:hunter2`],
    ['OPERATOR_TOKENS', 'grace:hunter2,grace:ro:hunter3'],
    ['OPERATOR_TOKENS', 'grace:hunter2,ada:hunter2'],
    ['MESSAGES_URL', 'hunter2'],
    ['MESSAGES_URL', '127.0.0.1:4077'],
    ['MESSAGES_URL', 'tcp://127.0.0.1'],
    ['MESSAGES_URL', 'tcp://127.0.0.1:0'],
    ['MESSAGES_URL', 'tcp://127.0.0.1:77777'],
    ['MESSAGES_URL', 'tcp://user:hunter2@127.0.0.1:4000'],
    ['MESSAGES_URL', 'tcp://127.0.0.1:4000/hunter2'],
    ['MESSAGES_URL', 'tcp://127.0.0.1:4000?hunter2'],
    ['MESSAGES_URL', 'tcp://127.0.0.1:4000,'],
    ['MESSAGES_URL', 'redis://:hunter2@broker'],
    ['MESSAGES_URL', 'nats://broker#hunter2'],
    ['MESSAGES_URL', 'nats://a:hunter2@one,nats://b:hunter2@two'],
    ['MESSAGES_URL', 'nats://a:%hunter2@one'],
    ['RATE_LIMITS', 'accounts.create=77'],
    ['RATE_LIMITS', 'none'],
    ['PASSWORD_POLICY', 'weak'],
    ['SECOND_FACTOR', 'never'],
    ['PASSWORD_POLICY', 'toString'],
    ['LOG_FORMAT', 'text77'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'trace'],
    ['ARGON2_MEMORY_KIB', 'plenty'],
    ['ARGON2_ITERATIONS', '77e9'],
    ['ARGON2_PARALLELISM', '-77'],
    ['ARGON2_LANES', '1.77'],
    ['SHUTDOWN_DELAY_SECONDS', '3601'],
    ['SHUTDOWN_DELAY_SECONDS', '7.7'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '1001'],
    ['PRINCIPAL_CACHE_MIB', '-1'],
    ['PRINCIPAL_CACHE_MIB', '65537'],
  ])('name an invalid variable but not its value: %s=%s', (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name} is not usable: .+[^.]\\.$`));
    expect(found[0]).not.toContain(value.length > 2 ? value : ` ${value}`);
    expect(found[0]).not.toMatch(/hunter2|77|mysql|ftp|true/);
  });

  it.each([
    ['PORT', 'x', 'it must be a whole number from 1 to 65535'],
    ['LOG_LEVEL', 'x', 'it must be one of fatal, error, warn, info, debug, silent'],
    ['HTTP_ADAPTER', 'x', 'it must be one of express, fastify, none'],
    ['MESSAGES_URL', 'x', 'address 1 must begin with tcp://, nats:// or tls:// and name a host'],
    ['MESSAGES_URL', 'nats://a,tcp://b', 'address 2 needs a port'],
    ['PASSWORD_POLICY', 'x', 'it must be one of standard, length, strict'],
    ['DATABASE_URL', 'x', 'it must be an address that begins with postgres:// or postgresql://'],
    ['DATABASE_URL', 'postgres://one,/x', 'it must be an address, with commas between hosts'],
    [
      'DATABASE_URL',
      'postgres://one/x?target_session_attrs=any',
      'its target_session_attrs must be read-write or primary',
    ],
    ['DATABASE_URL', 'postgres://one/x?shema=people', 'its parameter schema is misspelt'],
    ['DATABASE_URL', 'postgres://one/x?sslmod=disable', 'its parameter sslmode is misspelt'],
    ['MAIL_URL', 'smtp://mail?startls=off', 'its parameter startls is unknown'],
    ['WEBHOOK_SECRET', 'x', 'every secret in it must be whsec_ and 24 to 64 bytes in base64'],
    ['REDIS_URL', 'x', 'it must be an address that begins with redis:// or rediss://'],
    [
      'PUBLIC_URL',
      'x',
      'it must be an address that begins with http:// or https://, without user, password, ? and #',
    ],
    ['BASE_PATH', '?', 'it must be a path of letters, digits, hyphens and slashes'],
    ['TRUST_PROXY', 'x', 'it must list addresses and networks, with commas between them'],
    ['SECRET_KEY', 'x', 'every secret in it needs at least 32 characters'],
    ['OPERATOR_TOKENS', 'a:b,a:c', 'entry 2 repeats an earlier name'],
    ['OPERATOR_TOKENS', 'a:b,b:ro:b', 'entry 2 repeats an earlier token'],
    [
      'OPERATOR_TOKENS',
      'a:b,c',
      'entry 2 must be name:token or name:ro:token, with a token of letters, digits and -._~+/, with = only at its end',
    ],
    [
      'OPERATOR_TOKENS',
      'a:b,ro:b',
      'the name of entry 2 must have at most 64 visible characters, must not be ro, and must not begin with management',
    ],
    ['RATE_LIMITS', 'x', 'Item 1 names no known rate limit policy'],
  ])('explain the allowed values of %s', (name, value, reason) => {
    expect(problems({ [name]: value })).toEqual([`${name} is not usable: ${reason}.`]);
  });

  it('require MESSAGES_URL without HTTP', () => {
    const alone = { HTTP_ADAPTER: 'none' };
    expect(problems(alone)).toEqual(['MESSAGES_URL is required if HTTP_ADAPTER is none.']);
    expect(read({ ...alone, MESSAGES_URL: 'tcp://127.0.0.1:4000' }).httpAdapter).toBe('none');
    expect(problems({ ...alone, MESSAGES_URL: 'x' })).toHaveLength(1);
  });

  it('accept a management port, which listens on 127.0.0.1 by default', () => {
    const env = { MANAGEMENT_PORT: '9100', MANAGEMENT_TOKEN: 'a, b/+~.-_==' };
    const tokens = ['a', 'b/+~.-_=='].map((token) => ({ token, opens: 'everything' }));
    const management = { host: '127.0.0.1', port: 9_100, tokens };
    expect(read(env).management).toEqual(management);
    expect(read({ ...env, MANAGEMENT_HOST: '::' }).management).toEqual({
      ...management,
      host: '::',
    });
    expect(read({ MANAGEMENT_TOKEN: 'a' }).management).toBeUndefined();
  });

  it('require a token for the management port, and a port other than PORT', () => {
    expect(problems({ MANAGEMENT_PORT: '9100' })).toEqual([
      'MANAGEMENT_TOKEN, OPERATOR_TOKENS or METRICS_TOKEN is required if MANAGEMENT_PORT is set.',
    ]);
    const same = { PORT: '9100', MANAGEMENT_PORT: '9100', MANAGEMENT_TOKEN: 'a' };
    expect(problems(same)).toEqual(['MANAGEMENT_PORT must differ from PORT.']);
    const alone = { HTTP_ADAPTER: 'none', MESSAGES_URL: 'nats://broker' };
    expect(problems({ ...same, ...alone })).toEqual([]);
  });

  it('accept tokens with the names of operators, and tokens for metrics only', () => {
    const env = { MANAGEMENT_PORT: '9100', METRICS_TOKEN: 'm,n' };
    const named = { ...env, OPERATOR_TOKENS: 'Grace Hopper : g, グレース:ro:h' };
    expect(read(named).management?.tokens).toEqual([
      { token: 'g', opens: 'everything', operator: 'Grace Hopper' },
      { token: 'h', opens: 'reading', operator: 'グレース' },
      { token: 'm', opens: 'metrics' },
      { token: 'n', opens: 'metrics' },
    ]);
    expect(read(env).management?.tokens).toHaveLength(2);
    expect(problems({ ...named, MANAGEMENT_TOKEN: 'g,h', METRICS_TOKEN: 'g' })).toEqual([
      'MANAGEMENT_TOKEN and OPERATOR_TOKENS and METRICS_TOKEN must not contain the same token.',
      'MANAGEMENT_TOKEN and OPERATOR_TOKENS must not contain the same token.',
    ]);
  });

  it('accept several NATS servers in EVENTS_URL', () => {
    expect(read({}).eventsServers).toBeUndefined();
    expect(read({ EVENTS_URL: 'nats://user:p%40ss@a, tls://b:4000' }).eventsServers).toEqual({
      servers: ['a:4222', 'b:4000'],
      user: 'user',
      pass: 'p@ss',
      tls: {},
    });
  });

  it('require a sender with a mail server', () => {
    const url = 'smtp://user:p%40ss@mail.example.com:587';
    expect(problems({ MAIL_URL: url })).toEqual(['MAIL_FROM is required if MAIL_URL is set.']);
    const mail = { MAIL_URL: url, MAIL_FROM: 'Ada <ada@example.com>' };
    expect(read(mail).mail).toEqual({ url, from: 'Ada <ada@example.com>' });
    expect(read({ MAIL_FROM: 'ada@example.com' }).mail).toMatchObject({ from: 'ada@example.com' });
  });

  it.each([
    ['Engine', 'Engine'],
    ['Bücher, Ltd.', 'Bücher, Ltd.'],
    ['The "Engine" \\ Mill <x>', "The 'Engine' ' Mill <x>"],
  ])('name the sender of mails in files after the service: %s', (SERVICE_NAME, name) => {
    const { from } = read({ SERVICE_NAME }).mail!;
    expect(parseMailbox(from)).toEqual({ name, address: 'accounts@localhost.localdomain' });
    const MAIL_FROM = 'ada@example.com';
    expect(read({ SERVICE_NAME, MAIL_FROM }).mail!.from).toBe(MAIL_FROM);
  });

  it('describe a brand, and say why a part of it is not usable', () => {
    expect(read({ SERVICE_NAME: 'Engine', BRAND_ACCENT: '#0a6b4f' }).brand).toMatchObject({
      name: 'Engine',
      accent: '#0a6b4f',
      logo: undefined,
    });
    expect(problems({ BRAND_ACCENT: '#ffcc00', HOME_URL: 'app', BRAND_LOGO: 'none.svg' })).toEqual([
      'BRAND_LOGO is not usable: the file cannot be read (ENOENT).',
      'BRAND_ACCENT is not usable: its contrast to the light background is 1.3:1, and text needs 4.5:1. Choose a darker color.',
      'HOME_URL is not usable: it must be an address that begins with http:// or https://.',
    ]);
  });

  it('require a secret for webhooks', () => {
    const urls = { WEBHOOK_URLS: 'https://billing/hooks, http://127.0.0.1:9000' };
    expect(problems(urls)).toEqual(['WEBHOOK_SECRET is required if WEBHOOK_URLS is set.']);
    const secrets = [Buffer.alloc(24), Buffer.alloc(64)].map(
      (bytes) => `whsec_${bytes.toString('base64')}`,
    );
    expect(read({ ...urls, WEBHOOK_SECRET: secrets.join(',') }).webhooks).toEqual([
      { url: 'https://billing/hooks', secrets },
      { url: 'http://127.0.0.1:9000', secrets },
    ]);
    expect(
      problems({ ...urls, WEBHOOK_SECRET: `whsec_${Buffer.alloc(65).toString('base64')}` }),
    ).toHaveLength(1);
  });

  it('report all problems in one error, one per line', () => {
    const env = { PORT: 'x', LOG_LEVEL: 'x', SECRET_KEY: 'x' };
    expect(problems(env)).toHaveLength(3);
    const message = 'The service cannot start with these settings:\n- PORT is not usable: ';
    expect(() => read(env)).toThrow(message);
    expect(() => read(env)).toThrow(/\n- LOG_LEVEL .*\n- SECRET_KEY [^\n]*$/);
    expect(() => read(env)).toThrow(expect.objectContaining({ name: 'SettingsError' }));
  });

  it('write nothing to disk if they fail', () => {
    const folder = join(dataDir, 'unusable');
    expect(() => readSettings({ DATA_DIR: folder, PORT: 'x' })).toThrow(SettingsError);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('misspelt variables', () => {
  const warning = (variable: string, setting: string) =>
    `${variable} is not a setting. Did you mean ${setting}?`;

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SECRET_KEYS', 'SECRET_KEY'],
    ['SECRTE_KEY', 'SECRET_KEY'],
    ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
    ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['MAIL_HOST', 'MAIL_URL'],
    ['MAIL_SERVER_URL', 'MAIL_URL'],
    ['AUDIT_SOURCE_DAYS_AFTER_DELETE', 'AUDIT_SOURCE_DAYS_AFTER_DELETION'],
    ['MANAGEMENT_PORTS', 'MANAGEMENT_PORT'],
  ])('are reported: %s, which resembles %s', (variable, setting) => {
    expect(read({ [variable]: 'hunter2' }).warnings).toEqual([warning(variable, setting)]);
    expect(problems({ [variable]: 'hunter2', PORT: 'x' })).toEqual([
      expect.stringMatching('^PORT is not usable'),
      warning(variable, setting),
    ]);
    expect(read({ [variable]: ' ' }).warnings).toEqual([]);
  });

  it('do not include the settings themselves', () => {
    const { SECRET_KEY, ...example } = exampleFile();
    const file = join(mkdtempSync(join(dataDir, 'secret-')), 'value');
    writeFileSync(file, SECRET_KEY!);
    expect(readSettings({ ...example, SECRET_KEY_FILE: file, DATA_DIR: dataDir }).warnings).toEqual(
      [],
    );
  });

  it.each([
    ['the shell', 'HOME HOSTNAME HOSTTYPE LANG LOGNAME MAIL MAILCHECK OLDPWD PATH PWD SHELL SHLVL'],
    ['a desktop', 'SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS XDG_DATA_DIRS'],
    ['Node.js and npm', 'NODE_OPTIONS NODE_VERSION NODE_PATH NODE_EXTRA_CA_CERTS npm_package_name'],
    ['OpenTelemetry', 'OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT'],
    ['hosting platforms', 'DATABASE_PUBLIC_URL DATABASE_PRIVATE_URL DATABASE_URL_UNPOOLED'],
    ['other programs', 'PGHOST POSTGRES_PASSWORD HTTP_PROXY HTTPS_PROXY PORTS REDIS_HOST'],
    ['a Service', 'MAIL_SERVICE_HOST MAIL_SERVICE_PORT MAIL_SERVICE_PORT_SMTP MAIL_PORT_25_TCP'],
    ['a Service with a port', 'DATABASE_PORT_5432_TCP_ADDR DATABASE_PORT_5432_TCP_PROTO'],
  ])('do not include those of %s: %s', (_, names) => {
    const env = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    expect(read(env).warnings).toEqual([]);
  });

  it('include a plain port, but not the address that Kubernetes sets for a Service', () => {
    const name = 'DATABASE_PORT';
    expect(read({ [name]: 'tcp://10.0.0.1:5432' }).warnings).toEqual([]);
    expect(read({ [name]: '5432' }).warnings).toEqual([warning(name, 'DATABASE_URL')]);
  });
});

describe('settings in production', () => {
  it('are accepted if they are complete', () => {
    expect(read(production)).toMatchObject({
      production: true,
      databaseUrl: production.DATABASE_URL,
      publicUrl: production.PUBLIC_URL,
      secretKeys: [secret],
    });
  });

  it('make the log JSON, except on a terminal', () => {
    const { isTTY } = process.stdout;
    process.stdout.isTTY = false;
    expect(read(production).logFormat).toBe('json');
    process.stdout.isTTY = true;
    expect(read(production).logFormat).toBe('pretty');
    expect(read({ ...production, LOG_FORMAT: 'gcp' }).logFormat).toBe('gcp');
    process.stdout.isTTY = isTTY;
  });

  it('have no mail settings without a mail server', () => {
    expect(read(production).mail).toBeUndefined();
    const mail = { MAIL_URL: 'smtps://mail.example.com', MAIL_FROM: 'ada@example.com' };
    expect(read({ ...production, ...mail }).mail).toMatchObject({ url: mail.MAIL_URL });
  });

  it.each(['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL'])('require %s', (name) => {
    expect(problems({ ...production, [name]: undefined })).toEqual([
      `${name} is required in production.`,
    ]);
    expect(problems({ ...production, [name]: ' ' })).toEqual([
      `${name} is required in production.`,
    ]);
  });

  it.each([
    ['DATABASE_URL', 'mysql://db'],
    ['SECRET_KEY', 'short'],
    ['PUBLIC_URL', 'accounts.example'],
  ])('do not report an invalid %s as missing', (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([
      expect.stringMatching(`^${name} is not usable: `),
    ]);
  });

  it('may name a socket folder in DATABASE_URL', () => {
    const databaseUrl = 'postgresql://u:p@/db?host=/cloudsql/project:region:instance';
    expect(read({ ...production, DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
    for (const url of ['postgresql://u:p@/db', 'postgresql://u:p@/db?host=']) {
      expect(problems({ ...production, DATABASE_URL: url })).toHaveLength(1);
    }
  });

  it('do not require PUBLIC_URL without HTTP', () => {
    const alone = { HTTP_ADAPTER: 'none', MESSAGES_URL: 'nats://broker' };
    expect(problems({ ...production, ...alone, PUBLIC_URL: undefined })).toEqual([]);
  });

  it('report everything that is missing', () => {
    expect(problems({ NODE_ENV: 'production', SECRET_KEY: undefined })).toHaveLength(3);
  });

  it('never generate a secret', () => {
    const folder = join(dataDir, 'production');
    expect(() => readSettings({ ...production, DATA_DIR: folder })).toThrow(SettingsError);
    expect(existsSync(folder)).toBe(false);
  });

  it('reject the example secret in any position', () => {
    const example = exampleFile().SECRET_KEY;
    const refusal = ['SECRET_KEY is the published example; choose your own.'];
    expect(problems({ ...production, SECRET_KEY: example })).toEqual(refusal);
    expect(problems({ ...production, SECRET_KEY: `${secret},${example}` })).toEqual(refusal);
    expect(problems({ SECRET_KEY: example })).toEqual([]);
  });

  it('reject a PUBLIC_URL without https, except on loopback', () => {
    const refusal = ['PUBLIC_URL must begin with https:// in production.'];
    for (const url of ['http://accounts.example', 'http://127.0.0.1.example', 'http://10.0.0.1']) {
      expect(problems({ ...production, PUBLIC_URL: url })).toEqual(refusal);
    }
    for (const url of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000']) {
      expect(problems({ ...production, PUBLIC_URL: url })).toEqual([]);
    }
    expect(problems({ PUBLIC_URL: 'http://accounts.example' })).toEqual([]);
  });

  it('reject management tokens shorter than 32 characters', () => {
    const [short, long] = ['x'.repeat(31), 'x'.repeat(32)];
    const env = { ...production, MANAGEMENT_PORT: '9100' };
    expect(problems({ ...env, MANAGEMENT_TOKEN: long })).toEqual([]);
    expect(problems({ ...env, MANAGEMENT_TOKEN: `${long},${short}` })).toEqual([
      'Every token in MANAGEMENT_TOKEN needs at least 32 characters in production.',
    ]);
    const others = { OPERATOR_TOKENS: `grace:${long},ada:${short}`, METRICS_TOKEN: short.slice(1) };
    expect(problems({ ...env, ...others })).toEqual([
      'Every token in OPERATOR_TOKENS needs at least 32 characters in production.',
      'Every token in METRICS_TOKEN needs at least 32 characters in production.',
    ]);
  });

  it('reject RATE_LIMITS=off', () => {
    const refusal = ['RATE_LIMITS must not be off in production.'];
    expect(problems({ ...production, RATE_LIMITS: 'off' })).toEqual(refusal);
    expect(problems({ ...production, RATE_LIMITS: 'app.data=1/1s' })).toEqual([]);
    expect(problems({ RATE_LIMITS: 'off' })).toEqual([]);
  });
});

describe('the example settings file', () => {
  it('lists exactly the variables that are read', () => {
    expect(Object.keys(exampleFile()).sort()).toEqual(variablesRead());
  });

  it('lists each variable once', () => {
    const names = exampleLines().map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has comments in plain English', async () => {
    const script = new URL('./scripts/eslint-english.js', import.meta.resolve('#package.json'))
      .href;
    const { phrases } = (await import(script)) as { phrases: [pattern: RegExp][] };
    const comments = [...readFileSync(exampleUrl, 'utf8').matchAll(/^# (.*)$/gm)].map(
      ([, text]) => text!,
    );
    expect(comments.length).toBeGreaterThan(40);
    const found = comments.filter((text) => phrases.some(([pattern]) => pattern.test(text)));
    expect(found).toEqual([]);
  });

  it('is valid as it is, once DATA_DIR is set', () => {
    expect(() => readSettings({ ...exampleFile(), DATA_DIR: dataDir })).not.toThrow();
  });
});

/** The names of all variables that are looked up in the environment, without those that name files of secrets. */
function variablesRead(): string[] {
  const names = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>(
    { SECRET_KEY: secret },
    {
      get(target, name: string) {
        names.add(name);
        return target[name];
      },
    },
  );
  readSettings(env);
  return [...names].filter((name) => !name.endsWith('_FILE')).sort();
}

/** The variables of the example file, including those in comments. */
function exampleLines(): [name: string, value: string][] {
  return [...readFileSync(exampleUrl, 'utf8').matchAll(/^#?[ \t]*([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.trim().replace(/^(["'])(.*)\1$/, '$2')],
  );
}

function exampleFile(): Record<string, string> {
  return Object.fromEntries(exampleLines());
}
