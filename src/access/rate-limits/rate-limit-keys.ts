import type { RateLimitKey } from '../../limits/rate-limits.service.js';
import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import { getAnyPrincipal } from '../../principals/principal.js';
import { sourceAddress } from './source-address.js';

/** Operations that write or read a lot. All tokens of an account share one limit. */
const countedByAccount: ReadonlySet<RateLimitPolicyName> = new Set([
  'accounts.create',
  'accounts.update',
  'accounts.delete',
  'accounts.export',
  'accounts.verify',
  'accounts.reset',
  'applications.create',
  'applications.update',
  'applications.delete',
]);

export function getRequestKey(
  request: { readonly ip?: unknown },
  policy: RateLimitPolicyName,
): RateLimitKey {
  const principal = getAnyPrincipal(request);
  if (!principal) return sourceKey(String(request.ip));
  const isByAccount = principal.kind === 'session' || countedByAccount.has(policy);
  return isByAccount ? accountKey(principal.account.id) : toKey('token', principal.tokenId);
}

/** @param applicationId the OAuth application whose attempts are counted separately from its user's */
export function accountKey(accountId: string, applicationId?: string): RateLimitKey {
  return applicationId === undefined
    ? toKey('account', accountId)
    : toKey('account', accountId, applicationId);
}

/** @param ip an IP address; any other text stands for all clients whose IP address is unknown */
export function sourceKey(ip: string): RateLimitKey {
  return toKey('source', sourceAddress(ip));
}

/** @param ip for a public client, whose id is public: one caller must not use up the limit of all */
export function clientKey(clientId: string, ip?: string): RateLimitKey {
  return ip === undefined
    ? toKey('client', clientId)
    : toKey('client', clientId, sourceAddress(ip));
}

/** @param subject the owner of the password or secret */
export function attemptKey(subject: string, ip: string): RateLimitKey {
  return toKey('attempt', subject, sourceAddress(ip));
}

/** @param address a digest of the email address that mails of this kind are sent to */
export function addressKey(kind: string, address: string): RateLimitKey {
  return toKey('address', kind, address);
}

/** Keys of one kind never equal those of another. */
function toKey(
  kind: 'token' | 'account' | 'source' | 'client' | 'attempt' | 'address',
  ...parts: string[]
) {
  return `${kind} ${parts.join(' ')}` as RateLimitKey;
}
