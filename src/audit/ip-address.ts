import { isIP } from 'node:net';
import { isOverlong } from '../language/raw-text.js';

/** Of an IPv6 address whose last 32 bits are written as an IPv4 address. */
const maxCharacters = 45;

/** An address as some proxies forward it: with the port of the client, one of IPv6 in brackets (RFC 7239 section 6). */
const node = /^(?:([\d.]+):\d+|\[([^[\]]+)\](?::\d+)?)$/;

/** The IP address of a client without its port; undefined for text without one. */
export function ipAddress(text: string): string | undefined {
  if (isOverlong(text, maxCharacters)) return undefined;
  const [, ipv4, ipv6] = node.exec(text) ?? [];
  const address = ipv4 ?? ipv6 ?? text;
  return isIP(address) ? address : undefined;
}
