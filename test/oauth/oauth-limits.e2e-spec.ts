import { hashToken } from '../../src/principals/access-token.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import {
  ask,
  asking,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  tokensFor,
  readRedirect,
} from '../support/clients/oauth.js';
import { newPerson, signedIn, type Person } from '../support/clients/person.js';
import {
  allForms,
  describeService,
  someForms,
  startForm,
  type TestService,
} from '../support/hosts/service.js';

const limits = 'oauth.token=3/1m,oauth.introspect=2/1m,oauth.authorize=2/1m,accounts.update=2/1m';

describe.each(allForms)('Limits of OAuth and the console (%s)', (form) => {
  let service: TestService;
  let person: Person;
  beforeEach(async () => {
    service = await startForm(form, { rateLimits: parseRateLimits(limits) });
    person = await newPerson(service);
  });
  afterEach(() => service.close());

  it('are reported in responses to a client', async () => {
    const client = await newClient(service, person);
    const { headers } = await post(service, 'token', client, { grant_type: 'none' });
    expect(headers['ratelimit-policy']).toBe('"oauth.token";q=3;w=60');
    expect(headers.ratelimit).toMatch(/^"oauth\.token";r=2;t=\d+$/);
  });

  it('count introspections separately from refreshes', async () => {
    const client = await newClient(service, person);
    const tokens = await tokensFor(service, person, client);
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const { status } = await post(service, 'introspect', client, { token: tokens.access_token });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  it('count tokens for client credentials per client, and their changes per account', async () => {
    const client = await newClient(service, person);
    await service.prisma.application.update({
      where: { id: client.id },
      data: { clientCredentials: true },
    });
    const issue = () =>
      post(service, 'token', client, { grant_type: 'client_credentials', scope: 'account:write' });
    const issued = [await issue(), await issue(), await issue(), await issue()];
    expect(issued.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const statuses = [];
    for (const token of [
      ...issued.slice(0, 3).map(({ body }) => body.access_token),
      person.token,
    ]) {
      const answer = await service
        .as({ ...person, token }, 'put', '/accounts/me')
        .send({ name: 'Ada' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('are counted per client', async () => {
    const busy = await newClient(service, person);
    const other = await newClient(service, person);
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await post(service, 'token', busy, { grant_type: 'none' })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await post(service, 'token', other, { grant_type: 'none' })).status).toBe(400);
  });

  it('restrict how many codes one user’s consent yields', async () => {
    const client = await newClient(service, person);
    expect((await consent(person.browser, asking(client, pkcePair()))).status).toBe(303);
    expect((await ask(person.browser, asking(client, pkcePair()))).status).toBe(303);
    const { status, html, headers } = await ask(person.browser, asking(client, pkcePair()));
    expect(status).toBe(429);
    expect(html).toContain('Too many requests.');
    expect(headers.get('location')).toBeNull();
  });

  it('are reported to a client that sends prompt=none', async () => {
    const client = await newClient(service, person);
    const parameters = (more = {}) => asking(client, pkcePair(), { scope: 'openid', ...more });
    await consent(person.browser, parameters());
    const silent = () => ask(person.browser, parameters({ prompt: 'none' }));
    expect(readRedirect(await silent()).code).toBeDefined();
    expect(readRedirect(await silent())).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/^Too many requests\. Please try again in \d+ sec/),
      state: 'a state',
      iss: service.url,
    });
  });

  it('count account changes in the console, which reveal whether an email is taken', async () => {
    const { browser } = person;
    await browser.open('/console/account');
    const form = { name: 'Kept', email: person.account.email, language_code: 'en' };
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const { status } = await browser.submit('/console/account', { ...form, name: `Name ${i}` });
      statuses.push(status);
      if (status === 303) await browser.open('/console/account');
    }
    expect(statuses).toEqual([303, 303, 429]);
  });
});

describeService(
  'The maximum for one user',
  (running) => {
    let service: TestService;
    let person: Person;
    beforeAll(async () => {
      service = running();
      person = await newPerson(service);
    });

    it('is fifty devices per application; one more signs out the least recently used', async () => {
      const client = await newClient(service, person);
      const first = await tokensFor(service, person, client);
      const second = await tokensFor(service, person, client);
      for (let i = 0; i < 60; i++) await ask(person.browser, asking(client, pkcePair()));
      const where = { grant: { applicationId: client.id }, refreshHash: { not: null } };
      expect(await service.prisma.authorization.count({ where })).toBe(2);
      for (let i = 0; i < 49; i++) await tokensFor(service, person, client);
      expect(await service.prisma.authorization.count({ where })).toBe(50);
      expect((await refresh(service, client, first.refresh_token)).status).toBe(400);
      expect((await refresh(service, client, second.refresh_token)).status).toBe(200);
    });

    it('is a hundred access tokens per device; one more ends the oldest', async () => {
      const client = await newClient(service, person);
      const { access_token, refresh_token } = await tokensFor(service, person, client);
      const [oldest] = await service.prisma.accessToken.findMany({
        where: { hash: hashToken(access_token) },
      });
      await service.prisma.accessToken.createMany({
        data: Array.from({ length: 99 }, (_, i) => ({
          ...oldest!,
          hash: hashToken(`token ${i}`),
          createdAt: new Date(),
        })),
      });
      expect(await getStatus(service, access_token)).toBe(200);
      const { body } = await refresh(service, client, refresh_token);
      expect(await getStatus(service, body.access_token)).toBe(200);
      expect(await getStatus(service, access_token)).toBe(401);
      const { authorizationId } = oldest!;
      expect(await service.prisma.accessToken.count({ where: { authorizationId } })).toBe(100);
    });

    it('is fifty sessions', async () => {
      const { accountId } = await service.prisma.session.findFirstOrThrow();
      const past = new Date(Date.now() - 1_000);
      await service.prisma.session.createMany({
        data: Array.from({ length: 60 }, (_, index) => ({
          id: `session${index}`,
          hash: new Uint8Array([index]),
          accountId,
          userAgent: '',
          source: '',
          createdAt: past,
          lastSeenAt: past,
          expiresAt: new Date(Date.now() + 60_000),
        })),
      });
      await signedIn(service, person);
      expect(await service.prisma.session.count({ where: { accountId } })).toBe(50);
    });
  },
  {},
  someForms,
);
