import { ValidationFailedError } from './validation-failed.error.js';

/** Asks for secrets that were left empty, before they count as wrong. @throws ValidationFailedError */
export function assertFilled(secrets: Readonly<Record<string, string>>): void {
  const empty = Object.keys(secrets).filter((name) => secrets[name] === '');
  if (empty.length === 0) return;
  throw ValidationFailedError.about(Object.fromEntries(empty.map((name) => [name, 'blank'])));
}
