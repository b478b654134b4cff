import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { getPrincipal } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { getSignal } from '../request/request-signal.js';
import type { ByToken } from '../request/requester.js';
import { AuthenticationRequiredError } from '../errors/error-registry.js';
import { requestId } from './headers/request-id.js';

interface AskingRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

/** Injects the holder of the access token. @throws AuthenticationRequiredError without the bearer guard */
export const CurrentRequester = createParamDecorator(
  (_: unknown, context: ExecutionContext): ByToken => {
    const request = getRequest<AskingRequest>(context);
    const principal = getPrincipal(request);
    if (!principal) throw new AuthenticationRequiredError();
    return {
      channel: context.getType() === 'rpc' ? 'messages' : 'http',
      accountId: principal.account.id,
      applicationId: principal.application.id,
      tokenId: principal.tokenId,
      kind: principal.kind,
      authorizationId: principal.authorizationId,
      source: request.ip,
      requestId: requestId(request),
      signal: getSignal(request),
    };
  },
);
