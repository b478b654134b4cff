import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { pino } from 'pino';
import { newAccessToken } from '../principals/access-token.js';
import { randomText } from '../database/random-text.js';
import { findFormat, formatLine, type LogFormatName } from './log-formats.js';
import { formatOptions, NestLogger, redact } from './logger.js';

describe('the log of a process', () => {
  it('does not keep the process alive after its reader has died', async () => {
    const logger = import.meta.resolve('./logger.js');
    const program = `
      const { createLogger } = await import('${logger}');
      const logger = await createLogger({ logLevel: 'info' });
      process.once('message', () => {
        logger.info('to nobody');
        process.exit(3);
      });
      process.send('ready');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    child.stdout!.destroy();
    child.send('exit');
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});

describe('log redaction', () => {
  it.each([
    ['in a query', (token: string) => `GET /api/accounts/me?access_token=${token} 200`],
    ['in an encoded query', (token: string) => `/login?next=%2Fme%3Faccess_token%3D${token}&x=y`],
    ['in a header', (token: string) => `Authorization: Bearer ${token}`],
    ['in JSON', (token: string) => JSON.stringify({ msg: `the token ${token}` })],
    ['after an underscore', (token: string) => `token_${token}_`],
    ['between letters of other scripts', (token: string) => `é${token}é`],
    ['twice', (token: string) => `${token} ${token}`],
    ['alone', (token: string) => token],
  ])('redacts an access token %s', (_, line) => {
    const token = newAccessToken();
    const redacted = redact(line(token));
    expect(redacted).not.toContain(token.slice(0, 12));
    expect(redacted).not.toContain(token.slice(-12));
    expect(redacted).toContain('[redacted]');
  });

  it('redacts a client secret of 64 letters and digits, but no shorter identifier', () => {
    expect(redact(`x ${randomText(64)} y`)).toBe('x [redacted] y');
    const identifier = randomText(63);
    expect(redact(`x ${identifier} y`)).toBe(`x ${identifier} y`);
  });

  it('redacts an access token in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const token = newAccessToken();
        expect(redact(before + token + after)).not.toContain(token);
      }),
    );
  });

  it.each([
    ['access_token=abc%2Fdef&x=1', 'access_token=[redacted]&x=1'],
    ['?password=abc" y', '?password=[redacted]" y'],
    ['old_password=abc', 'old_password=[redacted]'],
    ['client_secret=abc def', 'client_secret=[redacted] def'],
    ['client_secret[]=abc&x=1', 'client_secret[]=[redacted]&x=1'],
    ['client_secret%5B0%5D=abc', 'client_secret%5B0%5D=[redacted]'],
    ['account[password]=abc', 'account[password]=[redacted]'],
    ['secret=abc\\n', 'secret=[redacted]\\n'],
    ['Authorization=abc', 'Authorization=[redacted]'],
    ['COOKIE=abc', 'COOKIE=[redacted]'],
    ['access_token%3Dabc', 'access_token%3D[redacted]'],
    ['/console/check-mail?to=a-b_c', '/console/check-mail?to=[redacted]'],
    ['/oauth/authorize?a=b&state=c-d&e=f', '/oauth/authorize?a=b&state=[redacted]&e=f'],
    ['password=a&password=b', 'password=[redacted]&password=[redacted]'],
  ])('redacts the value after a sensitive name: %s', (line, redacted) => {
    expect(redact(line)).toBe(redacted);
  });

  it.each([
    'password',
    'old_password',
    'new-password',
    'access_token',
    'client_secret',
    'secret',
    'authorization',
    'cookie',
    'Password',
  ])('redacts a JSON value with a sensitive name: %s', (name) => {
    const value = 'abc "quoted" \\ and more';
    const line = JSON.stringify({
      before: 1,
      [name]: value,
      nested: { [name]: value },
      after: 'kept',
    });
    expect(redact(line)).toBe(
      JSON.stringify({
        before: 1,
        [name]: '[redacted]',
        nested: { [name]: '[redacted]' },
        after: 'kept',
      }),
    );
  });

  it.each([
    'ada@example.com',
    "o'brien@example.com",
    'ada.lovelace+tag@example.com',
    '!#$%*?^_`{|}~-@example.com',
    'élodie@example.com',
    'ada@bücher.example',
    'ada@उदाहरण.example',
    'ada@7.example',
    'ada@a-b.example',
    'ada%40example.com',
    'ada%2Btag%40example.com',
    'ada%40m%C3%BCnchen.example',
    '%D0%B8%D0%B2%D0%B0%D0%BD@%D0%BF%D0%BE%D1%87%D1%82%D0%B0.example',
    'ada%2540m%25C3%25BCnchen.example',
    'ada%252540example.com',
  ])('redacts the local part of an email: %s', (email) => {
    const domain = email.slice(email.search(/@|%(25)*40/));
    expect(redact(email)).toBe(`[redacted]${domain}`);
    expect(redact(`The email (${email}) is taken`)).toBe(
      `The email ([redacted]${domain}) is taken`,
    );
    expect(redact(JSON.stringify({ email }))).toBe(`{"email":"[redacted]${domain}"}`);
    expect(redact(`<${email}>, ${email};`)).toBe(`<[redacted]${domain}>, [redacted]${domain};`);
    expect(redact(`/x?email=${email}&y=1`)).toBe(`/x?email=[redacted]${domain}&y=1`);
    expect(redact(`mailto:${email}`)).toBe(`mailto:[redacted]${domain}`);
  });

  it.each([...' \n"<>(),;:=&/\\@'])(
    'redacts a local part that follows %j, but nothing before it',
    (delimiter) => {
      expect(redact(`before${delimiter}ada@example.com`)).toBe(
        `before${delimiter}[redacted]@example.com`,
      );
    },
  );

  it('redacts any local part of an email', () => {
    const atom = fc.string({
      unit: fc.constantFrom(..."abcXYZ0189!#$%'*+?^_`{|}~-éßİ李"),
      minLength: 1,
      maxLength: 10,
    });
    const local = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.'));
    fc.assert(
      fc.property(local, fc.constantFrom('@', '%40'), (name, at) => {
        const line = redact(`{"msg":"no account ${name}${at}example.com"}`);
        expect(line).toBe(`{"msg":"no account [redacted]${at}example.com"}`);
      }),
    );
  });

  it.each([
    '{"level":"info","req":{"id":"1","method":"GET","url":"/api/accounts/7hT2mQx9LbW4KcV8NpR3ZsYd"}}',
    'decorated with @Injectable() and @nestjs/common',
    'a @ b.c',
    'ada@localhost',
    'ada@.example',
    '@example.com',
    'ada%4example.com',
    'the password is wrong',
    'passwords: 3',
    '"password":null',
    '',
  ])('leaves other text unchanged: %s', (line) => {
    expect(redact(line)).toBe(line);
  });

  it('keeps JSON valid', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.string(), (value, text) => {
        const line = JSON.stringify({
          value,
          text,
          password: text,
          url: `/x?access_token=${text}`,
        });
        expect(() => JSON.parse(redact(line)) as unknown).not.toThrow();
      }),
    );
  });

  it.each(['a-', 'a', '@', 'a@', '%40', 'a.', '"', 'password', 'password[', '"password":"', '\\'])(
    'finishes on a line of a megabyte: %s',
    (part) => {
      const text = part.repeat(1_048_576 / part.length);
      expect(redact(text)).toBeDefined();
      // A member name without an end.
      expect(redact(`"${text}`)).toBeDefined();
    },
  );
});

describe('a Nest log message', () => {
  /** The line that one call of the logger writes. */
  function written(call: (logger: NestLogger) => void): Record<string, unknown> {
    const lines: string[] = [];
    call(
      new NestLogger(
        pino(formatOptions('json', 'debug'), { write: (line) => void lines.push(line) }),
      ),
    );
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0]!) as Record<string, unknown>;
  }

  it.each([
    ['log', 'info'],
    ['error', 'error'],
    ['warn', 'warn'],
    ['debug', 'debug'],
    ['verbose', 'debug'],
    ['fatal', 'fatal'],
  ] as const)('of level %s has the matching pino level', (method, level) => {
    expect(written((logger) => logger[method]('text', 'Context'))).toMatchObject({
      level,
      msg: 'text',
      context: 'Context',
    });
  });

  it.each(['InstanceLoader', 'NestFactory', 'RouterExplorer', 'RoutesResolver'])(
    'is logged at debug level if it is routine at startup: %s',
    (context) => {
      expect(written((logger) => logger.log('text', context)).level).toBe('debug');
      expect(written((logger) => logger.error('text', context)).level).toBe('error');
    },
  );

  it('keeps its context and additional arguments', () => {
    expect(written((logger) => logger.error('text', 'one', 'two', 'Context'))).toMatchObject({
      context: 'Context',
      detail: 'one two',
    });
    expect(written((logger) => logger.error('text', 'one', 'Context'))).toMatchObject({
      context: 'Context',
      detail: 'one',
    });
    expect(written((logger) => logger.log('text', 'Context'))).not.toHaveProperty('detail');
  });

  it('that is an error includes its stack', () => {
    const line = written((logger) => logger.warn(new TypeError('gone'), 'Context'));
    expect(line).toMatchObject({
      level: 'warn',
      msg: 'gone',
      err: { type: 'TypeError', message: 'gone' },
    });
    expect(line.err).toHaveProperty('stack', expect.stringContaining('logger.spec'));
  });

  it('that is not text is written as text', () => {
    expect(written((logger) => logger.log(42, 'Context')).msg).toBe('42');
  });
});

describe('a line of the log', () => {
  const request = {
    req: { id: '7', method: 'GET', url: '/api', remoteAddress: '192.0.2.1' },
    route: '/api',
    res: { statusCode: 200 },
    responseTime: 12,
  };
  const audited = { event: 'account.create', source: '192.0.2.1' };
  const node = hostname();
  const { version } = JSON.parse(
    readFileSync(new URL(import.meta.resolve('#package.json')), 'utf8'),
  ) as { version: string };

  it.each<[LogFormatName, object[]]>([
    [
      'json',
      [
        { level: 'info', ...request, msg: 'done' },
        { level: 'warn', context: 'AuditTrail', ...audited },
        { level: 'error', err: expect.objectContaining({ code: 'EPIPE' }), msg: 'x' },
      ].map((line) => ({ node, version, ...line })),
    ],
    [
      'ecs',
      [
        {
          'log.level': 'info',
          'http.request.id': '7',
          'http.request.method': 'GET',
          'http.response.status_code': 200,
          'url.original': '/api',
          'source.ip': '192.0.2.1',
          'event.duration': 12_000_000,
          accounts: { route: '/api' },
          message: 'done',
        },
        { 'log.level': 'warn', 'log.logger': 'AuditTrail', accounts: audited },
        {
          'log.level': 'error',
          'error.type': 'TypeError',
          'error.message': 'gone',
          'error.stack_trace': expect.stringContaining('logger.spec'),
          accounts: {},
          message: 'x',
        },
      ].map((line) => ({
        'ecs.version': '8.11.0',
        'service.name': 'nest-accounts',
        'service.version': version,
        'host.hostname': node,
        ...line,
      })),
    ],
    [
      'gcp',
      [
        {
          severity: 'INFO',
          requestId: '7',
          httpRequest: {
            requestMethod: 'GET',
            requestUrl: '/api',
            status: 200,
            remoteIp: '192.0.2.1',
            latency: '0.012s',
          },
          route: '/api',
          message: 'done',
        },
        { severity: 'WARNING', context: 'AuditTrail', ...audited },
        { severity: 'ERROR', stack_trace: expect.stringContaining('logger.spec'), message: 'x' },
      ].map((line) => ({
        node,
        serviceContext: { service: 'nest-accounts', version },
        ...line,
      })),
    ],
  ])('has the names of the format %s', (name, expected) => {
    const lines: string[] = [];
    const logger = pino(formatOptions(name, 'info'), { write: (line) => void lines.push(line) });
    logger.info(request, 'done');
    logger.warn({ context: 'AuditTrail', ...audited });
    logger.error({ err: Object.assign(new TypeError('gone'), { code: 'EPIPE' }) }, 'x');
    const { time } = findFormat(name);
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed).toEqual(expected.map((line) => ({ ...line, [time]: expect.any(String) })));
    const warning = parsed[1]!;
    const ageMs = Date.now() - Date.parse(String(warning[time]));
    expect([ageMs >= 0, ageMs < 10_000]).toEqual([true, true]);
    // The command line writes the same line without pino.
    const alone = JSON.parse(formatLine(name, 'warn', 'AuditTrail', audited)) as object;
    expect({ ...alone, [time]: warning[time] }).toEqual(warning);
  });

  /** The text that a logger in the format for people writes before its process ends, without times and stacks. */
  async function readPretty(...calls: string[]): Promise<string[]> {
    const program = `
      const { createLogger } = await import('${import.meta.resolve('./logger.js')}');
      const logger = await createLogger({ logLevel: 'info', logFormat: 'pretty' });
      ${calls.join(';')};`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    return lines.map((line) => line.replace(/^\[\d\d:\d\d:\d\d\.\d{3}\] /, ''));
  }

  it('is one sentence in the format for people, without secrets', async () => {
    const audited = { context: 'AuditTrail', event: 'account.create', result: 'succeeded' };
    const members = { accountId: 'a', nested: { count: 2 } };
    expect(
      await readPretty(
        `logger.warn({ context: 'Settings' }, 'careful, access_token=hidden')`,
        `logger.info(${JSON.stringify({ ...audited, ...members })})`,
        `logger.info({ name: '\\u001b]0;title\\nnext' }, 'two\\nlines')`,
      ),
    ).toEqual([
      'WARN: Settings: careful, access_token=[redacted]',
      'INFO: AuditTrail: account.create succeeded accountId=a nested={"count":2}',
      'INFO: two\\nlines name=\\u001b]0;title\\nnext',
    ]);
  });

  it('names the request and its status in the format for people', async () => {
    const completed = JSON.stringify({ ...request, accountId: 'a' });
    const failed = JSON.stringify({ ...request, res: { statusCode: 500 } });
    const lines = await readPretty(
      `logger.access.info(${completed}, 'request completed')`,
      `logger.error({ ...${failed}, err: new TypeError('gone') }, 'request errored')`,
    );
    expect(lines.slice(0, 3)).toEqual([
      'INFO: GET /api 200 in 12 ms accountId=a',
      'ERROR: request errored: GET /api 500 in 12 ms id=7',
      '    err: {',
    ]);
    expect(lines).toContain('          TypeError: gone');
  });
});
