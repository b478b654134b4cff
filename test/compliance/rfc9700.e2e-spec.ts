import { randomBytes } from 'node:crypto';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { PageClient } from '../support/clients/page-client.js';
import {
  ask,
  asking,
  callback,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  readRedirect,
  tokensFor,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { newPerson, signedIn, type Person } from '../support/clients/person.js';
import { describeService, password, type TestService } from '../support/hosts/service.js';

const day = 24 * 60 * 60 * 1_000;

describeService('RFC 9700, redirects', (running) => {
  let service: TestService;
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
    client = await newClient(service, person);
  });

  it.each([
    ['a prefix', 'https://app.example/call'],
    ['a suffix', `${callback}2`],
    ['a path below', `${callback}/deeper`],
    ['a trailing slash', `${callback}/`],
    ['a trailing dot of the host', 'https://app.example./callback'],
    ['the host in capitals', 'https://APP.example/callback'],
    ['the scheme in capitals', 'HTTPS://app.example/callback'],
    ['the path in capitals', 'https://app.example/Callback'],
    ['another scheme', 'http://app.example/callback'],
    ['no scheme', '//app.example/callback'],
    ['the path alone', '/callback'],
    ['a script', 'javascript:alert(1)//https://app.example/callback'],
    ['data', 'data:text/html,https://app.example/callback'],
    ['the default port', 'https://app.example:443/callback'],
    ['another port', 'https://app.example:8443/callback'],
    ['an empty port', 'https://app.example:/callback'],
    ['a user', 'https://user@app.example/callback'],
    ['a user and a password', 'https://app.example:x@app.example/callback'],
    ['the host as a user', 'https://app.example@evil.example/callback'],
    ['a subdomain', 'https://evil.app.example/callback'],
    ['the host as a subdomain', 'https://app.example.evil.example/callback'],
    ['the host as a path', 'https://evil.example/https://app.example/callback'],
    ['a name that ends like it', 'https://evilapp.example/callback'],
    ['a fragment', `${callback}#`],
    ['a fragment with text', `${callback}#x`],
    ['an empty query', `${callback}?`],
    ['a query', `${callback}?x=y`],
    ['a path traversal', 'https://app.example/x/../callback'],
    ['an encoded path traversal', 'https://app.example/x/%2e%2e/callback'],
    ['a traversal to elsewhere', `${callback}/../evil`],
    ['an encoded slash', 'https://app.example%2fcallback'],
    ['a doubled slash', 'https://app.example//callback'],
    ['a backslash', 'https://app.example\\callback'],
    ['backslashes', 'https:\\\\app.example\\callback'],
    ['a backslash before another host', 'https://evil.example\\@app.example/callback'],
    ['an encoded letter', 'https://app.example/%63allback'],
    ['an address encoded twice', encodeURIComponent(callback)],
    ['a space before it', ` ${callback}`],
    ['a space after it', `${callback} `],
    ['a tab inside', 'https://app.example/call\tback'],
    ['a line break after it', `${callback}\r\n`],
    ['a header', `${callback}\r\nSet-Cookie: x=y`],
    ['NUL after it', `${callback}\0`],
    ['NUL and another host', `https://evil.example/\0${callback}`],
    ['letters that look alike', 'https://аpp.example/callback'],
    ['a host in another form', 'https://app。example/callback'],
    ['a soft hyphen', 'https://app.exam\u00adple/callback'],
    ['a wildcard', 'https://*.example/callback'],
    ['another loopback name', 'http://localhost/callback'],
    ['another loopback address', 'http://127.0.0.1/callback'],
    ['nonsense', 'x'],
    ['a very long address', callback.padEnd(4_000, 'x')],
  ])(
    'a redirect URI must match character by character: refuses %s (2.1, 4.1.3)',
    async (_, redirect_uri) => {
      const { status, location, html } = await ask(
        person.browser,
        asking(client, pkcePair(), { redirect_uri }),
      );
      expect([status, location]).toEqual([400, undefined]);
      expect(html).not.toMatch(/="[^"]*evil\.example/);
    },
  );

  it('a repeated redirect URI is never followed, in any order (4.1)', async () => {
    const asked = Object.entries(asking(client, pkcePair()));
    const evil: [string, string] = ['redirect_uri', 'https://evil.example/'];
    for (const parameters of [
      [...asked, evil],
      [evil, ...asked],
    ]) {
      const { status, location } = await ask(person.browser, parameters);
      expect([status, location]).toEqual([400, undefined]);
    }
  });

  it('the redirect URI of one client is not accepted for another (4.1)', async () => {
    const other = await newClient(service, person, { redirectUris: ['https://other.example/cb'] });
    const { status, location } = await ask(
      person.browser,
      asking(client, pkcePair(), { redirect_uri: other.redirectUri }),
    );
    expect([status, location]).toEqual([400, undefined]);
  });

  it('the redirect URI of the decision is validated like that of the request (4.1)', async () => {
    const fresh = await newClient(service, person);
    for (const decision of ['allow', 'deny']) {
      await ask(person.browser, asking(fresh, pkcePair()));
      const { status, location } = await person.browser.submit('/oauth/authorize', {
        decision,
        redirect_uri: 'https://evil.example/',
      });
      expect([decision, status, location]).toEqual([decision, 400, undefined]);
    }
  });

  it('no user is redirected to a client before sign-in (4.11.2)', async () => {
    for (const parameters of [{}, { scope: 'x' }, { response_type: 'token' }]) {
      const stranger = new PageClient(service.url);
      const { status, location } = await ask(stranger, asking(client, pkcePair(), parameters));
      expect(status).toBe(303);
      expectToLeadOn(location, service.path('/oauth/authorize?'));
      await stranger.open(location!);
      const signed = await stranger.submit('/console/sign-in', {
        email: person.account.email,
        password,
      });
      const answer = await stranger.open(signed.location!);
      expect(answer.status).toBe(Object.keys(parameters).length === 0 ? 200 : 303);
    }
  });

  it('the redirect after a form is a 303, which drops the form data (4.12)', async () => {
    const allowed = await consent(person.browser, asking(client, pkcePair()));
    const fresh = await newClient(service, person);
    const denied = await consent(person.browser, asking(fresh, pkcePair()), 'deny');
    const browser = new PageClient(service.url);
    const signed = await browser.signIn(person.account.email, password);
    expect([allowed.status, denied.status, signed.status]).toEqual([303, 303, 303]);
  });

  it('no URL of the authorization endpoint leaks as a referrer (4.2.4)', async () => {
    const fresh = await newClient(service, person);
    const page = await ask(person.browser, asking(fresh, pkcePair()));
    const answer = await person.browser.submit('/oauth/authorize', { decision: 'allow' });
    const refused = await ask(person.browser, asking(client, pkcePair(), { redirect_uri: 'x' }));
    for (const { headers } of [page, answer, refused]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('the consent page cannot be framed (4.16)', async () => {
    const fresh = await newClient(service, person);
    const page = await ask(person.browser, asking(fresh, pkcePair()));
    expect(page.status).toBe(200);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://app.example;");
  });
});

describeService('RFC 9700, the decision of the user', (running) => {
  let service: TestService;
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
    client = await newClient(service, person);
  });

  const decide = (page: PageClient, csrf_token: string, headers: Record<string, string> = {}) =>
    page.post(
      '/oauth/authorize',
      { ...asking(client, pkcePair()), decision: 'allow', csrf_token },
      headers,
    );

  it('cannot be submitted by another site (4.7)', async () => {
    await ask(person.browser, asking(client, pkcePair()));
    const { csrfToken } = person.browser;
    const stranger = await newPerson(service);
    await stranger.browser.open('/console/account');
    for (const token of [
      '',
      'x',
      stranger.browser.csrfToken,
      csrfToken.slice(1),
      `${csrfToken}x`,
    ]) {
      const { status, location } = await decide(person.browser, token);
      expect([token, status, location]).toEqual([token, 403, undefined]);
    }
    for (const site of ['cross-site', 'same-site', 'x', '']) {
      const { status } = await decide(person.browser, csrfToken, { 'sec-fetch-site': site });
      expect([site, status]).toEqual([site, 403]);
    }
    expect(await service.prisma.grant.count({ where: { applicationId: client.id } })).toBe(0);
    expect((await decide(person.browser, csrfToken)).status).toBe(303);
  });

  it('is not accepted from another session of the same account, nor without one', async () => {
    const page = await signedIn(service, person);
    await ask(person.browser, asking(client, pkcePair()));
    const other = await newClient(service, person);
    await ask(page, asking(other, pkcePair()));
    expect((await decide(person.browser, page.csrfToken)).status).toBe(403);
    const nobody = new PageClient(service.url);
    await nobody.open('/console/sign-in');
    const { status, location } = await decide(nobody, nobody.csrfToken);
    expect(status).toBe(303);
    // After sign-in, the user is asked again.
    expectToLeadOn(location, service.path('/oauth/authorize?'));
  });
});

describeService('RFC 9700, refresh token rotation (4.14.2)', (service) => {
  let person: Person;
  let client: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
    publicClient = await newClient(service(), person, { isPublic: true });
  });

  const getId = (tokens: Tokens) => tokens.refresh_token.slice(0, 24);
  const again = async (tokens: Tokens, as: TestClient = client): Promise<Tokens> => {
    const { status, body } = await refresh(service(), as, tokens.refresh_token);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body;
  };
  const expectEnded = async (as: TestClient, ...all: Tokens[]) => {
    for (const { access_token, refresh_token } of all) {
      expect(await getStatus(service(), access_token)).toBe(401);
      const { status, body } = await refresh(service(), as, refresh_token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  };
  /** Moves the last refresh this many seconds into the past. */
  const age = (tokens: Tokens, seconds: number) =>
    service().prisma.authorization.update({
      where: { id: getId(tokens) },
      data: { refreshedAt: new Date(Date.now() - seconds * 1_000) },
    });

  it('issues a new refresh token each time, to public and confidential clients', async () => {
    for (const each of [client, publicClient]) {
      let tokens = await tokensFor(service(), person, each);
      const seen = new Set([tokens.refresh_token]);
      for (let times = 0; times < 3; times++) {
        tokens = await again(tokens, each);
        seen.add(tokens.refresh_token);
      }
      expect(seen.size).toBe(4);
    }
  });

  it('returns the same successor to concurrent refreshes, and keeps the user signed in', async () => {
    for (const each of [client, publicClient]) {
      const first = await tokensFor(service(), person, each);
      const all = await Promise.all(Array.from({ length: 8 }, () => again(first, each)));
      expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect(new Set(all.map(({ access_token }) => access_token)).size).toBe(8);
      for (const { access_token } of all)
        expect(await getStatus(service(), access_token)).toBe(200);
      const next = await again(all[7]!, each);
      expect(await getStatus(service(), next.access_token)).toBe(200);
    }
  });

  it('returns the same successor to a client that lost the response a moment ago', async () => {
    const first = await tokensFor(service(), person, client);
    const lost = await again(first);
    await age(first, 20);
    const found = await again(first);
    expect(found.refresh_token).toBe(lost.refresh_token);
    expect((await again(found)).refresh_token).not.toBe(found.refresh_token);
  });

  it('does not extend the grace period by repeated requests', async () => {
    const first = await tokensFor(service(), person, client);
    await again(first);
    await age(first, 20);
    const { refreshedAt } = await service().prisma.authorization.findUniqueOrThrow({
      where: { id: getId(first) },
    });
    await again(first);
    const after = await service().prisma.authorization.findUniqueOrThrow({
      where: { id: getId(first) },
    });
    expect(after.refreshedAt).toEqual(refreshedAt);
  });

  it('revokes the family when a replaced token returns after the grace period', async () => {
    for (const each of [client, publicClient]) {
      const first = await tokensFor(service(), person, each);
      const second = await again(first, each);
      await age(first, 31);
      const { status, body } = await refresh(service(), each, first.refresh_token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      await expectEnded(each, first, second);
    }
  });

  it('revokes the family immediately when a token two rotations old returns', async () => {
    const first = await tokensFor(service(), person, client);
    const second = await again(first);
    const third = await again(second);
    expect((await refresh(service(), client, first.refresh_token)).body.error).toBe(
      'invalid_grant',
    );
    await expectEnded(client, first, second, third);
  });

  it('leaves other authorizations of the same user and client alone', async () => {
    const stolen = await tokensFor(service(), person, client);
    const other = await tokensFor(service(), person, client);
    const second = await again(stolen);
    await again(second);
    await refresh(service(), client, stolen.refresh_token);
    expect(await getStatus(service(), other.access_token)).toBe(200);
    await again(other);
  });

  it('ignores an old token presented by another client', async () => {
    const first = await tokensFor(service(), person, client);
    const third = await again(await again(first));
    expect((await refresh(service(), publicClient, first.refresh_token)).status).toBe(400);
    await again(third);
  });

  it('ignores tokens that were never part of the family', async () => {
    const tokens = await tokensFor(service(), person, client);
    for (const junk of [
      tokens.refresh_token.slice(0, -1),
      `${tokens.refresh_token}x`,
      `${tokens.refresh_token.slice(0, -1)}${tokens.refresh_token.endsWith('a') ? 'b' : 'a'}`,
      newAccessToken(),
      randomBytes(43).toString('hex'),
    ]) {
      expect((await refresh(service(), client, junk)).body.error).toBe('invalid_grant');
    }
    await again(tokens);
  });

  it('extends the expiry to 30 days with each use', async () => {
    const first = await tokensFor(service(), person, client);
    const where = { id: getId(first) };
    const soon = new Date(Date.now() + 60_000);
    await service().prisma.authorization.update({ where, data: { expiresAt: soon } });
    await again(first);
    const { expiresAt } = await service().prisma.authorization.findUniqueOrThrow({ where });
    const lives = expiresAt.getTime() - Date.now();
    expect(lives).toBeLessThanOrEqual(30 * day);
    expect(lives).toBeGreaterThan(30 * day - 60_000);
  });

  it('ends a year after the consent, however often it is used', async () => {
    const first = await tokensFor(service(), person, client);
    const where = { id: getId(first) };
    const year = 365 * day;
    const almostOver = new Date(Date.now() - year + 60_000);
    await service().prisma.authorization.update({ where, data: { createdAt: almostOver } });
    await again(first);
    const { expiresAt } = await service().prisma.authorization.findUniqueOrThrow({ where });
    expect(expiresAt.getTime()).toBe(almostOver.getTime() + year);
  });

  it('leaves no valid token after a revocation during concurrent refreshes', async () => {
    for (let times = 0; times < 5; times++) {
      const first = await tokensFor(service(), person, client);
      const [revoked, ...answers] = await Promise.all([
        post(service(), 'revoke', client, { token: first.refresh_token }),
        ...Array.from({ length: 6 }, () => refresh(service(), client, first.refresh_token)),
      ]);
      expect(revoked.status).toBe(200);
      for (const { status, body } of answers) {
        if (status === 200) expect(await getStatus(service(), body.access_token)).toBe(401);
        else expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
    }
  });
});

describeService('RFC 9700, stolen codes and tokens', (running) => {
  let service: TestService;
  let person: Person;
  let client: TestClient;
  let attacker: TestClient;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
    client = await newClient(service, person);
    attacker = await newClient(service, person);
  });

  it('a stolen code is useless without the verifier of its request (4.5)', async () => {
    const stolen = await codeFor(person, client);
    const own = pkcePair();
    const { status, body } = await post(service, 'token', client, {
      ...stolen,
      code_verifier: own.verifier,
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('the token of one application is useless to another (4.4)', async () => {
    const { access_token, refresh_token } = await tokensFor(service, person, client);
    const code = await codeFor(person, client);
    expect((await post(service, 'token', attacker, code)).body.error).toBe('invalid_grant');
    for (const token of [access_token, refresh_token]) {
      const revoked = await post(service, 'revoke', attacker, { token });
      expect([revoked.status, revoked.body.error]).toEqual([400, 'invalid_grant']);
      const { body } = await post(service, 'introspect', attacker, { token });
      expect(body).toEqual({ active: false });
    }
    expect((await refresh(service, attacker, refresh_token)).body.error).toBe('invalid_grant');
    expect(await getStatus(service, access_token)).toBe(200);
    expect((await refresh(service, client, refresh_token)).status).toBe(200);
    expect((await post(service, 'token', client, code)).status).toBe(200);
  });

  it('a response with a code names its issuer, to prevent mix-up (4.4.2.1)', async () => {
    expect(readRedirect(await consent(person.browser, asking(client, pkcePair()))).iss).toBe(
      service.url,
    );
  });

  it('client secrets are not stored in clear text (4.9)', async () => {
    const { clientSecretHash } = await service.prisma.application.findUniqueOrThrow({
      where: { id: client.id },
    });
    expect(Buffer.from(clientSecretHash!)).toEqual(Buffer.from(hashToken(client.secret!)));
  });
});

/** Expects a redirect to the sign-in page, and from there to a path that starts like this. */
function expectToLeadOn(location: string | undefined, start: string): void {
  const [path, query] = location?.split('?') ?? [];
  expect(path).toBe('/console/sign-in');
  expect(new URLSearchParams(query).get('return_to')?.slice(0, start.length)).toBe(start);
}
