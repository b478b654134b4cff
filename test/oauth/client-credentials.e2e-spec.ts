import { readFileSync } from 'node:fs';
import { newIdentifier } from '../../src/database/identifier.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { byHost } from '../../src/request/requester.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import { getStatus, newClient, post, type TestClient } from '../support/clients/oauth.js';
import { describeService, password, type Caller, type Method } from '../support/hosts/service.js';

const grant_type = 'client_credentials';

/** The operations that reject every token granted through OAuth, except one that requires a mail server. */
const ownOnly = Object.entries(readDocument().paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { security = [] }]) => {
    const schemes = security.flatMap((scheme) => Object.keys(scheme));
    const isOwnOnly = schemes.includes('accountsBearer') && !schemes.includes('accountsOAuth');
    return isOwnOnly && path !== '/api/password-resets'
      ? [[method as Method, path.replace(/^\/api/, '')] as const]
      : [];
  }),
);

function readDocument(): {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
} {
  const file = new URL('openapi.json', import.meta.resolve('#package.json'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

describeService('RFC 6749 section 4.4, client credentials', (service) => {
  let owner: Caller;
  let client: TestClient;
  beforeEach(async () => {
    owner = await service().newCaller();
    client = await newClient(service(), owner);
    await enable();
  });
  const applications = () => service().app.get(ApplicationsService, { strict: false });
  const enable = (client_credentials = true) =>
    applications().update(owner.account.id, client.id, { client_credentials }, byHost);
  const ask = (fields: Record<string, string> = {}, by = client) =>
    post(service(), 'token', by, { grant_type, ...fields });
  const token = async (scope?: string): Promise<string> =>
    (await ask(scope === undefined ? {} : { scope })).body.access_token;
  const call = (access: string, method: Method, path: string) =>
    service().as({ ...owner, token: access }, method, path);

  it('issue a token for one hour to read the account of the owner, and no refresh token', async () => {
    const { status, body, headers } = await ask();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[0-9A-Za-z]{86}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'account:read',
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    const read = await call(body.access_token, 'get', '/accounts/me');
    expect(read.body.account.id).toBe(owner.account.id);
    const written = await call(body.access_token, 'put', '/accounts/me').send({ name: 'Ada' });
    expect([written.status, written.body.error]).toEqual([403, 'insufficient_scope']);
  });

  it('issue the requested scope of the API, and no other', async () => {
    const { body } = await ask({ scope: 'account:write account:read' });
    expect(body.scope).toBe('account:read account:write');
    const changed = await call(body.access_token, 'put', '/accounts/me').send({ name: 'Ada' });
    expect(changed.status).toBe(200);
    for (const scope of [
      'openid',
      'account:read email',
      'offline_access',
      'admin',
      'account:read ',
    ]) {
      const refused = await ask({ scope });
      expect([scope, refused.status, refused.body.error]).toEqual([scope, 400, 'invalid_scope']);
    }
  });

  it('are refused unless the owner has enabled them', async () => {
    await enable(false);
    const { status, body } = await ask();
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'unauthorized_client',
        error_description: 'Client credentials are not enabled for this application.',
      },
    });
  });

  it('are refused to public clients, which cannot enable them either', async () => {
    const open = await newClient(service(), owner, { isPublic: true });
    const refused = await ask({}, open);
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
    await service().prisma.application.update({
      where: { id: open.id },
      data: { clientCredentials: true },
    });
    expect((await ask({}, open)).body.error).toBe('unauthorized_client');
    const { status, body } = await service()
      .as(owner, 'put', `/applications/${open.id}`)
      .send({ client_credentials: true });
    expect([status, body.form.children.client_credentials.codes]).toEqual([
      400,
      ['client_secret_unavailable'],
    ]);
  });

  it('require the client secret', async () => {
    const wrong = await ask({}, { ...client, secret: 'x'.repeat(64) });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    const none = await ask({}, { ...client, secret: null });
    expect([none.status, none.body.error]).toEqual([401, 'invalid_client']);
  });

  it('are off by default, and can be enabled and disabled at the API', async () => {
    const created = await service().as(owner, 'post', '/applications').send({ name: 'Engine' });
    expect(created.body.application.client_credentials).toBe(false);
    const on = await service()
      .as(owner, 'post', '/applications')
      .send({ name: 'Engine', client_credentials: true });
    expect(on.body.application.client_credentials).toBe(true);
    const path = `/applications/${on.body.application.id}`;
    const off = await service().as(owner, 'put', path).send({ client_credentials: false });
    expect(off.body.application.client_credentials).toBe(false);
  });

  it('give access to neither applications nor routes that require an own token', async () => {
    const access = await token('account:read account:write');
    expect(ownOnly.length).toBeGreaterThan(10);
    for (const [method, path] of ownOnly) {
      const to = path
        .replace('{account_id}', 'me')
        .replace('{id}', client.id)
        .replace(/\{\w+\}/, newIdentifier());
      const { status, body } = await call(access, method, to).send({});
      expect([method, to, status, body.error]).toEqual([method, to, 403, 'access_denied']);
    }
    const { status } = await fetch(`${service().url}/oauth/userinfo`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    expect(status).toBe(403);
  });

  it('change the email only as a delegate', async () => {
    const access = await token('account:write');
    const email = `other-${owner.account.email}`;
    const changed = await call(access, 'put', '/accounts/me').send({ email });
    expect(changed.body.account.email).toBe(email);
    const { id } = owner.account;
    const stored = await service().prisma.account.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ email: owner.account.email, pendingEmail: email });
  });

  it('issue tokens that end with a password change, with a suspension, and when they are disabled', async () => {
    const disabled = await token();
    await enable(false);
    expect(await getStatus(service(), disabled)).toBe(401);
    await enable();
    const suspended = await token();
    const suspensions = service().app.get(SuspensionsService, { strict: false });
    const operator = { ...byHost, operator: 'grace' };
    await suspensions.suspend(owner.account.id, 'test', operator);
    expect(await getStatus(service(), suspended)).toBe(403);
    expect((await ask()).body.error).toBe('unauthorized_client');
    await suspensions.restore(owner.account.id, operator);
    const changed = await token();
    const change = { old_password: password, new_password: 'another horse 8' };
    expect((await call(owner.token, 'put', '/accounts/me').send(change)).status).toBe(200);
    expect(await getStatus(service(), changed)).toBe(401);
    expect((await ask()).status).toBe(200);
  });

  it('end without ending the named tokens of the application', async () => {
    const { body } = await service()
      .as(owner, 'post', `/applications/${client.id}/tokens`)
      .send({ name: 'Report', scope: 'account:read', expires_in_days: 90 });
    const named: string = body.token.access_token;
    const disabled = await token();
    await enable(false);
    expect(await getStatus(service(), disabled)).toBe(401);
    expect(await getStatus(service(), named)).toBe(200);
    const change = { old_password: password, new_password: 'another horse 8' };
    expect((await call(owner.token, 'put', '/accounts/me').send(change)).status).toBe(200);
    expect(await getStatus(service(), named)).toBe(200);
  });

  it('are disabled by a password change that also ends the tokens of applications', async () => {
    const accounts = service().app.get(AccountsService, { strict: false });
    await accounts.setPassword(owner.account.id, 'another horse 8', {
      ...byHost,
      endApplicationTokens: true,
    });
    expect((await ask()).body.error).toBe('unauthorized_client');
  });

  it('leave no valid token if they are disabled while they issue one', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => ask()),
      enable(false).then(() => undefined),
      ...Array.from({ length: 10 }, () => ask()),
    ]);
    for (const answer of answers) {
      const access = answer?.body.access_token;
      if (access) expect(await getStatus(service(), access)).toBe(401);
    }
  });

  it('keep at most a hundred tokens per application: the oldest ends', async () => {
    const oldest = await token();
    const { prisma } = service();
    const where = { applicationId: client.id, kind: 'oauth', authorizationId: null } as const;
    const [{ hash: _, ...row }] = (await prisma.accessToken.findMany({ where })) as [
      Awaited<ReturnType<typeof prisma.accessToken.findFirstOrThrow>>,
    ];
    await prisma.accessToken.createMany({
      data: Array.from({ length: 99 }, (_, i) => ({
        ...row,
        hash: Buffer.alloc(32, i + 1),
        createdAt: new Date(row.createdAt.getTime() + 1),
      })),
    });
    const newest = await token();
    expect(await prisma.accessToken.count({ where })).toBe(100);
    expect(await getStatus(service(), oldest)).toBe(401);
    expect(await getStatus(service(), newest)).toBe(200);
    expect(await getStatus(service(), owner.token)).toBe(200);
  });

  it('issue tokens that the client can introspect and revoke', async () => {
    const access = await token();
    const { body } = await post(service(), 'introspect', client, { token: access });
    expect(body).toMatchObject({
      active: true,
      scope: 'account:read',
      client_id: client.id,
      sub: owner.account.id,
      token_type: 'Bearer',
    });
    await post(service(), 'revoke', client, { token: access });
    expect(await getStatus(service(), access)).toBe(401);
  });

  it('are listed in the server metadata', async () => {
    const metadata = await fetch(`${service().url}/.well-known/oauth-authorization-server`);
    const { grant_types_supported } = (await metadata.json()) as any;
    expect(grant_types_supported).toEqual([
      'authorization_code',
      'refresh_token',
      'client_credentials',
    ]);
  });
});
