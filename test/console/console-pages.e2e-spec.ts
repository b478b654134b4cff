import { hostOwned } from '../support/hosts/host-owned.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { readValue } from '../support/clients/page-reader.js';
import { isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import {
  allForms,
  describeService,
  newEmail,
  password,
  startForm,
} from '../support/hosts/service.js';

const setCookies = ({ headers }: PageAnswer) => headers.getSetCookie();

/** The attributes of a cookie, in lower case, without its value. */
const getAttributes = (cookie: string) =>
  cookie
    .toLowerCase()
    .split(/;\s*/)
    .slice(1)
    .filter((each) => !each.startsWith('expires='))
    .sort();

function expectSafePage({ status, headers, html }: PageAnswer, expected = 200) {
  expect(status).toBe(expected);
  expect(html).toMatch(/^<!doctype html>/);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('vary')).toMatch(/\bCookie\b/);
  const policy = headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ]);
}

describeService('Console pages', (service, standalone) => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(service());
  });
  const name = async () => {
    const { id } = person.account;
    return (await service().prisma.account.findUniqueOrThrow({ where: { id } })).name;
  };

  it('send security headers', async () => {
    const stranger = new PageClient(service().url);
    for (const path of ['sign-in', 'sign-up']) {
      expectSafePage(await stranger.open(`/console/${path}`));
    }
    const { browser, applicationId } = person;
    for (const path of [
      'applications',
      'applications/new',
      `applications/${applicationId}`,
      `applications/${applicationId}/delete`,
      'account',
      'account/delete',
      'account/export',
      'grants',
      'security',
      'security/authenticator',
      'sessions',
    ]) {
      expectSafePage(await browser.open(`/console/${path}`));
    }
    await browser.open(`/console/applications/${applicationId}`);
    expectSafePage(await browser.submit(`/console/applications/${applicationId}/token/reveal`));
    await browser.open('/console/account');
    expectSafePage(await browser.submit('/console/account', { name: '' }), 400);
  });

  it('allow sign-in and sign-up forms to redirect only to the requesting client', async () => {
    const { prisma } = service();
    const { applicationId } = await service().newCaller();
    const redirect_uri = 'https://client.example/cb';
    await prisma.application.update({
      where: { id: applicationId },
      data: { redirectUris: [redirect_uri] },
    });
    const formAction = async (path: string, request: Record<string, string>) => {
      const return_to = service().path(`/oauth/authorize?${new URLSearchParams(request)}`);
      const { headers } = await new PageClient(service().url).open(
        `/console/${path}?${new URLSearchParams({ return_to })}`,
      );
      return /form-action ([^;]*)/.exec(headers.get('content-security-policy')!)?.[1];
    };
    const request = { client_id: applicationId, redirect_uri };
    for (const path of ['sign-in', 'sign-up']) {
      expect(await formAction(path, request)).toBe("'self' https://client.example");
      for (const wrong of [
        { redirect_uri: 'https://evil.example/cb' },
        { client_id: 'nobody' },
        { client_id: '\0' },
      ]) {
        expect(await formAction(path, { ...request, ...wrong })).toBe("'self'");
      }
    }
  });

  it('use the language chosen in the browser, then the language of the account', async () => {
    const browser = new PageClient(service().url, { 'Accept-Language': 'fr' });
    const return_to = service().path('/console/account');
    const signIn = `/console/sign-in?${new URLSearchParams({ return_to })}`;
    const getLanguage = ({ html }: PageAnswer) => /<html lang="([^"]*)"/.exec(html)?.[1];
    expect(getLanguage(await browser.open(signIn))).toBe('fr');
    const chosen = await browser.submit('/console/language', { language: 'iw' });
    expect([chosen.status, chosen.location]).toEqual([303, signIn]);
    expect(getAttributes(setCookies(chosen)[0]!)).toEqual(
      ['httponly', 'max-age=31536000', 'path=/', 'samesite=lax'].sort(),
    );
    expect(getLanguage(await browser.open(signIn))).toBe('he');
    const unknown = await browser.submit('/console/language', { language: 'xx' });
    expect(setCookies(unknown)).toEqual([]);
    expect(getLanguage(await browser.open('/console/sign-up'))).toBe('he');
    const { email } = (await newPerson(service())).account;
    await browser.signIn(email, password);
    expect(getLanguage(await browser.open('/console/account'))).toBe('he');
    const typed = { language: 'fr', name: 'Renamed', language_code: 'en' };
    const kept = await browser.visit((await browser.submit('/console/language', typed)).location!);
    expect([getLanguage(kept), readValue(kept.html, 'name')]).toEqual(['fr', 'Renamed']);
    expect(readValue(kept.html, 'language_code')).toBe('en');
    // A language saved in the account is the latest choice.
    const saved = await browser.submit('/console/account', { ...typed, language_code: 'de' });
    expect(saved.status).toBe(303);
    expect(getLanguage(await browser.open('/console/account'))).toBe('de');
    const elsewhere = new PageClient(service().url, { 'Accept-Language': 'fr' });
    await elsewhere.signIn(email, password);
    expect(getLanguage(await elsewhere.open('/console/account'))).toBe('de');
  });

  it('offer no other language while they show a secret', async () => {
    const { browser } = await newPerson(service());
    await browser.open('/console/applications/new');
    const { location: path } = await browser.submit('/console/applications', { name: 'Engine' });
    expect((await browser.open(path!)).html).not.toContain('console/language');
    expect((await browser.open(path!)).html).toContain('console/language');
    const { html } = await browser.submit(`${path}/token/reveal`);
    expect(html).toContain('curl');
    expect(html).not.toContain('console/language');
  });

  it('tell the client’s developer what is wrong with an authorization request', async () => {
    const { applicationId: client_id } = await service().newCaller();
    const redirect_uri = 'https://client.example/<cb>';
    const query = new URLSearchParams({ client_id, redirect_uri, state: 'secret of the client' });
    const { status, html } = await new PageClient(service().url).open(`/oauth/authorize?${query}`);
    expect(status).toBe(400);
    expect(html).toContain('Go back to the application and try again.');
    for (const value of [
      'redirect_uri_unregistered',
      client_id,
      'https://client.example/&lt;cb>',
    ]) {
      expect(html).toContain(`<code>${value}</code>`);
    }
    expect(html).not.toContain('secret of the client');
    const lacking = await new PageClient(service().url).open('/oauth/authorize');
    expect(lacking.html).toContain('<code>client_unknown</code>');
  });

  it('are not cached when they redirect', async () => {
    const { status, headers } = await new PageClient(service().url).open('/console/account');
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  standalone.it(hostOwned.router, 'respond with an HTML page for unknown paths', async () => {
    for (const path of ['nothing-here', 'account/nothing', 'a/b/c?d=e', 'applications/%E0%A4%A']) {
      const answer = await new PageClient(service().url).open(`/console/${path}`);
      expect([400, 404]).toContain(answer.status);
      expectSafePage(answer, answer.status);
      expect(setCookies(answer)).toEqual([]);
    }
  });

  standalone.it(hostOwned.router, 'ignore a trailing slash in the path', async () => {
    expect((await new PageClient(service().url).open('/console/sign-in/')).status).toBe(200);
  });

  it('respond to HEAD as to GET, without a body', async () => {
    const { browser } = person;
    for (const path of ['/console/account', '/console/applications/nothing-here', '/console']) {
      const read = await browser.open(path);
      const head = await browser.send(path, { method: 'HEAD' });
      expect(head.status).toBe(read.status);
      expect(head.html).toBe('');
      for (const header of ['content-type', 'content-security-policy', 'cache-control']) {
        expect(head.headers.get(header)).toBe(read.headers.get(header));
      }
    }
  });

  standalone.it(
    hostOwned.router,
    'respond to other methods with a 404 page and do nothing',
    async () => {
      for (const path of ['/console', '/console/account']) {
        for (const method of ['PUT', 'DELETE', 'PATCH']) {
          expectSafePage(await person.browser.send(path, { method }), 404);
        }
      }
      expect(await isSignedIn(person.browser)).toBe(true);
    },
  );

  describe('that receive a form', () => {
    const save = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      person.browser.post('/console/account', { name: 'Changed', ...fields }, headers);
    const ownToken = async () => {
      await person.browser.open('/console/account');
      return person.browser.csrfToken;
    };

    it('require the token of the same browser', async () => {
      const before = await name();
      const stranger = await newPerson(service());
      await stranger.browser.open('/console/account');
      const own = await ownToken();
      for (const token of [undefined, '', 'x', own.slice(1), stranger.browser.csrfToken]) {
        const answer = await save(token === undefined ? {} : { csrf_token: token });
        expectSafePage(answer, 403);
        expect(answer.html).toContain('This form has expired. Try again.');
      }
      expect(await name()).toBe(before);
      const anonymous = new PageClient(service().url);
      const fields = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      expect((await anonymous.post('/console/sign-up', fields)).status).toBe(403);
      expect((await anonymous.post('/console/sign-out', {})).status).toBe(403);
    });

    it('reject a token from before sign-in', async () => {
      const browser = new PageClient(service().url);
      await browser.open('/console/sign-in');
      const { csrfToken: csrf_token } = browser;
      await browser.submit('/console/sign-in', { email: person.account.email, password });
      expect((await browser.post('/console/sign-out', { csrf_token })).status).toBe(403);
      expect(await isSignedIn(browser)).toBe(true);
    });

    it.each(['cross-site', 'same-site'])(
      'reject a form from another site, even with the token: %s',
      async (site) => {
        const before = await name();
        const answer = await save({ csrf_token: await ownToken() }, { 'Sec-Fetch-Site': site });
        expectSafePage(answer, 403);
        expect(await name()).toBe(before);
      },
    );

    it.each(['same-origin', 'none'])('accept a form with Sec-Fetch-Site: %s', async (site) => {
      const answer = await save({ csrf_token: await ownToken() }, { 'Sec-Fetch-Site': site });
      // The email and the language are left out, and stay.
      expect(answer.status).toBe(303);
    });

    const expectRefusal = async (type: string, body: string) => {
      const before = await name();
      const headers = { 'Content-Type': type };
      expectSafePage(
        await person.browser.send('/console/account', { method: 'POST', headers, body }),
        400,
      );
      expect(await name()).toBe(before);
    };

    it.each([
      ['application/json', (token: string) => JSON.stringify({ csrf_token: token, name: 'J' })],
      ['text/plain', (token: string) => `csrf_token=${token}&name=J`],
    ])('reject the body type %s', async (type, getBody) => {
      await expectRefusal(type, getBody(await ownToken()));
    });

    standalone.it(hostOwned.parser, 'reject a multipart body', async () => {
      const token = await ownToken();
      await expectRefusal('multipart/form-data; boundary=x', `--x\r\n\r\n${token}\r\n--x--`);
    });

    it('reject a field that occurs twice', async () => {
      const before = await name();
      const token = await ownToken();
      const answer = await person.browser.send('/console/account', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `csrf_token=${token}&name=One&name=Two`,
      });
      expectSafePage(answer, 400);
      expect(await name()).toBe(before);
    });

    standalone.it(hostOwned.parser, 'enforce the size limit and UTF-8', async () => {
      const csrf_token = await ownToken();
      expectSafePage(await save({ csrf_token, name: 'x'.repeat(110_000) }), 413);
      for (const path of ['/oauth/authorize', '/oauth/logout']) {
        const form = { csrf_token, state: 'x'.repeat(110_000) };
        expectSafePage(await person.browser.post(path, form), 413);
      }
      const answer = await person.browser.send('/console/account', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: Buffer.from([0x6e, 0x3d, 0xff]),
      });
      expectSafePage(answer, 400);
    });
  });

  it('let browsers keep their assets', async () => {
    const { html } = await person.browser.open('/console/account');
    const assets = [...html.matchAll(/(?:href|src)="([^"]*\/console\/assets\/[^"]+)"/g)];
    expect(assets).toHaveLength(3);
    for (const [, path = ''] of assets) {
      expect(path).toBe(service().path(path.slice(path.indexOf('/console/'))));
      const { status, headers } = await fetch(new URL(path, service().url));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/css|javascript|svg/);
      expect(headers.get('cache-control')).toContain('max-age=31536000');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.getSetCookie()).toEqual([]);
    }
  });
});

describe.each(allForms)('Console cookies (%s)', (form) => {
  it.each([
    ['http://accounts.example', '', []],
    ['https://accounts.example', '__Host-', ['secure']],
  ])('are HttpOnly and SameSite=Lax, and Secure on https: %s', async (publicUrl, start, secure) => {
    const service = await startForm(form, { publicUrl });
    const browserCookie = start + service.cookie('browser');
    const noticeCookie = start + service.cookie('notice');
    const knownCookie = start + service.cookie('known');
    const shared = ['httponly', 'path=/', 'samesite=lax', ...secure];
    const expected = (...more: string[]) => [...shared, ...more].sort();

    const browser = new PageClient(service.url);
    const [first, ...rest] = setCookies(await browser.open('/console/sign-up'));
    expect(rest).toEqual([]);
    expect(first).toMatch(new RegExp(`^${browserCookie}=[0-9A-Za-z]{86};`));
    expect(getAttributes(first!)).toEqual(expected('max-age=604800'));
    expect(setCookies(await browser.open('/console/sign-in'))).toEqual([]);

    await browser.open('/console/sign-up');
    const fields = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
    const [session] = setCookies(await browser.submit('/console/sign-up', fields));
    expect(session).toMatch(new RegExp(`^${browserCookie}=[0-9A-Za-z]{86};`));
    expect(getAttributes(session!)).toEqual(expected('max-age=604800'));

    const [known] = setCookies(await browser.open('/console/applications/new'));
    expect(known).toMatch(new RegExp(`^${knownCookie}=[\\w-]+;`));
    expect(getAttributes(known!)).toEqual(expected('max-age=34560000'));
    const created = await browser.submit('/console/applications', { name: 'Engine' });
    const [notice] = setCookies(created);
    expect(notice).toMatch(new RegExp(`^${noticeCookie}=[\\w-]+;`));
    expect(getAttributes(notice!)).toEqual(expected('max-age=60'));
    const [taken] = setCookies(await browser.open(created.location!));
    expect(taken).toMatch(new RegExp(`^${noticeCookie}=;`));
    expect(taken!.toLowerCase()).toMatch(/max-age=0|expires=thu, 01 jan 1970/);

    const ended = setCookies(await browser.submit('/console/sign-out'));
    const forgotten = ended.find((cookie) => cookie.startsWith(`${browserCookie}=;`))!;
    expect(forgotten.toLowerCase()).toMatch(/max-age=0|expires=thu, 01 jan 1970/);
    for (const each of secure) expect(getAttributes(forgotten)).toContain(each);
    expect([...browser.cookies.keys()]).toEqual([knownCookie, noticeCookie]);
    await service.close();
  });
});
