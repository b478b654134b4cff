import { Logger } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { type ChangeLog, type ChangeObserver } from '../database/change-log.js';
import type { Account } from '../database/records.js';
import { Dependents } from './dependents.js';
import { frozenCopy } from './frozen-copy.js';
import { hasExpired, type Principal } from './principal.js';
import { S3FifoCache } from './s3-fifo.cache.js';

/** The most invalidated ids that are recorded individually; above this, all are invalidated together. */
const maxForgotten = 10_000;

const megabyte = 1_024 * 1_024;

/** An eighth of what the heap may grow to, and at most 64 MB: some 50,000 principals. */
export function defaultCacheBytes(): number {
  return Math.min(64 * megabyte, Math.floor(getHeapStatistics().heap_size_limit / 8));
}

/** The statistics are logged after this many requests. */
const loggedEvery = 10_000;

/** The statistics of a {@link PrincipalCache} since the start. */
export interface PrincipalCacheStatistics {
  /** Requests whose principal was in the cache and current. */
  readonly hits: number;
  /** Requests whose token was looked up in the database. */
  readonly misses: number;
  /** How many principals are cached. */
  readonly size: number;
  /** The approximate memory they use, in bytes, and its limit. */
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * The most requested principals, used while all changes of other nodes are known. Code that changes
 * a principal on this node invalidates it before the response is sent.
 */
export class PrincipalCache implements ChangeObserver {
  private readonly logger = new Logger(PrincipalCache.name);
  /** By the id of their token. */
  private readonly principals: S3FifoCache<Principal>;
  private readonly dependents = new Dependents();
  private hits = 0;
  private misses = 0;
  /** The number of the last invalidation of an id, and of the last one of everything. */
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

  get statistics(): PrincipalCacheStatistics {
    const { hits, misses, maxBytes } = this;
    const { size, bytes } = this.principals;
    return { hits, misses, size, bytes, maxBytes };
  }

  /** The principal of a token that has not expired, if it is cached and current. */
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

  /** How many invalidations there were. */
  get changeCount(): number {
    return this.time;
  }

  /** The number of the last invalidation; undefined while changes are not read. */
  now(): number | undefined {
    return this.changes.isFollowing() ? this.time : undefined;
  }

  /** Caches a principal, unless one of its ids was invalidated after `readAfter`. */
  keep(principal: Principal, readAfter: number | undefined): void {
    if (readAfter === undefined || this.clearedAt > readAfter) return;
    const { tokenId } = principal;
    const dependencies = dependenciesOf(principal);
    const isOutdated = (id: string) => (this.forgottenAt.get(id) ?? 0) > readAfter;
    if (isOutdated(tokenId) || dependencies.some(isOutdated)) return;
    this.drop(tokenId);
    for (const id of dependencies) this.dependents.add(id, tokenId);
    this.principals.set(tokenId, principal, bytesOf(principal));
  }

  /**
   * Invalidates a token, or all tokens of an account, an application, an owner or an authorization.
   *
   * @param revision the new revision, where only the account itself has changed. Tokens that have this
   *   revision or a later one are kept
   */
  forget(id: string, revision?: number): void {
    this.outdate(id);
    this.drop(id);
    for (const tokenId of this.dependents.of(id)) {
      if (revision === undefined || this.showsEarlier(tokenId, id, revision)) this.drop(tokenId);
    }
  }

  /** Replaces an account that this node has changed in the principals of all its tokens. */
  renew(account: Account): void {
    this.outdate(account.id);
    const renewed = frozenCopy(account);
    for (const tokenId of this.dependents.of(account.id)) {
      if (!this.showsEarlier(tokenId, account.id, account.revision)) continue;
      const principal = Object.freeze({ ...this.principals.peek(tokenId)!, account: renewed });
      this.principals.set(tokenId, principal, bytesOf(principal));
    }
  }

  clear(): void {
    this.clearedAt = ++this.time;
    this.forgottenAt.clear();
    this.principals.clear();
    this.dependents.clear();
  }

  private showsEarlier(tokenId: string, accountId: string, revision: number): boolean {
    const { account } = this.principals.peek(tokenId)!;
    return account.id === accountId && account.revision < revision;
  }

  /** A lookup that began before now is not cached. */
  private outdate(id: string): void {
    this.forgottenAt.set(id, ++this.time);
    if (this.forgottenAt.size > maxForgotten) {
      // Bounds the map: lookups that are in progress are not cached.
      this.forgottenAt.clear();
      this.clearedAt = this.time;
    }
  }

  private drop(tokenId: string): void {
    const dropped = this.principals.delete(tokenId);
    if (dropped) this.release(dropped);
  }

  private release(principal: Principal): void {
    for (const id of dependenciesOf(principal)) this.dependents.delete(id, principal.tokenId);
  }
}

/** The ids whose change can change or end a token. */
function dependenciesOf({ account, application, authorizationId }: Principal): string[] {
  const ids = [account.id, application.id, application.ownerId];
  return authorizationId ? [...ids, authorizationId] : ids;
}

/** The memory of a principal and its index entries without its texts, in bytes; as measured. */
const baseBytes = 850;

/** The approximate memory of a principal; texts beyond Latin-1 take two bytes a character. */
function bytesOf({ account, application, scope }: Principal): number {
  let bytes = baseBytes + 2 * application.name.length;
  for (const text of [...Object.values(account), ...scope]) {
    if (typeof text === 'string') bytes += 2 * text.length;
  }
  return bytes;
}
