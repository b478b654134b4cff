import { Logger } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { type ChangeLog, type ChangeObserver } from '../../database/change-log.js';
import type { Account } from '../../database/records.js';
import { Dependents } from './dependents.js';
import { frozenCopy } from './frozen-copy.js';
import { hasExpired, type Principal } from './principal.js';
import { S3FifoCache } from './s3-fifo.cache.js';

/** Of more ids that were forgotten than these none is remembered by itself. */
const maxForgotten = 10_000;

const megabyte = 1_024 * 1_024;

/** An eighth of what the heap may grow to, and at most 64 MB: some 50,000 principals. */
export function defaultCacheBytes(): number {
  return Math.min(64 * megabyte, Math.floor(getHeapStatistics().heap_size_limit / 8));
}

/** After so many requests the statistics are in the log again. */
const loggedEvery = 10_000;

/** How well a {@link PrincipalCache} serves, since the start. */
export interface PrincipalCacheStatistics {
  /** Requests whose principal was there, and may be relied on. */
  readonly hits: number;
  /** Requests whose token was looked up in the database. */
  readonly misses: number;
  /** The principals there are now. */
  readonly size: number;
  /** What they take of memory, about, and what they may take. */
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * The principals that are asked for most, as long as all changes of other nodes are known. What changes
 * a principal on this node tells the cache before it answers.
 */
export class PrincipalCache implements ChangeObserver {
  private readonly logger = new Logger(PrincipalCache.name);
  /** By the id of their token. */
  private readonly principals: S3FifoCache<Principal>;
  private readonly dependents = new Dependents();
  private hits = 0;
  private misses = 0;
  /** When an id was forgotten last, and when everything was; time is counted in forgettings. */
  private readonly forgottenAt = new Map<string, number>();
  private clearedAt = 0;
  private time = 0;

  /** @param maxBytes what principals may take of memory, about */
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

  /** The principal of a token that has not ended, if it is known and may be relied on. */
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

  /** How often anything was forgotten, be changes read or not. */
  get changeCount(): number {
    return this.time;
  }

  /** The time, for a principal that is read after it. None while changes are not read. */
  now(): number | undefined {
    return this.changes.isFollowing() ? this.time : undefined;
  }

  /** Keeps a principal, unless anything about it was forgotten since `readAfter`. */
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
   * Forgets a token, or all tokens of an account, an application, an owner or an authorization.
   *
   * @param revision where only the account itself has changed: what it became. Tokens that show it
   *   so, or later, are kept
   */
  forget(id: string, revision?: number): void {
    this.outdate(id);
    this.drop(id);
    for (const tokenId of this.dependents.of(id)) {
      if (revision === undefined || this.showsEarlier(tokenId, id, revision)) this.drop(tokenId);
    }
  }

  /** What was changed on this node: from now on tokens show their account so. */
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

  /** Who looked something up before now does not keep it. */
  private outdate(id: string): void {
    this.forgottenAt.set(id, ++this.time);
    if (this.forgottenAt.size > maxForgotten) {
      // Bounds the map: what is being looked up at this moment is not kept.
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

/** With any of these a token may change or end. */
function dependenciesOf({ account, application, authorizationId }: Principal): string[] {
  const ids = [account.id, application.id, application.ownerId];
  return authorizationId ? [...ids, authorizationId] : ids;
}

/** What a principal takes beside its texts, with all that finds it; as measured. */
const baseBytes = 1_000;

/** What a principal takes of memory, about; texts beyond Latin-1 take two bytes a character. */
function bytesOf({ account, application, scope }: Principal): number {
  const { name, email, emailKey, client, phone } = account;
  const texts = [name, email, emailKey, client ?? '', phone ?? '', application.name, ...scope];
  return texts.reduce((bytes, text) => bytes + 2 * text.length, baseBytes);
}
