/** RFC 6749 section 4.1.2 recommends at most ten minutes. The OAuth library refuses expired codes. */
export const codeLifetimeSeconds = 60;

/** `PrincipalsService` refuses expired tokens. */
export const accessTokenLifetimeSeconds = 60 * 60;

export const idTokenLifetimeSeconds = 60 * 60;

/** The lifetime of an unused refresh token. The OAuth library refuses expired tokens. */
export const refreshTokenLifetimeSeconds = 30 * 24 * 60 * 60;

/** Since the user's consent. {@link getRefreshTokenExpiry} keeps refreshes from extending it. */
const authorizationLifetimeSeconds = 365 * 24 * 60 * 60;

/**
 * How long a replaced refresh token still returns its successor, to a client that lost the response or sent
 * two concurrent refreshes. Afterwards `TokenRequestModel` refuses it and revokes its descendants.
 */
export const refreshGraceSeconds = 30;

export function getExpiry(lifetimeSeconds: number): Date {
  return new Date(Date.now() + lifetimeSeconds * 1_000);
}

export function getRefreshTokenExpiry(authorizedAt: Date): Date {
  const lastEnd = authorizedAt.getTime() + authorizationLifetimeSeconds * 1_000;
  return new Date(Math.min(getExpiry(refreshTokenLifetimeSeconds).getTime(), lastEnd));
}
