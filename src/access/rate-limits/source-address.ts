import { isIPv6 } from 'node:net';
import { ipAddress } from '../../audit/ip-address.js';

/**
 * Returns the source that callers without a token are counted by: an IPv4 address, or the /64 network of an IPv6
 * address, since one household or server owns a whole network. All callers with unknown addresses share one source.
 */
export function sourceAddress(text: string): string {
  const ip = ipAddress(text) ?? 'unknown';
  return isIPv6(ip) ? `${toNetwork(ip).join(':')}::/64` : ip;
}

/** The first four groups of an IPv6 address as {@link ipAddress} spells it. */
function toNetwork(ip: string): string[] {
  const [before = [], after = []] = ip.split('::').map((side) => (side ? side.split(':') : []));
  // An IPv4 address at the end is two groups, but follows six groups of zeros.
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4);
}
