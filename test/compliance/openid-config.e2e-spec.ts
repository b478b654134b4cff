import request from 'supertest';
import { describeService } from '../support/hosts/service.js';

/** Each test has the name of a module of `oidcc-config-certification-test-plan` (OpenID Foundation). */
describeService('The certification plan Config OP', (service) => {
  it('oidcc-discovery-endpoint-verification', async () => {
    const read = (path: string) => request(service().url).get(path).expect(200);
    const { body: metadata, type } = await read('/.well-known/openid-configuration');
    expect(type).toBe('application/json');
    expect(metadata.issuer).toBe(service().url);
    expect(metadata).toMatchObject({
      response_types_supported: expect.arrayContaining(['code']),
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      subject_types_supported: expect.arrayContaining(['public']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr']),
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
    });
    for (const scope of metadata.scopes_supported)
      expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(Intl.getCanonicalLocales(metadata.ui_locales_supported)).toEqual(
      metadata.ui_locales_supported,
    );
    for (const [name, url] of Object.entries<string>(metadata)) {
      if (!/_endpoint$|_uri$/.test(name)) continue;
      // With HTTPS, the issuer's own scheme.
      expect([name, url]).toEqual([name, expect.stringMatching(`^${service().url}/`)]);
    }

    const { body, type: typeOfKeys } = await read('/oauth/jwks');
    expect(typeOfKeys).toMatch(/^application\/(?:jwk-set\+)?json$/);
    expect(body.keys.length).toBeGreaterThan(0);
    const kids = body.keys.map(({ kid }: { kid: string }) => kid);
    expect(new Set(kids).size).toBe(kids.length);
    for (const key of body.keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB' });
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi'])
        expect(key).not.toHaveProperty(secret);
    }
  });
});
