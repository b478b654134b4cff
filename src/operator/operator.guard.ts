import {
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { requestSlot } from '../request/request-slot.js';
import { getSignal } from '../request/request-signal.js';
import { isAuditedOperator } from '../audit/operator-name.js';
import { AccessDeniedError } from '../errors/error-registry.js';
import { wrapUnexpected } from '../errors/host-error.js';
import { requestId } from '../http/headers/request-id.js';
import type { OperatorRequester } from '../request/requester.js';

/** A guard of the host, as an instance or a class. */
export type OperatorGuard = CanActivate | Type<CanActivate>;

/**
 * Returns the name of the operator who sent a request that the guard admitted: at most 64 visible characters. A request
 * without a name is rejected, because the audit trail requires one.
 */
export type OperatorName<Request extends object> = (request: Request) => string | undefined;

interface AskingRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

const operatorSlot = requestSlot<string>('operator');

/** Returns the name of the operator that {@link NamedOperatorGuard} has accepted. */
export function getOperator(request: object): string | undefined {
  return operatorSlot.get(request);
}

/** Rejects a request without a valid operator name for the audit trail. */
export class NamedOperatorGuard<Request extends object> implements CanActivate {
  constructor(private readonly identifyOperator: OperatorName<Request>) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const name = this.identifyOperator(request)?.trim();
    if (!name || !isAuditedOperator(name)) wrapUnexpected(new AccessDeniedError());
    operatorSlot.set(request, name);
    return true;
  }
}

/** Injects the {@link OperatorRequester} into a handler behind {@link NamedOperatorGuard}. */
export const CurrentOperator = createParamDecorator(
  (_: unknown, context: ExecutionContext): OperatorRequester => {
    const request = context.switchToHttp().getRequest<AskingRequest>();
    return {
      channel: 'http',
      operator: getOperator(request)!,
      source: request.ip,
      requestId: requestId(request),
      signal: getSignal(request),
    };
  },
);
