/** A window that is open. */
export interface CounterState {
  /** The hits accepted in this window; never more than the limit they were counted against. */
  hits: number;
  /** When the window ends, in Unix milliseconds; never in the past. */
  resetAt: number;
}

/** What one hit came to. */
export interface CounterHit extends CounterState {
  /** Whether it was counted; otherwise the limit was used up. */
  accepted: boolean;
}

/**
 * Counts hits in fixed windows: a key's window starts with its first hit and ends `windowMs` later,
 * whatever happens in between.
 *
 * The contract, and at once the token under which a storage is provided.
 */
export abstract class CounterStorage {
  /**
   * Counts one hit if fewer than `limit` were counted in the window. One step: however many hits
   * arrive at once, no more than `limit` are accepted.
   *
   * A refused hit changes nothing, so knocking on does not keep the door shut. Nor does one that
   * names a longer window; one that names a shorter window ends it after that.
   */
  abstract hit(key: string, limit: number, windowMs: number): Promise<CounterHit>;

  /** The key's window without counting, or undefined when none is open. */
  abstract peek(key: string): Promise<CounterState | undefined>;

  /** Forgets the key: its next hit opens a new window. */
  abstract reset(key: string): Promise<void>;

  /** Releases what the storage holds open. */
  close?(): Promise<void>;
}
