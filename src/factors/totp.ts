import { Secret, TOTP } from 'otpauth';

/** Parameters that every app supports (RFC 6238 section 5.2). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };

/** In bytes (RFC 4226 section 4, requirement R6). */
const secretLength = 20;

const createTotp = (secret: string) =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });

export function newTotpSecret(): string {
  return new Secret({ size: secretLength }).base32;
}

/** Accepts one step before and after, since clocks differ. */
export function matchStep(secret: string, token: string, now: number): number | undefined {
  // The library throws for characters that take more bytes than digits.
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = createTotp(secret);
  const drift = totp.validate({ token, timestamp: now, window: 1 });
  return drift === null ? undefined : totp.counter({ timestamp: now }) + drift;
}

/** Builds the URI of a QR code. A colon separates the issuer and the email, so the issuer contains none. */
export function totpUri(secret: string, name: string, email: string): string {
  const issuer = name.replaceAll(':', ' ');
  return new TOTP({ ...parameters, secret, issuer, label: shortened(email) }).toString();
}

/** A QR code has room for about 2,000 characters, but phones read only a few hundred reliably. */
const maxLabelUnits = 300;

function shortened(label: string): string {
  const letters = [...label];
  while (encodeURIComponent(letters.join('')).length > maxLabelUnits) letters.pop();
  return letters.join('');
}
