import { Secret, TOTP } from 'otpauth';

/** Parameters that every app supports (RFC 6238 section 5.2). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };

/** In bytes (RFC 4226 section 4, requirement R6). */
const secretLength = 20;

const totpOf = (secret: string) => new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretLength }).base32;
}

/**
 * The time step of a code, at most one from now, as clocks differ; undefined for a code of another time.
 *
 * @param now in milliseconds
 */
export function stepOfCode(secret: string, token: string, now: number): number | undefined {
  // The library throws where the characters take more bytes than digits do.
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(secret);
  const drift = totp.validate({ token, timestamp: now, window: 1 });
  return drift === null ? undefined : totp.counter({ timestamp: now }) + drift;
}

/** The URI by which an app takes a secret over, as the format of Google Authenticator has it. */
export function totpUri(secret: string, issuer: string, email: string): string {
  return new TOTP({ ...parameters, secret, issuer, label: shortened(email) }).toString();
}

/** The most characters of a label in the URI: a QR code has room for some 2,000, and phones read one of a few hundred. */
const maxLabelUnits = 300;

function shortened(label: string): string {
  const letters = [...label];
  while (encodeURIComponent(letters.join('')).length > maxLabelUnits) letters.pop();
  return letters.join('');
}
