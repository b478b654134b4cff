import { domainToASCII, domainToUnicode } from 'node:url';

/** Converts a domain to ASCII with Punycode labels (UTS 46). Returns undefined if that is impossible. */
export function asciiDomain(domain: string): string | undefined {
  // Node.js treats these characters as URL syntax, and a domain with a numeric last label as an IPv4 address.
  if (/[\s%/?#\\]/.test(domain)) return undefined;
  const ascii = domainToASCII(`${domain}.a`);
  if (!ascii.split('.').every(Boolean)) return undefined;
  // Some Node.js releases do not validate Punycode labels.
  const unicode = domainToUnicode(ascii);
  if (/^xn--|\.xn--/.test(unicode) || domainToASCII(unicode) !== ascii) return undefined;
  return ascii.slice(0, -2);
}
