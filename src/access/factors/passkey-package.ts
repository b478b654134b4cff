/** Throws where the package that checks passkeys, an optional one, is not installed. It is not loaded. */
export function findPasskeyPackage(): void {
  import.meta.resolve('@simplewebauthn/server');
}
