import { asciiDomain } from '../language/ascii-domain.js';

interface Mailbox {
  /** The display name; empty if there is none. */
  readonly name: string;
  readonly address: string;
}

const mailbox = /^(?:(?:"([^"\\]*)"|([^"<>@,;]*?)) ?<([^<>]+)>|([^<>]+))$/u;

/** An address without quoted strings, as all accounts have (RFC 5321 section 4.1.2, RFC 6531). */
const address = /^([^\s\p{C}()<>[\]:;@\\,"]+)@([^\s\p{C}()<>[\]:;@\\,"]+)$/u;

/** Parses `Accounts <accounts@example.com>` or a bare address. Returns undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, quoted, name, named, alone] = mailbox.exec(text.trim()) ?? [];
  const found = named ?? alone;
  if (found === undefined || deliverableAddress(found) === undefined) return undefined;
  return { name: quoted ?? name ?? '', address: found };
}

/** Whether the text is a valid sender: `Accounts <accounts@example.com>` or a bare address. */
export function isMailFrom(text: string): boolean {
  return parseMailbox(text) !== undefined;
}

/** The address in the form that servers exchange, with its domain in Punycode; undefined if it cannot receive mail. */
export function deliverableAddress(text: string): string | undefined {
  const [, local, domain] = address.exec(text) ?? [];
  const ascii = domain && asciiDomain(domain);
  return ascii ? `${local}@${ascii}` : undefined;
}

/** Whether only servers with SMTPUTF8 (RFC 6531) can receive mail for the address. */
export function needsSmtpUtf8(deliverable: string): boolean {
  return /[^\x20-\x7e]/.test(deliverable);
}
