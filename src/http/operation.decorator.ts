import { Reflector } from '@nestjs/core';

/**
 * The operation a route performs, by the name under which its limits and version differences are
 * declared, for example `accounts.update`.
 */
export const Operation = Reflector.createDecorator<string>();
