import { hashToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import {
  readCodes,
  errorsAbove,
  errorsBeside,
  isTicked,
  readNotice,
  readSecret,
  readValue,
} from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

const tokenForm = /^[0-9A-Za-z]{86}$/;
const secretForm = /^[0-9A-Za-z]{64}$/;

describeService('Applications in the console', (service, standalone) => {
  let person: Person;
  /** The page of the person’s application. */
  let path: string;
  beforeEach(async () => {
    person = await newPerson(service());
    path = `/console/applications/${person.applicationId}`;
  });
  const open = (to: string) => person.browser.open(to);
  const call = (token: string) => service().as({ ...person, token }, 'get', '/accounts/me');
  const getId = (location?: string) => location!.split('/').at(-1)!;
  const row = (id = person.applicationId) =>
    service().prisma.application.findUniqueOrThrow({ where: { id } });

  async function create(fields: Record<string, string> = {}) {
    await open('/console/applications/new');
    return person.browser.submit('/console/applications', { name: 'Engine', ...fields });
  }

  /** Confirms an action of the application's page. */
  async function confirm(action: string) {
    const { html } = await open(path);
    expect(html).toContain(`href="${service().path(path + action)}"`);
    await open(path + action);
    return person.browser.submit(path + action);
  }

  async function revealed(on = path): Promise<string> {
    await open(on);
    const { html } = await person.browser.submit(`${on}/token/reveal`);
    return readCodes(html).find((code) => tokenForm.test(code))!;
  }

  describe('list', () => {
    it('shows only the user’s own applications, oldest first', async () => {
      await create({ name: '<i>Second</i>', public: 'true' });
      await newPerson(service());
      const { status, html } = await open('/console/applications');
      expect(status).toBe(200);
      const names = [...html.matchAll(/<h2><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
      expect(names).toEqual(['Client', '&lt;i>Second&lt;/i>']);
      expect(html.match(/>Public</g)).toHaveLength(1);
      expect(html).not.toMatch(/\w{64}/);
    });

    it('offers to create a first application if there are none', async () => {
      await open(`${path}/delete`);
      const { location } = await person.browser.submit(`${path}/delete`);
      const { html } = await open(location!);
      expect(html).toContain('No applications yet');
      expect(html).toContain(`href="${service().path('/console/applications/new')}"`);
    });
  });

  describe('creation', () => {
    it('requires only a name and issues a working token', async () => {
      const { status, location } = await create({ name: ' Engine ' });
      expect(status).toBe(303);
      expect(await row(getId(location))).toMatchObject({
        ownerId: person.account.id,
        name: 'Engine',
        apiVersion: '1.21',
        redirectUris: [],
        requirePkce: true,
      });
      const { body } = await call(await revealed(location));
      expect(body.account.id).toBe(person.account.id);
    });

    it('shows the client secret once, on the page it redirects to', async () => {
      const { location, html } = await create();
      expect(html).toBe('');
      const first = await open(location!);
      expect(readNotice(first.html)).toBe('The application has been created.');
      const secret = readSecret(first.html)!;
      expect(secret).toMatch(secretForm);
      expect((await row(getId(location))).clientSecretHash).toEqual(hashToken(secret));
      const again = await open(location!);
      expect(again.html).not.toContain(secret);
      expect(readNotice(again.html)).toBeUndefined();
    });

    it('shows the client secret on no other page, and those pages do not use it up', async () => {
      const { location } = await create();
      for (const to of [path, '/console/applications', '/console/nothing-here']) {
        const { html } = await open(to);
        expect(readSecret(html)).toBeUndefined();
        expect(readNotice(html)).toBeUndefined();
      }
      const { status } = await person.browser.send(location!, { method: 'HEAD' });
      expect(status).toBe(200);
      expect(readSecret((await open(location!)).html)).toMatch(secretForm);
    });

    it('shows the client secret to no other account, even with a stolen notice cookie', async () => {
      const { location } = await create();
      const stolen = person.browser.cookies.get(service().cookie('notice'))!;
      expect(Buffer.from(stolen, 'base64url').toString('latin1')).not.toContain('notice.');
      const thief = await newPerson(service());
      const theirs = `/console/applications/${thief.applicationId}`;
      for (const to of [theirs, location!, '/console/account']) {
        thief.browser.cookies.set(service().cookie('notice'), stolen);
        const { html } = await thief.browser.open(to);
        expect(html).not.toMatch(/class="(?:once|notice)"/);
      }
      expect(readSecret((await open(location!)).html)).toMatch(secretForm);
    });

    it.each(['', 'x', '%00', 'AAAA'.repeat(60)])(
      'ignores a forged notice cookie: %j',
      async (notice) => {
        person.browser.cookies.set(service().cookie('notice'), notice);
        const { status, html } = await open(path);
        expect(status).toBe(200);
        expect(readNotice(html)).toBeUndefined();
      },
    );

    it('accepts one redirect URI per line and an API version', async () => {
      const { location } = await create({
        redirect_uris: ' https://a.example/cb \r\n\r\ncom.example.app:/cb\n',
        api_version: '1.13',
      });
      expect(await row(getId(location))).toMatchObject({
        redirectUris: ['https://a.example/cb', 'com.example.app:/cb'],
        apiVersion: '1.13',
      });
    });

    it('issues no secret for a public client, now or later', async () => {
      const { location } = await create({ public: 'true' });
      const { html } = await open(location!);
      expect(readNotice(html)).toBe('The application has been created.');
      expect(readSecret(html)).toBeUndefined();
      expect(html).not.toContain(`${location}/secret`);
      expect(html).not.toContain('name="require_pkce"');
      const refused = await person.browser.post(`${location}/secret`, {
        csrf_token: person.browser.csrfToken,
      });
      expect(refused.status).toBe(400);
      expect((await row(getId(location))).clientSecretHash).toBeNull();
    });

    it('redisplays invalid input with its errors and creates nothing', async () => {
      const typed = {
        name: ' ',
        redirect_uris: 'http://a.example/cb\nhttps://b.example/cb',
        api_version: '9.9',
        public: 'true',
      };
      const { status, html } = await create(typed);
      expect(status).toBe(400);
      expect(errorsBeside(html, 'application-name')).toEqual(['Fill in this field.']);
      expect(errorsBeside(html, 'application-redirect_uris')).toHaveLength(1);
      expect(errorsBeside(html, 'application-api_version')).toEqual([
        'This API version is not supported. Choose a version from 1.8 to 1.21.',
      ]);
      expect(errorsAbove(html)).toHaveLength(3);
      expect(readValue(html, 'name')).toBe(' ');
      expect(readValue(html, 'redirect_uris')).toBe(typed.redirect_uris);
      expect(isTicked(html, 'public')).toBe(true);
      expect(html).toContain('<details class="more" open');
      const ownerId = person.account.id;
      expect(await service().prisma.application.count({ where: { ownerId } })).toBe(1);
    });
  });

  describe('token', () => {
    it('appears only in the reveal response, not on the page before or after', async () => {
      expect((await open(path)).html).not.toContain(person.token);
      await open(path);
      const { status, html, headers } = await person.browser.submit(`${path}/token/reveal`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(readCodes(html)).toContain(person.token);
      expect(readCodes(html)).toContain(
        `curl -H 'Authorization: Bearer ${person.token}' ${service().url}/api/accounts/me`,
      );
      expect((await open(path)).html).not.toContain(person.token);
    });

    it('stops working immediately when it is regenerated', async () => {
      const { status, location } = await confirm('/token/regenerate');
      expect([status, location]).toEqual([303, path]);
      expect((await call(person.token)).status).toBe(401);
      const token = await revealed();
      expect(token).not.toBe(person.token);
      expect((await call(token)).status).toBe(200);
    });

    it('stops working immediately when it is revoked, and can be regenerated', async () => {
      const { location } = await confirm('/token/revoke');
      expect((await call(person.token)).status).toBe(401);
      const { html } = await open(location!);
      expect(readNotice(html)).toBe('The access token has been revoked.');
      expect(html).toContain('This application has no access token.');
      expect(html).not.toContain('/token/reveal"');
      expect(html).not.toContain('/token/revoke"');
      await person.browser.submit(`${path}/token/regenerate`);
      expect((await call(await revealed())).status).toBe(200);
    });

    it('is not revealed if it was revoked after the page was opened', async () => {
      await open(path);
      await service().prisma.accessToken.deleteMany({
        where: { applicationId: person.applicationId },
      });
      const { status, html } = await person.browser.submit(`${path}/token/reveal`);
      expect(status).toBe(200);
      expect(html).toContain('This application has no access token.');
    });
  });

  describe('secret', () => {
    it('is shown below the token of an application without redirect URIs', async () => {
      const { location } = await create();
      const { html } = await open(location!);
      const secret = readSecret(html)!;
      expect(html.indexOf(secret)).toBeGreaterThan(html.indexOf(`${location}/token/reveal`));
    });

    it('is otherwise shown above the token, and stays visible when the token is revealed', async () => {
      const { location } = await create({ redirect_uris: 'https://client.example/back' });
      const { html } = await open(location!);
      const secret = readSecret(html)!;
      expect(html.indexOf(secret)).toBeLessThan(html.indexOf(`${location}/token/reveal`));
      const revealed = await person.browser.submit(`${location}/token/reveal`);
      expect(readSecret(revealed.html)).toBe(secret);
      expect(readCodes(revealed.html)).toContainEqual(expect.stringMatching(tokenForm));
    });

    it('is still shown after the user confirms to reveal the token', async () => {
      const { location } = await create();
      const secret = readSecret((await open(location!)).html)!;
      const createdAt = new Date(Date.now() - 3_600_000);
      await service().prisma.session.updateMany({ data: { createdAt, confirmedAt: null } });
      const asked = await person.browser.submit(`${location}/token/reveal`);
      await open(asked.location!);
      const confirmed = await person.browser.submit('/console/confirm', { password });
      expect(readSecret((await open(confirmed.location!)).html)).toBe(secret);
    });

    it('is not echoed from a forged form field', async () => {
      await open(path);
      const client_secret = 'x'.repeat(64);
      const { html } = await person.browser.submit(`${path}/token/reveal`, { client_secret });
      expect(readCodes(html)).toContain(person.token);
      expect(html).not.toContain(client_secret);
    });

    it('can be replaced, and the new one is shown once', async () => {
      const before = (await row()).clientSecretHash;
      const { location } = await confirm('/secret');
      const { html } = await open(location!);
      const secret = readSecret(html)!;
      expect(secret).toMatch(secretForm);
      expect((await row()).clientSecretHash).toEqual(hashToken(secret));
      expect((await row()).clientSecretHash).not.toEqual(before);
      expect((await open(path)).html).not.toContain(secret);
    });

    it('can stay valid for some days after it is replaced, and can be revoked', async () => {
      const before = (await row()).clientSecretHash;
      await open(`${path}/secret`);
      const refused = await person.browser.submit(`${path}/secret`, { keep_previous_days: '31' });
      expect(refused.status).toBe(400);
      expect(errorsBeside(refused.html, 'secret-keep_previous_days')).toEqual([
        'Enter a whole number from 0 to 30.',
      ]);
      const { location } = await person.browser.submit(`${path}/secret`, {
        keep_previous_days: '７',
      });
      const { html } = await open(location!);
      expect(readSecret(html)).toMatch(secretForm);
      expect(html).toContain('Previous secret, valid until');
      expect((await row()).previousSecretHash).toEqual(before);
      const [, href] = /href="([^"]*\/secrets\/\w+\/remove)"/.exec(html)!;
      const remove = href!.slice(service().path('').length);
      expect((await open(remove)).html).toContain('Revoke the previous client secret of Client?');
      expect((await person.browser.submit(remove)).location).toBe(path);
      expect((await row()).previousSecretHash).toBeNull();
      expect((await open(path)).html).not.toContain('Previous secret');
      expect((await open(remove)).status).toBe(404);
    });
  });

  describe('settings', () => {
    async function save(fields: Record<string, string>) {
      const { html } = await open(path);
      const names = ['name', 'redirect_uris', 'api_version'];
      const shown = Object.fromEntries(names.map((name) => [name, readValue(html, name)]));
      for (const name of ['require_pkce', 'client_credentials']) {
        if (isTicked(html, name)) shown[name] = 'true';
      }
      return person.browser.submit(path, { ...shown, ...fields });
    }

    it('apply immediately to calls that name no version', async () => {
      expect((await call(person.token)).headers['content-version']).toBe('1.21');
      const { status, location } = await save({ api_version: '1.13' });
      expect([status, location]).toEqual([303, path]);
      expect((await call(person.token)).headers['content-version']).toBe('1.13');
      const named = await call(person.token).set('Accept-Version', '1.20');
      expect(named.headers['content-version']).toBe('1.20');
      const { html } = await open(path);
      expect(readNotice(html)).toBe('The application has been updated.');
      expect(readValue(html, 'api_version')).toBe('1.13');
    });

    it('are saved together and shown as saved', async () => {
      await save({
        name: 'Analytical & Co',
        redirect_uris: 'https://a.example/cb\nhttps://b.example/cb',
        require_pkce: '',
      });
      expect(await row()).toMatchObject({
        name: 'Analytical & Co',
        redirectUris: ['https://a.example/cb', 'https://b.example/cb'],
        requirePkce: false,
      });
      const { html } = await open(path);
      expect(readValue(html, 'name')).toBe('Analytical & Co');
      expect(readValue(html, 'redirect_uris')).toBe('https://a.example/cb\nhttps://b.example/cb');
      expect(isTicked(html, 'require_pkce')).toBe(false);
      await save({ redirect_uris: '', require_pkce: 'true' });
      expect(await row()).toMatchObject({ redirectUris: [], requirePkce: true });
    });

    it('keep another tab’s changes and do not restore redirect URIs it removed', async () => {
      await save({ redirect_uris: 'https://lost.example/cb\nhttps://a.example/cb' });
      await open(path);
      const stale = person.browser.getHiddenFields(path);
      await save({ name: 'Renamed', redirect_uris: 'https://a.example/cb' });
      const { status } = await person.browser.post(path, {
        ...stale,
        name: 'Client',
        redirect_uris: 'https://lost.example/cb\r\nhttps://a.example/cb\r\nhttps://b.example/cb',
        require_pkce: 'true',
      });
      expect(status).toBe(303);
      expect(await row()).toMatchObject({
        name: 'Renamed',
        redirectUris: ['https://a.example/cb', 'https://b.example/cb'],
      });
    });

    it('keep the redirect URIs that several tabs add at the same time', async () => {
      const added = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/cb`);
      const forms = [];
      for (const uri of added) {
        await open(path);
        forms.push({ ...person.browser.getHiddenFields(path), name: 'Client', redirect_uris: uri });
      }
      const answers = await Promise.all(forms.map((form) => person.browser.post(path, form)));
      expect(answers.map(({ status }) => status)).toEqual(added.map(() => 303));
      expect((await row()).redirectUris.toSorted()).toEqual(added);
    });

    it('are unchanged when the form is submitted without edits', async () => {
      await save({ redirect_uris: 'https://a.example/cb', require_pkce: '' });
      const before = await row();
      expect((await save({})).status).toBe(303);
      expect(await row()).toEqual(before);
    });

    it('redisplay invalid input with its errors and save nothing', async () => {
      const before = await row();
      const typed = { name: '', redirect_uris: 'javascript:alert(1)', require_pkce: '' };
      const { status, html } = await save({ ...typed, api_version: '1.7' });
      expect(status).toBe(400);
      for (const name of ['name', 'redirect_uris', 'api_version']) {
        expect(errorsBeside(html, `settings-${name}`)).toHaveLength(1);
      }
      expect(readValue(html, 'name')).toBe('');
      expect(readValue(html, 'redirect_uris')).toBe('javascript:alert(1)');
      expect(isTicked(html, 'require_pkce')).toBe(false);
      expect(html).toContain('<h1>Client</h1>');
      expect(html).toContain(`${path}/token/reveal`);
      expect(await row()).toEqual(before);
    });

    it('keep an API version that is no longer served until another one is chosen', async () => {
      await service().prisma.application.update({
        where: { id: person.applicationId },
        data: { apiVersion: '1.2' },
      });
      expect(readValue((await open(path)).html, 'api_version')).toBe('1.2');
      expect((await save({ name: 'Renamed' })).status).toBe(303);
      expect(await row()).toMatchObject({ name: 'Renamed', apiVersion: '1.2' });
    });

    it('enable client credentials', async () => {
      await save({ client_credentials: 'true' });
      expect((await row()).clientCredentials).toBe(true);
      await save({ name: 'Renamed' });
      expect(await row()).toMatchObject({ name: 'Renamed', clientCredentials: true });
      await save({ client_credentials: '' });
      expect((await row()).clientCredentials).toBe(false);
    });

    it('of a public client always require PKCE', async () => {
      const { location } = await create({ public: 'true' });
      await open(location!);
      await person.browser.submit(location!, { name: 'App', api_version: '1.21' });
      expect(await row(getId(location))).toMatchObject({ name: 'App', requirePkce: true });
    });
  });

  it('are deleted with their tokens after confirmation', async () => {
    const { html } = await open(`${path}/delete`);
    expect(html).toContain('Delete Client?');
    expect((await call(person.token)).status).toBe(200);
    const { status, location } = await person.browser.submit(`${path}/delete`);
    expect([status, location]).toEqual([303, '/console/applications']);
    expect(readNotice((await open(location!)).html)).toBe('The application has been deleted.');
    expect((await call(person.token)).status).toBe(401);
    expect((await open(path)).status).toBe(404);
  });

  it('of other users respond with 404 on every page and form', async () => {
    const other = await newPerson(service());
    const before = await row(other.applicationId);
    await open('/console/applications/new');
    const { csrfToken: csrf_token } = person.browser;
    for (const id of [other.applicationId, newIdentifier(), 'x', '%00', 'a'.repeat(100)]) {
      const theirs = `/console/applications/${id}`;
      const answers = [
        await open(theirs),
        await open(`${theirs}/delete`),
        ...(await Promise.all(
          [
            '',
            '/token/reveal',
            '/token/regenerate',
            '/token/revoke',
            '/tokens',
            '/secret',
            '/delete',
          ].map((action) => person.browser.post(theirs + action, { csrf_token, name: 'Mine now' })),
        )),
      ];
      for (const { status, html, headers } of answers) {
        expect(status).toBe(404);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(html).toContain('Page not found');
        expect(html).not.toContain(other.token);
      }
    }
    expect(await row(other.applicationId)).toEqual(before);
    expect((await call(other.token)).status).toBe(200);
  });

  standalone.it(hostOwned.router, 'respond with 404 for an overlong id', async () => {
    expect((await open(`/console/applications/${'a'.repeat(3_000)}`)).status).toBe(404);
  });
});

describeService(
  'Too many new applications',
  (service) => {
    it('are refused in the form, which keeps the input', async () => {
      const { browser } = await newPerson(service());
      await browser.open('/console/applications/new');
      const first = await browser.submit('/console/applications', { name: 'First' });
      expect(first.status).toBe(303);
      await browser.open('/console/applications/new');
      const { status, html, headers } = await browser.submit('/console/applications', {
        name: 'Second',
      });
      expect(status).toBe(429);
      expect(errorsAbove(html)).toEqual([expect.stringMatching(/^Too many requests\./)]);
      expect(readValue(html, 'name')).toBe('Second');
      expect(headers.get('x-rate-limit-reset')).toMatch(/^\d+$/);
    });
  },
  { rateLimits: parseRateLimits('applications.create=1/1h') },
);
