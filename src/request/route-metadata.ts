import { Reflector } from '@nestjs/core';

type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/** Caches the metadata of routes, which never changes: each request reads a dozen entries. */
class RouteMetadata extends Reflector {
  private readonly routes = new WeakMap<
    Targets[number],
    WeakMap<Targets[number], Map<unknown, unknown>>
  >();
  private targets: Targets = [];
  private values = new Map<unknown, unknown>();

  override getAllAndOverride = <T>(key: unknown, targets: Targets): T => {
    if (targets[0] !== this.targets[0] || targets[1] !== this.targets[1]) this.select(targets);
    const known = this.values.get(key);
    if (known !== undefined || this.values.has(key)) return known as T;
    const value: unknown = super.getAllAndOverride(key, targets);
    this.values.set(key, value);
    return value as T;
  };

  private select(targets: Targets): void {
    const [handler, type] = targets as [Targets[number], Targets[number]];
    const byType = this.routes.get(type) ?? new WeakMap();
    this.routes.set(type, byType);
    this.values = byType.get(handler) ?? new Map();
    byType.set(handler, this.values);
    this.targets = [...targets];
  }
}

export const routeMetadata: Reflector = new RouteMetadata();
