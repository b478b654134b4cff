import request from 'supertest';
import { ResourcesService } from '../../src/oauth/resources/resources.service.js';
import { byHost } from '../../src/request/requester.js';
import { newClient, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const path = '/.well-known/oauth-protected-resource';

describeService('RFC 9728, protected resource metadata', (service) => {
  const segments = () => new URL(`${service().url}/api`).pathname;
  const metadataUrl = () => `${service().url}${path}${segments()}`;
  const get = (url: string) => request(new URL(url).origin).get(new URL(url).pathname);

  it('describes the account API below the path of its URL (2, 3.1)', async () => {
    const { status, body, headers } = await get(metadataUrl());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        resource: `${service().url}/api`,
        authorization_servers: [service().url],
        scopes_supported: ['account:read', 'account:write'],
        bearer_methods_supported: ['header', 'query'],
      },
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });

  it('describes the resources on the same origin, and no other', async () => {
    const resources = service().app.get(ResourcesService, { strict: false });
    const { origin } = new URL(service().url);
    const scopes = { 'tools:call': 'Call tools' };
    for (const identifier of [
      `${origin}/mcp`,
      `${origin}/a/b/c/d`,
      'https://other.example/tools',
    ]) {
      await resources.create({ identifier, name: 'Tools', scopes }, byHost);
    }
    for (const local of ['/mcp', '/a/b/c/d']) {
      const { status, body } = await get(`${service().url}${path}${local}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          resource: `${origin}${local}`,
          resource_name: 'Tools',
          authorization_servers: [service().url],
          scopes_supported: ['tools:call'],
        },
      });
    }
    for (const unknown of ['', '/tools', '/unknown', '/a/b/c', '/mcp/more']) {
      const { status } = await get(`${service().url}${path}${unknown}`);
      expect([unknown, status]).toEqual([unknown, 404]);
    }
  });

  it('is named by every 401 of a route that requires a token (5.1)', async () => {
    const missing = await service().as(undefined, 'get', '/accounts/me');
    expect([missing.status, missing.headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="accounts", scope="account:read", resource_metadata="${metadataUrl()}"`,
    ]);
    const wrong = await service().as({ token: 'wrong' }, 'get', '/accounts/me');
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toContain(`resource_metadata="${metadataUrl()}"`);
    const userinfo = await request(service().url).get('/oauth/userinfo');
    expect(userinfo.headers['www-authenticate']).toContain(
      `scope="openid", resource_metadata="${metadataUrl()}"`,
    );
  });

  it('is named by every 403 about a missing scope, from which a client requests it (5.1)', async () => {
    const person = await newPerson(service());
    const client = await newClient(service(), person);
    const scope = 'account:read';
    const { access_token: token } = await tokensFor(service(), person, client, { scope });
    const refused = await service().as({ token }, 'put', '/accounts/me').send({ name: 'Ada' });
    expect(refused.status).toBe(403);
    const required = `scope="account:write", resource_metadata="${metadataUrl()}"`;
    expect(refused.headers['www-authenticate']).toContain(`error="insufficient_scope"`);
    expect(refused.headers['www-authenticate']).toContain(required);
    const userinfo = await request(service().url)
      .get('/oauth/userinfo')
      .set('Authorization', `Bearer ${token}`);
    expect(userinfo.headers['www-authenticate']).toContain(
      `scope="openid", resource_metadata="${metadataUrl()}"`,
    );
  });

  it('is named without a scope by a route that no client can request access to', async () => {
    const { headers } = await service().as(undefined, 'delete', '/accounts/me');
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="accounts", resource_metadata="${metadataUrl()}"`,
    );
  });

  it('leads a client from a 401 to a token for the resource', async () => {
    const person = await newPerson(service());
    const client = await newClient(service(), person);
    const { headers } = await service().as(undefined, 'get', '/accounts/me');
    const [, url = ''] =
      /resource_metadata="([^"]+)"/.exec(headers['www-authenticate'] ?? '') ?? [];
    const { resource, scopes_supported, authorization_servers } = (await get(url)).body;
    expect(authorization_servers).toEqual([service().url]);
    const scope = scopes_supported.join(' ');
    const { access_token: token } = await tokensFor(service(), person, client, { resource, scope });
    expect((await service().as({ token }, 'get', '/accounts/me')).status).toBe(200);
  });
});
