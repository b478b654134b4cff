import request from 'supertest';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { ResourcesService } from '../../src/oauth/resources/resources.service.js';
import { byHost } from '../../src/request/requester.js';
import {
  ask,
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  readRedirect,
  tokensFor,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

describeService('RFC 8707, resource indicators', (service) => {
  const identifier = 'https://invoices.example.com/';
  const other = 'https://orders.example.com/v1';
  const scopes = { 'invoices:read': 'View your invoices', 'invoices:pay': 'Pay your invoices' };
  let person: Person;
  let client: TestClient;
  /** The client of the API, which introspects its tokens. */
  let server: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
    server = await newClient(service(), person);
    await create({ identifier, name: 'Invoices', scopes, clients: [server.id] });
    await create({ identifier: other, name: 'Orders', scopes: { 'invoices:read': 'View orders' } });
  });
  const resources = () => service().app.get(ResourcesService, { strict: false });
  const create = (resource: Parameters<ResourcesService['create']>[0]) =>
    resources().create(resource, byHost);
  const introspect = async (token: string, as: TestClient) =>
    (await post(service(), 'introspect', as, { token })).body;
  const inInvoices = { resource: identifier, scope: 'invoices:read' };

  it('issues tokens with the scope of the resource, which its client can introspect (2.2)', async () => {
    const tokens = await tokensFor(service(), person, client, inInvoices);
    expect(tokens.scope).toBe('invoices:read');
    const expected = {
      active: true,
      scope: 'invoices:read',
      client_id: client.id,
      sub: person.account.id,
      aud: identifier,
      iss: service().url,
    };
    for (const as of [client, server]) {
      expect(await introspect(tokens.access_token, as)).toMatchObject(expected);
    }
    const { body } = await refresh(service(), client, tokens.refresh_token);
    expect(await introspect(body.access_token, server)).toMatchObject(expected);
  });

  it('describes the token to no other client, and no other token to the client of the resource (RFC 7662 section 4)', async () => {
    const stranger = await newClient(service(), person);
    const { access_token } = await tokensFor(service(), person, client, inInvoices);
    expect(await introspect(access_token, stranger)).toEqual({ active: false });
    const forOrders = await tokensFor(service(), person, client, {
      ...inInvoices,
      resource: other,
    });
    const forAccounts = await tokensFor(service(), person, client, { scope: 'account:read' });
    for (const token of [forOrders.access_token, forAccounts.access_token, client.ownToken]) {
      expect(await introspect(token, server)).toEqual({ active: false });
    }
    expect(await introspect(forAccounts.access_token, client)).toMatchObject({
      aud: `${service().url}/api`,
    });
  });

  it('describes a refresh token only to the client that it was issued to, and not after its session', async () => {
    const user = await newPerson(service());
    const scope = 'openid invoices:read';
    const { refresh_token } = await tokensFor(service(), user, client, { ...inInvoices, scope });
    expect(await introspect(refresh_token, client)).toMatchObject({ active: true });
    expect(await introspect(refresh_token, server)).toEqual({ active: false });
    await service().prisma.session.updateMany({
      where: { accountId: user.account.id },
      data: { expiresAt: new Date() },
    });
    expect(await introspect(refresh_token, client)).toEqual({ active: false });
  });

  it('grants all scopes of the resource if the client names none (RFC 6749 section 3.3)', async () => {
    const { scope } = await tokensFor(service(), person, client, { resource: identifier });
    expect(scope).toBe('invoices:read invoices:pay');
  });

  it('accepts the account API as the resource, which is the default', async () => {
    const resource = `${service().url}/api`;
    const { access_token, scope } = await tokensFor(service(), person, client, { resource });
    expect(scope).toBe('account:read account:write');
    const { status } = await service().as({ token: access_token }, 'get', '/accounts/me');
    expect(status).toBe(200);
  });

  it('refuses an unknown resource and more than one, and tells the client (2)', async () => {
    const parameters = Object.entries(asking(client, pkcePair()));
    const long = `https://${'a'.repeat(2_000)}.example`;
    for (const asked of [['https://unknown.example'], [identifier, other], [long], ['']]) {
      const all = [...parameters, ...asked.map((each): [string, string] => ['resource', each])];
      const response = readRedirect(await consent(person.browser, all));
      const error = asked[0] === '' ? undefined : 'invalid_target';
      expect([asked, response.error]).toEqual([asked, error]);
    }
  });

  it('accepts at the token endpoint only the authorized resource (2.2)', async () => {
    for (const resource of [other, 'https://unknown.example', `${service().url}/api`]) {
      const code = await codeFor(person, client, inInvoices);
      const { status, body } = await post(service(), 'token', client, { ...code, resource });
      expect([resource, status, body.error]).toEqual([resource, 400, 'invalid_target']);
      const again = await post(service(), 'token', client, { ...code, resource: identifier });
      expect([resource, again.status]).toEqual([resource, 200]);
    }
    const forAccounts = await codeFor(person, client, { scope: 'account:read' });
    const mixed = await post(service(), 'token', client, { ...forAccounts, resource: identifier });
    expect([mixed.status, mixed.body.error]).toEqual([400, 'invalid_target']);
    const { refresh_token } = await tokensFor(service(), person, client, inInvoices);
    const refreshed = await post(service(), 'token', client, {
      ...{ grant_type: 'refresh_token', refresh_token },
      resource: other,
    });
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_target']);
    const twice = await post(
      service(),
      'token',
      client,
      `grant_type=refresh_token&refresh_token=${refresh_token}&resource=${identifier}&resource=${other}`,
    );
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_target']);
  });

  it('refuses scopes of the account API for a resource, and those of a resource for the account API', async () => {
    for (const parameters of [
      { resource: identifier, scope: 'account:read' },
      { resource: identifier, scope: 'invoices:read account:write' },
      { resource: other, scope: 'invoices:pay' },
      { resource: identifier, scope: 'openid' },
      { scope: 'invoices:read' },
    ]) {
      const response = readRedirect(
        await consent(person.browser, asking(client, pkcePair(), parameters)),
      );
      expect([parameters, response.error]).toEqual([parameters, 'invalid_scope']);
    }
  });

  it('refuses a token of a resource at the account API and at userinfo', async () => {
    const { access_token: token } = await tokensFor(service(), person, client, {
      resource: identifier,
      scope: 'openid email invoices:read',
    });
    for (const path of ['/accounts/me', '/applications', `/accounts/${person.account.id}`]) {
      const { status, body } = await service().as({ token }, 'get', path);
      expect([path, status, body.error]).toEqual([path, 401, 'invalid_token']);
    }
    const userinfo = await request(service().url)
      .get('/oauth/userinfo')
      .set('Authorization', `Bearer ${token}`);
    expect([userinfo.status, userinfo.body.error]).toEqual([401, 'invalid_token']);
  });

  it('asks for consent again if another resource has a scope of the same name', async () => {
    const visitor = await newPerson(service());
    const page = await ask(visitor.browser, asking(client, pkcePair(), inInvoices));
    expect(page.status).toBe(200);
    expect(page.html).toContain('<bdi>Invoices</bdi>: <bdi>View your invoices</bdi>');
    await tokensFor(service(), visitor, client, inInvoices);
    const remembered = await ask(visitor.browser, asking(client, pkcePair(), inInvoices));
    expect(readRedirect(remembered).code).toBeDefined();
    for (const parameters of [
      { ...inInvoices, resource: other },
      { resource: identifier, scope: 'invoices:pay' },
    ]) {
      const { status } = await ask(visitor.browser, asking(client, pkcePair(), parameters));
      expect([parameters, status]).toEqual([parameters, 200]);
    }
    const { html } = await visitor.browser.open('/console/grants');
    expect(html).toContain('<bdi>Invoices</bdi>: <bdi>View your invoices</bdi>');
  });

  it('issues client credentials for a resource', async () => {
    const { id } = client;
    const applications = service().app.get(ApplicationsService, { strict: false });
    await applications.update(person.account.id, id, { client_credentials: true }, byHost);
    const grant_type = 'client_credentials';
    const { body } = await post(service(), 'token', client, { grant_type, ...inInvoices });
    expect(body).toMatchObject({ scope: 'invoices:read' });
    expect(await introspect(body.access_token, server)).toMatchObject({
      aud: identifier,
      sub: person.account.id,
    });
    const { status } = await service().as({ token: body.access_token }, 'get', '/accounts/me');
    expect(status).toBe(401);
    const wrong = { grant_type, scope: 'account:read', resource: identifier };
    const refused = await post(service(), 'token', client, wrong);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
  });

  it('ends the access tokens of a deleted resource immediately, and refuses its refresh tokens with invalid_target', async () => {
    const gone = 'https://gone.example.com/';
    await create({
      identifier: gone,
      name: 'Gone',
      scopes: { 'gone:read': 'View' },
      clients: [server.id],
    });
    const tokens = await tokensFor(service(), person, client, { resource: gone });
    expect(await introspect(tokens.access_token, server)).toMatchObject({ active: true });
    expect(await resources().delete(gone, byHost)).toBe(true);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await introspect(token, client)).toEqual({ active: false });
    }
    const refused = await refresh(service(), client, tokens.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    expect(await resources().delete(gone, byHost)).toBe(false);
  });

  it('rejects a resource that is invalid or already exists', async () => {
    const valid = { identifier: 'https://new.example/', name: 'New', scopes: { a: 'Do it' } };
    for (const [change, problem] of [
      [{ identifier: 'invoices' }, 'an absolute URI'],
      [{ identifier: 'https://new.example/#a' }, 'an absolute URI'],
      [{ identifier: `https://new.example/${'a'.repeat(300)}` }, 'an absolute URI'],
      [{ name: ' ' }, 'a name'],
      [{ scopes: {} }, '1 to 50 scopes'],
      [{ scopes: { 'a b': 'Do it' } }, 'a scope that is not a word'],
      [{ scopes: { 'account:read': 'Do it' } }, 'a scope of the account API'],
      [{ scopes: { a: '' } }, 'a description'],
      [{ clients: ['me'] }, 'the ids of at most 50 applications'],
    ] as const) {
      await expect(create({ ...valid, ...change })).rejects.toThrow(problem);
    }
    for (const taken of [identifier, identifier.slice(0, -1), `${service().url}/api`]) {
      expect([taken, await create({ ...valid, identifier: taken })]).toEqual([taken, false]);
    }
  });
});
