import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { findMounts, type Mount } from './mount.js';

/** A decorator for methods of any provider or controller. One method may have it several times. */
export interface DiscoverableDecorator<Declaration> {
  /** As written in code, for error messages. */
  readonly name: string;
  read(method: object): readonly Declaration[];
  /** Creates the error that keeps the application from starting. */
  toError(message: string): Error;
}

export interface MountOption {
  /** The name of the mount that calls the method. Default: all mounts of the application. */
  readonly mount?: string | undefined;
}

export interface DecoratedMethod<Declaration> {
  readonly declaration: Declaration;
  /** The class and the method, for error messages. */
  readonly title: string;
  call(...values: unknown[]): unknown;
}

/**
 * Finds the methods that this mount calls.
 *
 * @throws the error of the decorator if a mount does not exist, a provider has no single instance, or a guard is not a
 *   provider
 */
export function findDecoratedMethods<Declaration extends MountOption>(
  decorator: DiscoverableDecorator<Declaration>,
  discovery: DiscoveryService,
  { name: own }: Mount,
): DecoratedMethod<Declaration>[] {
  const mounts = findMounts(discovery).map(({ name }) => name);
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  assertProviders(decorator, wrappers);
  const { name, read, toError } = decorator;
  // An instance may be provided under several tokens, and by several modules.
  const instances = new Map(
    wrappers.flatMap((wrapper): [Record<string, Method>, typeof wrapper][] => {
      const instance = wrapper.instance ?? readTokenPrototype(wrapper);
      return typeof instance === 'object' ? [[instance, wrapper]] : [];
    }),
  );
  return [...instances].flatMap(([instance, wrapper]) => {
    // Read the prototype, because the instance may be a proxy without members outside of a request.
    const methods: Record<string, Method> = Object.getPrototypeOf(instance);
    return new MetadataScanner().getAllMethodNames(methods).flatMap((method) =>
      read(methods[method]!).flatMap((declaration) => {
        const { mount } = declaration;
        const owner = String(wrapper.name);
        if (mount !== undefined && !mounts.includes(mount)) {
          throw toError(
            `The method ${method} of ${owner} names the mount ${mount}, but the application has only ${mounts.join(', ')}.`,
          );
        }
        if (!isSingle(wrapper)) {
          const reason = wrapper.isTransient ? 'consumer' : 'request';
          throw toError(
            `${owner} is created for each ${reason}, so its method ${method} cannot have ${name}.`,
          );
        }
        if (mount !== undefined && mount !== own) return [];
        const call = (...values: unknown[]) => instance[method]!(...values);
        return { declaration, title: `${owner}.${method}`, call };
      }),
    );
  });
}

/** A guard, interceptor, pipe or filter that only a decorator names has an instance for each module. */
function assertProviders(
  { name, read, toError }: DiscoverableDecorator<MountOption>,
  wrappers: readonly Wrapper[],
): void {
  const provided = new Set(wrappers.map(({ token, instance }) => instance?.constructor ?? token));
  const modules = new Set(wrappers.map(({ host }) => host));
  const injectables = [...modules].flatMap((host) => [...(host?.injectables.values() ?? [])]);
  for (const { metatype } of injectables) {
    if (typeof metatype !== 'function' || provided.has(metatype)) continue;
    const methods: Record<string, Method> = metatype.prototype ?? {};
    const method = new MetadataScanner()
      .getAllMethodNames(methods)
      .find((each) => read(methods[each]!).length > 0);
    if (method === undefined) continue;
    throw toError(
      `${metatype.name} is not a provider, so its method ${method} cannot have ${name}.`,
    );
  }
}

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

function isSingle(wrapper: Wrapper): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

/** A factory that runs for each request or consumer has no instance. Its class is known only if it is the token. */
function readTokenPrototype(wrapper: Wrapper): object | undefined {
  const { token } = wrapper;
  if (typeof token !== 'function' || isSingle(wrapper)) return undefined;
  return Object.create((token.prototype as object | undefined) ?? null) as object;
}

type Method = (...values: unknown[]) => unknown;
