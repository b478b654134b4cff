import { newAccessToken } from '../../src/principals/access-token.js';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { describeService, type Caller } from '../support/hosts/service.js';

describeService('authentication', (service) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await service().newCaller();
  });
  const get = (path = '/accounts/me') => service().as(undefined, 'get', path);
  const withHeader = (value: string) => get().set('Authorization', value);

  it('accepts a token in the Authorization header, the scheme in any letter case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect((await withHeader(`${scheme} ${caller.token}`)).status).toBe(200);
    }
  });

  it('accepts a token as access_token in the query string, on any method', async () => {
    const path = `/accounts/me?access_token=${caller.token}`;
    expect((await get(path)).status).toBe(200);
    expect((await get(path.replace('_', '%5F'))).status).toBe(200);
    const changed = await service().as(undefined, 'put', path).send({ name: 'Via query' });
    expect(changed.status).toBe(200);
    expect(changed.headers['cache-control']).toBe('no-store');
  });

  it('keeps responses to a token in the URL out of every cache', async () => {
    const data = await get(`/app/data?access_token=${caller.token}`);
    expect(data.headers['cache-control']).toBe('no-store');
    expect((await service().as(caller, 'get', '/accounts/me')).headers['cache-control']).toBe(
      'private, no-cache',
    );
  });

  it('refuses a token sent twice or in two ways with invalid_request', async () => {
    const query = `/accounts/me?access_token=${caller.token}`;
    const answers = [
      await get(query).set('Authorization', `Bearer ${caller.token}`),
      await get(`${query}&access_token=${caller.token}`),
    ];
    for (const { status, headers, body } of answers) {
      expect(status).toBe(400);
      expect(headers['www-authenticate']).toMatch(/^Bearer realm=".+", error="invalid_request"/);
      expect(body.form.errors).toHaveLength(1);
      expect(body.form.children).toEqual({});
    }
  });

  it('refuses two Authorization headers, even if they are the same', async () => {
    const { hostname, port } = new URL(service().url);
    const bearer = `Bearer ${caller.token}`;
    for (const second of [bearer, 'Bearer x', 'Basic dXNlcjpwYXNz', '']) {
      const sent = httpRequest({
        hostname,
        port,
        path: service().path('/api/accounts/me'),
        headers: ['Host', 'localhost', 'Authorization', bearer, 'authorization', second],
      });
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const { statusCode: status, headers } = response;
      expect({ second, status }).toEqual({ second, status: 400 });
      expect(headers['www-authenticate']).toMatch(/^Bearer realm=".+", error="invalid_request"/);
      expect(JSON.parse(await text(response))).toEqual({
        form: {
          errors: [expect.stringContaining('access token')],
          codes: ['token_conflict'],
          children: {},
        },
      });
    }
  });

  it('ignores an access_token in the body', async () => {
    const alone = await service()
      .as(undefined, 'put', '/accounts/me')
      .send({ access_token: caller.token });
    expect(alone.status).toBe(401);
    const beside = await service().update(caller, { access_token: 'x', name: 'Beside' });
    expect(beside.status).toBe(200);
  });

  it('responds with 401 and a challenge without an error if no token is sent', async () => {
    const answers = [
      await get(),
      await get('/accounts/me?access_token='),
      await withHeader('Basic dXNlcjpwYXNz'),
      await withHeader('Digest username="x", realm="y"'),
      await withHeader('Bearer'),
    ];
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(
        /^Bearer realm="accounts", scope="account:read", resource_metadata="[^"]+"$/,
      );
      expect(body).toEqual({
        error: 'authentication_required',
        error_description: 'An access token is required.',
      });
    }
  });

  it('responds with 401 invalid_token to an unknown or malformed token', async () => {
    const tampered = (caller.token[0] === 'a' ? 'b' : 'a') + caller.token.slice(1);
    for (const token of [
      newAccessToken(),
      tampered,
      'x',
      `${caller.token} more`,
      'é',
      'a'.repeat(5_000),
    ]) {
      const { status, headers, body } = await withHeader(
        `Bearer ${Buffer.from(token).toString('latin1')}`,
      );
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/error="invalid_token"/);
      expect(body.error).toBe('invalid_token');
    }
    expect((await get('/accounts/me?access_token=%00%ff')).status).toBe(401);
  });

  it('reports an expired token', async () => {
    const expired = await service().newCaller();
    await service().prisma.accessToken.updateMany({
      where: { accountId: expired.account.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const { status, headers, body } = await service().as(expired, 'get', '/accounts/me');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/error="invalid_token".*expired/);
    expect(body).toEqual({
      error: 'invalid_token',
      error_description: 'The access token has expired.',
    });
  });

  it('refuses a revoked token from the next request on', async () => {
    const revoked = await service().newCaller();
    expect((await service().as(revoked, 'get', '/accounts/me')).status).toBe(200);
    await service().as(revoked, 'delete', `/applications/${revoked.applicationId}/token`);
    expect((await service().as(revoked, 'get', '/accounts/me')).status).toBe(401);
  });

  it('never mixes up the principals of concurrent requests', async () => {
    const callers = await Promise.all(Array.from({ length: 8 }, () => service().newCaller()));
    const calls = Array.from({ length: 200 }, (_, index) => callers[index % callers.length]!);
    const answers = await Promise.all(
      calls.map((each) =>
        request(service().url).get('/api/accounts/me').set('Authorization', `Bearer ${each.token}`),
      ),
    );
    expect(answers.map(({ body }) => body.account.id)).toEqual(
      calls.map(({ account }) => account.id),
    );
  });

  describe('with an OAuth token', () => {
    const oauthToken = async (...scope: string[]): Promise<Caller> => {
      const owner = await service().newCaller();
      await service().prisma.accessToken.updateMany({
        where: { accountId: owner.account.id },
        data: { kind: 'oauth', scope, expiresAt: new Date(Date.now() + 60_000) },
      });
      return owner;
    };

    it('allows only what the scope permits', async () => {
      const reader = await oauthToken('account:read');
      expect((await service().as(reader, 'get', '/accounts/me')).status).toBe(200);
      expect((await service().as(reader, 'get', '/app/data')).status).toBe(200);
      const { status, body, headers } = await service().update(reader, { name: 'No' });
      expect(status).toBe(403);
      expect(body.error).toBe('insufficient_scope');
      expect(headers['www-authenticate']).toMatch(
        /error="insufficient_scope".*scope="account:write"/,
      );
      const writer = await oauthToken('account:write');
      expect((await service().update(writer, { name: 'Yes' })).status).toBe(200);
      expect((await service().create(writer)).status).toBe(200);
      expect((await service().as(writer, 'get', '/accounts/me')).status).toBe(403);
    });

    it('never allows the account to be deleted', async () => {
      const both = await oauthToken('account:read', 'account:write');
      const { status, body } = await service().as(both, 'delete', '/accounts/me');
      expect(status).toBe(403);
      expect(body.error).toBe('access_denied');
    });
  });
});
