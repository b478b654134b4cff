/**
 * The lifetime of an authorization code, in seconds (RFC 6749 section 4.1.2 recommends ten minutes at most). The OAuth
 * library refuses a later one.
 */
export const codeLifetime = 60;

/** The lifetime of an access token, in seconds. `PrincipalsService` refuses a later one. */
export const accessTokenLifetime = 60 * 60;

/** The lifetime of an unused refresh token, in seconds. The OAuth library refuses a later one. */
export const refreshTokenLifetime = 30 * 24 * 60 * 60;

/**
 * The lifetime of an authorization since the user's consent, in seconds; refreshes do not extend it. No refresh token
 * gets an expiry after it, by {@link endOfRefreshToken}.
 */
export const authorizationLifetime = 365 * 24 * 60 * 60;

/**
 * The seconds in which a replaced refresh token still returns the token that replaced it, for a client that lost the
 * response or sent two refreshes at once. `TokenRequestModel` refuses a later one, and ends what descends from it.
 */
export const refreshGrace = 30;

/** The time after this many seconds. */
export function endOf(lifetime: number): Date {
  return new Date(Date.now() + lifetime * 1_000);
}

/** The expiry of a new refresh token, of an authorization that began at this time. */
export function endOfRefreshToken(authorizedAt: Date): Date {
  const lastEnd = authorizedAt.getTime() + authorizationLifetime * 1_000;
  return new Date(Math.min(endOf(refreshTokenLifetime).getTime(), lastEnd));
}
