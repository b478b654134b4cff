import type { DiscoveryService } from '@nestjs/core';

/** One of the account modules of an application. */
export interface Mount {
  /** The name in its events. Unique among the mounts of an application. */
  readonly name: string;
  readonly isGlobal: boolean;
  /** The paths of its controllers, without slashes around them. */
  readonly paths: readonly string[];
}

/** The token of the {@link Mount} inside the module. */
export const mountToken = Symbol('ACCOUNTS_MOUNT');

/** All mounts of the application. */
export function findMounts(discovery: DiscoveryService): Mount[] {
  return discovery
    .getProviders()
    .filter(({ token }) => token === mountToken)
    .map(({ instance }) => instance as Mount);
}

/** Returns why the mounts cannot coexist, or undefined if they can. */
export function findConflict(mounts: readonly Mount[]): string | undefined {
  for (const [index, mount] of mounts.entries()) {
    for (const other of mounts.slice(0, index)) {
      const names = `${other.name} and ${mount.name}`;
      if (other.name === mount.name)
        return `Two mounts have the name ${mount.name}: give each a name`;
      if (other.isGlobal && mount.isGlobal) return `The mounts ${names} are both global`;
      const taken = new Set(other.paths.map((path) => path.toLowerCase()));
      const path = mount.paths.find((each) => taken.has(each.toLowerCase()));
      if (path !== undefined) {
        return `The mounts ${names} have the path /${path} in common: give each a mountPath`;
      }
    }
  }
  return undefined;
}
