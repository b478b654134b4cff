import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { hashToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { type ErrorCode, errorCodes } from '../../src/errors/error-registry.js';
import { Languages } from '../../src/language/languages.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import {
  ask,
  asking,
  callback,
  codeFor,
  consent,
  descriptionForm,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  readRedirect,
  tokensFor,
  type TestClient,
} from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type TestService } from '../support/hosts/service.js';

describeService('RFC 6749, the authorization code grant', (service, standalone) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
  });

  it('exchanges a consent for a code and the code for tokens (4.1)', async () => {
    const pkce = pkcePair();
    const asked = await ask(person.browser, asking(client, pkce));
    expect(asked.status).toBe(200);
    const { code, state } = readRedirect(
      await person.browser.submit('/oauth/authorize', { decision: 'allow' }),
    );
    expect(state).toBe('a state');
    const { status, body } = await post(service(), 'token', client, {
      grant_type: 'authorization_code',
      code: code!,
      code_verifier: pkce.verifier,
      redirect_uri: client.redirectUri,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[0-9A-Za-z]{86}$/),
        token_type: 'Bearer',
        expires_in: expect.any(Number),
        refresh_token: expect.stringMatching(/^[0-9A-Za-z]{86}$/),
        scope: 'account:read account:write',
      },
    });
    expect(body.expires_in).toBeLessThanOrEqual(3_600);
    expect(body.expires_in).toBeGreaterThan(3_500);
    expect(await getStatus(service(), body.access_token)).toBe(200);
    expect((await refresh(service(), client, body.refresh_token)).status).toBe(200);
  });

  it('forbids caching of token endpoint responses (5.1)', async () => {
    const right = await post(service(), 'token', client, await codeFor(person, client));
    const wrong = await post(service(), 'token', client, { grant_type: 'authorization_code' });
    const unknown = await post(service(), 'token', undefined, { grant_type: 'password' });
    const malformed = await post(service(), 'token', client, 'grant_type=x&grant_type=y');
    const statuses = [right, wrong, unknown, malformed].map(({ status, headers }) => [
      status,
      headers['cache-control'],
      headers.pragma,
    ]);
    expect(statuses).toEqual([
      [200, 'no-store', 'no-cache'],
      [400, 'no-store', 'no-cache'],
      [401, 'no-store', 'no-cache'],
      [400, 'no-store', 'no-cache'],
    ]);
  });

  standalone.it(
    hostOwned.router,
    'returns 405 for any method but POST at the client endpoints (3.2)',
    async () => {
      for (const path of ['token', 'revoke', 'introspect']) {
        for (const method of ['get', 'put', 'delete'] as const) {
          const { status, headers } = await request(service().url)[method](`/oauth/${path}`);
          expect([path, method, status, headers.allow]).toEqual([path, method, 405, 'POST']);
        }
      }
    },
  );

  const send = (type: string, body: string) =>
    request(service().url)
      .post('/oauth/token')
      .auth(client.id, client.secret!)
      .set('Content-Type', type)
      .send(body);

  it('accepts forms only (4.1.3)', async () => {
    const fields = await codeFor(person, client);
    const form = new URLSearchParams(fields).toString();
    const refused = [
      await send('application/json', JSON.stringify(fields)),
      await send('text/plain', form),
      await request(service().url).post(`/oauth/token?${form}`).auth(client.id, client.secret!),
    ];
    for (const { status, body } of refused) {
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' });
    }
    expect((await send('Application/X-WWW-Form-URLEncoded; charset=UTF-8', form)).status).toBe(200);
  });

  standalone.it(hostOwned.parser, 'refuses unknown media types', async () => {
    for (const type of [
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded-not',
    ]) {
      const { status, body } = await send(type, 'grant_type=x');
      expect({ type, status, error: body.error }).toEqual({
        type,
        status: 400,
        error: 'invalid_request',
      });
    }
  });

  it('returns errors as JSON with a code and a description (5.2)', async () => {
    const { status, type, body } = await post(service(), 'token', client, {
      grant_type: 'authorization_code',
      code: 'nonsense',
    });
    expect({ status, type, keys: Object.keys(body), error: body.error }).toEqual({
      status: 400,
      type: 'application/json',
      keys: ['error', 'error_description'],
      error: 'invalid_grant',
    });
  });
});

describeService('RFC 6749', (running, standalone) => {
  let service: TestService;
  let person: Person;
  let client: TestClient;
  let other: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
    client = await newClient(service, person);
    other = await newClient(service, person);
    publicClient = await newClient(service, person, { isPublic: true });
  });

  const token = (fields: Record<string, string> | string, as: TestClient | undefined = client) =>
    post(service, 'token', as, fields);
  const invalidGrant = { status: 400, error: 'invalid_grant' };
  const outcome = ({ status, body }: { status: number; body: any }) => ({
    status,
    error: body.error,
  });

  describe('the authorization endpoint (3.1)', () => {
    const changed = (parameters: Record<string, string | undefined>) =>
      ask(person.browser, asking(client, pkcePair(), parameters));

    it('reports an unknown client to the user, not to the client (4.1.2.1)', async () => {
      for (const client_id of [undefined, '', 'x', newIdentifier(), '\0', `${client.id} `]) {
        const { status, location, headers } = await changed({ client_id });
        expect([client_id, status, location]).toEqual([client_id, 400, undefined]);
        expect(headers.get('content-type')).toMatch(/^text\/html/);
      }
    });

    it('requires a redirect URI if several are registered, or none (3.1.2.3)', async () => {
      const several = await newClient(service, person, {
        redirectUris: [callback, 'https://app.example/other'],
      });
      const none = await newClient(service, person, { redirectUris: [] });
      for (const each of [several, none]) {
        const { status, location } = await ask(
          person.browser,
          asking(each, pkcePair(), { redirect_uri: undefined }),
        );
        expect([status, location]).toEqual([400, undefined]);
      }
      const second = asking(several, pkcePair(), { redirect_uri: 'https://app.example/other' });
      expect((await consent(person.browser, second)).location).toMatch(
        /^https:\/\/app\.example\/other\?code=/,
      );
    });

    it('uses the only registered redirect URI if none is sent (3.1.2.3)', async () => {
      const answer = await consent(
        person.browser,
        asking(client, pkcePair(), { redirect_uri: undefined }),
      );
      expect(answer.location).toMatch(/^https:\/\/app\.example\/callback\?code=/);
    });

    it('requires a response type, and supports only code (3.1.1)', async () => {
      const types = [
        [undefined, 'invalid_request'],
        ['', 'invalid_request'],
        ['token', 'unsupported_response_type'],
        ['code token', 'unsupported_response_type'],
        ['Code', 'unsupported_response_type'],
        ['id_token', 'unsupported_response_type'],
      ] as const;
      for (const [response_type, error] of types) {
        const answer = readRedirect(await changed({ response_type }));
        expect([response_type, answer.error, answer.state]).toEqual([
          response_type,
          error,
          'a state',
        ]);
        expect(answer.error_description).toMatch(descriptionForm);
      }
    });

    it('refuses a repeated parameter (3.1)', async () => {
      const parameters = Object.entries(asking(client, pkcePair(), { scope: 'account:read' }));
      for (const [name, value] of parameters) {
        const answer = await ask(person.browser, [...parameters, [name, value]]);
        if (name === 'client_id' || name === 'redirect_uri') {
          expect([name, answer.status, answer.location]).toEqual([name, 400, undefined]);
        } else {
          const { error, state } = readRedirect(answer);
          const expected = name === 'state' ? undefined : 'a state';
          expect([name, error, state]).toEqual([name, 'invalid_request', expected]);
        }
      }
    });

    it('treats a parameter without a value as omitted (3.1)', async () => {
      const empty = { scope: '', response_mode: '', redirect_uri: '', state: '' };
      const answer = readRedirect(await consent(person.browser, asking(client, pkcePair(), empty)));
      expect(Object.keys(answer)).toEqual(['code', 'iss']);
      const twice: [string, string][] = [
        ...Object.entries(asking(client, pkcePair())),
        ['scope', ''],
        ['state', ''],
        ['client_id', ''],
      ];
      expect(readRedirect(await consent(person.browser, twice)).code).toBeDefined();
    });

    it('ignores unknown parameters (3.1)', async () => {
      const unknown = { prompt: 'none', nonce: 'x', constructor: 'y', toString: 'z' };
      const parameters: [string, string][] = [
        ...Object.entries(asking(client, pkcePair())),
        ...Object.entries(unknown),
        ['__proto__', 'x'],
      ];
      expect(readRedirect(await consent(person.browser, parameters)).code).toBeDefined();
    });

    it('ignores repeated unknown parameters (3.1)', async () => {
      const unknown: [string, string][] = [
        ['audience', 'https://a.example'],
        ['audience', 'https://b.example'],
      ];
      const parameters = Object.entries(asking(client, pkcePair()));
      const answer = readRedirect(await consent(person.browser, [...parameters, ...unknown]));
      expect(Object.keys(answer)).toEqual(['code', 'state', 'iss']);
    });

    it.each([
      'xyz',
      ' leading and trailing ',
      'a+b%20c%2Bd',
      '%',
      '&state=evil&code=evil#',
      '"><script>alert(1)</script>',
      "'&amp;&#39;\\",
      '{"to":"/x?y=z","n":1}',
      'ümläut € 🎉',
      '~!@#$%^&*()_+`-={}|[]:;<>?,./',
      'x'.repeat(4_000),
    ])('returns the state unchanged: %j (4.1.2)', async (state) => {
      const allowed = readRedirect(
        await consent(person.browser, asking(other, pkcePair(), { state })),
      );
      expect(allowed.state).toBe(state);
      const denied = readRedirect(
        await consent(person.browser, asking(publicClient, pkcePair(), { state, scope: 'x' })),
      );
      expect([denied.error, denied.state]).toEqual(['invalid_scope', state]);
    });

    it('refuses a state that a form would alter (4.1.2)', async () => {
      for (const state of ['a\nb', 'a\rb', 'a\r\nb', 'a\0b']) {
        const { error, error_description } = readRedirect(await changed({ state }));
        expect([state, error]).toEqual([state, 'invalid_request']);
        expect(error_description).toContain('state');
      }
    });

    it.each(['%FF', 'a%C3b', '%ED%A0%80', '%F0%9F%A6'])(
      'refuses a state that is not UTF-8, and does not return it: %s',
      async (state) => {
        const { state: _, ...others } = asking(publicClient, pkcePair());
        const query = `${new URLSearchParams(others)}&state=${state}`;
        const answer = readRedirect(await person.browser.open(`/oauth/authorize?${query}`));
        expect([answer.error, answer.state]).toEqual(['invalid_request', undefined]);
      },
    );

    it.each([
      ['state', { state: 'x'.repeat(8_200) }],
      ['state', { state: '€'.repeat(1_000) }],
      ['scope', { scope: 'x'.repeat(8_200) }],
    ])('refuses a request of more than 8 kB before sign-in: %s', async (name, long) => {
      for (const browser of [person.browser, new PageClient(service.url)]) {
        const { status, html } = await ask(browser, asking(publicClient, pkcePair(), long));
        expect([status, html.includes(name)]).toEqual([400, true]);
      }
    });

    it('returns a request of almost 8 kB after sign-in', async () => {
      const asked = asking(publicClient, pkcePair(), { state: '"'.repeat(2_500) });
      const { status, location } = await ask(new PageClient(service.url), asked);
      expect([status, location]).toEqual([303, expect.stringContaining('sign-in')]);
      expect((await new PageClient(service.url).open(location!)).status).toBe(200);
    });

    it('posts the response in a form if the client requests it', async () => {
      const fresh = await newClient(service, person);
      const asked = asking(fresh, pkcePair(), { response_mode: 'form_post', state: '"a" & b' });
      for (const [decision, name] of [
        ['deny', 'error'],
        ['allow', 'code'],
      ] as const) {
        const { status, html, location, headers } = await consent(person.browser, asked, decision);
        expect([status, location]).toEqual([200, undefined]);
        expect(html).toContain(`<form class="form" method="post" action="${fresh.redirectUri}"`);
        for (const each of [name, 'state', 'iss']) expect(html).toContain(`name="${each}"`);
        expect(html).toContain('value="&quot;a&quot; &amp; b"');
        expect(headers.get('content-security-policy')).toContain(new URL(fresh.redirectUri).origin);
        expect(headers.get('cache-control')).toContain('no-store');
      }
      const wrong = { ...asked, scope: 'x' };
      expect((await ask(person.browser, wrong)).html).toContain('value="invalid_scope"');
    });

    it('refuses a scope that is unknown or malformed (3.3)', async () => {
      for (const scope of [
        'x',
        'account:read x',
        'ACCOUNT:READ',
        'account:read  account:write',
        ' account:read',
        'account:read,account:write',
        'account:read\taccount:write',
        'account:read\n',
        'ä',
      ]) {
        expect([scope, readRedirect(await changed({ scope })).error]).toEqual([
          scope,
          'invalid_scope',
        ]);
      }
    });

    it('redirects to the client with access_denied if the user refuses (4.1.2.1)', async () => {
      const fresh = await newClient(service, person);
      for (const decision of ['deny', '', 'Allow', 'yes']) {
        const answer = readRedirect(
          await consent(person.browser, asking(fresh, pkcePair()), decision),
        );
        expect([decision, answer.error, answer.state]).toEqual([
          decision,
          'access_denied',
          'a state',
        ]);
        expect(answer.error_description).toMatch(descriptionForm);
      }
    });

    it('keeps the query of the redirect URI (3.1.2)', async () => {
      const redirectUri = 'https://app.example/cb?tenant=%C3%A9&x=a+b';
      const tenant = await newClient(service, person, { redirectUris: [redirectUri] });
      const { location } = await consent(person.browser, asking(tenant, pkcePair()));
      expect(location).toMatch(/^https:\/\/app\.example\/cb\?tenant=%C3%A9&x=a\+b&code=\w+&/);
    });

    it('accepts no decision from a POST that does not come from its own page', async () => {
      const parameters = asking(client, pkcePair(), { prompt: 'consent' });
      const sent = { ...parameters, decision: 'allow' };
      const { status, location } = await person.browser.post('/oauth/authorize', sent);
      expect([status, location]).toEqual([303, expect.stringContaining('/oauth/authorize?')]);
      expect((await person.browser.visit(location!)).status).toBe(200);
      const wrong = { ...sent, csrf_token: 'x' };
      expect((await person.browser.post('/oauth/authorize', wrong)).status).toBe(403);
    });
  });

  describe('client authentication (2.3)', () => {
    const basic = (text: string) => Buffer.from(text).toString('base64');
    const withHeader = (authorization: string, fields: Record<string, string> = {}) =>
      request(service.url)
        .post('/oauth/token')
        .type('form')
        .set('Authorization', authorization)
        .send({ grant_type: 'refresh_token', refresh_token: 'x', ...fields });
    /** The response to an authenticated client with an invalid refresh token. */
    const passed = invalidGrant;
    const refused = { status: 401, error: 'invalid_client' };

    it('accepts the secret in the header, form-encoded (2.3.1)', async () => {
      const { id, secret } = client;
      const encoded = (text: string) =>
        [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
      for (const credentials of [
        `${id}:${secret}`,
        `${encoded(id)}:${encoded(secret!)}`,
        `${encoded(id).toUpperCase()}:${secret}`,
      ]) {
        for (const scheme of ['Basic', 'basic', 'BASIC']) {
          const answer = await withHeader(`${scheme} ${basic(credentials)}`);
          expect([credentials, outcome(answer)]).toEqual([credentials, passed]);
        }
      }
    });

    it('accepts the secret in the body (2.3.1)', async () => {
      const { id, secret } = client;
      const answer = await post(service, 'token', undefined, {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_id: id,
        client_secret: secret!,
      });
      expect(outcome(answer)).toEqual(passed);
    });

    it('accepts no secret in the URL (2.3.1)', async () => {
      const { id, secret } = client;
      const answer = await request(service.url)
        .post(`/oauth/token?client_id=${id}&client_secret=${secret}`)
        .type('form')
        .send({ grant_type: 'refresh_token', refresh_token: 'x' });
      expect(outcome(answer)).toEqual(refused);
    });

    it('treats a blank client_id or client_secret as omitted (2.3.1, 3.2)', async () => {
      const { id, secret } = client;
      const header = `Basic ${basic(`${id}:${secret}`)}`;
      const blank = { client_id: '', client_secret: '' };
      expect(outcome(await withHeader(header, blank))).toEqual(passed);
      const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
      const publicClient = await newClient(service, person, { isPublic: true });
      expect(
        outcome(await post(service, 'token', publicClient, { ...fields, client_secret: '' })),
      ).toEqual(passed);
      for (const sent of [blank, { client_id: id, client_secret: '' }]) {
        const answer = await post(service, 'token', undefined, { ...fields, ...sent });
        expect(outcome(answer)).toEqual(refused);
      }
    });

    it('refuses two Authorization headers (2.3)', async () => {
      const { hostname, port } = new URL(service.url);
      const header = `Basic ${basic(`${client.id}:${client.secret}`)}`;
      for (const second of [header, 'Bearer x']) {
        const sent = httpRequest({
          hostname,
          port,
          method: 'POST',
          path: service.path('/oauth/token'),
          headers: [
            ...['Host', 'localhost', 'Content-Type', 'application/x-www-form-urlencoded'],
            ...['Authorization', header, 'authorization', second],
          ],
        });
        sent.end('grant_type=refresh_token&refresh_token=x');
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        const body = JSON.parse(await text(response));
        expect(outcome({ status: response.statusCode!, body })).toEqual({
          status: 400,
          error: 'invalid_request',
        });
      }
    });

    it('refuses a client that uses two authentication methods (2.3)', async () => {
      const { id, secret } = client;
      const header = `Basic ${basic(`${id}:${secret}`)}`;
      const answers = [
        await withHeader(header, { client_secret: secret! }),
        await withHeader(header, { client_id: id, client_secret: secret! }),
        await withHeader(header, { client_id: other.id }),
      ];
      for (const answer of answers) {
        expect(outcome(answer)).toEqual({ status: 400, error: 'invalid_request' });
      }
      expect(outcome(await withHeader(header, { client_id: id }))).toEqual(passed);
    });

    it('returns 401 for every failure, with a challenge if a header was sent (5.2)', async () => {
      const { id, secret } = client;
      const headers = [
        `Basic ${basic(`${id}:wrong`)}`,
        `Basic ${basic(`${id}:`)}`,
        `Basic ${basic(id)}`,
        `Basic ${basic(`:${secret}`)}`,
        `Basic ${basic(`${newIdentifier()}:${secret}`)}`,
        `Basic ${basic(`${other.id}:${secret}`)}`,
        `Basic ${basic(`${publicClient.id}:x`)}`,
        `Basic ${basic(`${id}:%`)}`,
        `Basic ${basic(`${id}:%ff`)}`,
        `Basic ${basic('\0:\0')}`,
        `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`,
        'Basic',
        'Basic ',
        'Basic %%%',
        `Bearer ${secret}`,
        secret!,
      ];
      for (const header of headers) {
        const answer = await withHeader(header);
        expect([header, outcome(answer)]).toEqual([header, refused]);
        expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
      }
      const bodies: Record<string, string>[] = [
        {},
        { client_id: id },
        { client_id: id, client_secret: '' },
        { client_id: id, client_secret: `${secret}x` },
        { client_id: publicClient.id, client_secret: 'x' },
        { client_secret: secret! },
        { client_id: '\0', client_secret: '\0' },
      ];
      for (const body of bodies) {
        const answer = await post(service, 'token', undefined, {
          grant_type: 'refresh_token',
          refresh_token: 'x',
          ...body,
        });
        expect([body, outcome(answer)]).toEqual([body, refused]);
      }
    });

    it('lets a public client identify itself by its id alone (3.2.1)', async () => {
      const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
      expect(outcome(await token(fields, publicClient))).toEqual(passed);
      expect(outcome(await withHeader(`Basic ${basic(`${publicClient.id}:`)}`))).toEqual(passed);
    });
  });

  describe('the token endpoint (3.2)', () => {
    it('requires a supported grant type (5.2)', async () => {
      const types = [
        ['', 'invalid_request'],
        ['password', 'unsupported_grant_type'],
        ['client_credentials', 'unauthorized_client'],
        ['implicit', 'unsupported_grant_type'],
        ['Authorization_code', 'unsupported_grant_type'],
        ['__proto__', 'unsupported_grant_type'],
        ['toString', 'unsupported_grant_type'],
        ['\0', 'unsupported_grant_type'],
        ['urn:ietf:params:oauth:grant-type:jwt-bearer', 'unsupported_grant_type'],
      ];
      for (const [grant_type, error] of types) {
        const answer = await token({ grant_type: grant_type!, username: 'x', password: 'y' });
        expect([grant_type, outcome(answer)]).toEqual([grant_type, { status: 400, error }]);
      }
    });

    it('requires the code or the refresh token (4.1.3, 6)', async () => {
      for (const fields of [
        { grant_type: 'authorization_code' },
        { grant_type: 'authorization_code', code: '' },
        { grant_type: 'refresh_token' },
        { grant_type: 'refresh_token', code: 'x' },
      ]) {
        expect(outcome(await token(fields as Record<string, string>))).toEqual({
          status: 400,
          error: 'invalid_request',
        });
      }
    });

    it('refuses a repeated parameter, and does not use up the code (3.2)', async () => {
      const fields = Object.entries(await codeFor(person, client));
      for (const [name, value] of fields) {
        const answer = await token(new URLSearchParams([...fields, [name, value]]).toString());
        expect([name, outcome(answer)]).toEqual([name, { status: 400, error: 'invalid_request' }]);
      }
      expect((await token(Object.fromEntries(fields))).status).toBe(200);
    });

    it('treats a parameter without a value as omitted, and ignores unknown ones (3.2)', async () => {
      const form = new URLSearchParams(await codeFor(person, client));
      for (const name of ['scope', 'code', 'refresh_token', 'client_secret']) form.append(name, '');
      for (const name of ['constructor', 'toString', 'audience']) form.append(name, 'x');
      expect((await token(form.toString())).status).toBe(200);
    });

    it.each(['token', 'revoke', 'introspect'] as const)(
      'ignores repeated unknown parameters at %s (3.2)',
      async (endpoint) => {
        const known = endpoint === 'token' ? await codeFor(person, client) : { token: 'unknown' };
        const form = new URLSearchParams({ ...known, audience: 'https://a.example' });
        form.append('audience', 'https://b.example');
        expect((await post(service, endpoint, client, form.toString())).status).toBe(200);
      },
    );

    it('refuses a repeated token at revocation and introspection (3.2)', async () => {
      for (const endpoint of ['revoke', 'introspect'] as const) {
        const answer = await post(service, endpoint, client, 'token=a&token=b');
        expect(outcome(answer)).toEqual({ status: 400, error: 'invalid_request' });
      }
    });

    standalone.it(hostOwned.parser, 'ignores a parameter named __proto__', async () => {
      const form = new URLSearchParams(await codeFor(person, client));
      form.append('__proto__', 'x');
      expect((await token(form.toString())).status).toBe(200);
    });

    const expectPlainDescription = ({ body }: { body: any }) => {
      expect(body.error).toMatch(descriptionForm);
      expect(body.error_description).toMatch(descriptionForm);
    };

    it('uses only allowed characters in a description (5.2)', async () => {
      const english = service.app.get(Languages, { strict: false }).get('en')!;
      const names = Object.keys(errorCodes) as ErrorCode[];
      const params = { parameter: 'x', requestId: 'x', seconds: 1, reset: 1, max: 1, min: 1 };
      for (const name of names.filter((each) => errorCodes[each].isOAuth)) {
        expect(english.say(name, params)).toMatch(descriptionForm);
      }
      const answers = [
        await token('grant_type=x&%22%5c%22=1&%22%5c%22=2'),
        await token('%FF=1&%FF=2'),
        await token({ grant_type: 'authorization_code', code: '\0"\\' }),
        await post(service, 'token', undefined, await codeFor(person, client)),
      ];
      for (const answer of answers) expectPlainDescription(answer);
    });

    standalone.it(
      hostOwned.parser,
      'uses only allowed characters in the description for a request that is too large',
      async () => {
        expectPlainDescription(await token('x='.padEnd(200_000, 'x')));
      },
    );

    it('returns errors in English, regardless of the requested language (5.2)', async () => {
      const { body } = await token({ grant_type: 'x' }).set('Accept-Language', 'fr');
      const { body: english } = await token({ grant_type: 'x' });
      expect(body).toEqual(english);
    });
  });

  describe('the authorization code (4.1.2, 4.1.3)', () => {
    it('works once; a replay revokes the issued tokens', async () => {
      const fields = await codeFor(person, client);
      const { body } = await token(fields);
      expect(await getStatus(service, body.access_token)).toBe(200);
      expect(outcome(await token(fields))).toEqual(invalidGrant);
      expect(await getStatus(service, body.access_token)).toBe(401);
      expect(outcome(await refresh(service, client, body.refresh_token))).toEqual(invalidGrant);
    });

    it('is recognised when it is replayed after its expiry and after refreshes', async () => {
      const fields = await codeFor(person, client);
      const first = await token(fields);
      const { body } = await refresh(service, client, first.body.refresh_token);
      const hour = 3_600_000;
      await service.prisma.authorization.update({
        where: { codeHash: hashToken(fields.code) },
        data: { createdAt: new Date(Date.now() - hour), redeemedAt: new Date(Date.now() - hour) },
      });
      expect(outcome(await token(fields))).toEqual(invalidGrant);
      expect(await getStatus(service, first.body.access_token)).toBe(401);
      expect(await getStatus(service, body.access_token)).toBe(401);
      expect(outcome(await refresh(service, client, body.refresh_token))).toEqual(invalidGrant);
    });

    it('issues tokens to at most one of many concurrent requests, and then revokes them', async () => {
      const fields = await codeFor(person, client);
      const answers = await Promise.all(Array.from({ length: 8 }, () => token(fields)));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).toBeLessThanOrEqual(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(outcome(answer)).toEqual(invalidGrant);
      }
      for (const { body } of given) expect(await getStatus(service, body.access_token)).toBe(401);
    });

    it('expires after one minute', async () => {
      const fields = await codeFor(person, client);
      const where = { codeHash: hashToken(fields.code) };
      const { createdAt, expiresAt } = await service.prisma.authorization.findUniqueOrThrow({
        where,
      });
      expect(Math.abs(expiresAt.getTime() - createdAt.getTime() - 60_000)).toBeLessThan(1_000);
      await service.prisma.authorization.update({ where, data: { expiresAt: new Date(0) } });
      expect(outcome(await token(fields))).toEqual(invalidGrant);
    });

    it('cannot be used or used up by another client', async () => {
      const fields = await codeFor(person, client);
      expect(outcome(await token(fields, other))).toEqual(invalidGrant);
      expect(outcome(await token(fields, publicClient))).toEqual(invalidGrant);
      expect((await token(fields)).status).toBe(200);
    });

    it('requires the redirect URI of the authorization request', async () => {
      const wrongs = [undefined, '', `${callback}/`, `${callback}?`, 'https://evil.example/', '\0'];
      for (const redirect_uri of wrongs) {
        const { redirect_uri: _, ...fields } = await codeFor(person, client);
        const sent = redirect_uri === undefined ? fields : { ...fields, redirect_uri };
        expect([redirect_uri, outcome(await token(sent))]).toEqual([redirect_uri, invalidGrant]);
      }
    });

    it('requires no redirect URI if the authorization request had none', async () => {
      const { redirect_uri: _, ...fields } = await codeFor(person, client, {
        redirect_uri: undefined,
      });
      expect((await token(fields)).status).toBe(200);
    });

    it('is accepted neither as an access token nor as a refresh token', async () => {
      const { code } = await codeFor(person, client);
      expect(await getStatus(service, code)).toBe(401);
      expect(outcome(await refresh(service, client, code))).toEqual(invalidGrant);
    });

    it('yields tokens with the requested scope', async () => {
      const { scope } = await tokensFor(service, person, client, { scope: 'account:read' });
      expect(scope).toBe('account:read');
      const both = await tokensFor(service, person, client, {
        scope: 'account:write account:read account:read',
      });
      expect(both.scope).toBe('account:read account:write');
    });
  });

  describe('refreshing (6)', () => {
    it('can narrow the scope, and later restore the granted one', async () => {
      const { refresh_token } = await tokensFor(service, person, client);
      const narrow = await refresh(service, client, refresh_token, { scope: 'account:read' });
      expect(narrow.body.scope).toBe('account:read');
      const again = await refresh(service, client, narrow.body.refresh_token);
      expect(again.body.scope).toBe('account:read account:write');
    });

    it('cannot widen the scope, and the attempt does not use up the refresh token', async () => {
      const { refresh_token } = await tokensFor(service, person, client, { scope: 'account:read' });
      for (const scope of ['account:write', 'account:read account:write', 'x', 'account:read  ']) {
        const answer = await refresh(service, client, refresh_token, { scope });
        expect([scope, outcome(answer)]).toEqual([scope, { status: 400, error: 'invalid_scope' }]);
      }
      const { body } = await refresh(service, client, refresh_token);
      expect(body.scope).toBe('account:read');
    });

    it('works only for the client that received the token', async () => {
      const { refresh_token } = await tokensFor(service, person, client);
      expect(outcome(await refresh(service, other, refresh_token))).toEqual(invalidGrant);
      expect(outcome(await refresh(service, publicClient, refresh_token))).toEqual(invalidGrant);
      expect((await refresh(service, client, refresh_token)).status).toBe(200);
    });

    it('requires a confidential client to authenticate', async () => {
      const { refresh_token } = await tokensFor(service, person, client);
      const answer = await refresh(service, { ...client, secret: null }, refresh_token);
      expect(outcome(answer)).toEqual({ status: 401, error: 'invalid_client' });
    });

    it('fails when the refresh token has expired', async () => {
      const { refresh_token } = await tokensFor(service, person, client);
      await service.prisma.authorization.update({
        where: { id: refresh_token.slice(0, 24) },
        data: { expiresAt: new Date(0) },
      });
      expect(outcome(await refresh(service, client, refresh_token))).toEqual(invalidGrant);
    });

    it('accepts no access token', async () => {
      const { access_token } = await tokensFor(service, person, client);
      expect(outcome(await refresh(service, client, access_token))).toEqual(invalidGrant);
    });

    it('stores neither codes nor tokens in clear text (10.4, 10.5)', async () => {
      const fields = await codeFor(person, client);
      const { body } = await token(fields);
      const rows = JSON.stringify([
        await service.prisma.authorization.findMany(),
        await service.prisma.accessToken.findMany(),
      ]);
      for (const secret of [fields.code, body.access_token, body.refresh_token, client.secret]) {
        expect(rows).not.toContain(secret);
      }
    });
  });
});
