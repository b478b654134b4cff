import { RequestMethod, type Type } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { OpenToAll } from '../../src/console/shell/browser/page.guard.js';
import { joinedPath } from '../../src/http/urls/joined-path.js';

/** A handler of a controller. */
export interface HandledRoute {
  /** The controller and the handler. */
  readonly name: string;
  readonly handler: object;
  readonly guards: readonly unknown[];
  readonly method: string;
  /** `{id}` stands for any segment. */
  readonly path: string;
  /** Whether visitors of this page need not be signed in. */
  readonly isOpen: boolean;
}

/** Returns the routes of a controller, including inherited ones: controllers below a base path are subclasses. */
export function listRoutes(controller: Type): HandledRoute[] {
  const { name, prototype } = controller as { name: string; prototype: object };
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((member) => {
    const handler = Reflect.get(prototype, member) as object;
    const method: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
    if (method === undefined) return [];
    const targets = [controller, handler];
    const [base, ends] = targets.map((target) => Reflect.getMetadata(PATH_METADATA, target));
    return [ends].flat().map((end: string) => ({
      name: `${name}.${member}`,
      handler,
      guards: targets.flatMap((target) => Reflect.getMetadata(GUARDS_METADATA, target) ?? []),
      method: RequestMethod[method],
      path: `/${joinedPath(base, end)}`.replaceAll(/:\w+/g, '{id}'),
      isOpen: targets.some((target) => Reflect.hasMetadata(OpenToAll.KEY, target)),
    }));
  });
}
