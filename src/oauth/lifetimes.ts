/** In seconds (RFC 6749 section 4.1.2 recommends at most ten minutes). The OAuth library refuses expired codes. */
export const codeLifetime = 60;

/** The lifetime of an access token, in seconds. `PrincipalsService` refuses expired tokens. */
export const accessTokenLifetime = 60 * 60;

/** The lifetime of an unused refresh token, in seconds. The OAuth library refuses expired tokens. */
export const refreshTokenLifetime = 30 * 24 * 60 * 60;

/** Of an authorization since the user's consent, in seconds: {@link endOfRefreshToken} limits refreshes to it. */
export const authorizationLifetime = 365 * 24 * 60 * 60;

/**
 * For a client that lost the response or sent two concurrent refreshes, in seconds. Afterwards `TokenRequestModel`
 * refuses the replaced token and revokes its descendants.
 */
export const refreshGrace = 30;

export function getExpiry(lifetime: number): Date {
  return new Date(Date.now() + lifetime * 1_000);
}

export function endOfRefreshToken(authorizedAt: Date): Date {
  const lastEnd = authorizedAt.getTime() + authorizationLifetime * 1_000;
  return new Date(Math.min(getExpiry(refreshTokenLifetime).getTime(), lastEnd));
}
