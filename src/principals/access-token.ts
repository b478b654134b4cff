import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { identifierLength } from '../database/identifier.js';
import { base62, randomText } from '../database/random-text.js';

const randomLength = 80;
const checksumLength = 6;
const form = /^[0-9A-Za-z]{86}$/;

/**
 * A new bearer access token: 86 ASCII letters and digits, 80 of them random (476 bits), the last
 * six a checksum of the others. Codes, refresh tokens and sessions have the same form.
 *
 * @param handle the identifier it begins with, which names the row it belongs to
 */
export function newAccessToken(handle = ''): string {
  const text = handle + randomText(randomLength - handle.length);
  return text + checksum(text);
}

/** The handle of a token. */
export function handleOf(token: string): string {
  return token.slice(0, identifierLength);
}

/** Whether text has the form of an access token; other text is refused without a query. */
export function isWellFormedToken(text: string): boolean {
  return form.test(text) && checksum(text.slice(0, randomLength)) === text.slice(randomLength);
}

/** The SHA-256 of a high-entropy secret, which is stored and by which it is found. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'));
}

/** The id of a token that does not reveal it: its SHA-256 as text. */
export function tokenIdOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The same, from the stored hash of the token. */
export function tokenIdOfHash(stored: Uint8Array): string {
  return Buffer.from(stored).toString('base64url');
}

/** Whether this is the stored hash of a secret. */
export function isHash(stored: Uint8Array | null, token: string): boolean {
  return stored !== null && Buffer.from(stored).equals(hashToken(token));
}

function checksum(random: string): string {
  return base62(crc32(random), checksumLength);
}
