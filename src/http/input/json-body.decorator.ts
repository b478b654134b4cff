import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { requestSlot } from '../../request/request-slot.js';
import { plainObject } from '../../validation/plain-object.js';
import { isWithoutContent, jsonBody } from './json-body.js';
import { ApiBody } from '../openapi/swagger.decorators.js';

export interface JsonBodyOptions {
  /** Whether the body is required; an absent optional body is an empty object. Default: true. */
  required?: boolean;
  /** A body that succeeds for every account as it is. Default: the examples of all members. */
  example?: object;
  /**
   * The member of responses that contains the resource. If a body has it as an object, its members are those of the body,
   * except where the body has them itself: so a response can be edited and sent back.
   */
  resource?: string;
}

/** The request's JSON object (SPEC 9.3), described as `dto`. */
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

/** Converts the parsed body of an older version, before it is validated. */
export function rememberBodyChange(request: object, change: (body: object) => object): void {
  changeSlot.set(request, change);
}

/** The body without the member around its resource, converted to the input of the current code. */
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
