import type { RateLimitKey } from '../../limits/rate-limit.key.js';
import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import { principalOf, type Principal } from '../principals/principal.js';
import { sourceAddress } from './source-address.js';

/** Policies that more tokens must not buy more of: what writes, and so takes space on a disk. */
const countedByAccount: ReadonlySet<RateLimitPolicyName> = new Set([
  'accounts.create',
  'accounts.update',
  'accounts.delete',
  'applications.create',
  'applications.update',
  'applications.delete',
]);

/** By what a request or message is counted: by its address where it has no principal. */
export function keyOfRequest(
  request: { readonly ip?: unknown },
  policy: RateLimitPolicyName,
): RateLimitKey {
  const principal = principalOf(request);
  return principal ? keyOfPrincipal(principal, policy) : sourceKey(String(request.ip));
}

function keyOfPrincipal({ account, tokenId }: Principal, policy: RateLimitPolicyName) {
  return countedByAccount.has(policy) ? accountKey(account.id) : keyOf('token', tokenId);
}

/** @param applicationId the OAuth application whose tries are not counted as its user's own */
export function accountKey(accountId: string, applicationId?: string): RateLimitKey {
  return applicationId === undefined
    ? keyOf('account', accountId)
    : keyOf('account', accountId, applicationId);
}

/** @param ip an IP address; any other text stands for all whose address is not known */
export function sourceKey(ip: string): RateLimitKey {
  return keyOf('source', sourceAddress(ip));
}

/** @param ip for a public client, which everyone can name: one caller must not use up the limit of all */
export function clientKey(clientId: string, ip?: string): RateLimitKey {
  return ip === undefined
    ? keyOf('client', clientId)
    : keyOf('client', clientId, sourceAddress(ip));
}

/** @param subject whose password or secret is tried */
export function attemptKey(subject: string, ip: string): RateLimitKey {
  return keyOf('attempt', subject, sourceAddress(ip));
}

/** Keys of one kind never equal those of another. */
function keyOf(kind: 'token' | 'account' | 'source' | 'client' | 'attempt', ...parts: string[]) {
  return `${kind} ${parts.join(' ')}` as RateLimitKey;
}
