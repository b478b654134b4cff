import type { INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describedOperation } from '../../http/openapi/described-operation.js';
import { Operation } from '../../http/operation.decorator.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { defaultLimits, type OperationName } from '../../limits/rate-limit.policies.js';

/** Adds the default limit and the versions to the description of each operation. */
export function describeLimits(document: OpenAPIObject, app: INestApplication): OpenAPIObject {
  const names = operationNames(app);
  const { oldest, newest } = app.get(ApiVersions, { strict: false });
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId?: string; description?: string }>),
  );
  for (const operation of operations) {
    const name = names.get(operation.operationId ?? '');
    if (!name) continue;
    const limit = `Limit \`${name}\`: ${said(name)}, unless the operator has set another; \`RateLimit-Policy\` says it.`;
    const versions = `Versions ${oldest.version} to ${newest.version}.`;
    operation.description = [operation.description, `${limit} ${versions}`]
      .filter(Boolean)
      .join('\n\n');
  }
  return document;
}

/** Maps the operation ids of the document to the operation names that limits use. */
function operationNames(app: INestApplication): ReadonlyMap<string, OperationName> {
  const names = new Map<string, OperationName>();
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const { prototype } = metatype as { prototype: object };
      for (const member of scanner.getAllMethodNames(prototype)) {
        const handler = Reflect.get(prototype, member) as object;
        const described = describedOperation(handler);
        const name = Reflect.getMetadata(Operation.KEY, handler) as OperationName | undefined;
        if (described?.operationId && name) names.set(described.operationId, name);
      }
    }
  }
  return names;
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** Formats a limit, such as `120 requests a minute`. */
function said(name: OperationName): string {
  const { limit, windowMs } = defaultLimits[name];
  const [, unit] = units.find(([length]) => length === windowMs)!;
  return `${limit} requests ${unit === 'hour' ? 'an' : 'a'} ${unit}`;
}
