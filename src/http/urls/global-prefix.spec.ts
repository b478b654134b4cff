import { RequestMethod } from '@nestjs/common';
import { globalPrefix, type PrefixedHost } from './global-prefix.js';

const host = (exclude?: { pathRegex: RegExp; requestMethod: RequestMethod | -1 }[]) =>
  ({
    getGlobalPrefix: () => 'v1',
    getGlobalPrefixOptions: () => ({ exclude }),
  }) as PrefixedHost;
const excluding = (requestMethod: RequestMethod | -1) =>
  host([
    { pathRegex: /^\/other$/, requestMethod: RequestMethod.ALL },
    { pathRegex: /^\/health$/, requestMethod },
  ]);

describe('the global prefix of a host', () => {
  it('applies to every path if the host excludes none', () => {
    expect(globalPrefix(host(), '/health')).toBe('v1');
    expect(globalPrefix(host([]), '/health')).toBe('v1');
  });

  it.each([
    ['every method', RequestMethod.ALL],
    ['GET', RequestMethod.GET],
    ['every method, given as -1', -1 as const],
  ])('does not apply to a path that is excluded for %s', (_, method) => {
    expect(globalPrefix(excluding(method), '/health')).toBe('');
    expect(globalPrefix(excluding(method), '/healthy')).toBe('v1');
  });

  it('applies to a path that is excluded only for POST', () => {
    expect(globalPrefix(excluding(RequestMethod.POST), '/health')).toBe('v1');
  });
});
