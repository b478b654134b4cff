import { rateLimitHeaders, retryHeaders } from './rate-limit.headers.js';

const NOW = 1_700_000_000_250;
const policy = { name: 'accounts.read', limit: 1200, windowMs: 60_000 } as const;

describe('rate limit headers', () => {
  it('name the policy and the remaining requests', () => {
    const state = { policy, accepted: true, remaining: 1199, resetAt: NOW + 60_000 };
    expect(rateLimitHeaders(state, NOW)).toEqual({
      'RateLimit-Policy': '"accounts.read";q=1200;w=60',
      RateLimit: '"accounts.read";r=1199;t=60',
    });
  });

  it('round Retry-After up to whole seconds', () => {
    const state = { policy, accepted: false, remaining: 0, resetAt: NOW + 1001 };
    expect(rateLimitHeaders(state, NOW)).toEqual({
      'RateLimit-Policy': '"accounts.read";q=1200;w=60',
      RateLimit: '"accounts.read";r=0;t=2',
      'X-Rate-Limit-Reset': '1700000002',
      'Retry-After': '2',
    });
  });

  it.each([0, -1, -5000])('never point to the past (%s ms after now)', (ms) => {
    const state = { policy, accepted: false, remaining: 0, resetAt: NOW + ms };
    const headers = rateLimitHeaders(state, NOW);
    expect(headers['RateLimit']).toBe('"accounts.read";r=0;t=0');
    expect(headers['Retry-After']).toBe('1');
    expect(headers['X-Rate-Limit-Reset']).toBe('1700000001');
  });

  it('round up a window below one second', () => {
    const short = { ...policy, windowMs: 500 };
    const state = { policy: short, accepted: true, remaining: 1, resetAt: NOW + 1 };
    expect(rateLimitHeaders(state, NOW)).toEqual({
      'RateLimit-Policy': '"accounts.read";q=1200;w=1',
      RateLimit: '"accounts.read";r=1;t=1',
    });
  });
});

describe('Retry-After', () => {
  it('is one second for a 503', () => {
    expect(retryHeaders(new Error(), 503)).toEqual({ 'Retry-After': '1' });
  });

  it('is absent for 400, 404, 500 and 504', () => {
    for (const status of [400, 404, 500, 504])
      expect(retryHeaders(new Error(), status)).toEqual({});
  });

  it('is computed from the exceeded rate limit, even for a 401', () => {
    const rateLimit = { policy, accepted: false, remaining: 0, resetAt: Date.now() + 30_000 };
    const headers = retryHeaders({ rateLimit }, 401);
    expect(headers).toMatchObject({ 'RateLimit-Policy': '"accounts.read";q=1200;w=60' });
    expect(Number(headers['Retry-After'])).toBeGreaterThan(20);
  });

  it.each([undefined, null, 'text'])('is absent if %j is thrown', (thrown) => {
    expect(retryHeaders(thrown, 500)).toEqual({});
  });
});
