import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { requestSlot } from '../../request/request-slot.js';
import { plainObject } from '../../validation/plain-object.js';
import { isWithoutContent, jsonBody } from './json-body.js';
import { ApiBody } from '../openapi/swagger.decorators.js';

export interface JsonBodyOptions {
  /** Whether the body is required. If not, an absent body counts as an empty object. Default: true. */
  required?: boolean;
  /** An example body that succeeds unchanged for every account. Default: the examples of all members. */
  example?: object;
  /** The member with the resource. Its members count as those of the body, so that a response can be sent back. */
  resource?: string;
}

export function JsonBody(
  dto: Type,
  { required = true, example, resource }: JsonBodyOptions = {},
): ParameterDecorator {
  const parameter = Body({ required, resource });
  return (target, property, index) => {
    parameter(target, property, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, property!)!;
    const examples = example && { example: { value: example } };
    ApiBody({ type: dto, required, examples })(target, property!, descriptor);
  };
}

const changeSlot = requestSlot<(body: object) => object>('body change');

interface IncomingBody {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Stores the conversion of an older version's body, to run before validation. */
export function rememberBodyChange(request: object, change: (body: object) => object): void {
  changeSlot.set(request, change);
}

export function changedBody(request: object, body: object, resource?: string): object {
  const sent = resource === undefined ? body : unwrapped(body, resource);
  const change = changeSlot.get(request);
  return change ? change(plainObject(sent)) : sent;
}

function unwrapped(body: object, resource: string): object {
  const { [resource]: inner, ...beside } = body as Record<string, unknown>;
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return isObject ? { ...inner, ...beside } : body;
}

const Body = createParamDecorator((options: JsonBodyOptions, context: ExecutionContext) => {
  const { required, resource } = options;
  const request = context.switchToHttp().getRequest<IncomingBody>();
  const { body, headers } = request;
  if (!required && isWithoutContent(body, headers)) return changedBody(request, {});
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  return changedBody(request, jsonBody(body, type, encoding), resource);
});
