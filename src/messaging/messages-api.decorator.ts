import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { EveryHandlerHasOperation } from '../http/operation.decorator.js';
import { MessageErrorFilter } from './message-error.filter.js';
import { MessageGuard } from './message.guard.js';
import { MessageInterceptor } from './message.interceptor.js';

/** The counterpart of {@link AccountsApi}: the parts that all messages share, bound to their controller alone. */
export function MessagesApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(PATTERN_METADATA),
    UseGuards(MessageGuard),
    UseInterceptors(MessageInterceptor),
    UseFilters(MessageErrorFilter),
  );
}
