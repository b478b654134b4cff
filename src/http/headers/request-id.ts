import { randomUUID } from 'node:crypto';

const form = /^[\w.:-]{1,128}$/;

/** The ids of Fastify where the host does not say: they begin anew in each process. */
const formOfFastify = /^req-[0-9a-z]+$/;

interface RawRequest {
  id?: unknown;
  log?: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** The id of a request: its `X-Request-Id` if that is safe to log, otherwise a new one. */
export function newRequestId({ headers }: RawRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && form.test(given) ? given : randomUUID();
}

/** The id of a request in the log: the host's, or a new one where the host sets none. */
export function requestId(request: RawRequest & { raw?: RawRequest }): string {
  const { raw = request } = request;
  if (raw !== request && isLeftToFastify(request, raw)) raw.id = idOfHost(request);
  raw.id ??= newRequestId(raw);
  return String(raw.id);
}

/** Where there is middleware, Fastify puts its id and log on Node's request; a host that logs replaces one of them. */
function isLeftToFastify({ id, log }: RawRequest, raw: RawRequest): boolean {
  return raw.id === undefined || (raw.id === id && raw.log === log);
}

function idOfHost({ id }: RawRequest): string | undefined {
  return typeof id === 'string' && form.test(id) && !formOfFastify.test(id) ? id : undefined;
}
