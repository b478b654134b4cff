import { requestId } from '../../http/headers/request-id.js';
import type { AccountsReply } from '../accounts-message.js';
import type { MessageRequest } from './message-request.js';

/** Creates the reply to a message, with the parts of an HTTP response, and ends the span of the message. */
export function replyTo(message: MessageRequest, status: number, body: unknown): AccountsReply {
  const code = String(status);
  const attributes = { 'rpc.response.status_code': code };
  message.span.end({ attributes, failure: status >= 500 ? code : undefined });
  message.replied(status);
  const headers = { ...message.responseHeaders, 'x-request-id': requestId(message) };
  const inLowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(inLowerCase) as Record<string, string>, body };
}
