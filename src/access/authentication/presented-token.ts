import { TokenConflictError } from '../../errors/error-registry.js';

/** What the token of a request is read from, on Express and Fastify alike. */
export interface PresentingRequest extends RawHeaders {
  readonly headers: { readonly authorization?: string };
  readonly url: string;
  /** Node's request, in which Fastify keeps it. */
  readonly raw?: RawHeaders;
}

interface RawHeaders {
  /** Names and values in turn, as they were received. */
  readonly rawHeaders?: readonly string[];
}

/**
 * A token as a request carries it.
 *
 * V8 allocates what a literal makes in the old generation, once enough of it has survived, and every
 * request would leave its strings there until that is collected; what a class makes starts young.
 */
export class PresentedToken {
  /** @param viaQuery whether it came in the URL */
  constructor(
    readonly token: string,
    readonly viaQuery: boolean,
  ) {}
}

const bearer = /^bearer +(.*)/i;

/** Whether a request has several `Authorization` headers, of which Node shows only the first. */
export function isAuthorizedTwice({
  raw,
  rawHeaders = raw?.rawHeaders,
}: PresentingRequest): boolean {
  const names = rawHeaders?.filter(
    (name, index) =>
      index % 2 === 0 && name.length === 13 && name.toLowerCase() === 'authorization',
  );
  return names !== undefined && names.length > 1;
}

/**
 * The token a request carries.
 *
 * @throws TokenConflictError when it carries more than one, or more than one header for it (RFC 6750
 *   section 2)
 */
export function presentedToken(request: PresentingRequest): PresentedToken | undefined {
  if (isAuthorizedTwice(request)) throw new TokenConflictError();
  const { headers, url } = request;
  const inQuery = queryTokens(url);
  const inHeader = headers.authorization && bearer.exec(headers.authorization)?.[1];
  if (inQuery.length + (inHeader ? 1 : 0) > 1) throw new TokenConflictError();
  const token = inHeader || inQuery[0];
  return token === undefined ? undefined : new PresentedToken(token, !inHeader);
}

function queryTokens(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start)).getAll('access_token').filter((token) => token);
}
