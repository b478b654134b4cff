import { RequestMethod, SerializeOptions, type ExecutionContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { wrapUnexpected } from '../../errors/host-error.js';
import { listMethods, prefixOperation, type Handler } from '../openapi/described-operation.js';
import { joinedPath } from './joined-path.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';

/** Keeps responses complete if a host's `ClassSerializerInterceptor` omits members of the host's own. */
const wholeResponses = SerializeOptions({
  type: undefined,
  strategy: 'exposeAll',
  ignoreDecorators: true,
  excludeExtraneousValues: false,
  excludePrefixes: [],
});

const mountedMetadata = 'nest-accounts:mounted';

/** Whether a context is a route of `AccountsModule`, for a host's global guards, interceptors and pipes. */
export function isAccountsRoute(context: Pick<ExecutionContext, 'getClass'>): boolean {
  return Reflect.hasOwnMetadata(mountedMetadata, context.getClass());
}

/** Creates a subclass with its own handlers: Nest stores metadata on them, and two mounts must not share them. */
export function mountController(
  path: string,
  controller: Type,
  decorators: readonly MethodDecorator[],
  operationPrefix: string,
): Type {
  const mounted = class extends controller {};
  Object.defineProperty(mounted, 'name', { value: controller.name });
  const own: string = Reflect.getMetadata(PATH_METADATA, controller);
  Reflect.defineMetadata(PATH_METADATA, joinedPath(path, own), mounted);
  for (const [name, handler] of listHandlers(controller)) {
    const mountedHandler = ownHandler(handler);
    prefixOperation(mountedHandler, operationPrefix);
    const descriptor = { value: mountedHandler, writable: true, configurable: true };
    Object.defineProperty(
      mounted.prototype,
      name,
      Reflect.decorate([...decorators].reverse(), mounted.prototype, name, descriptor),
    );
  }
  wholeResponses(mounted);
  Reflect.defineMetadata(mountedMetadata, true, mounted);
  return mounted;
}

/** Returns the paths of the routes of a controller, without slashes around them. */
export function listPaths(
  controller: Type,
  isListed: (handler: object) => boolean = () => true,
): string[] {
  return listRoutes(controller)
    .filter(({ handler }) => isListed(handler))
    .map(({ path }) => path);
}

function listRoutes(controller: Type): { handler: Handler; path: string }[] {
  const own: string = Reflect.getMetadata(PATH_METADATA, controller);
  return listHandlers(controller).flatMap(([, handler]) => {
    const paths: string | string[] = Reflect.getMetadata(PATH_METADATA, handler) ?? [];
    return [paths].flat().map((path) => ({ handler, path: joinedPath(own, path) }));
  });
}

/** Finds a route that two controllers have, such as `GET /operator/accounts`. */
export function findRepeatedRoute(controllers: readonly Type[]): string | undefined {
  const routes = controllers.flatMap(listRoutes).map(({ handler, path }) => {
    const method: RequestMethod = Reflect.getMetadata(METHOD_METADATA, handler);
    return `${RequestMethod[method]} /${path}`;
  });
  return routes.find((route, index) => routes.indexOf(route) !== index);
}

function listHandlers(controller: Type): [name: string, handler: Handler][] {
  return listMethods(controller).filter(
    ([, handler]) => Reflect.getOwnMetadataKeys(handler).length > 0,
  );
}

function ownHandler(handler: Handler): Handler {
  const own: Handler = async function (this: unknown, ...args) {
    try {
      return await handler.apply(this, args);
    } catch (error) {
      if (error instanceof ValidationFailedError) throw error;
      wrapUnexpected(error);
    }
  };
  Object.defineProperty(own, 'name', { value: handler.name });
  for (const key of Reflect.getOwnMetadataKeys(handler)) {
    Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, handler), own);
  }
  return own;
}
