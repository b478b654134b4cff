import { hashToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { newClient, tokensFor, type TestClient, type Tokens } from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type Caller, type Method } from '../support/hosts/service.js';

describeService('RFC 6750, an OAuth token at the API', (service) => {
  let person: Person;
  let stranger: Caller;
  let client: TestClient;
  let all: Tokens;
  let reading: Tokens;
  let writing: Tokens;
  beforeAll(async () => {
    const developer = await service().newCaller();
    client = await newClient(service(), developer);
    person = await newPerson(service());
    stranger = await service().newCaller();
    all = await tokensFor(service(), person, client);
    reading = await tokensFor(service(), person, client, { scope: 'account:read' });
    writing = await tokensFor(service(), person, client, { scope: 'account:write' });
  });

  const call = ({ access_token }: Tokens, method: Method, path: string, body?: object) => {
    const sent = service().as({ token: access_token } as Caller, method, path);
    return body ? sent.send(body) : sent;
  };

  it('reads and changes the account of the person who consented, not of the developer', async () => {
    const read = await call(all, 'get', '/accounts/me');
    expect(read.body.account.id).toBe(person.account.id);
    const changed = await call(all, 'put', `/accounts/${person.account.id}`, { name: 'Ada' });
    expect([changed.status, changed.body.account.name]).toEqual([200, 'Ada']);
  });

  it('may be sent in the query, and the response forbids caching (2.3)', async () => {
    const { status, headers } = await service().as(
      undefined,
      'get',
      `/accounts/me?access_token=${all.access_token}`,
    );
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('is refused when it is sent in two ways (2)', async () => {
    const path = `/accounts/me?access_token=${all.access_token}`;
    const { status, headers } = await call(all, 'get', path);
    expect(status).toBe(400);
    expect(headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_request"/);
  });

  it('with only account:read cannot change anything, and the error names the missing scope (3.1)', async () => {
    for (const [method, path] of [
      ['put', '/accounts/me'],
      ['put', `/accounts/${stranger.account.id}`],
      ['post', '/accounts'],
    ] as const) {
      const { status, body, headers } = await call(reading, method, path, { name: 'Eve' });
      expect([path, status, body.error]).toEqual([path, 403, 'insufficient_scope']);
      expect(headers['www-authenticate']).toMatch(
        /^Bearer realm="[^"]+", error="insufficient_scope", .*scope="account:write", resource_metadata="[^"]+"$/,
      );
    }
    expect((await call(reading, 'get', '/accounts/me')).body.account.name).not.toBe('Eve');
  });

  it('with only account:write cannot read (3.1)', async () => {
    const { status, body, headers } = await call(writing, 'get', '/accounts/me');
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    expect(headers['www-authenticate']).toMatch(/scope="account:read", resource_metadata="[^"]+"$/);
    expect((await call(writing, 'put', '/accounts/me', {})).status).toBe(200);
  });

  it('cannot access any other account', async () => {
    for (const method of ['get', 'put', 'delete'] as const) {
      const other = await call(all, method, `/accounts/${stranger.account.id}`, {});
      expect([method, other.status, other.body.error]).toEqual([method, 403, 'access_denied']);
    }
    expect((await call(all, 'get', `/accounts/${newIdentifier()}`)).status).toBe(404);
  });

  it('cannot delete the account, which requires an application’s own token', async () => {
    for (const path of ['/accounts/me', `/accounts/${person.account.id}`]) {
      const { status, body } = await call(all, 'delete', path);
      expect([path, status, body.error]).toEqual([path, 403, 'access_denied']);
    }
    expect((await call(all, 'get', '/accounts/me')).status).toBe(200);
  });

  it('is refused with invalid_token if it is expired or unknown (3.1)', async () => {
    const expired = await tokensFor(service(), person, client);
    await service().prisma.accessToken.update({
      where: { hash: hashToken(expired.access_token) },
      data: { expiresAt: new Date(0) },
    });
    for (const tokens of [expired, { ...expired, access_token: all.refresh_token }]) {
      const { status, body, headers } = await call(tokens, 'get', '/accounts/me');
      expect([status, body.error]).toEqual([401, 'invalid_token']);
      expect(headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+", error="invalid_token"/);
    }
  });

  it('causes no error code in the challenge if it is missing (3.1)', async () => {
    const { status, headers } = await service().as(undefined, 'get', '/accounts/me');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer realm="accounts", scope="account:read", resource_metadata="[^"]+"$/,
    );
  });
});
