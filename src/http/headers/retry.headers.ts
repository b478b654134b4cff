import { rateLimitHeaders } from './rate-limit.headers.js';
import type { RateLimitState } from '../../errors/translatable.error.js';

/** The headers that tell a client when to retry after an error, and the state of its limit. */
export function retryHeaders(error: unknown, status: number): Record<string, string> {
  const { rateLimit } = (error ?? {}) as { rateLimit?: RateLimitState };
  return {
    ...(status === 503 && { 'Retry-After': '1' }),
    ...(rateLimit && rateLimitHeaders(rateLimit)),
  };
}
