import { TokenConflictError } from '../../errors/error-registry.js';

/** What the token of a request is read from, on Express and Fastify alike. */
export interface PresentingRequest extends RawHeaders {
  readonly headers: { readonly authorization?: string | undefined };
  readonly url: string;
  /** Node's request, in which Fastify keeps it. */
  readonly raw?: RawHeaders;
}

interface RawHeaders {
  /** Names and values in turn, as they were received. */
  readonly rawHeaders?: readonly string[];
}

const bearer = /^bearer +(?=[^ ])/i;

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
 * What `passport-http-bearer` sees of a request: the header and the query string, in which it looks for the token, and
 * not the body, where it would look as well. Headers of other schemes and empty tokens are no credentials, and RFC 6750
 * allows several spaces after the scheme.
 *
 * V8 allocates what a literal makes in the old generation, once enough of it has survived, and every
 * request would leave its strings there until that is collected; what a class makes starts young.
 */
export class BearerCredentials {
  readonly headers: { readonly authorization: string | undefined };
  readonly query: { readonly access_token: string | undefined };

  /**
   * @throws TokenConflictError for more than one token, or more than one header for it (RFC 6750 section 2)
   */
  constructor(request: PresentingRequest) {
    if (isAuthorizedTwice(request)) throw new TokenConflictError();
    const { authorization = '' } = request.headers;
    const isBearer = bearer.test(authorization);
    const inQuery = queryTokens(request.url);
    if (inQuery.length + Number(isBearer) > 1) throw new TokenConflictError();
    this.headers = {
      authorization: isBearer ? authorization.replace(bearer, 'Bearer ') : undefined,
    };
    this.query = { access_token: inQuery[0] };
  }
}

function queryTokens(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start)).getAll('access_token').filter((token) => token);
}
