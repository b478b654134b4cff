interface Entry<V> {
  readonly key: string;
  value: V;
  bytes: number;
  /** Uses since it was set or last considered for eviction, up to {@link maxUses}. */
  uses: number;
  queue: Queue<V>;
  older: Entry<V> | undefined;
  newer: Entry<V> | undefined;
}

const maxUses = 3;

/** The share of the bytes that is reserved for values not used since they were set. */
const probationShare = 0.1;

/**
 * A cache with a size limit in bytes, in which a scan over many keys does not displace frequently used ones: S3-FIFO
 * (Yang, Zhang, Qiu, Yue, Rashmi: "FIFO queues are all you need for cache eviction", SOSP 2023).
 */
export class S3FifoCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private readonly probation = new Queue<V>();
  private readonly main = new Queue<V>();
  /** Keys that left probation unused. If one is set again, it goes straight to `main`. */
  private ghosts = new Set<string>();
  private olderGhosts = new Set<string>();

  /**
   * @param maxBytes limits the sum of the sizes passed to {@link set}
   * @param onEvict called with each evicted value, but not with deleted or replaced values
   */
  constructor(
    private readonly maxBytes: number,
    private readonly onEvict: (key: string, value: V) => void = () => undefined,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get bytes(): number {
    return this.probation.bytes + this.main.bytes;
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** Counts a use. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry && entry.uses < maxUses) entry.uses++;
    return entry?.value;
  }

  /** Counts no use. */
  peek(key: string): V | undefined {
    return this.entries.get(key)?.value;
  }

  /** Evicts the value immediately if it is larger than `maxBytes`. */
  set(key: string, value: V, bytes: number): void {
    const known = this.entries.get(key);
    if (bytes > this.maxBytes) {
      this.delete(key);
      this.onEvict(key, value);
      return;
    }
    if (known) {
      known.queue.bytes += bytes - known.bytes;
      Object.assign(known, { value, bytes });
    } else {
      const isGhost = this.ghosts.has(key) || this.olderGhosts.has(key);
      const queue = isGhost ? this.main : this.probation;
      const entry = { key, value, bytes, uses: 0, queue, older: undefined, newer: undefined };
      this.entries.set(key, entry);
      queue.add(entry);
    }
    while (this.bytes > this.maxBytes) this.evict();
  }

  delete(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    entry.queue.remove(entry);
    return entry.value;
  }

  clear(): void {
    this.entries.clear();
    this.probation.clear();
    this.main.clear();
    this.ghosts.clear();
    this.olderGhosts.clear();
  }

  private evict(): void {
    const { probation, main } = this;
    const isProbation = !main.oldest || probation.bytes > probationShare * this.maxBytes;
    const entry = (isProbation ? probation : main).oldest!;
    if (entry.uses === 0) {
      this.delete(entry.key);
      if (isProbation) this.rememberGhost(entry.key);
      this.onEvict(entry.key, entry.value);
    } else {
      entry.uses = isProbation ? 0 : entry.uses - 1;
      entry.queue.remove(entry);
      main.add(entry);
    }
  }

  /** Keeps at least as many ghosts as there are values, and at most twice as many. */
  private rememberGhost(key: string): void {
    this.ghosts.add(key);
    if (this.ghosts.size <= this.size) return;
    this.olderGhosts = this.ghosts;
    this.ghosts = new Set();
  }
}

/** Links entries, because a paused iterator of a map would keep every entry alive that the map has held since. */
class Queue<V> {
  oldest: Entry<V> | undefined;
  private newest: Entry<V> | undefined;
  bytes = 0;

  add(entry: Entry<V>): void {
    entry.queue = this;
    entry.older = this.newest;
    if (this.newest) this.newest.newer = entry;
    else this.oldest = entry;
    this.newest = entry;
    this.bytes += entry.bytes;
  }

  remove(entry: Entry<V>): void {
    const { older, newer } = entry;
    if (older) older.newer = newer;
    else this.oldest = newer;
    if (newer) newer.older = older;
    else this.newest = older;
    entry.older = undefined;
    entry.newer = undefined;
    this.bytes -= entry.bytes;
  }

  clear(): void {
    this.oldest = undefined;
    this.newest = undefined;
    this.bytes = 0;
  }
}
