import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { MessageErrorFilter } from './message-error.filter.js';
import { MessageGuard } from './message.guard.js';
import { MessageInterceptor } from './message.interceptor.js';

/** What {@link AccountsApi} is to the routes: all that messages share, bound to their controller alone. */
export function MessagesApi(): ClassDecorator {
  return applyDecorators(
    UseGuards(MessageGuard),
    UseInterceptors(MessageInterceptor),
    UseFilters(MessageErrorFilter),
  );
}
