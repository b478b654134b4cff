import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { requestSlot } from '../../request/request-slot.js';
import { plainObject, assertObject } from '../../validation/plain-object.js';
import { ApiBody } from '../openapi/swagger.decorators.js';
import { isIdentity } from './content-coding.js';
import {
  BodyNotUtf8Error,
  ContentEncodingUnsupportedError,
  MalformedJsonError,
  UnsupportedMediaTypeError,
} from '../../errors/error-registry.js';

export const jsonType = /^application\/(?:[\w!#$&^.-]+\+)?json\s*(?:;|$)/i;

/** Reads the bytes, or the output of a host's parser. */
export function jsonBody(body: unknown, contentType: string | undefined, contentEncoding?: string) {
  // A body that is not a buffer comes from a host's parser, which has already decoded it.
  const isRead = body !== undefined && !Buffer.isBuffer(body);
  const isCoded = !isRead && !isIdentity(contentEncoding);
  if (!jsonType.test(contentType ?? '')) throw new UnsupportedMediaTypeError();
  if (isCoded) throw new ContentEncodingUnsupportedError();
  const value = Buffer.isBuffer(body) ? parse(body, charset(contentType)) : body;
  if (value === undefined) throw new MalformedJsonError();
  assertObject(value);
  return value;
}

export function isWithoutContent(
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  if (Buffer.isBuffer(body)) return body.length === 0;
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) === 0;
}

function charset(contentType = ''): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
}

function parse(bytes: Buffer, encoding: string): unknown {
  const text = decode(bytes, encoding);
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedJsonError();
  }
}

/** Decodes all bytes, or throws. */
export function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // A RangeError means an unknown charset (WHATWG Encoding), any other error invalid bytes.
    if (error instanceof RangeError) throw new UnsupportedMediaTypeError();
    throw new BodyNotUtf8Error();
  }
}

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
