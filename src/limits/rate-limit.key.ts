declare const brand: unique symbol;

/**
 * By what a caller is counted. Only `access/rate-limits/rate-limit-keys.ts` makes one, so that the same caller has the
 * same key over HTTP, in messages, on pages and in direct calls.
 */
export type RateLimitKey = string & { readonly [brand]: true };
