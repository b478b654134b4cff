import { isIP, SocketAddress } from 'node:net';
import { isOverlong } from '../language/raw-text.js';

/** The length of an IPv6 address whose last 32 bits are written as an IPv4 address. */
const maxCharacters = 45;

/** Matches an address as some proxies forward it, with the client's port, and IPv6 in brackets (RFC 7239 section 6). */
const node = /^(?:([\d.]+):\d+|\[([^[\]]+)\](?::\d+)?)$/;

/**
 * Returns the canonical spelling of a client's IP address (RFC 5952), or undefined for other text. Removes the port and
 * the IPv6 zone, which only the machine that added it understands. An IPv4 address mapped to IPv6 becomes the IPv4
 * address.
 */
export function ipAddress(text: string): string | undefined {
  if (isOverlong(text, maxCharacters)) return undefined;
  const [, ipv4, ipv6] = node.exec(text) ?? [];
  const address = ipv4 ?? ipv6 ?? text;
  const family = isIP(address);
  if (family !== 6) return family ? address : undefined;
  const [withoutZone = ''] = address.split('%');
  const spelled = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  return spelled.replace(/^::ffff:(?=\d+\.)/, '');
}
