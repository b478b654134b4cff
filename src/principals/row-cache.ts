import type { ChangeLog, ChangeObserver } from '../database/change-log.js';
import { S3FifoCache } from './s3-fifo.cache.js';

/** Above this number of recorded invalidations, everything counts as invalidated. */
const maxForgotten = 10_000;

/** Caches values that were read from rows. It serves them only while this node has read all changes of other nodes. */
export abstract class RowCache<V extends object> implements ChangeObserver {
  protected readonly values: S3FifoCache<V>;
  private readonly dependents = new KeysByDependency();
  /** The time of the last invalidation of each id; `clearedAt` is that of everything. */
  private readonly forgottenAt = new Map<string, number>();
  private clearedAt = 0;
  private time = 0;

  constructor(
    private readonly changes: ChangeLog,
    maxBytes: number,
  ) {
    this.values = new S3FifoCache(maxBytes, (_, value) => this.release(value));
    changes.observe(this);
  }

  async get(key: string): Promise<V | undefined> {
    const isReliable =
      this.values.has(key) && (this.changes.isCurrent() || (await this.changes.becomesCurrent()));
    return isReliable ? this.values.get(key) : undefined;
  }

  get changeCount(): number {
    return this.time;
  }

  /** Returns the number of the last invalidation, or undefined while this node does not follow changes. */
  now(): number | undefined {
    return this.changes.isFollowing() ? this.time : undefined;
  }

  /** Caches a value, unless one of its ids was invalidated after `readAfter`. */
  keep(value: V, readAfter: number | undefined): void {
    if (readAfter === undefined || this.clearedAt > readAfter) return;
    const key = this.toKey(value);
    const dependencies = this.listDependencies(value);
    const isForgotten = (id: string) => (this.forgottenAt.get(id) ?? 0) > readAfter;
    if (isForgotten(key) || dependencies.some(isForgotten)) return;
    this.drop(key);
    for (const id of dependencies) this.dependents.add(id, key);
    this.values.set(key, value, this.countBytes(value));
  }

  /**
   * Invalidates the value with this key, and those that depend on this id.
   *
   * @param revision the new revision, if only the account itself has changed. Keeps values that show it or a later one
   */
  forget(id: string, revision?: number): void {
    this.outdate(id);
    this.drop(id);
    for (const key of this.listKeys(id)) {
      const value = this.values.peek(key);
      if (revision === undefined || (value && this.isOutdated(value, id, revision))) this.drop(key);
    }
  }

  clear(): void {
    this.clearedAt = ++this.time;
    this.forgottenAt.clear();
    this.values.clear();
    this.dependents.clear();
  }

  protected abstract toKey(value: V): string;

  /** The ids of the records whose changes can change or end the value. */
  protected abstract listDependencies(value: V): string[];

  /** The approximate memory of a value. */
  protected abstract countBytes(value: V): number;

  /** Whether the value contains an earlier revision of this account. */
  protected isOutdated(_value: V, _accountId: string, _revision: number): boolean {
    return false;
  }

  protected listKeys(id: string): Iterable<string> {
    return this.dependents.find(id);
  }

  /** Prevents caching of lookups that have already begun. */
  protected outdate(id: string): void {
    this.forgottenAt.set(id, ++this.time);
    if (this.forgottenAt.size > maxForgotten) {
      // As a side effect, no lookup in progress is cached.
      this.forgottenAt.clear();
      this.clearedAt = this.time;
    }
  }

  private drop(key: string): void {
    const dropped = this.values.delete(key);
    if (dropped) this.release(dropped);
  }

  private release(value: V): void {
    const key = this.toKey(value);
    for (const id of this.listDependencies(value)) this.dependents.delete(id, key);
  }
}

/** Maps an id to the keys that depend on it. A single key is stored without a set, in a tenth of the memory. */
export class KeysByDependency {
  private readonly keys = new Map<string, string | Set<string>>();

  add(id: string, key: string): void {
    const known = this.keys.get(id);
    if (known === undefined || known === key) this.keys.set(id, key);
    else if (typeof known === 'string') this.keys.set(id, new Set([known, key]));
    else known.add(key);
  }

  delete(id: string, key: string): void {
    const known = this.keys.get(id);
    if (known instanceof Set) known.delete(key);
    const isOver = known instanceof Set ? known.size === 0 : known === key;
    if (isOver) this.keys.delete(id);
  }

  find(id: string): Iterable<string> {
    const known = this.keys.get(id) ?? [];
    return typeof known === 'string' ? [known] : known;
  }

  clear(): void {
    this.keys.clear();
  }
}
