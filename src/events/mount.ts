import type { DiscoveryService } from '@nestjs/core';

export interface Mount {
  readonly name: string;
  /** The prefix of its operation ids and security schemes in an OpenAPI document; empty with the default name. */
  readonly operationPrefix: string;
  readonly isGlobal: boolean;
  /** The paths of its routes, without slashes around them. */
  readonly paths: readonly string[];
  /** Whether it handles messages, whose patterns have no path. */
  readonly hasMessages: boolean;
  /** The scopes that guards of host routes can require. */
  readonly scopes: readonly string[];
  /** Identifies the tables; undefined while unknown. */
  readonly tables: string | undefined;
}

export const mountToken = Symbol('ACCOUNTS_MOUNT');

export function findMounts(discovery: DiscoveryService): Mount[] {
  return discovery
    .getProviders()
    .filter(({ token }) => token === mountToken)
    .map(({ instance }): Mount => instance);
}

export function findConflict(mounts: readonly Mount[]): string | undefined {
  for (const [index, mount] of mounts.entries()) {
    for (const other of mounts.slice(0, index)) {
      const names = `${other.name} and ${mount.name}`;
      if (other.name === mount.name)
        return `Two mounts have the name ${mount.name}: give each a name`;
      if (other.isGlobal && mount.isGlobal) return `The mounts ${names} are both global`;
      if (mount.tables !== undefined && mount.tables === other.tables) {
        return `The mounts ${names} use the same schema of the same database: give each its own`;
      }
      if (other.hasMessages && mount.hasMessages) {
        return `The mounts ${names} both have messagingFeature: leave it to one of them`;
      }
      const path = findCommonPath(other.paths, mount.paths);
      if (path !== undefined) {
        return `The mounts ${names} have the path /${path} in common: give each a mountPath`;
      }
    }
  }
  return undefined;
}

/** Finds a path that equals one of the other mount or is below it, where a parameter may match it. */
function findCommonPath(first: readonly string[], second: readonly string[]): string | undefined {
  const isWithin = (path: string, parent: string) =>
    `${path}/`.toLowerCase().startsWith(`${parent}/`.toLowerCase());
  for (const path of second) {
    const other = first.find((each) => isWithin(each, path) || isWithin(path, each));
    if (other !== undefined) return isWithin(path, other) ? path : other;
  }
  return undefined;
}
