import { connect } from 'node:net';
import request from 'supertest';
import { consoleForms } from '../hostile/routes.js';
import { PageClient } from '../support/clients/page-client.js';
import {
  asking,
  codeFor,
  newClient,
  pkcePair,
  post,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, newEmail, password } from '../support/hosts/service.js';

describeService('The console under attack', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
  });

  const newBrowser = () => new PageClient(service().url);
  const browserCookie = () => service().cookie('browser');

  describe('the return address of a sign-in', () => {
    const home = '/console/account';
    // A separate account: so many sign-ins end the oldest sessions.
    let email: string;
    beforeAll(async () => {
      email = (await service().newCaller()).account.email;
    });

    it.each([
      'https://evil.example/',
      'https:evil.example',
      'http://127.0.0.1:3000/console/account',
      '//evil.example/console/account',
      '///evil.example/console/account',
      '/\\evil.example/console/account',
      '\\/evil.example/console/account',
      '\\\\evil.example',
      '/\t/evil.example/console/account',
      '/\n/evil.example/console/account',
      '\t//evil.example',
      ' //evil.example',
      ' /console/account',
      '/%2fevil.example',
      '/%5cevil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/console/..//evil.example',
      '/console/../\\evil.example',
      '/console/%2e%2e//evil.example',
      '/console/.%2e/%2e./evil.example',
      '/console\\..\\..\\\\evil.example',
      '/@evil.example',
      '@evil.example/console/account',
      '.evil.example/console/account',
      'javascript:alert(1)',
      'data:text/html,x',
      '/api/accounts/me',
      '/docs',
      '/oauth/token',
      '/oauth/authorize/x',
      '/oauth/authorizex?x=y',
      '/console',
      '/consolex/account',
      'console/account',
      '',
      '\0',
      '/\0/evil.example',
    ])('cannot be %j', async (text) => {
      for (const returnTo of new Set([text, service().path(text)])) {
        const browser = newBrowser();
        const query = new URLSearchParams({ return_to: returnTo });
        await browser.open(`/console/sign-in?${query}`);
        const { status, location } = await browser.submit('/console/sign-in', {
          email,
          password,
          return_to: returnTo,
        });
        expect([status, location]).toEqual([303, home]);
        const signedIn = await browser.open(`/console/sign-in?${query}`);
        expect([signedIn.status, signedIn.location]).toEqual([303, home]);
      }
    });

    it.each([
      ['/console/account', '/console/account'],
      ['/console/grants?x=y', '/console/grants?x=y'],
      ['/console/account#top', '/console/account'],
      ['/console/./account', '/console/account'],
      ['/console//evil.example', '/console//evil.example'],
      ['/console/a\r\nSet-Cookie: x=y', '/console/aSet-Cookie:%20x=y'],
      ['/console/ü?ü=\u2028', '/console/%C3%BC?%C3%BC=%E2%80%A8'],
      ['/oauth/authorize?a=b&c=%20', '/oauth/authorize?a=b&c=%20'],
    ])('can be %j', async (returnTo, location) => {
      const browser = newBrowser();
      const answer = await browser.signIn(email, password, service().path(returnTo));
      expect([answer.status, answer.location]).toEqual([303, location]);
      expect(answer.headers.getSetCookie().join()).not.toContain('x=y');
    });

    it('is ignored if it is given more than once', async () => {
      const query = 'return_to=https://evil.example&return_to=//evil.example&return_to[]=x';
      const { status, html } = await newBrowser().open(`/console/sign-in?${query}`);
      expect(status).toBe(200);
      expect(html).not.toContain('evil.example');
    });

    it('allows the sign-in form to redirect only to the requesting client', async () => {
      const getPolicy = async (returnTo: string) => {
        const query = new URLSearchParams({ return_to: service().path(returnTo) });
        const { headers } = await newBrowser().open(`/console/sign-in?${query}`);
        return /form-action ([^;]*)/.exec(headers.get('content-security-policy')!)![1];
      };
      const asked = new URLSearchParams(asking(client, pkcePair()));
      expect(await getPolicy(`/oauth/authorize?${asked}`)).toBe("'self' https://app.example");
      asked.set('redirect_uri', 'https://evil.example/; script-src *');
      expect(await getPolicy(`/oauth/authorize?${asked}`)).toBe("'self'");
    });
  });

  describe('a session', () => {
    it('does not keep the browser’s cookie from before sign-in', async () => {
      const browser = newBrowser();
      await browser.open('/console/sign-in');
      const before = browser.cookies.get(browserCookie());
      expect(before).toBeDefined();
      await browser.submit('/console/sign-in', { email: person.account.email, password });
      const after = browser.cookies.get(browserCookie());
      expect(after).not.toBe(before);
      const fixed = newBrowser();
      fixed.cookies.set(browserCookie(), before!);
      expect((await fixed.open('/console/account')).status).toBe(303);
    });

    it('ends when another account signs in with the same browser', async () => {
      const browser = newBrowser();
      await browser.signIn(person.account.email, password);
      const before = browser.cookies.get(browserCookie())!;
      await browser.open('/console/account');
      const { csrfToken } = browser;
      const other = await service().newCaller();
      const { status } = await browser.post('/console/sign-in', {
        csrf_token: csrfToken,
        email: other.account.email,
        password,
      });
      expect(status).toBe(303);
      expect((await browser.open('/console/account')).html).toContain(other.account.email);
      const old = newBrowser();
      old.cookies.set(browserCookie(), before);
      expect((await old.open('/console/account')).status).toBe(303);
    });

    it('uses an HttpOnly, SameSite=Lax cookie without a domain', async () => {
      const browser = newBrowser();
      const { headers } = await browser.signIn(person.account.email, password);
      const cookie = headers.getSetCookie().find((each) => each.startsWith(browserCookie()))!;
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Path=\//i);
      expect(cookie).not.toMatch(/; Domain=/i);
    });

    it('is refused for an invalid cookie without an internal error', async () => {
      for (const value of ['x', '', '%00', '"x"', 'x'.repeat(4_000), `${'a'.repeat(86)}`]) {
        const headers = {
          cookie: `${browserCookie()}=${value}; ${service().cookie('notice')}=${value}`,
        };
        const { status } = await newBrowser().open('/console/account', headers);
        expect([value, status]).toEqual([value, 303]);
      }
    });
  });

  it('returns the same for existing and unknown emails', async () => {
    const answers = [];
    for (const email of [person.account.email, newEmail()]) {
      const browser = newBrowser();
      await browser.open('/console/sign-in');
      const answer = await browser.submit('/console/sign-in', { email, password: 'wrong 1' });
      const text = answer.html
        .replaceAll(email, '')
        .replaceAll(/name="(csrf_token|form_id)" value="[^"]+"/g, '');
      answers.push({ status: answer.status, text });
    }
    expect(answers[0]!.status).toBe(400);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('discloses nothing about other accounts’ grants and sessions', async () => {
    const other = await newPerson(service());
    await codeFor(other, client);
    const grant = await service().prisma.grant.findFirstOrThrow({
      where: { accountId: other.account.id },
    });
    const session = await service().prisma.session.findFirstOrThrow({
      where: { accountId: other.account.id },
    });
    await person.browser.open('/console/account');
    const csrf_token = person.browser.csrfToken;
    for (const id of [grant.id, 'x']) {
      const { status } = await person.browser.post(`/console/grants/${id}/revoke`, { csrf_token });
      expect(status).toBe(303);
    }
    for (const id of [session.id, 'x']) {
      const { status } = await person.browser.post(`/console/sessions/${id}/end`, { csrf_token });
      expect(status).toBe(303);
    }
    expect((await other.browser.open('/console/account')).status).toBe(200);
    expect(await service().prisma.grant.count({ where: { id: grant.id } })).toBe(1);
  });
});

describeService(
  'A console form',
  (service) => {
    let person: Person;
    beforeAll(async () => {
      person = await newPerson(service());
    });
    const newBrowser = () => new PageClient(service().url);

    const paths = consoleForms.map(({ path }) => path.replace('{id}', 'x'));

    it.each(paths)('sent to %s requires the CSRF token of its browser', async (path) => {
      await person.browser.open('/console/account');
      const { csrfToken } = person.browser;
      const stranger = newBrowser();
      await stranger.open('/console/sign-in');
      for (const fields of [
        {},
        { csrf_token: '' },
        { csrf_token: 'x' },
        { csrf_token: stranger.csrfToken },
        { csrf_token: `${csrfToken} ` },
      ] as Record<string, string>[]) {
        const { status } = await person.browser.post(path, fields);
        // A form of an OAuth client has no token, and is repeated as a GET request, which changes nothing.
        const isOfClient = path.startsWith('/oauth/') && Object.keys(fields).length === 0;
        expect([fields, status]).toEqual([fields, isOfClient ? 303 : 403]);
      }
      const nobody = await newBrowser().post(path, { csrf_token: csrfToken });
      expect(nobody.status).toBe(403);
    });

    it.each(paths)(
      'sent to %s from another site is refused, even with the CSRF token',
      async (path) => {
        await person.browser.open('/console/account');
        const csrf_token = person.browser.csrfToken;
        for (const site of ['cross-site', 'same-site']) {
          const headers = { 'sec-fetch-site': site };
          const { status } = await person.browser.post(path, { csrf_token }, headers);
          expect([site, status]).toEqual([site, 403]);
        }
      },
    );

    it.each(paths)('sent to %s must not be JSON', async (path) => {
      await person.browser.open('/console/account');
      const cookie = [...person.browser.cookies].map((pair) => pair.join('=')).join('; ');
      const { status } = await request(service().url)
        .post(path)
        .set('Cookie', cookie)
        .send({ csrf_token: person.browser.csrfToken });
      expect(status).toBe(400);
    });
  },
  // With the pages behind mail links.
  { mail: { url: undefined, from: 'a@example.com' } },
);

const oddities: [string, string][] = [
  ['NUL', '%00'],
  ['text with NUL', 'a%00b%40example.com'],
  ['invalid UTF-8', '%ff%fe'],
  ['a truncated character', '%e2%82'],
  ['a lone surrogate', '%ed%a0%80'],
  ['a truncated escape', '%'],
  ['an invalid escape', '%zz'],
  ['a line break', '%0d%0aSet-Cookie:%20x=y'],
  ['a very long value', 'x'.repeat(8_000)],
  ['very long Unicode', '%f0%9f%8e%89'.repeat(600)],
  ['a bidirectional override', '%e2%80%ae'],
  ['markup', '%3Cscript%3Ealert(1)%3C/script%3E'],
  ['a format string', '%25s%25n'],
  ['an object', '[object%20Object]'],
  ['a quote', "'%22`;--"],
];

describeService('Unusual input causes no server error', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
  });

  const fine = (status: number) => expect(status).toBeLessThan(500);

  it.each(oddities)('%s in any parameter of the authorization endpoint', async (_, text) => {
    const names = Object.keys(asking(client, pkcePair(), { scope: 'x', response_mode: 'x' }));
    for (const name of [...names, text, 'client_id[]', 'x']) {
      const parameters = asking(client, pkcePair());
      delete parameters[name];
      const { status, html, headers } = await person.browser.open(
        `/oauth/authorize?${new URLSearchParams(parameters)}&${name}=${text}`,
      );
      fine(status);
      expect(html).not.toContain('<script>alert');
      expect(headers.getSetCookie().join()).not.toContain('x=y');
    }
  });

  it.each(oddities)(
    '%s in any parameter of the token, revoke and introspect endpoints',
    async (_, text) => {
      const names = [
        'grant_type',
        'code',
        'code_verifier',
        'redirect_uri',
        'refresh_token',
        'scope',
        'token',
        'token_type_hint',
        'client_id',
        'client_secret',
        text,
      ];
      for (const endpoint of ['token', 'revoke', 'introspect']) {
        for (const name of names) {
          const { status, body } = await request(service().url)
            .post(`/oauth/${endpoint}`)
            .type('form')
            .auth(client.id, client.secret!)
            .send(`grant_type=authorization_code&code=x&${name}=${text}`);
          fine(status);
          if (status !== 200) expect(body.error_description).toMatch(/^[\x20-\x7e]+$/);
        }
      }
      for (const field of ['code_verifier', 'redirect_uri', 'scope']) {
        const { [field]: _left, ...fields } = (await codeFor(person, client)) as Record<
          string,
          string
        >;
        const form = `${new URLSearchParams(fields)}&${field}=${text}`;
        fine((await post(service(), 'token', client, form)).status);
      }
    },
  );

  it.each(oddities)('%s in a form field of the console', async (_, text) => {
    const forms: [string, string[]][] = [
      ['/console/sign-in', ['email', 'password', 'return_to', 'csrf_token', text]],
      ['/console/sign-up', ['name', 'email', 'password', 'language_code', 'return_to']],
      ['/console/account', ['name', 'language_code', 'phone', 'default_notification_phone']],
      ['/console/account/email', ['email', 'old_password']],
      ['/console/security/password', ['old_password', 'new_password', 'end_application_tokens']],
      ['/console/account/delete', ['password']],
      ['/console/account/export', ['password']],
      ['/console/account/adopt-email', ['email']],
      ['/console/notifications', ['default_email_notification_frequency', 'email_subscriptions']],
    ];
    for (const [path, names] of forms) {
      for (const name of names) {
        await person.browser.open('/console/account');
        const fields = new URLSearchParams(
          names.filter((each) => each !== name && each !== 'csrf_token').map((each) => [each, 'x']),
        );
        const body = `csrf_token=${person.browser.csrfToken}&${fields}&${name}=${text}`;
        const cookie = [...person.browser.cookies].map((pair) => pair.join('=')).join('; ');
        const { status } = await request(service().url)
          .post(path)
          .type('form')
          .set('Cookie', cookie)
          .send(body);
        expect([path, name, status < 500]).toEqual([path, name, true]);
      }
    }
  });

  it.each(oddities)('%s in a path or query parameter', async (_, text) => {
    await person.browser.open('/console/account');
    const csrf_token = person.browser.csrfToken;
    for (const path of [
      `/console/grants/${text}/revoke`,
      `/console/sessions/${text}/end`,
      `/console/security/passkeys/${text}`,
      `/console/security/passkeys/${text}/remove`,
      `/console/applications/${text}/token/revoke`,
      `/console/${text}`,
      `/oauth/${text}`,
    ]) {
      const { status } = await person.browser.post(path, { csrf_token });
      expect([path, status < 500]).toEqual([path, true]);
      fine((await person.browser.open(path)).status);
    }
    for (const name of ['return_to', text]) {
      fine((await new PageClient(service().url).open(`/console/sign-in?${name}=${text}`)).status);
    }
  });

  it.each(oddities)('%s in a header', async (_, text) => {
    for (const name of ['accept-language', 'user-agent', 'cookie', 'sec-fetch-site']) {
      const value = decodeText(text);
      const browser = new PageClient(service().url, { [name]: value });
      fine((await browser.open('/console/sign-in')).status);
      fine((await browser.open(`/oauth/authorize?client_id=${client.id}`)).status);
    }
    const { status } = await request(service().url)
      .post('/oauth/token')
      .set('Authorization', `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}`)
      .type('form')
      .send('grant_type=refresh_token');
    // Node itself refuses a request head that is too large.
    expect([401, 431]).toContain(status);
  });

  it.each([
    'GET http://evil.example/oauth/authorize?client_id=x HTTP/1.1',
    'GET http://evil.example:99999/oauth/authorize?client_id=x HTTP/1.1',
    'GET http://[/oauth/authorize?client_id=x HTTP/1.1',
    'GET //evil.example/oauth/authorize?client_id=x HTTP/1.1',
    'GET /\\evil.example/../console/account HTTP/1.1',
    'GET //evil.example/../console/account HTTP/1.1',
    'GET http://evil.example/console/account HTTP/1.1',
    'GET /oauth/authorize?client_id=\u00e9 HTTP/1.1',
    'GET /console/account?\u00e9 HTTP/1.1',
    'OPTIONS * HTTP/1.1',
  ])('the request line %j', async (text) => {
    const line = text.replace(/\/(?=oauth|console)/, service().path('/'));
    const head = await rawRequest(`${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 [234]/);
    const [, location = ''] = /^location: (.*)$/im.exec(head) ?? [];
    expect(location).not.toMatch(/^(?:[a-z]+:|\/[/\\])/i);
  });

  function rawRequest(text: string): Promise<string> {
    const { hostname, port } = new URL(service().url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      socket.on('error', reject);
      socket.on('close', () => resolve(received.split('\r\n\r\n')[0]!));
    });
  }
});

describeService(
  'A console on https',
  (service) => {
    it('limits its cookies to this host and to TLS', async () => {
      const browser = new PageClient(service().url);
      const { headers } = await browser.open('/console/sign-in');
      for (const cookie of headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-accounts-/);
        expect(cookie).toMatch(/; Secure/i);
        expect(cookie).toMatch(/; Path=\/(?:;|$)/i);
        expect(cookie).not.toMatch(/; Domain=/i);
      }
      expect(headers.getSetCookie()).toHaveLength(1);
    });

    it('rejects a cookie that any host of the domain could have set', async () => {
      const { account } = await service().newCaller();
      const browser = new PageClient(service().url);
      await browser.signIn(account.email, password);
      const [[name, value] = ['', '']] = browser.cookies;
      expect((await browser.open('/console/account')).status).toBe(200);
      const tossed = new PageClient(service().url);
      tossed.cookies.set(name.replace('__Host-', ''), value);
      expect((await tossed.open('/console/account')).status).toBe(303);
    });
  },
  { publicUrl: 'https://accounts.example' },
);

/** Decodes the text as far as a header can contain it. */
function decodeText(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    const code = parseInt(hex, 16);
    return code < 0x20 || code === 0x7f ? ' ' : String.fromCharCode(code);
  });
}
