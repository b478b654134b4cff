import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

/** The code that an app with this secret shows now, or some time steps later. */
export function codeOfApp(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * stepMs });
}
