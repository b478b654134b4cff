import request from 'supertest';
import {
  ask,
  asking,
  codeFor,
  newClient,
  pkcePair,
  post,
  readRedirect,
} from '../support/clients/oauth.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const path = '/.well-known/oauth-authorization-server';

describeService('RFC 8414, metadata', (service, standalone) => {
  let person: Person;
  let metadata: any;
  beforeAll(async () => {
    person = await newPerson(service());
    metadata = (await request(service().url).get(path)).body;
  });

  it('is JSON that any origin may read (3.2)', async () => {
    const { status, type, headers } = await request(service().url).get(path);
    expect([status, type, headers['access-control-allow-origin']]).toEqual([
      200,
      'application/json',
      '*',
    ]);
  });

  it('names the exact issuer, without query and fragment (2, 3.3)', () => {
    expect(metadata.issuer).toBe(service().url);
  });

  standalone.it(hostOwned.prefix, 'is at the location that its issuer determines (3.1)', () => {
    expect(path + new URL(metadata.issuer).pathname.replace(/\/$/, '')).toBe(path);
  });

  it('has no member without a value (3.2)', () => {
    for (const value of Object.values(metadata)) {
      expect([null, '', '[]']).not.toContain(Array.isArray(value) ? JSON.stringify(value) : value);
    }
  });

  it('names endpoints that exist', async () => {
    for (const name of ['token', 'revocation', 'introspection']) {
      const url = metadata[`${name}_endpoint`];
      expect(url).toMatch(new RegExp(`^${service().url}/oauth/`));
      const { status, body } = await request(service().url)
        .post(url.slice(service().url.length))
        .type('form')
        .send('');
      expect([name, status, body.error]).toEqual([name, 401, 'invalid_client']);
    }
    const [, authorize] = metadata.authorization_endpoint.split(service().url);
    expect((await person.browser.open(authorize)).status).toBe(400);
  });

  it('lists the response types and modes that work', async () => {
    const client = await newClient(service(), person);
    for (const response_type of metadata.response_types_supported) {
      for (const response_mode of metadata.response_modes_supported) {
        const asked = asking(client, pkcePair(), { response_type, response_mode });
        expect((await ask(person.browser, asked)).status).toBe(200);
      }
    }
    for (const response_mode of ['fragment', 'form_post.jwt', 'jwt']) {
      const asked = asking(client, pkcePair(), { response_mode });
      expect(readRedirect(await ask(person.browser, asked)).error).toBe('invalid_request');
    }
  });

  it('lists the scopes and challenge methods that work', async () => {
    const client = await newClient(service(), person);
    const asked = asking(client, pkcePair(), { scope: metadata.scopes_supported.join(' ') });
    expect((await ask(person.browser, asked)).status).toBe(200);
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
  });

  it('lists exactly the grant types that work', async () => {
    const client = await newClient(service(), person);
    const all = [
      'authorization_code',
      'refresh_token',
      'implicit',
      'password',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ];
    for (const grant_type of all) {
      const { body } = await post(service(), 'token', client, { grant_type });
      const supported = body.error !== 'unsupported_grant_type';
      expect([grant_type, supported]).toEqual([
        grant_type,
        metadata.grant_types_supported.includes(grant_type),
      ]);
    }
  });

  it('lists the client authentication methods that work', async () => {
    const client = await newClient(service(), person);
    const publicClient = await newClient(service(), person, { isPublic: true });
    const attempts: Record<string, () => Promise<{ body: any; status: number }>> = {
      client_secret_basic: () => post(service(), 'token', client, {}),
      client_secret_post: () =>
        post(service(), 'token', undefined, {
          client_id: client.id,
          client_secret: client.secret!,
        }),
      none: () => post(service(), 'token', publicClient, {}),
    };
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(Object.keys(attempts));
    expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(Object.keys(attempts));
    expect(metadata.introspection_endpoint_auth_methods_supported).toEqual([
      'client_secret_basic',
      'client_secret_post',
    ]);
    for (const attempt of Object.values(attempts)) {
      const { status, body } = await attempt();
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('names the same issuer as the responses of the authorization endpoint', async () => {
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
    const client = await newClient(service(), person);
    await codeFor(person, client);
    const { iss } = readRedirect(await ask(person.browser, asking(client, pkcePair())));
    expect(iss).toBe(metadata.issuer);
  });
});

describeService(
  'RFC 8414, the metadata of a service behind a proxy',
  (service) => {
    it('names the public URL, regardless of the Host header', async () => {
      const { body } = await request(service().url)
        .get(path)
        .set('Host', 'evil.example')
        .set('X-Forwarded-Host', 'evil.example')
        .set('X-Forwarded-Proto', 'http')
        .set('Forwarded', 'host=evil.example');
      const issuer = `https://accounts.example/id${service().path('')}`;
      expect(body.issuer).toBe(issuer);
      expect(body.token_endpoint).toBe(`${issuer}/oauth/token`);
      expect(JSON.stringify(body)).not.toContain('evil');
    });
  },
  { publicUrl: 'https://accounts.example/id' },
);
