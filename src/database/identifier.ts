import { randomText } from './random-text.js';

/** Characters. */
export const identifierLength = 24;
const form = /^[0-9A-Za-z]{24}$/;

/** An unguessable identifier, of an account for example: 24 letters and digits, 142 random bits. */
export function newIdentifier(): string {
  return randomText(identifierLength);
}

/** Whether text has the form of an identifier: anything else need not be looked up. */
export function isIdentifier(text: string): boolean {
  return form.test(text);
}
