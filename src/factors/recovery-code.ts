import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Bytes } from '../database/records.js';

/** How many codes an account receives. */
export const recoveryCodeCount = 10;

/** In bytes. From 112 random bits on, a hash without salt is sufficient (OWASP ASVS 5, 6.5.2). */
const length = 15;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ size: length }).base32.replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** Returns the stored hash of a code, however its letters are grouped. */
export function hashRecoveryCode(code: string): Bytes {
  const letters = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return new Uint8Array(createHash('sha256').update(letters).digest());
}
