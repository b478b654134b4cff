import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { EveryHandlerHasOperation } from '../../http/operation.decorator.js';
import { MessageErrorFilter } from './message-error.filter.js';
import { MessageGuard } from './message.guard.js';
import { MessageInterceptor } from './message.interceptor.js';
import type { AccountsPattern } from '../accounts-message.js';

/** The NATS queue group. Of several nodes, only one handles each message. */
const queue = 'nest-accounts';

/** Sets the pattern of a message. */
export const Pattern = (pattern: AccountsPattern): MethodDecorator =>
  MessagePattern(pattern, { queue });

/** The counterpart of {@link AccountsApi}: binds the parts that all messages share to a single controller. */
export function MessagesApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(PATTERN_METADATA),
    UseGuards(MessageGuard),
    UseInterceptors(MessageInterceptor),
    UseFilters(MessageErrorFilter),
  );
}
