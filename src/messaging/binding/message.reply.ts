import { requestId } from '../../http/headers/request-id.js';
import type { AccountsReply } from '../accounts-message.js';
import type { MessageRequest } from './message-request.js';
import { endMessageSpan } from './message-span.js';

/** Creates the reply to a message, with the parts of an HTTP response. */
export function replyTo(message: MessageRequest, status: number, body: unknown): AccountsReply {
  endMessageSpan(message, status);
  message.replied(status);
  const headers = { ...message.responseHeaders, 'x-request-id': requestId(message) };
  const inLowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(inLowerCase) as Record<string, string>, body };
}
