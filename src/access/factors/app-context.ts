/** What the secret of an authenticator app is sealed for: it cannot be opened as that of another account. */
export function appContext(accountId: string): string {
  return `authenticator app ${accountId}`;
}
