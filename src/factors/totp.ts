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

export function totpUri(secret: string, issuer: string, email: string): string {
  // Apps read the issuer up to the first colon.
  const service = shortened(issuer.replaceAll(':', ''), maxIssuerUnits);
  const label = shortened(email, maxLabelUnits);
  return new TOTP({ ...parameters, secret, issuer: service, label }).toString();
}

/** A QR code has room for about 2,000 characters, but phones read only a few hundred reliably. */
const maxLabelUnits = 300;

/** The URI contains the issuer twice. */
const maxIssuerUnits = 150;

function shortened(text: string, maxUnits: number): string {
  const letters = [...text];
  while (encodeURIComponent(letters.join('')).length > maxUnits) letters.pop();
  return letters.join('');
}
