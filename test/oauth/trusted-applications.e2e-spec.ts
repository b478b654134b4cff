import { ApplicationsService } from '../../src/applications/applications.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import {
  ApplicationUntrustableError,
  PreconditionFailedError,
} from '../../src/errors/error-registry.js';
import { byHost } from '../../src/request/requester.js';
import {
  ask,
  asking,
  callback,
  consent,
  getStatus,
  newClient,
  pkcePair,
  refresh,
  tokensFor,
  readRedirect,
  type NewClient,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const covered = 'openid profile email offline_access account:read';
const evil = 'https://evil.example/callback';

describeService('A trusted application', (service) => {
  let person: Person;
  let owner: Person;
  let client: TestClient;
  beforeEach(async () => {
    owner = await newPerson(service());
    person = await newPerson(service());
    client = await newClient(service(), owner);
    await trust();
  });

  const applications = () => service().app.get(ApplicationsService, { strict: false });
  const trust = ({ id, redirectUri } = client, known = [redirectUri]) =>
    applications().trust(id, known, byHost);
  const isTrusted = async ({ id } = client) => (await applications().getAny(id)).trusted;
  const setRedirectUris = (redirectUris: string[]) =>
    service().as(owner, 'put', `/applications/${client.id}`).send({
      redirect_uris: redirectUris,
    });
  const request = (parameters: Record<string, string | undefined> = {}) =>
    ask(person.browser, asking(client, pkcePair(), { scope: covered, ...parameters }));
  const silently = async (parameters: Record<string, string> = {}) =>
    readRedirect(await request({ prompt: 'none', ...parameters }));
  const grants = () => service().prisma.grant.findMany({ where: { accountId: person.account.id } });
  const events = async (accountId = owner.account.id) => {
    const trail = service().app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId, limit: 10 })).map(({ event }) => event);
  };

  describe('with covered scopes', () => {
    it('asks for no consent to identity scopes and account:read', async () => {
      for (const scope of [covered, 'openid', 'account:read']) {
        expect(readRedirect(await request({ scope })).code).toBeDefined();
      }
    });

    it('asks for no consent in a request with prompt=none, before the first consent', async () => {
      expect((await silently()).code).toBeDefined();
    });

    it('receives tokens that work, refresh, and end when the user revokes the grant', async () => {
      const tokens = await tokensFor(service(), person, client, { scope: covered });
      expect(tokens.scope).toBe(covered);
      expect(await getStatus(service(), tokens.access_token)).toBe(200);
      await refresh(service(), client, tokens.refresh_token).expect(200);
      const [grant] = await grants();
      const { browser } = person;
      expect((await browser.open('/console/grants')).html).toContain('Difference Engine');
      await browser.open(`/console/grants/${grant!.id}/revoke`);
      await browser.submit(`/console/grants/${grant!.id}/revoke`);
      expect(await grants()).toEqual([]);
      expect(await getStatus(service(), tokens.access_token)).toBe(401);
    });
  });

  describe('with other scopes', () => {
    it.each([
      ['to account:write', { scope: `${covered} account:write` }],
      ['to the default scope, which includes account:write', { scope: undefined }],
      ['at the request of the client', { prompt: 'consent' }],
      ['if the client lets the user choose an account', { prompt: 'select_account' }],
    ])('asks for consent %s', async (_, parameters) => {
      const { status, html } = await request(parameters);
      expect(status).toBe(200);
      expect(html).toContain('Authorize Difference Engine?');
    });

    it('asks for consent to account:write each time', async () => {
      const parameters = asking(client, pkcePair(), { scope: 'account:write' });
      expect(readRedirect(await consent(person.browser, parameters)).code).toBeDefined();
      expect((await request({ scope: 'account:write' })).status).toBe(200);
      expect((await silently({ scope: 'account:write' })).error).toBe('consent_required');
    });
  });

  it('cannot be a public client with a loopback address or an app scheme', async () => {
    const newPublic = (options: NewClient) =>
      newClient(service(), owner, { isPublic: true, ...options });
    for (const uri of [
      'http://127.0.0.1/callback',
      'http://[::1]:8080/callback',
      'http://localhost/callback',
      'https://localhost/callback',
      'com.example.app:/callback',
    ]) {
      const redirectUris = [callback, uri];
      const app = await newPublic({ redirectUris });
      await expect(trust(app, redirectUris)).rejects.toThrow(ApplicationUntrustableError);
      expect(await isTrusted(app)).toBe(false);
    }
    const website = await newPublic({ redirectUris: [callback] });
    expect((await trust(website)).trusted).toBe(true);
    client = website;
    expect((await silently()).code).toBeDefined();
  });

  it('must have the redirect URIs that the operator has seen', async () => {
    client = await newClient(service(), owner);
    for (const known of [[], [evil], [callback, evil]]) {
      await expect(trust(client, known)).rejects.toThrow(PreconditionFailedError);
    }
    expect(await isTrusted()).toBe(false);
  });

  describe('after a change', () => {
    it.each([
      ['adds a redirect URI', [callback, evil]],
      ['replaces the redirect URI', [evil]],
      ['removes the redirect URI', []],
    ])('is no longer trusted once its owner %s', async (_, redirectUris) => {
      expect((await setRedirectUris(redirectUris)).body.application.trusted).toBe(false);
      expect(await isTrusted()).toBe(false);
      const trail = service().app.get(AuditTrail, { strict: false });
      const written = await trail.list({ accountId: owner.account.id, limit: 2 });
      expect(written.map(({ event, members }) => [event, members]).sort()).toEqual([
        ['application.distrust', []],
        ['application.update', ['redirect_uris']],
      ]);
    });

    it('is no longer trusted once plain SQL or an earlier release changes its redirect URIs or owner, or makes it public', async () => {
      const { prisma } = service();
      const where = { id: client.id };
      for (const data of [{ redirectUris: [evil] }, { clientSecretHash: null }]) {
        await prisma.application.update({ where, data });
        expect(await isTrusted()).toBe(false);
        await prisma.application.update({ where, data: { redirectUris: [callback] } });
        await trust();
      }
      const other = await service().newCaller();
      await prisma.application.update({ where, data: { ownerId: other.account.id } });
      expect(await isTrusted()).toBe(false);
    });

    it('is no longer trusted once an operator ends the trust', async () => {
      expect((await applications().distrust(client.id, byHost)).trusted).toBe(false);
      expect((await events()).slice(0, 2)).toEqual(['application.distrust', 'application.trust']);
      expect((await silently()).error).toBe('consent_required');
    });
  });

  it('stays trusted when the owner sends everything back or changes another member', async () => {
    const path = `/applications/${client.id}`;
    const { body } = await service().as(owner, 'get', path);
    expect(body.application.trusted).toBe(true);
    const changed = { ...body.application, name: 'Analytical Engine', trusted: false };
    expect((await service().as(owner, 'put', path).send(changed)).body.application).toMatchObject({
      name: 'Analytical Engine',
      trusted: true,
    });
    expect(await events()).not.toContain('application.distrust');
  });

  it('is shown as trusted to its owner in the console', async () => {
    const sentence = 'The operator of this service trusts this application';
    const shown = async () =>
      (await owner.browser.open(`/console/applications/${client.id}`)).html.includes(sentence);
    expect(await shown()).toBe(true);
    await applications().distrust(client.id, byHost);
    expect(await shown()).toBe(false);
  });

  it('cannot be trusted by its own owner', async () => {
    client = await newClient(service(), owner);
    const body = { trusted: true, redirect_uris: [callback] };
    await service().as(owner, 'put', `/applications/${client.id}`).send(body).expect(200);
    expect(await isTrusted()).toBe(false);
  });

  describe('whose owner redirects the users to another site', () => {
    it('receives no code there without consent, although users have signed in before', async () => {
      expect((await silently()).code).toBeDefined();
      await setRedirectUris([evil]).expect(200);
      const redirect = { redirect_uri: evil };
      expect((await silently(redirect)).error).toBe('consent_required');
      const { status, html } = await request(redirect);
      expect([status, html.includes('Authorize Difference Engine?')]).toEqual([200, true]);
    });

    it('asks again, once the trust has ended, for every scope to which the user has not consented', async () => {
      const asked = asking(client, pkcePair(), { scope: 'openid', prompt: 'consent' });
      expect(readRedirect(await consent(person.browser, asked)).code).toBeDefined();
      expect((await silently()).code).toBeDefined();
      expect((await grants())[0]!.trustedScope).toEqual([
        'account:read',
        'email',
        'offline_access',
        'profile',
      ]);
      await applications().distrust(client.id, byHost);
      expect((await silently({ scope: 'openid' })).code).toBeDefined();
      expect((await silently({ scope: 'openid email' })).error).toBe('consent_required');
      const later = asking(client, pkcePair(), { scope: 'openid email' });
      expect(readRedirect(await consent(person.browser, later)).code).toBeDefined();
      expect((await silently({ scope: 'openid email' })).code).toBeDefined();
      expect((await silently()).error).toBe('consent_required');
    });

    it('never stays trusted with a new redirect URI, however the changes race', async () => {
      for (let i = 0; i < 20; i++) {
        await setRedirectUris([callback]).expect(200);
        await applications().distrust(client.id, byHost);
        await Promise.allSettled([trust(), setRedirectUris([evil]).expect(200)]);
        expect(await applications().getAny(client.id)).toMatchObject({
          redirectUris: [evil],
          trusted: false,
        });
      }
    });

    it('receives no code if the trust ends between the check and the code', async () => {
      for (let i = 0; i < 10; i++) {
        const [answer] = await Promise.all([request(), setRedirectUris([evil])]);
        // A code before the change reaches the URI that the operator trusted.
        if (answer.status === 303) expect(answer.location).toMatch(/^https:\/\/app\.example\//);
        else expect([200, 400]).toContain(answer.status);
        await setRedirectUris([callback]);
        await trust();
      }
    });
  });
});
