import { randomText } from './random-text.js';

const length = 24;
const form = /^[0-9A-Za-z]{24}$/;

/** An unguessable identifier of an account or application: 24 letters and digits, 142 random bits. */
export function newIdentifier(): string {
  return randomText(length);
}

/** Whether text has the form of an identifier: anything else need not be looked up. */
export function isIdentifier(text: string): boolean {
  return form.test(text);
}
