import { randomUUID } from 'node:crypto';

const form = /^[\w.:-]{1,128}$/;

interface RawRequest {
  id?: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** The id of a request: its `X-Request-Id` if that is safe to log, otherwise a new one. */
export function newRequestId({ headers }: RawRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && form.test(given) ? given : randomUUID();
}

/** The id of a request in the log: the host's, or a new one where the host sets none. */
export function requestId(request: RawRequest & { raw?: RawRequest }): string {
  const raw = request.raw ?? request;
  raw.id ??= newRequestId(raw);
  return String(raw.id);
}
