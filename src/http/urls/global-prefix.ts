import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';

export type PrefixedHost = Pick<ApplicationConfig, 'getGlobalPrefix' | 'getGlobalPrefixOptions'>;

const readingMethods: ReadonlySet<RequestMethod | -1> = new Set([
  RequestMethod.ALL,
  RequestMethod.GET,
  -1,
]);

/** The global prefix of the host; empty for a path (with a leading slash) that the host excludes. */
export function globalPrefix(host: PrefixedHost, path: string): string {
  const { exclude = [] } = host.getGlobalPrefixOptions();
  const isExcluded = exclude.some(
    ({ pathRegex, requestMethod }) => readingMethods.has(requestMethod) && pathRegex.test(path),
  );
  return isExcluded ? '' : host.getGlobalPrefix();
}
