import { domainToASCII } from 'node:url';

/** The domain in ASCII (UTS 46), with its labels in Punycode; undefined where it cannot be converted. */
export function asciiDomain(domain: string): string | undefined {
  // What Node.js reads as a part of a URL: these characters, and an IPv4 address where the last label is a number.
  if (/[\s%/?#\\]/.test(domain)) return undefined;
  const ascii = domainToASCII(`${domain}.a`).slice(0, -2);
  return ascii.split('.').every(Boolean) ? ascii : undefined;
}
