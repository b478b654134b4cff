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
  it('stands before every path where the host excludes none', () => {
    expect(globalPrefix(host(), '/health')).toBe('v1');
    expect(globalPrefix(host([]), '/health')).toBe('v1');
  });

  it.each([
    ['every method', RequestMethod.ALL],
    ['GET', RequestMethod.GET],
    ['every method, as a host without Nest’s names says it', -1 as const],
  ])('does not stand before a path that is excluded for %s', (_, method) => {
    expect(globalPrefix(excluding(method), '/health')).toBe('');
    expect(globalPrefix(excluding(method), '/healthy')).toBe('v1');
  });

  it('stands before a path that is excluded for other methods: a link is read', () => {
    expect(globalPrefix(excluding(RequestMethod.POST), '/health')).toBe('v1');
  });
});
