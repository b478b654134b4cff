import type { RateLimitState } from '../../errors/translatable.error.js';

type RateLimitPolicy = RateLimitState['policy'];

const policyHeaders = new WeakMap<RateLimitPolicy, string>();

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function rateLimitHeaders(state: RateLimitState, now = Date.now()): Record<string, string> {
  const { policy, accepted, remaining, resetAt } = state;
  const seconds = Math.max(0, Math.ceil((resetAt - now) / 1000));
  const headers: Record<string, string> = {
    'RateLimit-Policy': policyHeader(policy),
    RateLimit: `"${policy.name}";r=${remaining};t=${seconds}`,
  };
  if (!accepted) {
    headers['X-Rate-Limit-Reset'] = String(Math.ceil(Math.max(resetAt, now) / 1000));
    // With 0, a client would retry immediately.
    headers['Retry-After'] = String(Math.max(1, seconds));
  }
  return headers;
}

function policyHeader(policy: RateLimitPolicy): string {
  let header = policyHeaders.get(policy);
  if (header === undefined) {
    header = `"${policy.name}";q=${policy.limit};w=${Math.ceil(policy.windowMs / 1000)}`;
    policyHeaders.set(policy, header);
  }
  return header;
}

export function retryHeaders(error: unknown, status: number): Record<string, string> {
  const { rateLimit }: { rateLimit?: RateLimitState } = error ?? {};
  return {
    ...(status === 503 && { 'Retry-After': '1' }),
    ...(rateLimit && rateLimitHeaders(rateLimit)),
  };
}
