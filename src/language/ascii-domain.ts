import { domainToASCII, domainToUnicode } from 'node:url';

/** The domain in ASCII (UTS 46), with its labels in Punycode; undefined where it cannot be converted. */
export function asciiDomain(domain: string): string | undefined {
  // What Node.js reads as a part of a URL: these characters, and an IPv4 address where the last label is a number.
  if (/[\s%/?#\\]/.test(domain)) return undefined;
  const ascii = domainToASCII(`${domain}.a`);
  if (!ascii.split('.').every(Boolean)) return undefined;
  // Some releases of Node.js take any label in Punycode as it is.
  const unicode = domainToUnicode(ascii);
  if (/^xn--|\.xn--/.test(unicode) || domainToASCII(unicode) !== ascii) return undefined;
  return ascii.slice(0, -2);
}
