import { parseRateLimits, resolvePolicies } from './rate-limit.policies.js';

describe('rate limit policies', () => {
  it('have defaults', () => {
    const policies = resolvePolicies({});
    expect(policies.get('accounts.create')).toEqual({
      name: 'accounts.create',
      limit: 120,
      windowMs: 60_000,
    });
    expect(policies.get('passwords.change')).toMatchObject({ limit: 10, windowMs: 3_600_000 });
    expect(policies.size).toBe(31);
  });

  it('keep their defaults unless configured', () => {
    const policies = resolvePolicies({
      'accounts.read': { limit: 5, windowMs: 1000 },
      'app.data': undefined,
    });
    expect(policies.get('accounts.read')).toMatchObject({ limit: 5, windowMs: 1000 });
    expect(policies.get('app.data')).toMatchObject({ limit: 1200, windowMs: 60_000 });
  });

  it('are empty if the limits are off', () => {
    expect(resolvePolicies('off').size).toBe(0);
  });
});

describe('parseRateLimits', () => {
  it('reads a list', () => {
    expect(parseRateLimits('accounts.create=20/1h,accounts.read=600/1m')).toEqual({
      'accounts.create': { limit: 20, windowMs: 3_600_000 },
      'accounts.read': { limit: 600, windowMs: 60_000 },
    });
  });

  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
  ])('accepts the window %s', (window, windowMs) => {
    expect(parseRateLimits(`sign-in=1/${window}`)).toEqual({ 'sign-in': { limit: 1, windowMs } });
  });

  it('ignores white space', () => {
    expect(parseRateLimits(' accounts.create = 20 / 1 h ,\n\tsign-in=1/1s ')).toEqual({
      'accounts.create': { limit: 20, windowMs: 3_600_000 },
      'sign-in': { limit: 1, windowMs: 1000 },
    });
  });

  it('turns all limits off', () => {
    expect(parseRateLimits(' off\n')).toBe('off');
  });

  it('reads an empty text as no change', () => {
    expect(parseRateLimits('')).toEqual({});
    expect(parseRateLimits('  ')).toEqual({});
  });

  it.each([
    ['an unknown name', 'app.data=1/1m,secret=1/1m', 'Item 2'],
    ['a name from Object.prototype', 'constructor=1/1m', 'Item 1'],
    ['an empty item', 'app.data=1/1m,', 'Item 2'],
    ['off within a list', 'app.data=1/1m,off', 'Item 2'],
    ['no value', 'app.data', 'app.data'],
    ['no window', 'app.data=77', 'app.data'],
    ['two windows', 'app.data=77/1m/1h', 'app.data'],
    ['two values', 'app.data=77/1m=1/1h', 'app.data'],
    ['a limit of 0', 'app.data=0/1m', 'app.data'],
    ['a limit too large', 'app.data=1000000001/1m', 'app.data'],
    ['a limit that is not a whole number', 'app.data=1e2/1m', 'app.data'],
    ['a negative limit', 'app.data=-77/1m', 'app.data'],
    ['a window of 0', 'app.data=77/0m', 'app.data'],
    ['a window without unit', 'app.data=77/60', 'app.data'],
    ['a window without number', 'app.data=77/m', 'app.data'],
    ['an unknown unit', 'app.data=77/1w', 'app.data'],
    ['a window over 30 days', 'app.data=77/31d', 'app.data'],
    ['a name given twice', 'app.data=77/1m,app.data=77/1m', 'app.data'],
  ])('rejects %s and names the place but not the value', (_, text, place) => {
    expect(() => parseRateLimits(text)).toThrow(place);
    expect(() => parseRateLimits(text)).not.toThrow(/secret|77|1e2|1w|1000000001/);
  });
});
