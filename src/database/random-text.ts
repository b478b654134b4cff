import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** One in 32 random bytes is unusable. With some spare bytes, the source is rarely read twice. */
const spareBytes = 8;

/** Generates `length` ASCII letters and digits, each with log2(62) = 5.95 bits of randomness. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + spareBytes)) {
      // 248 is the largest multiple of 62 below 256: larger bytes would favour some characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** Formats a non-negative integer below 62 ** length in the same alphabet, padded to `length`. */
export function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = alphabet[rest % 62] + text;
  }
  return text;
}
