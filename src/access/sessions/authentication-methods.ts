/**
 * How a user has authenticated (RFC 8176): a password, a one-time code, a passkey, and whether two factors were checked.
 * A code always follows a password. A passkey alone is two factors, because it verifies its user; `swk` claims least
 * about where its key is kept.
 */
export const authenticationMethods = {
  password: ['pwd'],
  code: ['otp', 'mfa'],
  passkey: ['swk', 'mfa'],
} as const;

export function unite(...methods: readonly (readonly string[])[]): string[] {
  return [...new Set(methods.flat())];
}
