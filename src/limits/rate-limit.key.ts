declare const brand: unique symbol;

/**
 * Identifies a caller to the rate limits. Only `access/rate-limits/rate-limit-keys.ts` creates keys, so that a caller
 * has the same key over HTTP, in messages, on pages and in direct calls.
 */
export type RateLimitKey = string & { readonly [brand]: true };
