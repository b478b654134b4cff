import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { hostOwned } from '../support/hosts/host-owned.js';
import { newClient } from '../support/clients/oauth.js';
import {
  describeService,
  type Caller,
  type Method,
  type TestService,
} from '../support/hosts/service.js';

describeService('API versions', (service, standalone) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller({ apiVersion: '1.13' });
  });
  const ask = (version: string) =>
    service().as(caller, 'get', '/accounts/me').set('Accept-Version', version);

  it('from 1.8 to 1.21 are served and reported, ignoring a patch number', async () => {
    for (let minor = 8; minor <= 21; minor++) {
      const { status, headers } = await ask(`1.${minor}`);
      expect({ minor, status, version: headers['content-version'] }).toEqual({
        minor,
        status: 200,
        version: `1.${minor}`,
      });
    }
    expect((await ask('1.13.7')).headers['content-version']).toBe('1.13');
  });

  it('that are unknown or malformed are refused with a validation error', async () => {
    const wrong = [
      '1.7',
      '1.22',
      '2.0',
      '1',
      '1.',
      '.8',
      'v1.8',
      '1.8.',
      '1.8.x',
      '1.08',
      '01.8',
      '1,8',
      'latest',
      '1.8, 1.13',
      '*',
      '-1.8',
      '1e1',
      '',
    ];
    for (const version of wrong) {
      const { status, body, headers } = await ask(version);
      expect({ version, status }).toEqual({ version, status: 400 });
      expect(body).toEqual({
        form: {
          errors: ['This API version is not supported. Choose a version from 1.8 to 1.21.'],
          codes: ['version_unsupported'],
          children: {},
        },
      });
      expect(headers['content-version']).toBe('1.13');
    }
  });

  it('default to the version of the calling application, even immediately after it changes', async () => {
    const asked = async () =>
      (await service().as(caller, 'get', '/accounts/me')).headers['content-version'];
    const set = (api_version: string) =>
      service().as(caller, 'put', `/applications/${caller.applicationId}`).send({ api_version });
    expect(await asked()).toBe('1.13');
    await set('1.9');
    expect(await asked()).toBe('1.9');
    await set('1.13');
  });

  it('default to the newest one without an application', async () => {
    const { status, headers } = await service().as(undefined, 'get', '/accounts/me');
    expect({ status, version: headers['content-version'] }).toEqual({
      status: 401,
      version: '1.21',
    });
  });

  it('are reported in every response, including errors', async () => {
    const answers = [
      await service().as(caller, 'get', '/accounts/me'),
      await service().as(caller, 'get', '/app/data'),
      await service().as(caller, 'get', '/accounts/none'),
      await service().as(caller, 'put', '/accounts/me').send({ name: '' }),
      await service().as(undefined, 'get', '/accounts/me'),
      await service().as(caller, 'put', '/accounts/me').set('Content-Type', 'text/plain').send('x'),
    ];
    for (const answer of answers) expectToDescribeItself(answer);
  });

  it.each<[string, number, Method, string, Record<string, string>, object | string]>([
    ['for wrong fields', 400, 'put', '/accounts/me', {}, { name: '' }],
    ['for missing fields', 400, 'post', '/accounts', {}, {}],
    ['for a wrong password', 400, 'put', '/accounts/me', {}, { old_password: 'wrong horse 7' }],
    ['for an unknown account', 404, 'put', '/accounts/none', {}, {}],
    ['for the deletion of an unknown account', 404, 'delete', '/accounts/none', {}, {}],
    ['for a precondition', 412, 'put', '/accounts/me', { 'If-Match': '"x"' }, { name: 'x' }],
    [
      'for the precondition of a deletion',
      412,
      'delete',
      '/accounts/me',
      { 'If-Match': '"x"' },
      {},
    ],
    ['for a media type', 415, 'put', '/accounts/me', { 'Content-Type': 'text/plain' }, 'x'],
    [
      'for an idempotency key',
      400,
      'post',
      '/accounts',
      { 'Idempotency-Key': 'x'.repeat(999) },
      {},
    ],
  ])('are reported as requested in an error %s: %i', async (_, status, method, path, set, body) => {
    const answer = await service()
      .as(caller, method, path)
      .set('Accept-Version', '1.9')
      .set(set)
      .send(body);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-version']).toBe('1.9');
  });

  standalone.it(hostOwned.router, 'are reported for unknown routes and methods', async () => {
    expectToDescribeItself(await service().as(caller, 'get', '/nowhere'));
    expectToDescribeItself(await service().as(caller, 'patch', '/accounts/me'));
  });
});

function expectToDescribeItself({ headers }: Awaited<ReturnType<TestService['as']>>) {
  expect(headers['content-version']).toMatch(/^1\.\d+$/);
  expect(headers['content-language']).toBe('en');
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  expect(headers.vary).toContain('Accept-Version, Accept-Language');
}

describeService('the request id', (service) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller();
  });
  const paths = [
    '/api/accounts/me',
    '/api/accounts/none',
    '/oauth/introspect',
    '/oauth/authorize',
    '/.well-known/oauth-authorization-server',
    '/console',
    '/console/account',
    '/console/sign-in',
  ];
  const ask = async (path: string, headers: Record<string, string>) => {
    const { id, secret } = await newClient(service(), caller);
    const isOAuth = path === '/oauth/introspect';
    const credentials = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const answer = await fetch(service().url + path, {
      method: isOAuth ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { authorization: isOAuth ? credentials : `Bearer ${caller.token}`, ...headers },
      body: isOAuth ? new URLSearchParams({ token: 'x' }) : undefined,
    });
    return answer.headers.get('x-request-id');
  };

  it.each(paths)('is in the response of %s', async (path) => {
    expect(await ask(path, {})).toMatch(/^[\w-]{36}$/);
  });

  it.each(paths)('is the client’s X-Request-Id if that is valid, at %s', async (path) => {
    expect(await ask(path, { 'X-Request-Id': 'mine:1' })).toBe('mine:1');
    expect(await ask(path, { 'X-Request-Id': 'not fit for a log' })).toMatch(/^[\w-]{36}$/);
  });
});

describeService('localization', (service) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller({ language: 'de' });
  });
  const required: Record<string, string> = {
    en: 'This value is required.',
    fr: 'Cette valeur est obligatoire.',
    de: 'Dieser Wert ist erforderlich.',
    es: 'Este valor es obligatorio.',
  };
  const spoken = async (acceptLanguage?: string) => {
    const asked = service().as(caller, 'post', '/accounts').send({});
    if (acceptLanguage !== undefined) asked.set('Accept-Language', acceptLanguage);
    const { body, headers } = await asked;
    return [headers['content-language'], body.form.children.name.errors[0]];
  };

  it('uses the language that Accept-Language requests', async () => {
    for (const [language, sentence] of Object.entries(required)) {
      expect(await spoken(language)).toEqual([language, sentence]);
    }
    expect(await spoken('fr-CA, de;q=0.5')).toEqual(['fr', required.fr]);
    expect(await spoken('xx, es;q=0.3, en;q=0.2')).toEqual(['es', required.es]);
  });

  it('falls back to the language of the account', async () => {
    for (const header of [undefined, 'xx', '*', '', ';;;', 'en;q=0']) {
      expect(await spoken(header)).toEqual(['de', required.de]);
    }
  });

  it('uses English without an account', async () => {
    const { headers, body } = await service().as(undefined, 'get', '/accounts/me');
    expect(headers['content-language']).toBe('en');
    expect(body.error_description).toBe('An access token is required.');
  });

  it('translates the language names in the application data', async () => {
    const french = await service().as(caller, 'get', '/app/data').set('Accept-Language', 'fr');
    const german = await service().as(caller, 'get', '/app/data');
    expect(french.body.alert_languages.en).toEqual({ code: 'en', name: 'anglais', order: 1 });
    expect(german.body.alert_languages.en.name).toBe('Englisch');
    expect(french.body.app_languages).toEqual(german.body.app_languages);
    expect(french.body.app_languages.de).toEqual({ name: 'Deutsch' });
  });
});

describeService('GET /app/data', (service) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller();
  });

  it('lists the 44 languages in order, and the vocabularies', async () => {
    const { status, body } = await service().as(caller, 'get', '/app/data');
    expect(status).toBe(200);
    const codes =
      'fr en es de it pt af ar hy be bg ca zh hr cs da nl eo et fi el iw hu is ms ja ko lv lt no fa pl ro ru sr sk sl sw sv tl th tr uk vi';
    expect(Object.keys(body.alert_languages)).toEqual(codes.split(' '));
    expect(Object.values(body.alert_languages).map(({ order }: any) => order)).toEqual([
      ...Array(44).keys(),
    ]);
    expect(body.alert_languages.iw.name).toBe('Hebrew');
    expect(body.alert_languages.ms.name).toBe('Indonesian');
    expect(body).toMatchObject({
      default_email_notification_frequencies: ['daily', 'weekly', 'never'],
      default_desktop_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
      default_push_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
      default_trending_email_notification_frequencies: ['occasionally', 'often', 'never'],
    });
  });

  it('returns 304 for a current entity tag, per language', async () => {
    const first = await service().as(caller, 'get', '/app/data');
    const { etag } = first.headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await service().as(caller, 'get', '/app/data').set('If-None-Match', tag!);
      expect({ tag, status: again.status, text: again.text }).toEqual({
        tag,
        status: 304,
        text: '',
      });
      expect(again.headers.etag).toBe(etag);
    }
    const french = await service()
      .as(caller, 'get', '/app/data')
      .set('Accept-Language', 'fr')
      .set('If-None-Match', etag!);
    expect(french.status).toBe(200);
  });

  it('requires a token', async () => {
    expect((await service().as(undefined, 'get', '/app/data')).status).toBe(401);
  });
});

describeService('request bodies', (service, standalone) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller();
  });
  const send = (body: string | Buffer, contentType = 'application/json') =>
    service()
      .as(caller, 'put', '/accounts/me')
      .set('Content-Type', contentType)
      .send(body as string);
  /** The response to a request that sends only its headers. */
  const answerToHead = async (path: string, headers: OutgoingHttpHeaders, method = 'PUT') => {
    const { hostname, port } = new URL(service().url);
    const sent = request({ hostname, port, method, path, headers });
    sent.flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status } = response;
    const body = JSON.parse(await text(response));
    sent.destroy();
    return { status, headers: response.headers, body };
  };
  const formError = (sentence: RegExp) => ({
    form: {
      errors: [expect.stringMatching(sentence)],
      codes: [expect.any(String)],
      children: {},
    },
  });

  it('may be JSON with or without a charset parameter', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
    ];
    for (const type of types) {
      const { status } = await send('{"name":"é"}', type);
      expect({ type, status }).toEqual({ type, status: 200 });
    }
  });

  standalone.it(hostOwned.encodings, 'may be JSON of any subtype and encoding', async () => {
    const types = ['application/vnd.api+json', 'application/merge-patch+json; charset=utf-8'];
    for (const type of types) {
      const { status } = await send('{"name":"é"}', type);
      expect({ type, status }).toEqual({ type, status: 200 });
    }
    const utf16 = Buffer.from('{"name":"Jörg"}', 'utf16le');
    const { body } = await service()
      .as(caller, 'put', '/accounts/me')
      .set('Content-Type', 'application/json; charset=utf-16le')
      .serialize((bytes: Buffer) => bytes as never)
      .send(utf16);
    expect(body.account.name).toBe('Jörg');
  });

  const expectUnsupported = async (type: string) => {
    const { status, body } = await send('{"name":"x"}', type);
    expect({ type, status, error: body.error }).toEqual({
      type,
      status: 415,
      error: 'unsupported_media_type',
    });
  };

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'of any other type are rejected with 415: %s',
    expectUnsupported,
  );

  standalone.it(
    hostOwned.parser,
    'of an unknown type or without a type are rejected with 415',
    async () => {
      for (const type of [
        'text/json',
        'application/jsonx',
        'multipart/form-data; boundary=x',
        'application/json; charset=klingon',
      ]) {
        await expectUnsupported(type);
      }
      const none = await fetch(`${service().url}/api/accounts/me`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${caller.token}` },
        body: new Uint8Array([123, 125]),
      });
      expect(none.status).toBe(415);
    },
  );

  standalone.it(hostOwned.parser, 'that are not JSON are rejected with 400', async () => {
    for (const text of ['{', ' ', 'x', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '\u0000', 'NaN']) {
      const { status, body } = await send(text);
      expect({ text, status, body }).toEqual({
        text,
        status: 400,
        body: formError(/valid JSON/),
      });
    }
  });

  it('may be omitted in a PUT, which then changes nothing', async () => {
    const before = await service().as(caller, 'get', '/accounts/me');
    const bare = await service().as(caller, 'put', '/accounts/me');
    expect(bare.status).toBe(200);
    expect(bare.body).toEqual(before.body);
  });

  standalone.it(hostOwned.parser, 'may be empty in a PUT, but not in a POST', async () => {
    const before = await service().as(caller, 'get', '/accounts/me');
    const empty = await send('').set('Content-Length', '0');
    expect(empty.status).toBe(200);
    expect(empty.body).toEqual(before.body);
    const post = service().as(caller, 'post', '/accounts').set('Content-Type', 'application/json');
    const { status, body } = await post.send('').set('Content-Length', '0');
    expect({ status, body }).toEqual({ status: 400, body: formError(/valid JSON/) });
    expect((await service().as(caller, 'post', '/accounts')).status).toBe(415);
  });

  it.each(['identity', 'Identity'])(
    'may declare that they are not compressed: %s',
    async (coding) => {
      const { status, body } = await send('{"name":"Plain"}').set('Content-Encoding', coding);
      expect(status).toBe(200);
      expect(body.account.name).toBe('Plain');
    },
  );

  standalone.it(
    hostOwned.parser,
    'with a gzip Content-Encoding are rejected with 415 and the reason',
    async () => {
      const { status, headers, body } = await send('{}').set('Content-Encoding', 'gzip');
      expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
      expect(body).toEqual({
        error: 'unsupported_media_type',
        error_description: 'The request body must be sent without Content-Encoding.',
      });
    },
  );

  const expectNoObject = async (text: string) => {
    const { status, body } = await send(text);
    expect({ text, status, body }).toEqual({ text, status: 400, body: formError(/JSON object/) });
  };

  it.each(['[]', '[{"name":"x"}]'])(
    'that are not an object are rejected with 400: %s',
    expectNoObject,
  );

  standalone.it(hostOwned.parser, 'that are a primitive value are rejected with 400', async () => {
    for (const text of ['"name"', '1', 'null', 'true']) await expectNoObject(text);
  });

  standalone.it(hostOwned.encodings, 'that are not UTF-8 are rejected with 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const { status, body } = await service()
      .as(caller, 'put', '/accounts/me')
      .set('Content-Type', 'application/json')
      .serialize((raw: Buffer) => raw as never)
      .send(bytes);
    expect(status).toBe(400);
    expect(body).toEqual(formError(/UTF-8/));
  });

  it('that are nested too deeply are rejected with 400', async () => {
    for (const depth of [40, 15_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const inner = open === '[' ? '' : '1';
        const nested = `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
        const { status, body } = await send(`{"x":${nested}}`);
        expect(status).toBe(400);
        expect(body.form.errors).toHaveLength(1);
      }
    }
  });

  standalone.it(
    hostOwned.parser,
    'over 100 kB are rejected with 413, with or without a Content-Length',
    async () => {
      const large = JSON.stringify({ name: 'x'.repeat(110_000) });
      const said = await send(large);
      expect(said.status).toBe(413);
      expect(said.body.error).toBe('payload_too_large');
      const streamed = await fetch(`${service().url}/api/accounts/me`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' },
        body: new Blob([large]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(streamed.status).toBe(413);
    },
  );

  standalone.it(
    hostOwned.parser,
    'are rejected with 413 before they arrive if the Content-Length is too large',
    async () => {
      const cases = [
        ['PUT', '/api/accounts/me', 'application/json'],
        ['GET', '/api/accounts/me', 'application/json'],
        ['POST', '/api/accounts', 'text/plain'],
        ['POST', '/oauth/token', 'application/x-www-form-urlencoded'],
        ['GET', '/api/nowhere', 'application/json'],
      ] as const;
      for (const [method, path, type] of cases) {
        const headers = { 'Content-Type': type, 'Content-Length': '102401' };
        const { status, body } = await answerToHead(path, headers, method);
        expect({ method, path, status, error: body.error }).toEqual({
          method,
          path,
          status: 413,
          error: 'payload_too_large',
        });
      }
    },
  );

  standalone.it(
    hostOwned.parser,
    'with an Expect header other than 100-continue are rejected with 417',
    async () => {
      for (const path of ['/api/accounts/me', '/api/nowhere', '/oauth/token']) {
        const { status, headers, body } = await answerToHead(path, {
          Expect: '200-ok',
          'Accept-Language': 'de',
        });
        expect({ path, status, body }).toEqual({
          path,
          status: 417,
          body: {
            error: 'expectation_failed',
            error_description: 'Der Dienst kann die Erwartung im Header Expect nicht erfüllen.',
          },
        });
        expect(headers['content-version']).toBe('1.21');
      }
      for (const [value, status] of Object.entries({
        '100-Continue': 401,
        '100-continue, x': 417,
      })) {
        const headers = {
          Expect: value,
          'Content-Type': 'application/json',
          'Content-Length': '0',
        };
        expect((await answerToHead('/api/accounts/me', headers)).status).toBe(status);
      }
    },
  );

  standalone.it(
    hostOwned.parser,
    'of requests with two Host headers are rejected with 400',
    async () => {
      const { hostname, port } = new URL(service().url);
      for (const path of ['/api/accounts/me', '/console/sign-in', '/oauth/token', '/docs-json']) {
        for (const second of ['other.example', hostname]) {
          const headers = ['Host', hostname, 'hOST', second, 'Connection', 'close'];
          const sent = request({ hostname, port, path, headers }).end();
          const [response] = (await once(sent, 'response')) as [IncomingMessage];
          expect({ path, status: response.statusCode }).toEqual({ path, status: 400 });
          expect(await text(response)).toContain('The request could not be understood.');
        }
      }
    },
  );

  standalone.it(
    hostOwned.parser,
    'of HTTP/1.0 requests with a Transfer-Encoding are rejected with 400, and the connection is closed',
    async () => {
      const { hostname, port } = new URL(service().url);
      const { token } = await service().newCaller();
      const authorization = `Authorization: Bearer ${token}\r\n`;
      const smuggled = `DELETE /api/accounts/me HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`;
      for (const coding of ['chunked', 'Chunked', 'identity', 'gzip, chunked']) {
        for (const length of ['', `Content-Length: ${5 + smuggled.length}\r\n`]) {
          for (const path of ['/api/accounts/me', '/console/sign-in', '/health/live', '/nowhere']) {
            const head =
              `POST ${path} HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n` +
              `Content-Type: application/json\r\n${length}Transfer-Encoding: ${coding}\r\n\r\n`;
            const socket = connect(Number(port), hostname);
            socket.write(`${head}0\r\n\r\n${smuggled}`);
            // Reads until the connection is closed.
            const answers = await text(socket);
            expect(answers.match(/HTTP\/1\.\d \d+/g)).toEqual(['HTTP/1.1 400']);
          }
        }
      }
      expect((await service().as({ token }, 'get', '/accounts/me')).status).toBe(200);
    },
  );

  standalone.it(hostOwned.encodings, 'that are compressed are rejected with 415', async () => {
    const { gzipSync } = await import('node:zlib');
    for (const body of [gzipSync('{"name":"x"}'), Buffer.from('{"name":"x"}')]) {
      const { status } = await service()
        .as(caller, 'put', '/accounts/me')
        .set('Content-Type', 'application/json')
        .set('Content-Encoding', 'gzip')
        .serialize((raw: Buffer) => raw as never)
        .send(body);
      expect(status).toBe(415);
    }
  });
});

describeService('routes', (service, standalone) => {
  standalone.it(
    hostOwned.router,
    'that do not exist return 404 in the error format of the service',
    async () => {
      for (const path of ['/nowhere', '/accounts/me/more', '/app', '/../etc/passwd']) {
        const { status, body } = await service().as(undefined, 'get', path);
        expect({ path, status, body }).toEqual({
          path,
          status: 404,
          body: { error: 'not_found', error_description: 'There is nothing at this URL.' },
        });
      }
    },
  );

  standalone.it(
    hostOwned.router,
    'return 405 and the allowed methods for an unsupported method',
    async () => {
      const cases = [
        ['get', '/accounts', 'POST'],
        ['put', '/accounts', 'POST'],
        ['patch', '/accounts/me', 'DELETE, GET, HEAD, PUT'],
        ['post', '/accounts/me', 'DELETE, GET, HEAD, PUT'],
        ['options', '/accounts/me', 'DELETE, GET, HEAD, PUT'],
        ['post', '/app/data', 'GET, HEAD'],
      ] as const;
      for (const [method, path, allow] of cases) {
        const { status, headers, body } = await service().as(undefined, method, path);
        expect({ method, path, status, allow: headers.allow, error: body.error }).toEqual({
          method,
          path,
          status: 405,
          allow,
          error: 'method_not_allowed',
        });
      }
    },
  );

  it('respond to HEAD like GET without a body', async () => {
    const caller = await service().newCaller();
    const { status, text, headers } = await service().as(caller, 'head', '/accounts/me');
    expect({ status, text }).toEqual({ status: 200, text: undefined });
    expect(headers['content-version']).toBe('1.21');
  });

  standalone.it(hostOwned.router, 'are case-sensitive', async () => {
    const { token } = await service().newCaller();
    for (const path of [
      '/API/accounts/me',
      '/api/Accounts/me',
      '/Console/sign-in',
      '/HEALTH/live',
    ]) {
      const { status } = await fetch(service().url + path, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect({ path, status }).toEqual({ path, status: 404 });
    }
  });

  standalone.it(hostOwned.router, 'match with percent-encoded letters and digits', async () => {
    const { token } = await service().newCaller();
    const cases = Object.entries({
      '/%61pi/accounts/me': 200,
      '/api/%61ccounts/%6De': 200,
      '/api/app%2Fdata': 404,
      '/api/accounts%2Fme': 404,
      '/api/%2561ccounts/me': 404,
      '/%68ealth/live': 200,
      '/%63onsole/sign-in': 200,
    });
    for (const [path, status] of cases) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(service().url + path, { headers });
      expect({ path, status: answer.status }).toEqual({ path, status });
    }
    const answer = await fetch(`${service().url}/api/%61ccounts/me`, { method: 'PATCH' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
  });

  standalone.it(hostOwned.router, 'with invalid percent-encoding return 400', async () => {
    const answer = await fetch(`${service().url}/api/accounts/%zz`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ form: { children: {} } });
  });

  standalone.it(
    hostOwned.router,
    'with invalid percent-encoding still return the request id and frame options',
    async () => {
      const { headers } = await service().as(undefined, 'get', '/nowhere');
      for (const path of ['/api/accounts/%zz', '/console/applications/%zz']) {
        const answer = await fetch(service().url + path, { headers: { 'X-Request-Id': 'mine:1' } });
        expect(answer.headers.get('x-request-id')).toBe('mine:1');
        expect(answer.headers.get('x-frame-options')).toBe(headers['x-frame-options']);
      }
    },
  );
});
