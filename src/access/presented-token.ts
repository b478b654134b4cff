/** What the token of a request is read from, on Express and Fastify alike. */
export interface PresentingRequest {
  readonly headers: { readonly authorization?: string };
  readonly url: string;
}

/** A token and whether it came in the address, or that there is more than one. */
export type PresentedToken = { token: string; viaQuery: boolean } | 'conflict';

const bearer = /^bearer +(.*)/i;

/** The token a request carries; `conflict` when it carries more than one (RFC 6750 section 2). */
export function presentedToken({ headers, url }: PresentingRequest): PresentedToken | undefined {
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
