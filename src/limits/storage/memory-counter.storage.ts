import { CounterStorage, type CounterHit, type CounterState } from './counter.storage.js';

interface MemoryCounterStorageOptions {
  /** The maximum number of keys. Default: 300,000, about 66 MB with the keys of {@link RateLimitsService}. */
  maxKeys?: number;
  /** The clock for times in results, in Unix milliseconds. Default: `Date.now`. */
  now?: () => number;
  /** The monotonic clock that ends windows, in milliseconds. The system clock can be changed. */
  elapsed?: () => number;
}

interface Counter {
  hits: number;
  endsAt: number;
}

interface Generations {
  readonly maxMs: number;
  younger: Map<string, Counter>;
  older: Map<string, Counter>;
  longestMs: number;
  turnsAt: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Counts in this process, without timers or sweeps: once a generation has been the older one for the longest window,
 * all of its counters have ended, and it is dropped as a whole.
 * A generation with half of the keys becomes the older one early. Its counters end soonest, so dropping them does the
 * least harm. Unbounded growth would let invented keys exhaust the memory, refusing new keys would lock out all users,
 * and not counting new keys would lift the limit for them.
 * Windows up to a minute, up to an hour and longer have separate generations, so that a flood of keys with short
 * windows never evicts the long ones, which protect passwords.
 */
export class MemoryCounterStorage extends CounterStorage {
  private readonly windows: readonly Generations[];
  private readonly generationSize: number;
  private readonly now: () => number;
  private readonly elapsed: () => number;

  constructor({
    maxKeys = 300_000,
    now = Date.now,
    elapsed = () => performance.now(),
  }: MemoryCounterStorageOptions = {}) {
    super();
    this.windows = [minuteMs, hourMs, Infinity].map((maxMs) => ({
      maxMs: maxMs,
      younger: new Map(),
      older: new Map(),
      longestMs: 0,
      turnsAt: -Infinity,
    }));
    this.generationSize = Math.max(1, Math.floor(maxKeys / 2 / this.windows.length));
    this.now = now;
    this.elapsed = elapsed;
  }

  get size(): number {
    let size = 0;
    for (const { younger, older } of this.windows) size += younger.size + older.size;
    return size;
  }

  async hit(key: string, limit: number, windowMs: number): Promise<CounterHit> {
    const counter = this.open(key, windowMs);
    const accepted = counter.hits < limit;
    if (accepted) counter.hits++;
    const { hits, resetAt } = this.getState(counter);
    return { hits, resetAt, accepted };
  }

  async peek(key: string): Promise<CounterState | undefined> {
    const counter = this.find(key, this.elapsed());
    return counter && this.getState(counter);
  }

  take(key: string, { hits, resetAt }: CounterState, windowMs: number): void {
    const counter = this.open(key, windowMs);
    counter.hits = hits;
    counter.endsAt = this.elapsed() + resetAt - this.now();
    // Moves the counter to the younger generation, because it may now end after the older one is dropped.
    this.getGenerations(windowMs).younger.set(key, counter);
  }

  async reset(key: string): Promise<void> {
    for (const { younger, older } of this.windows) {
      younger.delete(key);
      older.delete(key);
    }
  }

  private getState({ hits, endsAt }: Counter): CounterState {
    return { hits, resetAt: this.now() + Math.round(endsAt - this.elapsed()) };
  }

  private open(key: string, windowMs: number): Counter {
    const now = this.elapsed();
    const generations = this.turned(windowMs, now);
    const known = openIn(generations, key, now) ?? this.find(key, now);
    if (known) {
      // The counter may have a longer window from an earlier hit: shorten it to `windowMs`.
      known.endsAt = Math.min(known.endsAt, now + windowMs);
      return known;
    }
    const opened = { hits: 0, endsAt: now + windowMs };
    generations.younger.set(key, opened);
    return opened;
  }

  private find(key: string, now: number): Counter | undefined {
    for (const generations of this.windows) {
      const counter = openIn(generations, key, now);
      if (counter) return counter;
    }
    return undefined;
  }

  private turned(windowMs: number, now: number): Generations {
    const generations = this.getGenerations(windowMs);
    if (windowMs > generations.longestMs) {
      generations.turnsAt += windowMs - generations.longestMs;
      generations.longestMs = windowMs;
    }
    if (generations.turnsAt <= now || generations.younger.size >= this.generationSize) {
      generations.older = generations.younger;
      generations.younger = new Map();
      generations.turnsAt = now + generations.longestMs;
    }
    return generations;
  }

  private getGenerations(windowMs: number): Generations {
    return this.windows.find(({ maxMs: maxMs }) => windowMs <= maxMs)!;
  }
}

function openIn({ younger, older }: Generations, key: string, now: number): Counter | undefined {
  const counter = younger.get(key) ?? older.get(key);
  return counter && counter.endsAt > now ? counter : undefined;
}
