/** The seal context of an authenticator secret, so that it cannot be opened for another account. */
export function appContext(accountId: string): string {
  return `authenticator app ${accountId}`;
}
