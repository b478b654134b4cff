import { isIPv6 } from 'node:net';
import { ipAddress } from '../../audit/ip-address.js';

/**
 * The source by which a caller without a token is counted: its IPv4 address, or the /64 network of its IPv6
 * address, since one household or server holds a whole network of those. All callers whose address is not known are one.
 */
export function sourceAddress(text: string): string {
  const ip = ipAddress(text) ?? 'unknown';
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  if (isMapped(groups)) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).map(hexadecimal).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is spelled (RFC 4291 section 2.2). */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%');
  const [before = [], after = []] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => dottedTail(bytes))
    .split('::')
    .map((side) => (side ? side.split(':').map((group) => Number.parseInt(group, 16)) : []));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function dottedTail([a, b, c, d]: string[]): string {
  return [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(hexadecimal).join(':');
}

/** Whether the address stands for an IPv4 address (RFC 4291 section 2.5.5.2). */
function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}

function hexadecimal(group: number): string {
  return group.toString(16);
}
