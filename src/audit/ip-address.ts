import { isIP, SocketAddress } from 'node:net';
import { isOverlong } from '../language/raw-text.js';

/** Of an IPv6 address whose last 32 bits are written as an IPv4 address. */
const maxCharacters = 45;

/** An address as some proxies forward it: with the port of the client, one of IPv6 in brackets (RFC 7239 section 6). */
const node = /^(?:([\d.]+):\d+|\[([^[\]]+)\](?::\d+)?)$/;

/**
 * The IP address of a client in its one spelling (RFC 5952), without its port and its IPv6 zone, which means something
 * only to the machine that added it; undefined for text without one. An IPv4 address mapped to IPv6 is the IPv4 address.
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
