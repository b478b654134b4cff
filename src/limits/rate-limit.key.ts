declare const brand: unique symbol;

/**
 * The key by which a caller is counted. Only `access/rate-limits/rate-limit-keys.ts` creates one, so that a caller has the
 * same key over HTTP, in messages, on pages and in direct calls.
 */
export type RateLimitKey = string & { readonly [brand]: true };
