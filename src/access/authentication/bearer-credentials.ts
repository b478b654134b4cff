import { TokenConflictError } from '../../errors/error-registry.js';

/** The parts of a request that may contain its token, on Express and Fastify alike. */
export interface PresentingRequest extends RawHeaders {
  readonly headers: { readonly authorization?: string | undefined };
  readonly url: string;
  /** Node's request, where Fastify keeps the raw headers. */
  readonly raw?: RawHeaders;
}

interface RawHeaders {
  /** Alternating names and values, as received. */
  readonly rawHeaders?: readonly string[];
}

const bearer = /^bearer +(?=[^ ])/i;

/** Whether a request has several `Authorization` headers. Node exposes only the first. */
export function isAuthorizedTwice(request: PresentingRequest): boolean {
  const { rawHeaders = request.raw?.rawHeaders ?? [] } = request;
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count++;
  }
  return count > 1;
}

/** Whether a request contains a token, or several, in the header or the query string. */
export function isTokenPresented(request: PresentingRequest): boolean {
  const { authorization = '' } = request.headers;
  if (bearer.test(authorization) || isAuthorizedTwice(request)) return true;
  return queryTokens(request.url).length > 0;
}

/**
 * The parts of a request that `passport-http-bearer` may search for a token: the header and the query string, but not
 * the body. RFC 6750 allows several spaces after the scheme.
 *
 * This is a class because V8 allocates object literals in the old generation once enough of them have survived, and
 * each request would leave its strings there.
 */
export class BearerCredentials {
  readonly headers: { readonly authorization: string | undefined };
  readonly query: { readonly access_token: string | undefined };

  /** @throws TokenConflictError for more than one token or header (RFC 6750 section 2) */
  constructor(request: PresentingRequest) {
    if (isAuthorizedTwice(request)) throw new TokenConflictError();
    const { authorization = '' } = request.headers;
    const isBearer = bearer.test(authorization);
    const inQuery = queryTokens(request.url);
    if (inQuery.length + Number(isBearer) > 1) throw new TokenConflictError();
    const spaced = isBearer ? authorization.replace(bearer, 'Bearer ') : undefined;
    this.headers = { authorization: spaced };
    this.query = { access_token: inQuery[0] };
  }
}

function queryTokens(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start)).getAll('access_token').filter((token) => token);
}
