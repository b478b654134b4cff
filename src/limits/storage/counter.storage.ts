/** An open window. */
export interface CounterState {
  /** The number of accepted hits in this window. Never exceeds the limit. */
  hits: number;
  /** The end of the window in Unix milliseconds, never in the past. */
  resetAt: number;
}

/** The result of one hit. */
export interface CounterHit extends CounterState {
  /** Whether the hit was counted. If not, the limit is used up. */
  accepted: boolean;
}

/**
 * Counts hits in fixed windows. A key's window starts with its first hit and ends `windowMs` later. This class is both
 * the contract of storages and their injection token.
 */
export abstract class CounterStorage {
  /**
   * Counts one hit if fewer than `limit` were counted in the window, atomically. A refused hit is not counted. A hit
   * with a shorter window shortens the current one. A longer window does not extend it.
   */
  abstract hit(key: string, limit: number, windowMs: number): Promise<CounterHit>;

  /** Returns the key's window without counting, or undefined if none is open. */
  abstract peek(key: string): Promise<CounterState | undefined>;

  /** Deletes the key. Its next hit opens a new window. */
  abstract reset(key: string): Promise<void>;

  /** Whether the server that counts for all nodes works, as far as known. A storage without a server lacks this method. */
  isReachable?(): boolean;

  /** Closes the storage's connections. */
  close?(): Promise<void>;
}
