/** In seconds (RFC 6749 section 4.1.2 recommends at most ten minutes). The OAuth library refuses expired codes. */
export const codeLifetime = 60;

/** The lifetime of an access token, in seconds. `PrincipalsService` refuses expired tokens. */
export const accessTokenLifetime = 60 * 60;

/** The lifetime of an ID token, in seconds. */
export const idTokenLifetime = 60 * 60;

/** The lifetime of an unused refresh token, in seconds. The OAuth library refuses expired tokens. */
export const refreshTokenLifetime = 30 * 24 * 60 * 60;

/** In seconds since the user's consent. {@link getRefreshTokenExpiry} keeps refreshes from extending it. */
const authorizationLifetime = 365 * 24 * 60 * 60;

/**
 * How long a replaced refresh token still returns its successor, in seconds, to a client that lost the response or sent
 * two concurrent refreshes. Afterwards `TokenRequestModel` refuses it and revokes its descendants.
 */
export const refreshGrace = 30;

export function getExpiry(lifetime: number): Date {
  return new Date(Date.now() + lifetime * 1_000);
}

export function getRefreshTokenExpiry(authorizedAt: Date): Date {
  const lastEnd = authorizedAt.getTime() + authorizationLifetime * 1_000;
  return new Date(Math.min(getExpiry(refreshTokenLifetime).getTime(), lastEnd));
}
