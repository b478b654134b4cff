import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../../principals/access-token.js';
import type { ManagementToken } from '../settings/management-tokens.js';

/** A token of the settings, by its digest. */
export type KnownToken = Omit<ManagementToken, 'token'> & {
  readonly digest: Uint8Array<ArrayBuffer>;
};

/** The tokens of the settings that give access to the management port. */
export class KnownTokens {
  private readonly tokens: readonly KnownToken[];

  constructor(tokens: readonly ManagementToken[]) {
    this.tokens = tokens.map(({ token, ...opened }) => ({ digest: hashToken(token), ...opened }));
  }

  find(token: string): KnownToken | undefined {
    return this.findDigest(hashToken(token));
  }

  /**
   * Compares a digest with those of all tokens. Digests have the same length, so the time reveals nothing about a
   * token.
   */
  findDigest(sent: Uint8Array): KnownToken | undefined {
    return this.tokens.filter(({ digest }) => timingSafeEqual(digest, sent))[0];
  }
}
