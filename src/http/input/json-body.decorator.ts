import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { isWithoutContent, jsonBody, plainObject } from './json-body.js';
import { ApiBody } from '../openapi/swagger.decorators.js';

/**
 * What a handler receives from {@link JsonBody}: an object that ought to be a `T`, which the service
 * it is handed to finds out. The alias keeps the DTO's class out of the parameter's metadata, where
 * a host's own global ValidationPipe would find it and judge by it.
 */
export type Unvalidated<T> = T;

export interface JsonBodyOptions {
  /** Whether there must be a body: without one, an optional body is an empty object. Default: true. */
  required?: boolean;
}

/** The request's JSON object (SPEC 9.3), described as `dto`. */
export function JsonBody(dto: Type, { required = true }: JsonBodyOptions = {}): ParameterDecorator {
  const parameter = Body(required);
  return (target, property, index) => {
    parameter(target, property, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, property!)!;
    ApiBody({ type: dto, required })(target, property!, descriptor);
  };
}

const changeKey = Symbol('body change');

interface IncomingBody {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  [changeKey]?: (body: object) => object;
}

/** Lets an older version's body be changed once it is parsed, before it is validated. */
export function rememberBodyChange(request: object, change: (body: object) => object): void {
  (request as IncomingBody)[changeKey] = change;
}

/** The body as the current code takes it. */
export function changedBody(request: object, body: object): object {
  const change = (request as IncomingBody)[changeKey];
  return change ? change(plainObject(body)) : body;
}

const Body = createParamDecorator((required: boolean, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<IncomingBody>();
  const { body, headers } = request;
  if (!required && isWithoutContent(body, headers)) return changedBody(request, {});
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  return changedBody(request, jsonBody(body, type, encoding));
});
