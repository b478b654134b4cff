import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { jsonBody } from './json-body.js';

/**
 * What a handler receives from {@link JsonBody}: an object that ought to be a `T`, which the service
 * it is handed to finds out. The alias keeps the DTO's class out of the parameter's metadata, where
 * a host's own global ValidationPipe would find it and judge by it.
 */
export type Sent<T> = T;

/** The request's JSON object (SPEC 9.3), described as `dto`. */
export function JsonBody(dto: Type): ParameterDecorator {
  const parameter = Body();
  return (target, property, index) => {
    parameter(target, property, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, property!)!;
    ApiBody({ type: dto })(target, property!, descriptor);
  };
}

const changeKey = Symbol('body change');

interface IncomingBody {
  readonly body: unknown;
  readonly headers: { readonly 'content-type'?: string; readonly 'content-encoding'?: string };
  [changeKey]?: (body: object) => object;
}

/** Lets an older version's body be changed once it is parsed, before anybody looks at it. */
export function rememberBodyChange(request: object, change: (body: object) => object): void {
  (request as IncomingBody)[changeKey] = change;
}

/** The body as the current code takes it. */
export function changedBody(request: object, body: object): object {
  return (request as IncomingBody)[changeKey]?.(body) ?? body;
}

const Body = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<IncomingBody>();
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  return changedBody(request, jsonBody(request.body, type, encoding));
});
