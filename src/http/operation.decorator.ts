import { Reflector } from '@nestjs/core';
import type { OperationName } from '../limits/rate-limit.policies.js';

/**
 * The operation a route performs, by the name under which its limits and version differences are
 * declared, for example `accounts.update`.
 */
export const Operation = Reflector.createDecorator<OperationName>();

/**
 * Fails the start if a handler of a controller has no {@link Operation}, because it would have no limit.
 *
 * @param handlerMetadata the metadata by which Nest marks handlers
 */
export function EveryHandlerHasOperation(handlerMetadata: string): ClassDecorator {
  return ({ name, prototype }) => {
    for (const [member, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || !Reflect.hasMetadata(handlerMetadata, value)) continue;
      if (Reflect.hasMetadata(Operation.KEY, value)) continue;
      throw new Error(`${name}.${member} needs @Operation(), which says what limits it.`);
    }
  };
}
