/**
 * Typed text of a number or a code, as keyboards and pages of all countries write it: with ASCII digits and plus signs,
 * full-width letters as ASCII, and without spaces, dashes, punctuation and invisible characters. Other characters stay.
 */
export function typedText(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u207a\u208a\u2795\ufb29\ufe62]/g, '+')
    .replaceAll(dropped, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

// Tildes, and the long vowel marks that Japanese keyboards have next to the digits, stand for dashes.
const dropped = /[\p{Z}\p{P}\p{Dash}\p{Cf}\p{Default_Ignorable_Code_Point}~\u02d7\u30fc\uff70]/gu;

/** The value of a decimal digit of any script: Unicode has the ten of each in a row. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0)!;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
