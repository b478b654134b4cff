import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Bytes } from '../../database/records.js';

/** How many an account gets at once. */
const count = 10;

/** In bytes: a hash without salt is enough for 112 random bits and more (OWASP ASVS 5, 6.5.2). */
const length = 15;

/** New codes of 120 random bits, in groups that people can copy by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () =>
    new Secret({ size: length }).base32.replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** The hash under which a code is stored, however a person has grouped its letters. */
export function hashRecoveryCode(code: string): Bytes {
  const letters = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return new Uint8Array(createHash('sha256').update(letters).digest());
}
