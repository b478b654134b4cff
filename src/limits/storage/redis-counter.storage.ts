import { createClient, defineScript, type CommandParser } from '@redis/client';
import { Logger } from '@nestjs/common';
import { CounterStorage, type CounterHit, type CounterState } from './counter.storage.js';
import { MemoryCounterStorage } from './memory-counter.storage.js';

/** Shortens keys that older settings have written: they would limit a caller for longer than the current settings. */
const HIT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local hits = tonumber(redis.call('GET', KEYS[1]) or '0')
local accepted = 0
if hits < limit then
  hits = redis.call('INCR', KEYS[1])
  accepted = 1
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > window then
  redis.call('PEXPIRE', KEYS[1], window)
  left = window
end
return { accepted, hits, left }`;

const PEEK = `return { redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1]) }`;

const invalidUrl =
  'RedisCounterStorage.connect() requires a URL that begins with redis:// or rediss://.';

/** Sends a script by its digest, and in full only if Redis has not loaded it yet. Queues nothing while disconnected. */
export function createCounterClient(url: string) {
  // Without a URL, the client would use a Redis of this machine.
  if (typeof url !== 'string') throw new TypeError(invalidUrl);
  try {
    return createClient({
      url,
      scripts: {
        hit: defineScript({
          SCRIPT: HIT,
          NUMBER_OF_KEYS: 1,
          parseCommand(parser: CommandParser, key: string, limit: number, windowMs: number) {
            parser.pushKey(key);
            parser.push(String(limit), String(windowMs));
          },
          transformReply: ([accepted, hits, left]: [number, number, number]) => ({
            accepted: accepted === 1,
            hits,
            resetAt: Date.now() + left,
          }),
        }),
        peek: defineScript({
          SCRIPT: PEEK,
          NUMBER_OF_KEYS: 1,
          parseCommand(parser: CommandParser, key: string) {
            parser.pushKey(key);
          },
          transformReply: ([hits, left]: [string | null, number]) => ({
            hits: Number(hits),
            resetAt: Date.now() + Math.max(0, left),
          }),
        }),
      },
      disableOfflineQueue: true,
      // The client's own timeout only covers the time until a command is written, and costs one AbortSignal each.
      commandOptions: { timeout: undefined },
      maintNotifications: 'disabled',
      // The socket timeout closes dead connections and those with a lost handshake. The ping keeps idle connections
      // from reaching it. A failure is detected in less than two seconds.
      pingInterval: 500,
      socket: {
        connectTimeout: 1500,
        socketTimeout: 1500,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 200) + Math.random() * 100,
      },
    });
  } catch {
    // Omits the cause, because it contains the URL with the password.
    throw new TypeError(invalidUrl);
  }
}

const PREFIX = 'accounts:limit:';

/** A counter that limits nothing. */
const PROBE_KEY = 'probe';

/** The pause after a Redis failure, so that not every request waits for Redis. */
const REST_MS = 1000;
const START_MS = 1000;

/**
 * Counts in Redis, so that all nodes share one count. Each hit is one round trip. While Redis is down, hangs or rejects
 * commands, this process counts instead, from the last count that Redis returned.
 */
export class RedisCounterStorage extends CounterStorage {
  private readonly logger = new Logger(RedisCounterStorage.name);
  private readonly local = new MemoryCounterStorage();
  private readonly client: ReturnType<typeof createCounterClient>;
  private restsUntil = 0;
  private failing = false;
  private probes: NodeJS.Timeout | undefined;
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
   * Resolves within one second, and rejects only for an invalid URL. Closes a connection whose command takes
   * `timeoutMs`.
   *
   * @throws TypeError for an invalid URL, without repeating it
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
    const counted = await this.count(key, limit, windowMs);
    if (!counted) return this.local.hit(key, limit, windowMs);
    this.local.take(key, counted, windowMs);
    return counted;
  }

  async peek(key: string): Promise<CounterState | undefined> {
    // A Redis that rejects writes still responds to this command, but lacks the hits that it rejected.
    const counted = this.failing ? undefined : await this.ask(() => this.client.peek(PREFIX + key));
    if (!counted) return this.local.peek(key);
    return counted.hits > 0 ? counted : undefined;
  }

  async reset(key: string): Promise<void> {
    await this.local.reset(key);
    await this.ask(() => this.client.del(PREFIX + key));
  }

  override isReachable(): boolean {
    return this.client.isReady && !this.failing;
  }

  override async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.probes);
    this.client.destroy();
  }

  private async count(key: string, limit: number, windowMs: number) {
    const counted = await this.ask(() => this.client.hit(PREFIX + key, limit, windowMs));
    if (counted) this.worked();
    return counted;
  }

  private async ask<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (!this.client.isReady || performance.now() < this.restsUntil) return undefined;
    // Waits for two ticks: after this process has stalled, the first tick runs before a pending reply is read.
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

  /** Immediately rejects all pending commands. No request waits for Redis until a new connection is established. */
  private giveUp(): void {
    this.warn(new Error(`no answer within ${this.timeoutMs} ms`));
    this.client.destroy();
    this.open();
  }

  private open(): void {
    // Rejects only when the client is closed, because its reconnect strategy never gives up.
    this.client.connect().catch(() => undefined);
  }

  private warn(error: unknown): void {
    if (this.failing || this.closed) return;
    this.failing = true;
    // Without requests, nothing else would notice that Redis counts again.
    this.probes = setInterval(() => void this.count(PROBE_KEY, 1, REST_MS), REST_MS).unref();
    const { message, code }: Partial<NodeJS.ErrnoException> = error ?? {};
    this.logger.warn(
      `Redis (REDIS_URL of the service) fails (${message || code}): this process counts rate limits in its own memory`,
    );
  }

  private worked(): void {
    if (!this.failing) return;
    this.failing = false;
    clearInterval(this.probes);
    this.logger.log('Redis is back: rate limits are counted there again');
  }
}
