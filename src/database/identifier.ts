import { randomText } from './random-text.js';

export const identifierLength = 24;
const form = /^[0-9A-Za-z]{24}$/;

/** Generates an unguessable identifier: 24 letters and digits, 142 random bits. */
export function newIdentifier(): string {
  return randomText(identifierLength);
}

export function isIdentifier(text: string): boolean {
  return form.test(text);
}
