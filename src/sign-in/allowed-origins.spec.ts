import { OriginNotAllowedError } from '../errors/error-registry.js';
import { AllowedOrigins } from './allowed-origins.js';

const ours = 'https://app.example.com';
const origins = new AllowedOrigins([ours, 'https://www.example.com']);
const check = (method: string | undefined, headers: Record<string, string>) => () =>
  origins.assert({ method, headers });

describe('the origin of a request', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'post', undefined])(
    'must be allowed for the method %s',
    (method) => {
      expect(check(method, { origin: ours })).not.toThrow();
      expect(check(method, { origin: 'https://www.example.com' })).not.toThrow();
      for (const origin of ['https://evil.example', 'null', '', `${ours}/`, `${ours}, ${ours}`]) {
        expect(check(method, { origin })).toThrow(OriginNotAllowedError);
      }
    },
  );

  it.each(['GET', 'HEAD', 'OPTIONS'])('does not matter for the method %s', (method) => {
    expect(check(method, { origin: 'https://evil.example' })).not.toThrow();
    expect(check(method, {})).not.toThrow();
  });

  it('can be missing only if Sec-Fetch-Site is same-origin', () => {
    expect(check('POST', { 'sec-fetch-site': 'same-origin' })).not.toThrow();
    for (const site of ['same-site', 'cross-site', 'none', '']) {
      expect(check('POST', { 'sec-fetch-site': site })).toThrow(OriginNotAllowedError);
    }
    expect(check('POST', {})).toThrow(OriginNotAllowedError);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
    expect(check('POST', foreign)).toThrow(OriginNotAllowedError);
  });

  it('must be allowed for the handshake of a WebSocket, which is a GET request', () => {
    const upgrade = 'WebSocket';
    expect(check('GET', { upgrade, origin: ours })).not.toThrow();
    expect(check('GET', { upgrade, origin: 'https://evil.example' })).toThrow(
      OriginNotAllowedError,
    );
    expect(check('GET', { upgrade: 'h2c' })).not.toThrow();
  });

  it('must be written as browsers write it', () => {
    expect(origins.includes(ours)).toBe(true);
    expect(origins.includes(undefined)).toBe(false);
    expect(origins.includes('HTTPS://APP.EXAMPLE.COM')).toBe(false);
  });
});
