import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { EveryHandlerHasOperation } from '../../http/operation.decorator.js';
import { MessageErrorFilter } from './message-error.filter.js';
import { MessageGuard } from './message.guard.js';
import { MessageInterceptor } from './message.interceptor.js';
import type { AccountsPattern } from '../accounts-message.js';

/** The queue group in NATS, so that one of several nodes handles each message. */
const queue = 'nest-accounts';

/** The pattern of a message. */
export const Pattern = (pattern: AccountsPattern): MethodDecorator =>
  MessagePattern(pattern, { queue });

/** The counterpart of {@link AccountsApi}: the parts that all messages share, bound to their controller alone. */
export function MessagesApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(PATTERN_METADATA),
    UseGuards(MessageGuard),
    UseInterceptors(MessageInterceptor),
    UseFilters(MessageErrorFilter),
  );
}
