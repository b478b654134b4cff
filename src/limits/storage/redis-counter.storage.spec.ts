import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { redisAvailable, RedisServer } from '../../../test/support/servers/redis.js';
import { TcpProxy } from '../../../test/support/servers/tcp-proxy.js';
import type { CounterStorage } from './counter.storage.js';
import { RedisCounterStorage } from './redis-counter.storage.js';

const WINDOW = 600_000;

/** Far above the 250 ms a silent Redis may cost, far below any of the client's own timeouts. */
const STALL = 1500;

(redisAvailable() ? describe : describe.skip)('redis counter storage', () => {
  let server: RedisServer;
  let storage: CounterStorage;
  let warn: jest.SpyInstance;
  let log: jest.SpyInstance;

  beforeEach(async () => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    server = await RedisServer.start();
    storage = await RedisCounterStorage.connect(server.url);
    await countedInRedis('before');
    warn.mockClear();
    log.mockClear();
  });

  afterEach(async () => {
    await storage.close?.();
    await server.stop();
    warn.mockRestore();
    log.mockRestore();
  });

  /** Hits `key` until Redis itself has counted it, as `redis-cli` would see it. */
  async function countedInRedis(key: string): Promise<void> {
    await until(async () => {
      await storage.hit(key, 1e9, WINDOW);
      return (await inRedis('GET', `accounts:limit:${key}`)) !== null;
    });
  }

  async function inRedis(...command: string[]): Promise<unknown> {
    const client = createClient({ url: server.url });
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  }

  it('stores one key per counter, with an expiry', async () => {
    await storage.hit('before', 9, WINDOW);
    expect(await inRedis('KEYS', '*')).toEqual(['accounts:limit:before']);
    const left = await inRedis('PTTL', 'accounts:limit:before');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(WINDOW);
  });

  it.each([
    ['has no expiry', []],
    ['expires after more than one window', ['PX', String(10 * WINDOW)]],
  ])('shortens a counter that %s', async (_, end) => {
    await inRedis('SET', 'accounts:limit:key', '5', ...end);
    const { hits, resetAt } = await storage.hit('key', 9, WINDOW);
    expect(hits).toBe(6);
    expect(resetAt).toBeLessThanOrEqual(Date.now() + WINDOW);
    expect(await inRedis('PTTL', 'accounts:limit:key')).toBeGreaterThan(0);
  });

  it('keeps counting in Redis after Redis has lost its scripts', async () => {
    await inRedis('SCRIPT', 'FLUSH');
    await storage.hit('after', 1, WINDOW);
    expect(await inRedis('GET', 'accounts:limit:after')).toBe('1');
    expect(warn).not.toHaveBeenCalled();
  });

  it('counts in memory with the same limit while Redis is down, and logs it once', async () => {
    await server.stop();
    const answers = await timed(() => hits(storage, 'key', 10, 4));
    expect(answers.filter((accepted) => accepted)).toHaveLength(4);
    expect(await storage.peek('key')).toMatchObject({ hits: 4 });
    await until(() => warn.mock.calls.length > 0);
    await delay(300);
    await hits(storage, 'key', 10, 4);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(storage.isReachable?.()).toBe(false);
    await storage.reset('key');
    expect((await storage.hit('key', 4, WINDOW)).accepted).toBe(true);
  });

  it('continues from the last known counts if Redis stops', async () => {
    const other = await RedisCounterStorage.connect(server.url);
    await hits(other, 'key', 2, 4);
    expect(await hits(storage, 'key', 1, 4)).toEqual([true]);
    await other.close();
    await server.stop();
    expect(await storage.peek('key')).toMatchObject({ hits: 3 });
    expect(await hits(storage, 'key', 3, 4)).toEqual([true, false, false]);
  });

  it('ignores the counts of a Redis that refuses commands', async () => {
    await inRedis('CONFIG', 'SET', 'maxmemory', '1');
    await hits(storage, 'key', 2, 1);
    await delay(1_100);
    expect(await storage.peek('key')).toMatchObject({ hits: 1 });
  });

  it('counts in Redis again soon after the network lost the first commands', async () => {
    const proxy = await TcpProxy.before(server.url);
    const behind = await RedisCounterStorage.connect(proxy.url(server.url));
    proxy.silence('');
    await hits(behind, 'key', 1, 9);
    await delay(100);
    proxy.resume();
    const began = performance.now();
    await until(async () => {
      await hits(behind, 'after', 1, 9);
      return (await inRedis('GET', 'accounts:limit:after')) !== null;
    });
    expect(performance.now() - began).toBeLessThan(2_500);
    await behind.close();
    await proxy.close();
  });

  it('counts in Redis again after an outage, and logs it once', async () => {
    await server.stop();
    await hits(storage, 'key', 3, 1);
    await server.restart();
    await countedInRedis('after');
    await hits(storage, 'after', 3, 1e9);
    expect(storage.isReachable?.()).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('reports without a hit that Redis counts again, after a start without it and after an outage', async () => {
    await storage.close?.();
    await server.stop();
    storage = await RedisCounterStorage.connect(server.url);
    for (let outage = 0; outage < 2; outage++) {
      await until(() => !storage.isReachable?.());
      await server.restart();
      await until(() => storage.isReachable?.() === true);
      await server.stop();
    }
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('reports without a hit that Redis accepts writes again', async () => {
    await inRedis('CONFIG', 'SET', 'maxmemory', '1');
    await hits(storage, 'key', 1, 4);
    await delay(1_500);
    expect(storage.isReachable?.()).toBe(false);
    await inRedis('CONFIG', 'SET', 'maxmemory', '0');
    await until(() => storage.isReachable?.() === true);
  });

  it('starts without Redis, and uses it once it is available', async () => {
    await storage.close?.();
    await server.stop();
    await timed(async () => {
      storage = await RedisCounterStorage.connect(server.url);
    });
    expect((await hits(storage, 'key', 3, 1)).filter(Boolean)).toHaveLength(1);
    await server.restart();
    await countedInRedis('key');
  });

  it('starts while Redis hangs', async () => {
    await storage.close?.();
    server.pause();
    await timed(async () => {
      storage = await RedisCounterStorage.connect(server.url);
    }, 2 * STALL);
    expect((await timed(() => hits(storage, 'key', 3, 1))).filter(Boolean)).toHaveLength(1);
    server.resume();
    await countedInRedis('key');
  });

  it('waits for one timeout if Redis hangs, then only rarely', async () => {
    server.pause();
    const burst = await timed(() => hits(storage, 'key', 100, 7));
    expect(burst.filter(Boolean)).toHaveLength(7);
    const end = performance.now() + 2500;
    const waits = [];
    while (performance.now() < end) {
      const asked = performance.now();
      expect((await storage.hit('key', 7, WINDOW)).accepted).toBe(false);
      waits.push(performance.now() - asked);
      await delay(5);
    }
    expect(waits.filter((wait) => wait > 100).length).toBeLessThanOrEqual(waits.length / 20);
    expect(warn).toHaveBeenCalledTimes(1);
    server.resume();
    await countedInRedis('after');
  });

  it('counts in memory while Redis refuses commands, and retries at most once a second', async () => {
    await inRedis('CONFIG', 'SET', 'maxmemory', '1');
    await inRedis('CONFIG', 'RESETSTAT');
    const began = performance.now();
    const answers = [];
    for (let i = 0; i < 100; i++) answers.push(...(await hits(storage, 'key', 1, 4)));
    expect(answers.filter(Boolean)).toHaveLength(4);
    const [, asked] =
      /cmdstat_evalsha:calls=(\d+)/.exec(String(await inRedis('INFO', 'commandstats'))) ?? [];
    expect(Number(asked)).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000);
    expect(warn).toHaveBeenCalledTimes(1);
    await inRedis('CONFIG', 'SET', 'maxmemory', '0');
    await countedInRedis('after');
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('keeps using Redis after its process stalls', async () => {
    const asked = storage.hit('key', 9, WINDOW);
    const end = performance.now() + 600;
    while (performance.now() < end);
    await asked;
    expect(await inRedis('GET', 'accounts:limit:key')).toBe('1');
    expect(warn).not.toHaveBeenCalled();
  });

  it('still resolves pending and later hits when it is closed', async () => {
    const pending = hits(storage, 'key', 10, 4);
    await storage.close?.();
    expect((await pending).filter(Boolean).length).toBeGreaterThan(0);
    expect((await storage.hit('later', 1, WINDOW)).accepted).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a counter storage in Redis', () => {
  it.each(['http://:secret@host', 'redis://:secret@host:port', 'secret'])(
    'rejects an invalid URL without repeating it',
    async (url) => {
      const error: unknown = await RedisCounterStorage.connect(url).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
    },
  );
});

async function hits(storage: CounterStorage, key: string, count: number, limit: number) {
  const counted = Array.from({ length: count }, () => storage.hit(key, limit, WINDOW));
  return (await Promise.all(counted)).map(({ accepted }) => accepted);
}

async function timed<T>(run: () => Promise<T>, most = STALL): Promise<T> {
  const began = performance.now();
  const result = await run();
  expect(performance.now() - began).toBeLessThan(most);
  return result;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await delay(25);
  }
}
