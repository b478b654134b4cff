declare const brand: unique symbol;

/** Only `access/rate-limits/rate-limit-keys.ts` creates keys, so that a caller has the same key everywhere. */
export type RateLimitKey = string & { readonly [brand]: true };
