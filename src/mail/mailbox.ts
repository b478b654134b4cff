import { asciiDomain } from '../language/ascii-domain.js';

/** Who sends a mail. */
export interface Mailbox {
  /** Empty without a name. */
  readonly name: string;
  readonly address: string;
}

const mailbox = /^(?:(?:"([^"\\]*)"|([^"<>@,;]*?)) ?<([^<>]+)>|([^<>]+))$/u;

/** What an address has outside of quoted strings, which no account has: RFC 5321 section 4.1.2, RFC 6531. */
const address = /^([^\s\p{C}()<>[\]:;@\\,"]+)@([^\s\p{C}()<>[\]:;@\\,"]+)$/u;

/** Reads `Accounts <accounts@example.com>`, or an address alone; undefined where it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, quoted, name, named, alone] = mailbox.exec(text.trim()) ?? [];
  const found = named ?? alone;
  if (found === undefined || deliverableAddress(found) === undefined) return undefined;
  return { name: quoted ?? name ?? '', address: found };
}

/** Whether the text can be the sender of mails: `Accounts <accounts@example.com>`, or an address alone. */
export function isMailFrom(text: string): boolean {
  return parseMailbox(text) !== undefined;
}

/** The address as servers exchange it, with its domain in Punycode; undefined where no mail can be sent to it. */
export function deliverableAddress(text: string): string | undefined {
  const [, local, domain] = address.exec(text) ?? [];
  const ascii = domain && asciiDomain(domain);
  return ascii ? `${local}@${ascii}` : undefined;
}

/** Whether only a server with SMTPUTF8 (RFC 6531) can receive mail for the address. */
export function needsSmtpUtf8(deliverable: string): boolean {
  return /[^\x20-\x7e]/.test(deliverable);
}
