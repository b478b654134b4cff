import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { scopes, type Scope } from '../../principals/principal.js';
import { changedBody, type JsonBodyOptions } from '../../http/input/json-body.js';
import { plainObject } from '../../validation/plain-object.js';
import { InvalidRequestError, PayloadTooLargeError } from '../../errors/error-registry.js';
import { isOverlong } from '../../language/raw-text.js';
import { maxScopeCharacters } from '../../oauth/scope.js';
import { isBodyTooLong } from '../client/message-limits.js';
import { getMessage, type MessageRequest } from './message-request.js';

/** Injects the body of the message, converted to the input of the current code. */
export const MessageBody = createParamDecorator(
  ({ required = true, resource }: JsonBodyOptions = {}, context: ExecutionContext) => {
    const message = getMessage(context);
    const isLeftOut = !required && (message.body === undefined || message.body === null);
    return changedBody(message, isLeftOut ? {} : readBody(message), resource);
  },
);

/** Injects the scopes in the body's member `scope`; an empty list without it. */
export const RequestedScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly Scope[] => {
    const message = getMessage(context);
    if (message.body === undefined || message.body === null) return [];
    const { scope }: { scope?: unknown } = changedBody(message, readBody(message));
    if (scope === undefined || scope === null) return [];
    const isRead = typeof scope === 'string' && !isOverlong(scope, maxScopeCharacters);
    const asked = isRead ? scope.split(' ') : [''];
    if (!asked.every(isScope)) throw new InvalidRequestError('scope');
    return asked;
  },
);

export const Message = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getMessage(context),
);

/** @throws BodyNotObjectError, BodyTooDeepError, PayloadTooLargeError */
function readBody({ body }: MessageRequest): object {
  const object = plainObject(body);
  if (isBodyTooLong(object)) throw new PayloadTooLargeError();
  return object;
}

function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
