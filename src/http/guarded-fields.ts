import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import type { DiscoveryService } from '@nestjs/core';
import { ScopeGuard } from '../access/authentication/scope.guard.js';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { listMethods } from './openapi/described-operation.js';
import {
  AllowedOriginGuard,
  ConfirmedSessionGuard,
  SessionAuthGuard,
} from './session-auth.guard.js';

/** The injection token of the options of `GraphQLModule`. */
const graphqlOptions = 'GqlModuleOptions';

/** The metadata of `@ResolveField()` and `@ResolveReference()`. */
const fieldMetadata = ['graphql:resolve_property', 'graphql:resolve_reference'];

const guards = [
  ...[BearerAuthGuard, ScopeGuard],
  ...[SessionAuthGuard, ConfirmedSessionGuard, AllowedOriginGuard],
];

/**
 * Describes the first guarded GraphQL field whose guard does not run, if there is one: by default, `GraphQLModule` calls
 * neither the guards nor the filters of fields.
 */
export function findUnguardedField(discovery: DiscoveryService): string | undefined {
  const providers = discovery.getProviders();
  const options = providers.filter(({ token }) => token === graphqlOptions);
  if (options.length === 0 || options.some(({ instance }) => runsGuards(instance))) return;
  for (const { instance } of providers) {
    const type: unknown = instance?.constructor;
    if (typeof type !== 'function') continue;
    const field = listMethods(type).find(([, handler]) => isField(handler) && isGuarded(handler));
    if (!field) continue;
    return (
      `${type.name}.${field[0]} is guarded, but GraphQLModule ignores the guards of fields without its option ` +
      "fieldResolverEnhancers: ['guards', 'filters']"
    );
  }
  return undefined;
}

function runsGuards(options: { fieldResolverEnhancers?: readonly string[] } | null): boolean {
  const enhancers = options?.fieldResolverEnhancers ?? [];
  return ['guards', 'filters'].every((each) => enhancers.includes(each));
}

function isField(handler: object): boolean {
  return fieldMetadata.some((key) => Reflect.hasMetadata(key, handler));
}

function isGuarded(handler: object): boolean {
  const found: unknown[] = Reflect.getMetadata(GUARDS_METADATA, handler) ?? [];
  return found.some((guard) =>
    guards.some(
      (each) => guard === each || (typeof guard === 'function' && guard.prototype instanceof each),
    ),
  );
}
