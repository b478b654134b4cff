import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import { rememberPrincipal, type Principal } from '../../principals/principal.js';
import type { SessionPrincipal } from '../../principals/session-principal.js';
import {
  accountKey,
  addressKey,
  attemptKey,
  clientKey,
  getRequestKey,
  sourceKey,
} from './rate-limit-keys.js';

const principal = { account: { id: 'account' }, tokenId: 'token' } as Principal;

describe('a caller', () => {
  it('is counted by token', () => {
    const request = { ip: '192.0.2.1' };
    rememberPrincipal(request, principal);
    expect(getRequestKey(request, 'accounts.read')).toBe('token token');
  });

  it.each<RateLimitPolicyName>([
    'accounts.create',
    'accounts.update',
    'accounts.delete',
    'accounts.export',
    'accounts.verify',
    'accounts.reset',
    'applications.create',
    'applications.update',
    'applications.delete',
  ])('is counted by account, not by token, for %s', (policy) => {
    const request = {};
    rememberPrincipal(request, principal);
    expect(getRequestKey(request, policy)).toBe(accountKey('account'));
  });

  it('with a session is counted by account', () => {
    const request = { ip: '192.0.2.1' };
    rememberPrincipal(request, { kind: 'session', account: { id: 'account' } } as SessionPrincipal);
    expect(getRequestKey(request, 'accounts.read')).toBe(accountKey('account'));
  });

  it('without a token is counted by IP address, or by IPv6 network', () => {
    expect(getRequestKey({ ip: '192.0.2.1' }, 'accounts.read')).toBe(sourceKey('192.0.2.1'));
    expect(getRequestKey({ ip: '2001:db8::1' }, 'accounts.create')).toBe(sourceKey('2001:db8::2'));
    expect(getRequestKey({}, 'accounts.read')).toBe(sourceKey('undefined'));
  });
});

describe('rate limit keys', () => {
  it('begin with their kind, so that no value of one kind equals that of another', () => {
    const keys = [
      accountKey('x'),
      accountKey('x', 'y'),
      sourceKey('192.0.2.1'),
      clientKey('x'),
      clientKey('x', '192.0.2.1'),
      attemptKey('x', '192.0.2.1'),
      addressKey('notice', 'digest'),
    ];
    expect(keys).toEqual([
      'account x',
      'account x y',
      'source 192.0.2.1',
      'client x',
      'client x 192.0.2.1',
      'attempt x 192.0.2.1',
      'address notice digest',
    ]);
  });

  it('with a source address use its network', () => {
    expect(clientKey('x', '::ffff:192.0.2.1')).toBe(clientKey('x', '192.0.2.1'));
    expect(attemptKey('x', '2001:db8::1')).toBe(attemptKey('x', '2001:db8::2'));
  });
});
