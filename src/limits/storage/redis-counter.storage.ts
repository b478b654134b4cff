import { Logger } from '@nestjs/common';
import { CounterStorage, type CounterHit, type CounterState } from './counter.storage.js';
import { MemoryCounterStorage } from './memory-counter.storage.js';
import { createCounterClient } from './redis-counter.client.js';

const PREFIX = 'accounts:limit:';

/** The pause after a failure of Redis, so that not every request waits for it. */
const REST_MS = 1000;

/** How long a start waits for Redis before it continues without it. */
const START_MS = 1000;

/**
 * Counts in Redis, so that all nodes share one count, in one round trip per hit.
 *
 * A Redis that is down, hangs or refuses commands neither lifts the limits nor delays or fails a request:
 * the hit is then counted in this process, under the same limit, starting from the last count of Redis.
 */
export class RedisCounterStorage extends CounterStorage {
  private readonly logger = new Logger(RedisCounterStorage.name);
  private readonly local = new MemoryCounterStorage();
  private readonly client: ReturnType<typeof createCounterClient>;
  private restsUntil = 0;
  private failing = false;
  private closed = false;

  private constructor(
    url: string,
    private readonly timeoutMs: number,
  ) {
    super();
    this.client = createCounterClient(url);
    this.client.on('error', (error) => this.warn(error));
  }

  /**
   * Resolves within a bounded time, and rejects only for an invalid URL: without Redis, hits are counted in
   * this process until it is up.
   *
   * @param url `redis://…` or `rediss://…`
   * @param timeoutMs how long one command may take before the connection is closed
   */
  static async connect(url: string, timeoutMs = 250): Promise<RedisCounterStorage> {
    const storage = new RedisCounterStorage(url, timeoutMs);
    await new Promise<void>((resolve) => {
      storage.client.once('ready', resolve).once('error', () => resolve());
      setTimeout(resolve, START_MS).unref();
      storage.open();
    });
    return storage;
  }

  async hit(key: string, limit: number, windowMs: number): Promise<CounterHit> {
    const counted = await this.ask(() => this.client.hit(PREFIX + key, limit, windowMs));
    if (!counted) return this.local.hit(key, limit, windowMs);
    this.worked();
    this.local.take(key, counted, windowMs);
    return counted;
  }

  async peek(key: string): Promise<CounterState | undefined> {
    // A Redis that refuses to count still responds to this, but lacks the refused hits.
    const counted = this.failing ? undefined : await this.ask(() => this.client.peek(PREFIX + key));
    if (!counted) return this.local.peek(key);
    return counted.hits > 0 ? counted : undefined;
  }

  async reset(key: string): Promise<void> {
    await this.local.reset(key);
    await this.ask(() => this.client.del(PREFIX + key));
  }

  override async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.client.destroy();
  }

  /** The response of Redis, or undefined without one. */
  private async ask<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (!this.client.isReady || performance.now() < this.restsUntil) return undefined;
    // Two ticks are needed: after a stall of this process, the first tick runs before a waiting reply is read.
    let ticks = 0;
    const watch = setInterval(() => ++ticks === 2 && this.giveUp(), this.timeoutMs / 2);
    try {
      return await command();
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.warn(error);
      return undefined;
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Closes a silent connection. That rejects all commands waiting on it at once, and
   * until a new connection is established no request waits for Redis.
   */
  private giveUp(): void {
    this.warn(new Error(`no answer within ${this.timeoutMs} ms`));
    this.client.destroy();
    this.open();
  }

  private open(): void {
    // This rejects only when the client is closed, because the strategy below never stops reconnecting.
    this.client.connect().catch(() => undefined);
  }

  private warn(error: unknown): void {
    if (this.failing || this.closed) return;
    this.failing = true;
    const { message, code } = error as NodeJS.ErrnoException;
    this.logger.warn(
      `Redis (REDIS_URL of the service) fails (${message || code}): this process counts rate limits by itself`,
    );
  }

  private worked(): void {
    if (!this.failing) return;
    this.failing = false;
    this.logger.log('Redis is back: rate limits are counted there again');
  }
}
