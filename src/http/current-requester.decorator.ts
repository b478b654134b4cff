import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { principalOf } from '../access/principals/principal.js';
import { requestOf } from '../access/request-of.js';
import { signalOf } from '../access/request-signal.js';
import type { Requester } from '../audit/requester.js';
import { requestId } from './headers/request-id.js';

interface AskingRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

/** Injects the {@link Requester} into a handler behind the bearer guard. */
export const CurrentRequester = createParamDecorator(
  (_: unknown, context: ExecutionContext): Requester => {
    const request = requestOf<AskingRequest>(context);
    const principal = principalOf(request);
    return {
      channel: context.getType() === 'rpc' ? 'messages' : 'http',
      accountId: principal?.account.id,
      applicationId: principal?.application.id,
      tokenId: principal?.tokenId,
      authorizationId: principal?.authorizationId,
      source: request.ip,
      requestId: requestId(request),
      signal: signalOf(request),
    };
  },
);
