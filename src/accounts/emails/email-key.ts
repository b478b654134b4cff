import { asciiDomain } from '../../language/ascii-domain.js';
import { maxRawUnits, normalized } from '../../language/raw-text.js';

/** In Unicode code points. */
export const maxEmailCharacters = 255;

/**
 * Returns the key of the mailbox that an email address names. Two addresses are equal if their keys are: the local part
 * after Unicode NFC and full case folding, and the domain in ASCII. A domain that UTS 46 cannot convert is folded like
 * the local part. Returns an empty key, which no address has, for overlong text.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  // Folding would turn a domain with a sharp s into another domain.
  const domain = key && asciiDomain(email.trim().replace(/^.*@/s, ''));
  return domain ? `${key.slice(0, key.lastIndexOf('@') + 1)}${domain}` : key;
}

interface EmailKeys {
  /** The key that nodes of an earlier release compare. It equals the mailbox key if they would find another mailbox. */
  readonly emailKey: string;
  readonly mailboxKey: string;
}

export function emailKeys(email: string): EmailKeys {
  const [folded, mailbox] = [emailKey(email), mailboxKey(email)];
  return { emailKey: mailboxKey(folded) === mailbox ? folded : mailbox, mailboxKey: mailbox };
}

/** Returns the trimmed text after Unicode NFC and full case folding (CaseFolding.txt C+F); empty if it is overlong. */
export function emailKey(email: string): string {
  const text = normalized(email, 'NFC', maxRawUnits(maxEmailCharacters))?.trim() ?? '';
  return text.replaceAll(/[^ı]+/g, folded).normalize('NFC');
}

/**
 * Lower, upper and lower case in turn fold `ß` and `ẞ` with `ss`, and both sigmas. They would also fold `ı` with `i`,
 * which full case folding does not.
 */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
