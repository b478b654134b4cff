import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';

const metadata = 'swagger/apiOperation';

const securityMetadata = 'swagger/apiSecurity';

/** Security Requirement Objects (OpenAPI 3.0 section 4.7.30), which contain the scopes by scheme. */
type Security = readonly Readonly<Record<string, readonly string[]>>[];

interface DescribedOperation {
  readonly operationId?: string;
  readonly security?: Security;
}

export function describedOperation(handler: object): DescribedOperation | undefined {
  return Reflect.getMetadata(metadata, handler) as DescribedOperation | undefined;
}

export function prefixOperation(handler: object, prefix: string): void {
  const operation = describedOperation(handler);
  if (operation?.operationId === undefined) return;
  const operationId = prefix + operation.operationId;
  Reflect.defineMetadata(metadata, { ...operation, operationId }, handler);
}

/** Renames the security schemes of a controller and its handlers. */
export function renameSecurity(controller: Type, rename: (scheme: string) => string): void {
  const renamed = (security: Security) =>
    security.map((each) =>
      Object.fromEntries(Object.entries(each).map(([name, scopes]) => [rename(name), scopes])),
    );
  const prototype = controller.prototype as Record<string, object>;
  const handlers = new MetadataScanner().getAllMethodNames(prototype);
  for (const target of [controller, ...handlers.map((name) => prototype[name]!)]) {
    const security = Reflect.getMetadata(securityMetadata, target) as Security | undefined;
    if (security) Reflect.defineMetadata(securityMetadata, renamed(security), target);
    const operation = describedOperation(target);
    if (operation?.security) {
      const described = { ...operation, security: renamed(operation.security) };
      Reflect.defineMetadata(metadata, described, target);
    }
  }
}
