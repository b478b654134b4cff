/** Throws if the optional package that checks passkeys is not installed. Does not load it. */
export function findPasskeyPackage(): void {
  import.meta.resolve('@simplewebauthn/server');
}
