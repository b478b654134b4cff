import { CounterStorage, type CounterHit, type CounterState } from './counter.storage.js';

export interface MemoryCounterStorageOptions {
  /** The most keys held. Default: 300,000, which take 66 MB as {@link RateLimitsService} makes them. */
  maxKeys?: number;
  /** The clock, in Unix milliseconds, by which answers are dated. Default: `Date.now`. */
  now?: () => number;
  /** Milliseconds from any moment on, by which windows end: a clock is set now and then. */
  elapsed?: () => number;
}

interface Counter {
  hits: number;
  /** On the clock that is never set. */
  endsAt: number;
}

/** Counters of windows that are about as long, split by when they were opened. */
interface Generations {
  /** The longest window that belongs here. */
  readonly mostMs: number;
  younger: Map<string, Counter>;
  older: Map<string, Counter>;
  /** The longest window that was opened here. */
  longestMs: number;
  /** When `younger` becomes `older`: the longest window after it began. */
  turnsAt: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Counts in this process, without timers: nothing has to be swept, because by the time a
 * generation has been the older one for the longest window, every counter in it has ended, and it is
 * dropped in one stroke.
 *
 * The bound works the same way: a generation that reaches half of it turns early, and what was
 * older is forgotten, first of all what has ended, then what would end soonest. Forgetting those
 * is the lesser evil. Growing on would let made-up keys exhaust the memory, refusing new keys would
 * let them lock everyone out, and leaving new keys uncounted would lift the limit for all of them;
 * this way, who can afford 50,000 keys gains a few tries early. Windows of up to a minute, of up to
 * an hour and longer ones have generations of their own, with a third of the keys each, so a flood of
 * keys counted by the minute never washes out the few that are counted by the hour, which guard passwords.
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

  /** The keys held, ended ones included. */
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

  /** Goes on from what was counted elsewhere. */
  take(key: string, { hits, resetAt }: CounterState, windowMs: number): void {
    const counter = this.open(key, windowMs);
    counter.hits = hits;
    counter.endsAt = this.elapsed() + resetAt - this.now();
    // It may end later than it was opened for, and is dropped with the others of its generation.
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
      // Further away than a whole window when that was longer: nobody waits for that.
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
