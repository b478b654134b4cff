import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { describeUserAgent } from './headers/user-agent.js';
import { findCaller } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { getSignal } from '../request/request-signal.js';
import type { ByToken, ByVisitor } from '../request/requester.js';
import { AuthenticationRequiredError } from '../errors/error-registry.js';
import { requestId } from './headers/request-id.js';

interface AskingRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

/**
 * Injects the holder of the access token, or the browser with the session.
 *
 * @throws AuthenticationRequiredError if no guard has accepted a token or session
 */
export const CurrentRequester = createParamDecorator(
  (_: unknown, context: ExecutionContext): ByToken | ByVisitor => {
    const request = getRequest<AskingRequest>(context);
    const principal = findCaller(context);
    if (!principal) throw new AuthenticationRequiredError();
    const sent = { source: request.ip, requestId: requestId(request), signal: getSignal(request) };
    const accountId = principal.account.id;
    if (principal.kind === 'session') {
      const { sessionId } = principal;
      return {
        channel: 'session',
        accountId,
        sessionId,
        // Only audit events read it.
        get device() {
          return describeUserAgent(request.headers['user-agent'] ?? '');
        },
        ...sent,
      };
    }
    return {
      channel: context.getType() === 'rpc' ? 'messages' : 'http',
      accountId,
      applicationId: principal.application.id,
      tokenId: principal.tokenId,
      kind: principal.kind,
      authorizationId: principal.authorizationId,
      ...sent,
    };
  },
);
