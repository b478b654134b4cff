import { timingSafeEqual } from 'node:crypto';
import type { Application, Bytes } from '../database/records.js';
import { identifierLength } from '../database/identifier.js';
import { hashToken } from '../principals/access-token.js';

/** A client secret that a client can authenticate with. */
export interface StoredSecret {
  readonly hash: Bytes;
  /** Null for the current secret. */
  readonly expiresAt: Date | null;
}

type StoredSecrets = Pick<
  Application,
  'clientSecretHash' | 'previousSecretHash' | 'previousSecretExpiresAt'
>;

/** No text has this hash. */
const none: StoredSecret = { hash: new Uint8Array(32), expiresAt: null };

/** Returns the valid secrets of an application, the current one first. A public client has none. */
export function validSecrets(application: StoredSecrets): StoredSecret[] {
  const { clientSecretHash, previousSecretHash, previousSecretExpiresAt: expiresAt } = application;
  if (!clientSecretHash) return [];
  const current = { hash: clientSecretHash, expiresAt: null };
  const isKept = previousSecretHash && expiresAt && expiresAt.getTime() > Date.now();
  return isKept ? [current, { hash: previousSecretHash, expiresAt }] : [current];
}

/** Returns the client's secret with this text. Always compares two hashes, so that the duration reveals nothing. */
export function findSecret(client: StoredSecrets | null, text = ''): StoredSecret | undefined {
  const hash = hashToken(text);
  const [current = none, previous = none] = client ? validSecrets(client) : [];
  return [current, previous].filter((secret) => timingSafeEqual(secret.hash, hash))[0];
}

/** Identifies a secret. The beginning of its hash does not help to guess 64 random characters. */
export function toSecretId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, identifierLength);
}
