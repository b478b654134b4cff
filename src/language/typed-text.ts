import { isOverlong } from './raw-text.js';

/** The length of a grouped recovery code, rounded up. */
const maxCodeCharacters = 64;

/**
 * Normalizes a typed number or code from any country's keyboard. Converts digits, plus signs and full-width letters
 * to ASCII. Removes spaces, dashes, punctuation and invisible characters. Keeps all other characters.
 */
export function typedText(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u207a\u208a\u2795\ufb29\ufe62]/g, '+')
    .replaceAll(dropped, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Returns a typed code without white space; empty if the text is too long for any code. */
export function typedCode(text: string): string {
  return isOverlong(text, maxCodeCharacters) ? '' : typedText(text).replaceAll(/\s/g, '');
}

// Users type tildes, and the long vowel marks next to the digits on Japanese keyboards, instead of dashes.
const dropped = /[\p{Z}\p{P}\p{Dash}\p{Cf}\p{Default_Ignorable_Code_Point}~\u02d7\u30fc\uff70]/gu;

/** Returns the value of a decimal digit in any script. Unicode encodes the ten digits of a script consecutively. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0)!;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
