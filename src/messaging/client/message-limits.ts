import { maxBodyBytes } from '../../http/input/body-limit.js';
import type { AccountsMessage } from '../accounts-message.js';

/** The maximum size of a message without its body, as JSON. It is similar to the limit for HTTP headers. */
const maxMembersBytes = 16 * 1_024;

/** Whether a body is too long to send or accept. Parsed JSON can become longer when it is serialized again. */
export function isBodyTooLong(body: unknown): boolean {
  return jsonBytes(body) > maxBodyBytes;
}

/** Whether the text members of a message, except its body, are too long to send or accept. */
export function areMembersTooLong({ body: _, ...members }: AccountsMessage): boolean {
  const texts = Object.values(members).filter((member) => typeof member === 'string');
  return jsonBytes(texts) > maxMembersBytes;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
