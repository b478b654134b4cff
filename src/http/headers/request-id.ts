import { randomUUID } from 'node:crypto';

const form = /^[\w.:-]{1,128}$/;

/** Fastify's default ids, which start over in each process. */
const fastifyForm = /^req-[0-9a-z]+$/;

interface RawRequest {
  id?: unknown;
  log?: unknown;
  headers: Record<string, string | string[] | undefined>;
}

export function newRequestId({ headers }: RawRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && form.test(given) ? given : randomUUID();
}

/** The id of a request in the log: the host's, or a new one if the host sets none. */
export function requestId(request: RawRequest & { raw?: RawRequest }): string {
  const { raw = request } = request;
  if (raw !== request && isLeftToFastify(request, raw)) raw.id = readHostId(request);
  raw.id ??= newRequestId(raw);
  return String(raw.id);
}

/**
 * Whether the host leaves the id to Fastify. With middleware, Fastify copies its id and log to Node's request; a host
 * that sets up its own logging replaces one of them.
 */
function isLeftToFastify({ id, log }: RawRequest, raw: RawRequest): boolean {
  return raw.id === undefined || (raw.id === id && raw.log === log);
}

function readHostId({ id }: RawRequest): string | undefined {
  return typeof id === 'string' && form.test(id) && !fastifyForm.test(id) ? id : undefined;
}
