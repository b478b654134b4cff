/** The seal context of an authenticator secret, so that it cannot be opened for another account. */
export function authenticatorSealContext(accountId: string): string {
  return `authenticator app ${accountId}`;
}
