interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** Uses since it was set or considered for eviction last, up to {@link maxUses}. */
  uses: number;
}

const maxUses = 3;

/** Of all bytes, what values that were not used again since they were set may take. */
const probationShare = 0.1;

/**
 * Keeps values within a number of bytes. A value that is never used again leaves before all others, so
 * a scan of many keys that are used once displaces none that are used often: S3-FIFO (Yang, Zhang, Qiu,
 * Yue, Rashmi: "FIFO queues are all you need for cache eviction", SOSP 2023).
 */
export class S3FifoCache<V> {
  private readonly probation = new Queue<V>();
  private readonly main = new Queue<V>();
  /** Keys that left probation unused: a key that comes back is used again, and goes to `main`. */
  private ghosts = new Set<string>();
  private olderGhosts = new Set<string>();

  /**
   * @param maxBytes what all values may take together, by what {@link set} is told of each
   * @param onEvict is told what is not kept any more, unless it was deleted or replaced
   */
  constructor(
    private readonly maxBytes: number,
    private readonly onEvict: (key: string, value: V) => void = () => undefined,
  ) {}

  /** How many values there are. */
  get size(): number {
    return this.probation.size + this.main.size;
  }

  /** What they take together. */
  get bytes(): number {
    return this.probation.bytes + this.main.bytes;
  }

  has(key: string): boolean {
    return this.main.get(key) !== undefined || this.probation.get(key) !== undefined;
  }

  /** The value, which counts as used. */
  get(key: string): V | undefined {
    const entry = this.main.get(key) ?? this.probation.get(key);
    if (entry && entry.uses < maxUses) entry.uses++;
    return entry?.value;
  }

  /** The value, without counting as used. */
  peek(key: string): V | undefined {
    return (this.main.get(key) ?? this.probation.get(key))?.value;
  }

  /** Sets a value that takes so many bytes; one that is larger than all may be is not kept. */
  set(key: string, value: V, bytes: number): void {
    const known = this.delete(key);
    if (bytes > this.maxBytes) {
      this.onEvict(key, value);
      return;
    }
    const queue = known || this.isGhost(key) ? this.main : this.probation;
    queue.add(key, { value, bytes, uses: known?.uses ?? 0 });
    while (this.bytes > this.maxBytes) this.evict();
  }

  delete(key: string): Entry<V> | undefined {
    return this.main.delete(key) ?? this.probation.delete(key);
  }

  clear(): void {
    this.probation.clear();
    this.main.clear();
    this.ghosts.clear();
    this.olderGhosts.clear();
  }

  private evict(): void {
    const isProbation =
      this.main.size === 0 || this.probation.bytes > probationShare * this.maxBytes;
    const queue = isProbation ? this.probation : this.main;
    const [key, entry] = queue.takeOldest();
    if (entry.uses === 0) {
      if (isProbation) this.rememberGhost(key);
      this.onEvict(key, entry.value);
    } else {
      entry.uses = isProbation ? 0 : entry.uses - 1;
      this.main.add(key, entry);
    }
  }

  private isGhost(key: string): boolean {
    return this.ghosts.has(key) || this.olderGhosts.has(key);
  }

  /** As many as there are values, and at most twice as many. */
  private rememberGhost(key: string): void {
    this.ghosts.add(key);
    if (this.ghosts.size <= this.size) return;
    this.olderGhosts = this.ghosts;
    this.ghosts = new Set();
  }
}

/** First in, first out, with the entries found by their keys. */
class Queue<V> {
  private readonly entries = new Map<string, Entry<V>>();
  /** Goes on where it stopped: a new iterator would pass over what was deleted before. */
  private oldest = this.entries[Symbol.iterator]();
  bytes = 0;

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Entry<V> | undefined {
    return this.entries.get(key);
  }

  add(key: string, entry: Entry<V>): void {
    this.entries.set(key, entry);
    this.bytes += entry.bytes;
  }

  delete(key: string): Entry<V> | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.bytes -= entry.bytes;
    return entry;
  }

  takeOldest(): [key: string, entry: Entry<V>] {
    let next = this.oldest.next();
    if (next.done) {
      this.oldest = this.entries[Symbol.iterator]();
      next = this.oldest.next();
    }
    const [key, entry] = next.value!;
    this.delete(key);
    return [key, entry];
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }
}
