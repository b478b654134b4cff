import { CounterStorage, type CounterHit, type CounterState } from './counter.storage.js';

export interface MemoryCounterStorageOptions {
  /** The most keys held. Default: 300,000, which take 66 MB as {@link RateLimitsService} makes them. */
  maxKeys?: number;
  /** The clock, in Unix milliseconds, for the times in results. Default: `Date.now`. */
  now?: () => number;
  /** A monotonic clock in milliseconds, by which windows end, because the system clock can be changed. */
  elapsed?: () => number;
}

interface Counter {
  hits: number;
  /** On the monotonic clock. */
  endsAt: number;
}

/** Counters of windows of similar length, in two generations by the time they were opened. */
interface Generations {
  /** The longest window of this group. */
  readonly mostMs: number;
  younger: Map<string, Counter>;
  older: Map<string, Counter>;
  /** The longest window that was opened in this group. */
  longestMs: number;
  /** When `younger` becomes `older`: the longest window after it began. */
  turnsAt: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Counts in this process, without timers: no sweep is needed, because when a
 * generation has been the older one for the longest window, every counter in it has ended, and it is
 * dropped as a whole.
 *
 * The bound works the same way: a generation that reaches half of it turns early, and the
 * older one is dropped, with the counters that have ended or end soonest. Dropping those
 * is the least harm. Unbounded growth would let invented keys exhaust the memory, refusing new keys would
 * let them lock all users out, and not counting new keys would lift the limit for all of them;
 * this way, a client with 50,000 keys gains a few attempts. Windows of up to a minute, of up to
 * an hour and longer ones have generations of their own, with a third of the keys each, so that a flood of
 * keys counted by the minute never evicts the few keys counted by the hour, which protect passwords.
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
    this.windows = [minuteMs, hourMs, Infinity].map((mostMs) => ({
      mostMs,
      younger: new Map(),
      older: new Map(),
      longestMs: 0,
      turnsAt: -Infinity,
    }));
    this.generationSize = Math.max(1, Math.floor(maxKeys / 2 / this.windows.length));
    this.now = now;
    this.elapsed = elapsed;
  }

  /** The number of keys, including those whose window has ended. */
  get size(): number {
    let size = 0;
    for (const { younger, older } of this.windows) size += younger.size + older.size;
    return size;
  }

  async hit(key: string, limit: number, windowMs: number): Promise<CounterHit> {
    const counter = this.open(key, windowMs);
    const accepted = counter.hits < limit;
    if (accepted) counter.hits++;
    const { hits, resetAt } = this.stateOf(counter);
    return { hits, resetAt, accepted };
  }

  async peek(key: string): Promise<CounterState | undefined> {
    const counter = this.find(key, this.elapsed());
    return counter && this.stateOf(counter);
  }

  /** Continues from a count of another storage. */
  take(key: string, { hits, resetAt }: CounterState, windowMs: number): void {
    const counter = this.open(key, windowMs);
    counter.hits = hits;
    counter.endsAt = this.elapsed() + resetAt - this.now();
    // It may end later than its own window, and is dropped with the others of its generation.
    this.generationsOf(windowMs).younger.set(key, counter);
  }

  async reset(key: string): Promise<void> {
    for (const { younger, older } of this.windows) {
      younger.delete(key);
      older.delete(key);
    }
  }

  private stateOf({ hits, endsAt }: Counter): CounterState {
    return { hits, resetAt: this.now() + Math.round(endsAt - this.elapsed()) };
  }

  private open(key: string, windowMs: number): Counter {
    const now = this.elapsed();
    const generations = this.turned(windowMs, now);
    const known = openIn(generations, key, now) ?? this.find(key, now);
    if (known) {
      // The end of an earlier, longer window may be further away than a whole window now: it is shortened.
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
    const generations = this.generationsOf(windowMs);
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

  private generationsOf(windowMs: number): Generations {
    return this.windows.find(({ mostMs }) => windowMs <= mostMs)!;
  }
}

function openIn({ younger, older }: Generations, key: string, now: number): Counter | undefined {
  const counter = younger.get(key) ?? older.get(key);
  return counter && counter.endsAt > now ? counter : undefined;
}
