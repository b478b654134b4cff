import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { identifierLength } from '../database/identifier.js';
import { base62, randomText } from '../database/random-text.js';

const randomLength = 80;
const checksumLength = 6;
const form = /^[0-9A-Za-z]{86}$/;

/**
 * Creates an access token, code, refresh token or session: 80 random letters and digits (476 bits) and their checksum.
 *
 * @param handle the identifier of the token's row, which replaces the first random characters
 */
export function newAccessToken(handle = ''): string {
  const text = handle + randomText(randomLength - handle.length);
  return text + checksum(text);
}

export function toHandle(token: string): string {
  return token.slice(0, identifierLength);
}

export function isWellFormedToken(text: string): boolean {
  return form.test(text) && checksum(text.slice(0, randomLength)) === text.slice(randomLength);
}

/** Tables store a fast digest, because the secret has high entropy. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'));
}

/** Returns an id that does not reveal the token: its SHA-256 digest in base64url. */
export function toTokenId(token: string): string {
  return hash('sha256', token, 'base64url');
}

export function hashToTokenId(stored: Uint8Array): string {
  return Buffer.from(stored).toString('base64url');
}

export function isHash(stored: Uint8Array | null, token: string): boolean {
  return stored !== null && Buffer.from(stored).equals(hashToken(token));
}

function checksum(random: string): string {
  return base62(crc32(random), checksumLength);
}
