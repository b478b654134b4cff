import { hash } from 'node:crypto';
import type { Session } from '../../database/records.js';

/** Returns the name of a session in ID tokens. It does not reveal the session's id. A trigger computes the same. */
export function toSid({ id }: Pick<Session, 'id'>): string {
  return hash('sha256', id, 'hex').slice(0, 32);
}
