import { randomText } from './random-text.js';

/** In characters. */
export const identifierLength = 24;
const form = /^[0-9A-Za-z]{24}$/;

/** Generates an unguessable identifier, for example for an account: 24 letters and digits, 142 random bits. */
export function newIdentifier(): string {
  return randomText(identifierLength);
}

/** Whether text has the form of an identifier. Other text needs no lookup. */
export function isIdentifier(text: string): boolean {
  return form.test(text);
}
