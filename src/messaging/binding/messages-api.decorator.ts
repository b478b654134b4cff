import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { RequiredScope } from '../../access/authentication/scope.guard.js';
import { EveryHandlerHasOperation, Operation } from '../../http/operation.decorator.js';
import type { OperationName } from '../../limits/rate-limit.policies.js';
import type { Scope } from '../../principals/principal.js';
import { MessageErrorFilter } from './message-error.filter.js';
import { MessageGuard, Names } from './message.guard.js';
import { MessageInterceptor } from './message.interceptor.js';
import type { AccountsPattern } from '../accounts-message.js';

/** The NATS queue group. Of several nodes, only one handles each message. */
const queue = 'nest-accounts';

interface Requirements {
  /** The scope of the token. Default: any */
  scope?: Scope;
  /** The resource that the message names in `id`. Default: none */
  names?: 'account' | 'application';
}

/** Sets the pattern of a message, the operation that it performs, and its requirements. */
export function Pattern(
  pattern: AccountsPattern,
  operation: OperationName,
  { scope, names }: Requirements = {},
): MethodDecorator {
  return applyDecorators(
    MessagePattern(pattern, { queue }),
    Operation(operation),
    ...(scope ? [RequiredScope(scope)] : []),
    ...(names ? [Names(names)] : []),
  );
}

/** The counterpart of {@link AccountsApi}: binds the parts that all messages share to a single controller. */
export function MessagesApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(PATTERN_METADATA),
    UseGuards(MessageGuard),
    UseInterceptors(MessageInterceptor),
    UseFilters(MessageErrorFilter),
  );
}
