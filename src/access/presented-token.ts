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

/** A token and whether it came in the URL, or that there is more than one, or more than one header for it. */
export type PresentedToken = { token: string; viaQuery: boolean } | 'conflict';

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

/** The token a request carries; `conflict` when it carries more than one (RFC 6750 section 2). */
export function presentedToken(request: PresentingRequest): PresentedToken | undefined {
  if (isAuthorizedTwice(request)) return 'conflict';
  const { headers, url } = request;
  const inQuery = queryTokens(url);
  const inHeader = headers.authorization && bearer.exec(headers.authorization)?.[1];
  if (inQuery.length + (inHeader ? 1 : 0) > 1) return 'conflict';
  if (inHeader) return { token: inHeader, viaQuery: false };
  return inQuery[0] === undefined ? undefined : { token: inQuery[0], viaQuery: true };
}

function queryTokens(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start)).getAll('access_token').filter((token) => token);
}
