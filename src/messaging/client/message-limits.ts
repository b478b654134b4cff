import { maxBodyBytes } from '../../http/input/body-limit.js';
import type { AccountsMessage } from '../accounts-message.js';

/** The most bytes of a message without its body, in JSON: like the headers of an HTTP request. */
const maxMembersBytes = 16 * 1_024;

/** Whether a body is too long to be sent or accepted: JSON that was read can be longer when it is written again. */
export function isBodyTooLong(body: unknown): boolean {
  return jsonBytes(body) > maxBodyBytes;
}

/** Whether the texts of a message other than its body are too long to be sent or accepted. */
export function areMembersTooLong({ body: _, ...members }: AccountsMessage): boolean {
  const texts = Object.values(members).filter((member) => typeof member === 'string');
  return jsonBytes(texts) > maxMembersBytes;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
