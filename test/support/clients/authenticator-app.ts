import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

/** Returns the code that an authenticator app with this secret shows now, or `steps` time steps later. */
export function createAppCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * stepMs });
}
