import type { DiscoveryService } from '@nestjs/core';
import { RequiredScope } from '../access/authentication/scope.guard.js';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { listMethods } from './openapi/described-operation.js';

/**
 * Describes the first controller, resolver or gateway that requires an unknown scope, if there is one. With several
 * mounts, the scope must be one of the mount whose tokens its guard accepts.
 *
 * @param known the scopes of all mounts
 */
export function findUnknownScope(
  discovery: DiscoveryService,
  known: readonly string[],
): string | undefined {
  for (const { instance, host } of [...discovery.getControllers(), ...discovery.getProviders()]) {
    const type: unknown = instance?.constructor;
    if (typeof type !== 'function') continue;
    const handlers = listMethods(type).map(([, handler]) => handler);
    for (const target of [type, ...handlers]) {
      const scope: unknown = Reflect.getMetadata(RequiredScope.KEY, target);
      if (typeof scope !== 'string') continue;
      const guards = [...(host?.injectables.values() ?? [])].map((each): unknown => each.instance);
      const guard = guards.find((each) => each instanceof BearerAuthGuard);
      if (guard ? guard.knowsScope(scope) : known.includes(scope)) continue;
      return `${type.name} requires the scope ${scope}, which no resource in the option resources has`;
    }
  }
  return undefined;
}
