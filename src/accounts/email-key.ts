import { asciiDomain } from '../language/ascii-domain.js';
import { maxRawUnits, normalized } from '../language/raw-text.js';

/** The longest email address, in Unicode code points. */
export const maxEmailCharacters = 255;

/**
 * The mailbox that an email address names, by which addresses are equal: the local part after Unicode NFC and full case
 * folding, and the domain in ASCII. A domain that UTS 46 cannot convert is folded like the local part. Empty, the key of
 * no address, for text that is too long to be one.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  // Folding makes another domain of one with a sharp s.
  const domain = key && asciiDomain(email.trim().split('@').at(-1)!);
  return domain ? `${key.slice(0, key.lastIndexOf('@') + 1)}${domain}` : key;
}

/** The keys of an email in the database. */
export interface EmailKeys {
  /** By which nodes of an earlier release compare addresses. That of the mailbox where they would find another one. */
  readonly emailKey: string;
  readonly mailboxKey: string;
}

export function emailKeys(email: string): EmailKeys {
  const [folded, mailbox] = [emailKey(email), mailboxKey(email)];
  return { emailKey: mailboxKey(folded) === mailbox ? folded : mailbox, mailboxKey: mailbox };
}

/**
 * The text after Unicode NFC and full case folding (CaseFolding.txt C+F), without the white space around it. Empty for
 * text that is too long to be an email address.
 */
export function emailKey(email: string): string {
  const text = normalized(email, 'NFC', maxRawUnits(maxEmailCharacters))?.trim() ?? '';
  return text.replaceAll(/[^ı]+/g, folded).normalize('NFC');
}

/**
 * Lower, upper and lower case in turn fold `ß` and `ẞ` with `ss`, and both sigmas. They would fold
 * `ı` with `i` as well, which case folding does not.
 */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
