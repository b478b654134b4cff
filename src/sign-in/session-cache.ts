import type { SessionOfAccount } from '../access/sessions/sessions.repository.js';
import type { ChangeLog } from '../database/change-log.js';
import { countTextBytes, defaultCacheBytes } from '../principals/principal-cache.js';
import { RowCache } from '../principals/row-cache.js';

/** A session by the id of its token, as `toTokenId` returns it. */
export interface CachedSession extends Omit<SessionOfAccount, 'hash'> {
  readonly tokenId: string;
}

/** The measured memory of a session and its index entries, without its texts. */
const baseBytes = 900;

/** Caches the most requested sessions for the guards of host routes. */
export class SessionCache extends RowCache<CachedSession> {
  /** @param maxBytes the approximate memory that sessions may use */
  constructor(changes: ChangeLog, maxBytes = defaultCacheBytes()) {
    super(changes, maxBytes);
  }

  /** Returns undefined for an expired session too, because another node may have extended it. */
  override async get(tokenId: string): Promise<CachedSession | undefined> {
    const session = await super.get(tokenId);
    return session && session.expiresAt > new Date() ? session : undefined;
  }

  protected toKey({ tokenId }: CachedSession): string {
    return tokenId;
  }

  protected listDependencies({ id, accountId }: CachedSession): string[] {
    return [id, accountId];
  }

  protected countBytes({ account, ...session }: CachedSession): number {
    return baseBytes + countTextBytes(account) + countTextBytes(session);
  }

  protected override isOutdated({ account }: CachedSession, id: string, revision: number): boolean {
    return account.id === id && account.revision < revision;
  }
}
