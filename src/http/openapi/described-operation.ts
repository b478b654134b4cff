import { MetadataScanner } from '@nestjs/core';

const metadata = 'swagger/apiOperation';

const securityMetadata = 'swagger/apiSecurity';

/** Security Requirement Objects (OpenAPI 3.0 section 4.7.30), which contain the scopes by scheme. */
type Security = readonly Readonly<Record<string, readonly string[]>>[];

interface DescribedOperation {
  readonly operationId?: string;
  readonly security?: Security;
}

export type Handler = (...args: unknown[]) => unknown;

export function listMethods({ prototype }: { readonly prototype: object }): [string, Handler][] {
  const names = new MetadataScanner().getAllMethodNames(prototype);
  return names.map((name) => [name, Reflect.get(prototype, name)]);
}

export function describedOperation(handler: object): DescribedOperation | undefined {
  return Reflect.getMetadata(metadata, handler);
}

export function prefixOperation(handler: object, prefix: string): void {
  const operation = describedOperation(handler);
  if (operation?.operationId === undefined) return;
  const operationId = prefix + operation.operationId;
  Reflect.defineMetadata(metadata, { ...operation, operationId }, handler);
}

/** Renames the security schemes of a controller and its handlers. */
export function renameSecurity(
  controller: { readonly prototype: object },
  rename: (scheme: string) => string,
): void {
  const renamed = (security: Security) =>
    security.map((each) =>
      Object.fromEntries(Object.entries(each).map(([name, scopes]) => [rename(name), scopes])),
    );
  const handlers = listMethods(controller).map(([, handler]) => handler);
  for (const target of [controller, ...handlers]) {
    const security: Security | undefined = Reflect.getMetadata(securityMetadata, target);
    if (security) Reflect.defineMetadata(securityMetadata, renamed(security), target);
    const operation = describedOperation(target);
    if (operation?.security) {
      const described = { ...operation, security: renamed(operation.security) };
      Reflect.defineMetadata(metadata, described, target);
    }
  }
}
