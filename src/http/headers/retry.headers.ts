import { rateLimitHeaders } from './rate-limit.headers.js';
import type { RateLimitState } from '../../errors/translatable.error.js';

export function retryHeaders(error: unknown, status: number): Record<string, string> {
  const { rateLimit } = (error ?? {}) as { rateLimit?: RateLimitState };
  return {
    ...(status === 503 && { 'Retry-After': '1' }),
    ...(rateLimit && rateLimitHeaders(rateLimit)),
  };
}
