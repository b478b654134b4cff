import { assertObject } from '../../validation/plain-object.js';
import { isIdentity } from './content-coding.js';
import {
  BodyNotUtf8Error,
  ContentEncodingUnsupportedError,
  MalformedJsonError,
  UnsupportedMediaTypeError,
} from '../../errors/error-registry.js';

export const jsonType = /^application\/(?:[\w!#$&^.-]+\+)?json\s*(?:;|$)/i;

/** Reads the bytes, or the output of a host's parser. */
export function jsonBody(
  body: unknown,
  contentType: string | undefined,
  contentEncoding?: string,
): object {
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

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // A RangeError means an unknown charset (WHATWG Encoding), any other error invalid bytes.
    if (error instanceof RangeError) throw new UnsupportedMediaTypeError();
    throw new BodyNotUtf8Error();
  }
}
