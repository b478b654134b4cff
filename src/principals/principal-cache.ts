import { Logger } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import type { ChangeLog } from '../database/change-log.js';
import type { Account } from '../database/records.js';
import { hasExpired, type Principal } from './principal.js';
import { RowCache } from './row-cache.js';

/** An eighth of the heap limit, at most 64 MiB: some 50,000 principals. */
export function defaultCacheBytes(): number {
  return Math.min(64 * 2 ** 20, Math.floor(getHeapStatistics().heap_size_limit / 8));
}

/** The number of requests between two log entries with statistics. */
const loggedEvery = 10_000;

/** Caches the most requested principals by token id. */
export class PrincipalCache extends RowCache<Principal> {
  private readonly logger = new Logger(PrincipalCache.name);
  private hits = 0;
  private misses = 0;

  /** @param maxBytes the approximate memory that principals may use */
  constructor(
    changes: ChangeLog,
    private readonly maxBytes = defaultCacheBytes(),
  ) {
    super(changes, maxBytes);
  }

  /** Since the cache was created. `size` counts principals, and `bytes` is their approximate memory. */
  get statistics() {
    const { hits, misses, maxBytes } = this;
    const { size, bytes } = this.values;
    return { hits, misses, size, bytes, maxBytes };
  }

  override async get(tokenId: string): Promise<Principal | undefined> {
    const principal = await super.get(tokenId);
    const isHit = principal !== undefined && !hasExpired(principal);
    this.count(isHit);
    return isHit ? principal : undefined;
  }

  private count(isHit: boolean): void {
    if (isHit) this.hits++;
    else this.misses++;
    if ((this.hits + this.misses) % loggedEvery === 0) this.logger.debug({ ...this.statistics });
  }

  /** Puts an account that this node has changed into the principals of all its tokens. */
  renew(account: Account): void {
    this.outdate(account.id);
    const renewed = frozenCopy(account);
    for (const tokenId of this.listKeys(account.id)) {
      const earlier = this.values.peek(tokenId);
      if (!earlier || !this.isOutdated(earlier, account.id, account.revision)) continue;
      const principal = Object.freeze({ ...earlier, account: renewed });
      this.values.set(tokenId, principal, this.countBytes(principal));
    }
  }

  protected toKey({ tokenId }: Principal): string {
    return tokenId;
  }

  protected listDependencies({ account, application, authorizationId }: Principal): string[] {
    const ids = [account.id, application.id, application.ownerId];
    return authorizationId ? [...ids, authorizationId] : ids;
  }

  protected countBytes({ account, application, scope, resource }: Principal): number {
    const texts = [application.name, resource, ...scope];
    return baseBytes + countTextBytes(account) + countTextBytes(texts);
  }

  /** The account that only owns the application does not count. A principal may already show a later revision. */
  protected override isOutdated({ account }: Principal, id: string, revision: number): boolean {
    return account.id === id && account.revision < revision;
  }
}

/** The memory of the texts of an object or array, with two bytes per character, as for texts outside Latin-1. */
export function countTextBytes(values: object): number {
  let bytes = 0;
  for (const text of Object.values(values)) if (typeof text === 'string') bytes += 2 * text.length;
  return bytes;
}

/** The measured memory of a principal and its index entries, without its texts. */
const baseBytes = 850;

/**
 * Returns a deeply frozen copy of a row and its relations. Only dates stay mutable, because JavaScript cannot
 * freeze them. V8 keeps each object from Prisma as a hash table; the copies share one hidden class and use
 * half the memory.
 */
export function frozenCopy<T>(row: T): Readonly<T>;
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return Object.freeze(value.map((each: unknown) => frozenCopy(each)));
  // V8 would turn the copy into a hash table again if some twenty members were assigned one by one.
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member)]);
  return Object.freeze(Object.fromEntries(members));
}
