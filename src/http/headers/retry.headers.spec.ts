import { retryHeaders } from './rate-limit.headers.js';

const rateLimit = {
  policy: { name: 'accounts.read', limit: 5, windowMs: 60_000 },
  accepted: false,
  remaining: 0,
  resetAt: 0,
};

describe('Retry-After', () => {
  it('is one second for a 503', () => {
    expect(retryHeaders(new Error(), 503)).toEqual({ 'Retry-After': '1' });
  });

  it('is absent for 400, 404, 500 and 504', () => {
    for (const status of [400, 404, 500, 504])
      expect(retryHeaders(new Error(), status)).toEqual({});
  });

  it('is computed from the exceeded rate limit, even for a 401', () => {
    const headers = retryHeaders(
      { rateLimit: { ...rateLimit, resetAt: Date.now() + 30_000 } },
      401,
    );
    expect(headers).toMatchObject({ 'RateLimit-Policy': '"accounts.read";q=5;w=60' });
    expect(Number(headers['Retry-After'])).toBeGreaterThan(20);
  });

  it.each([undefined, null, 'text'])('is absent if %j is thrown', (thrown) => {
    expect(retryHeaders(thrown, 500)).toEqual({});
  });
});
