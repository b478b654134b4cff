/** An open window. */
export interface CounterState {
  /** The hits accepted in this window; never more than the limit they were counted against. */
  hits: number;
  /** When the window ends, in Unix milliseconds; never in the past. */
  resetAt: number;
}

/** The result of one hit. */
export interface CounterHit extends CounterState {
  /** Whether the hit was counted; otherwise the limit is used up. */
  accepted: boolean;
}

/**
 * Counts hits in fixed windows: a key's window starts with its first hit and ends `windowMs` later,
 * whatever hits follow.
 *
 * This class is the contract of storages and their injection token.
 */
export abstract class CounterStorage {
  /**
   * Counts one hit if fewer than `limit` were counted in the window. The operation is atomic: of any number of
   * concurrent hits, no more than `limit` are accepted.
   *
   * A refused hit changes nothing, so retries do not extend the window. A hit with
   * a longer window does not extend it either; a hit with a shorter one shortens it.
   */
  abstract hit(key: string, limit: number, windowMs: number): Promise<CounterHit>;

  /** The key's window without counting, or undefined when none is open. */
  abstract peek(key: string): Promise<CounterState | undefined>;

  /** Deletes the key: its next hit opens a new window. */
  abstract reset(key: string): Promise<void>;

  /** Closes the connections of the storage. */
  close?(): Promise<void>;
}
