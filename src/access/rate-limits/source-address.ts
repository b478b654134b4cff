import { isIPv6 } from 'node:net';
import { ipAddress } from '../../audit/ip-address.js';

/**
 * The source by which a caller without a token is counted: its IPv4 address, or the /64 network of its IPv6
 * address, since one household or server holds a whole network of those. All callers whose address is not known are one.
 */
export function sourceAddress(text: string): string {
  const ip = ipAddress(text) ?? 'unknown';
  return isIPv6(ip) ? `${networkOf(ip).join(':')}::/64` : ip;
}

/** The first four groups of an IPv6 address as {@link ipAddress} spells it. */
function networkOf(ip: string): string[] {
  const [before = [], after = []] = ip.split('::').map((side) => (side ? side.split(':') : []));
  // An IPv4 address at the end is two groups, but follows six groups of zeros.
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4);
}
