import { toSource } from './form-targets.js';

describe('the CSP source of a redirect URI', () => {
  it.each([
    ['https://a.example/cb?x=y', 'https://a.example'],
    ['https://a.example:8443/cb', 'https://a.example:8443'],
    ['http://127.0.0.1:49152/cb', 'http://127.0.0.1:49152'],
    ['https://bücher.example/cb', 'https://xn--bcher-kva.example'],
  ])('is the origin of a web site: %s', (uri, source) => {
    expect(toSource(uri)).toBe(source);
  });

  it('is http: for an IPv6 address, which no CSP source can name', () => {
    expect(toSource('http://[::1]:49152/cb')).toBe('http:');
  });

  it.each([
    ['com.example.app:/cb', 'com.example.app:'],
    ['com.example.app://cb/x', 'com.example.app:'],
  ])('is the scheme of an app: %s', (uri, source) => {
    expect(toSource(uri)).toBe(source);
  });

  it('contains nothing that would end a CSP directive', () => {
    for (const uri of ["https://a.example/;script-src 'unsafe-inline'", 'com.example.app:/; x']) {
      expect(toSource(uri)).not.toMatch(/[;\s']/);
    }
  });
});
