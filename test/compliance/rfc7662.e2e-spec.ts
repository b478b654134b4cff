import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import {
  codeFor,
  newClient,
  post,
  refresh,
  tokensFor,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

describeService('RFC 7662, token introspection', (service) => {
  let person: Person;
  let client: TestClient;
  let other: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
    other = await newClient(service(), person);
    publicClient = await newClient(service(), person, { isPublic: true });
  });

  const introspect = (token: string, as: Parameters<typeof post>[2] = client) =>
    post(service(), 'introspect', as, { token });
  const inactive = { active: false };

  it('describes a client’s access token (2.2)', async () => {
    const { access_token } = await tokensFor(service(), person, client, { scope: 'account:read' });
    const { status, body, headers } = await introspect(access_token);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        active: true,
        scope: 'account:read',
        client_id: client.id,
        sub: person.account.id,
        aud: `${service().url}/api`,
        iss: service().url,
        iat: expect.any(Number),
        exp: expect.any(Number),
        token_type: 'Bearer',
      },
    });
    expect(body.exp - body.iat).toBeGreaterThanOrEqual(3_599);
    expect(body.exp - body.iat).toBeLessThanOrEqual(3_601);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('describes a client’s refresh token, which is no Bearer token (2.2)', async () => {
    const { refresh_token } = await tokensFor(service(), person, client);
    const { body } = await introspect(refresh_token);
    expect(body).toMatchObject({ active: true, client_id: client.id, sub: person.account.id });
    expect(body.token_type).toBeUndefined();
  });

  it('describes an application’s own token, which does not expire', async () => {
    const { body } = await introspect(client.ownToken);
    expect(body).toMatchObject({ active: true, sub: person.account.id, token_type: 'Bearer' });
    expect(body.exp).toBeUndefined();
  });

  it('discloses only that another client’s token is not active (2.2, 4)', async () => {
    const { access_token, refresh_token } = await tokensFor(service(), person, client);
    for (const token of [access_token, refresh_token, client.ownToken]) {
      const { status, body } = await introspect(token, other);
      expect({ status, body }).toEqual({ status: 200, body: inactive });
    }
  });

  it('reports expired, revoked, replaced and unknown tokens and codes as inactive (2.2)', async () => {
    const expired = await tokensFor(service(), person, client);
    await service().prisma.accessToken.update({
      where: { hash: hashToken(expired.access_token) },
      data: { expiresAt: new Date(0) },
    });
    const revoked = await tokensFor(service(), person, client);
    await post(service(), 'revoke', client, { token: revoked.refresh_token });
    const replaced = await tokensFor(service(), person, client);
    await refresh(service(), client, replaced.refresh_token);
    const late = await tokensFor(service(), person, client);
    await service().prisma.authorization.update({
      where: { id: late.refresh_token.slice(0, 24) },
      data: { expiresAt: new Date(0) },
    });
    const { code } = await codeFor(person, client);
    for (const token of [
      expired.access_token,
      revoked.access_token,
      revoked.refresh_token,
      replaced.refresh_token,
      late.refresh_token,
      code,
      newAccessToken(),
      'x',
      '\0',
      'x'.repeat(10_000),
    ]) {
      const { status, body } = await introspect(token);
      expect({ status, body }).toEqual({ status: 200, body: inactive });
    }
  });

  it('rejects public and unauthenticated clients (2.1, 4)', async () => {
    const own = await tokensFor(service(), person, publicClient);
    for (const as of [publicClient, { ...client, secret: null }, { ...client, secret: 'x' }]) {
      const { status, body } = await introspect(own.access_token, as);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('requires a token (2.1)', async () => {
    const { status, body } = await post(service(), 'introspect', client, {});
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});
