import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { OperationName } from '../limits/rate-limit.policies.js';
import { routeMetadata } from '../request/route-metadata.js';

/**
 * The operation that a route performs, such as `accounts.update`. Limits and version differences refer to this name.
 */
export const Operation = Reflector.createDecorator<OperationName>();

export function readOperation(context: ExecutionContext): OperationName {
  return routeMetadata.getAllAndOverride(Operation, [context.getHandler(), context.getClass()]);
}

/** Fails the start if a handler has no {@link Operation}: it would have no limit. */
export function EveryHandlerHasOperation(handlerMetadata: string): ClassDecorator {
  return ({ name, prototype }) => {
    for (const [member, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || !Reflect.hasMetadata(handlerMetadata, value)) continue;
      if (Reflect.hasMetadata(Operation.KEY, value)) continue;
      throw new Error(`${name}.${member} needs @Operation(), which sets its limit.`);
    }
  };
}
