import { randomUUID } from 'node:crypto';

const form = /^[\w.:-]{1,128}$/;

interface RawRequest {
  id?: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** A request's id: its `X-Request-Id` when that is harmless to log, otherwise a new one. */
export function newRequestId({ headers }: RawRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && form.test(given) ? given : randomUUID();
}

/** The id a request has in the log; a host that gives none leaves it to us. */
export function requestId(request: RawRequest & { raw?: RawRequest }): string {
  const raw = request.raw ?? request;
  raw.id ??= newRequestId(raw);
  return String(raw.id);
}
