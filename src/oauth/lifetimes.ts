/** Seconds: an authorization code (RFC 6749 section 4.1.2 recommends ten minutes at most). */
export const codeLifetime = 60;

/** Seconds: an access token. */
export const accessTokenLifetime = 60 * 60;

/** Seconds: a refresh token that is not used. */
export const refreshTokenLifetime = 30 * 24 * 60 * 60;

/** Seconds from a person's consent until a client has to ask for it again, however often it refreshes. */
export const authorizationLifetime = 365 * 24 * 60 * 60;

/**
 * Seconds in which a refresh token that was just replaced still answers, with the token in its
 * place: for a client that lost the answer, or refreshed twice at once.
 */
export const refreshGrace = 30;

/** When something that lives for so many seconds ends. */
export function endOf(lifetime: number): Date {
  return new Date(Date.now() + lifetime * 1_000);
}

/** When a refresh token that is made now ends, of an authorization from then. */
export function endOfRefreshToken(authorizedAt: Date): Date {
  const lastEnd = authorizedAt.getTime() + authorizationLifetime * 1_000;
  return new Date(Math.min(endOf(refreshTokenLifetime).getTime(), lastEnd));
}
