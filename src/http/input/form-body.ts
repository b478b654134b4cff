import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isIdentity } from './content-coding.js';
import { decode } from './json-body.js';
import { FormBodyRequiredError, InvalidRequestError } from '../../errors/error-registry.js';

export type FormParameters = Readonly<Record<string, string | undefined>>;

export const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Reads the bytes, or the output of a host's parser. */
export function formEntries(
  body: unknown,
  contentType: string | undefined,
  contentEncoding?: string,
): Iterable<[string, string]> {
  if (!formType.test(contentType ?? '') || !isIdentity(contentEncoding)) {
    throw new FormBodyRequiredError();
  }
  if (Buffer.isBuffer(body)) return new URLSearchParams(decode(body, 'utf-8'));
  return Object.entries(body ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown): [string, string] => {
      if (typeof each !== 'string') throw new InvalidRequestError(name);
      return [name, each];
    }),
  );
}

/** Rejects repeated parameters (RFC 6749 sections 3.1 and 3.2). */
export function formParameters(entries: Iterable<[string, string]>): FormParameters {
  const parameters: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of entries) {
    if (name in parameters) throw new InvalidRequestError(name);
    parameters[name] = value;
  }
  return parameters;
}

export function requestFormEntries(context: ExecutionContext): Iterable<[string, string]> {
  const { body, headers } = context.switchToHttp().getRequest<{
    body: unknown;
    headers: { 'content-type'?: string; 'content-encoding'?: string };
  }>();
  return formEntries(body, headers['content-type'], headers['content-encoding']);
}

export function requestForm(context: ExecutionContext): FormParameters {
  return formParameters(requestFormEntries(context));
}

export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestForm(context),
);
