import { createHmac, timingSafeEqual } from 'node:crypto';

/** In seconds (RFC 6238 section 5.2). */
const stepLength = 30;

const digits = 6;

/** The time step of a moment in milliseconds. */
export function timeStep(now: number): number {
  return Math.floor(now / 1_000 / stepLength);
}

/** The code of a time step (RFC 4226 section 5.3, with SHA-1, which is all that most apps can do). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.at(-1)! & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step of a code, at most one from now, as clocks differ; undefined for a code of another time. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  return [0, -1, 1]
    .map((drift) => timeStep(now) + drift)
    .find((step) => {
      const expected = Buffer.from(totpCode(secret, step));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

/** The address by which an app takes a secret over, as the format of Google Authenticator has it. */
export function totpUri(secret: string, issuer: string, email: string): string {
  const label = [issuer, email].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
