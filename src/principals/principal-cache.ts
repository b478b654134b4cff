import { Logger } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { type ChangeLog, type ChangeObserver } from '../database/change-log.js';
import type { Account } from '../database/records.js';
import { hasExpired, type Principal } from './principal.js';
import { S3FifoCache } from './s3-fifo.cache.js';

/** Above this number of recorded invalidations, everything counts as invalidated. */
const maxForgotten = 10_000;

/** An eighth of the heap limit, at most 64 MiB: some 50,000 principals. */
export function defaultCacheBytes(): number {
  return Math.min(64 * 2 ** 20, Math.floor(getHeapStatistics().heap_size_limit / 8));
}

/** The number of requests between two log entries with statistics. */
const loggedEvery = 10_000;

/** Caches the most requested principals. It serves them only while this node has read all changes of other nodes. */
export class PrincipalCache implements ChangeObserver {
  private readonly logger = new Logger(PrincipalCache.name);
  private readonly principals: S3FifoCache<Principal>;
  private readonly dependents = new TokensByDependency();
  private hits = 0;
  private misses = 0;
  /** The time of the last invalidation of each id; `clearedAt` is that of everything. */
  private readonly forgottenAt = new Map<string, number>();
  private clearedAt = 0;
  private time = 0;

  /** @param maxBytes the approximate memory that principals may use */
  constructor(
    private readonly changes: ChangeLog,
    private readonly maxBytes = defaultCacheBytes(),
  ) {
    this.principals = new S3FifoCache(maxBytes, (_, principal) => this.release(principal));
    changes.observe(this);
  }

  /** Since the cache was created. `size` counts principals, and `bytes` is their approximate memory. */
  get statistics() {
    const { hits, misses, maxBytes } = this;
    const { size, bytes } = this.principals;
    return { hits, misses, size, bytes, maxBytes };
  }

  async get(tokenId: string): Promise<Principal | undefined> {
    const isReliable =
      this.principals.has(tokenId) &&
      (this.changes.isCurrent() || (await this.changes.becomesCurrent()));
    const principal = isReliable ? this.principals.get(tokenId) : undefined;
    const isHit = principal !== undefined && !hasExpired(principal);
    this.count(isHit);
    return isHit ? principal : undefined;
  }

  private count(isHit: boolean): void {
    if (isHit) this.hits++;
    else this.misses++;
    if ((this.hits + this.misses) % loggedEvery === 0) this.logger.debug({ ...this.statistics });
  }

  get changeCount(): number {
    return this.time;
  }

  /** Returns the number of the last invalidation, or undefined while this node does not follow changes. */
  now(): number | undefined {
    return this.changes.isFollowing() ? this.time : undefined;
  }

  /** Caches a principal, unless one of its ids was invalidated after `readAfter`. */
  keep(principal: Principal, readAfter: number | undefined): void {
    if (readAfter === undefined || this.clearedAt > readAfter) return;
    const { tokenId } = principal;
    const dependencies = listDependencies(principal);
    const isOutdated = (id: string) => (this.forgottenAt.get(id) ?? 0) > readAfter;
    if (isOutdated(tokenId) || dependencies.some(isOutdated)) return;
    this.drop(tokenId);
    for (const id of dependencies) this.dependents.add(id, tokenId);
    this.principals.set(tokenId, principal, countBytes(principal));
  }

  /**
   * Invalidates a token, or all tokens of an account, application, owner or authorization.
   *
   * @param revision the new revision, if only the account itself has changed. Keeps tokens that show it or a later one
   */
  forget(id: string, revision?: number): void {
    this.outdate(id);
    this.drop(id);
    for (const tokenId of this.dependents.of(id)) {
      if (revision === undefined || this.findEarlier(tokenId, id, revision)) this.drop(tokenId);
    }
  }

  /** Puts an account that this node has changed into the principals of all its tokens. */
  renew(account: Account): void {
    this.outdate(account.id);
    const renewed = frozenCopy(account);
    for (const tokenId of this.dependents.of(account.id)) {
      const earlier = this.findEarlier(tokenId, account.id, account.revision);
      if (!earlier) continue;
      const principal = Object.freeze({ ...earlier, account: renewed });
      this.principals.set(tokenId, principal, countBytes(principal));
    }
  }

  clear(): void {
    this.clearedAt = ++this.time;
    this.forgottenAt.clear();
    this.principals.clear();
    this.dependents.clear();
  }

  private findEarlier(tokenId: string, id: string, revision: number): Principal | undefined {
    const principal = this.principals.peek(tokenId);
    const isEarlier = principal?.account.id === id && principal.account.revision < revision;
    return isEarlier ? principal : undefined;
  }

  /** Prevents caching of lookups that have already begun. */
  private outdate(id: string): void {
    this.forgottenAt.set(id, ++this.time);
    if (this.forgottenAt.size > maxForgotten) {
      // As a side effect, no lookup in progress is cached.
      this.forgottenAt.clear();
      this.clearedAt = this.time;
    }
  }

  private drop(tokenId: string): void {
    const dropped = this.principals.delete(tokenId);
    if (dropped) this.release(dropped);
  }

  private release(principal: Principal): void {
    for (const id of listDependencies(principal)) this.dependents.delete(id, principal.tokenId);
  }
}

/** The ids of the records whose changes can change or revoke a token. */
function listDependencies({ account, application, authorizationId }: Principal): string[] {
  const ids = [account.id, application.id, application.ownerId];
  return authorizationId ? [...ids, authorizationId] : ids;
}

/** The measured memory of a principal and its index entries, without its texts. */
const baseBytes = 850;

/** The approximate memory of a principal. Assumes two bytes per character, as for texts outside Latin-1. */
function countBytes({ account, application, scope }: Principal): number {
  let bytes = baseBytes + 2 * application.name.length;
  for (const text of [...Object.values(account), ...scope]) {
    if (typeof text === 'string') bytes += 2 * text.length;
  }
  return bytes;
}

/** Maps an id to the tokens that depend on it. A single token is stored without a set, in a tenth of the memory. */
export class TokensByDependency {
  private readonly tokens = new Map<string, string | Set<string>>();

  add(id: string, tokenId: string): void {
    const known = this.tokens.get(id);
    if (known === undefined || known === tokenId) this.tokens.set(id, tokenId);
    else if (typeof known === 'string') this.tokens.set(id, new Set([known, tokenId]));
    else known.add(tokenId);
  }

  delete(id: string, tokenId: string): void {
    const known = this.tokens.get(id);
    if (known instanceof Set) known.delete(tokenId);
    const isOver = known instanceof Set ? known.size === 0 : known === tokenId;
    if (isOver) this.tokens.delete(id);
  }

  of(id: string): Iterable<string> {
    const known = this.tokens.get(id) ?? [];
    return typeof known === 'string' ? [known] : known;
  }

  clear(): void {
    this.tokens.clear();
  }
}

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
