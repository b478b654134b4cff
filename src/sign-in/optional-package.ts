import { AccountsOptionsError } from '../options/accounts-options.error.js';

/** Fails the start if an optional package is not installed. Does not load it. @throws AccountsOptionsError */
export function assertInstalled(name: '@simplewebauthn/server' | 'qr'): void {
  try {
    import.meta.resolve(name);
  } catch (cause) {
    const sentence = `The pages and signInFeature need the package ${name}: install it.`;
    throw new AccountsOptionsError(sentence, { cause });
  }
}
