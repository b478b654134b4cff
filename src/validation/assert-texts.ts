import { ValidationFailedError } from '../errors/validation-failed.error.js';

/**
 * Checks what code of a host may pass on from a client. @throws ValidationFailedError about members that are not text
 */
export function assertTexts(members: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(members).filter(([, value]) => typeof value !== 'string');
  if (wrong.length === 0) return;
  throw ValidationFailedError.about(
    Object.fromEntries(
      wrong.map(([name, value]) => [
        name,
        value === undefined || value === null ? 'required' : 'not_text',
      ]),
    ),
  );
}
