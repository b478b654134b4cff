import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { redisAvailable, RedisServer } from '../../../test/support/servers/redis.js';
import type { CounterStorage } from './counter.storage.js';
import { MemoryCounterStorage } from './memory-counter.storage.js';
import { RedisCounterStorage } from './redis-counter.storage.js';

const WINDOW = 60_000;

/** Long enough that a slow machine does not look like an outage. */
const PATIENCE = 20_000;

/** The rules that every storage follows on every node of a deployment. */
function itKeepsTheContract(nodes: () => CounterStorage[]): void {
  const first = () => nodes()[0]!;
  const last = () => nodes().at(-1)!;

  it('accepts as many hits as the limit, and no more', async () => {
    const key = randomUUID();
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await first().hit(key, 3, WINDOW));
    expect(answers.map(({ accepted }) => accepted)).toEqual([true, true, true, false, false]);
    expect(answers.map(({ hits }) => hits)).toEqual([1, 2, 3, 3, 3]);
  });

  it('accepts exactly the limit in a burst across all nodes', async () => {
    const key = randomUUID();
    const burst = Array.from({ length: 500 }, (_, i) => nodes()[i % nodes().length]!);
    const answers = await Promise.all(burst.map((node) => node.hit(key, 100, WINDOW)));
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(100);
    expect(await first().peek(key)).toMatchObject({ hits: 100 });
  });

  it('ends the window at the announced time despite hits in between', async () => {
    const key = randomUUID();
    const { resetAt } = await first().hit(key, 1, 400);
    while (Date.now() < resetAt - 100) {
      const refused = await last().hit(key, 1, 400);
      if (Date.now() < resetAt - 20) expect(refused.accepted).toBe(false);
      await delay(20);
    }
    await delay(resetAt - Date.now() + 50);
    expect(await last().peek(key)).toBeUndefined();
    expect(await last().hit(key, 1, 400)).toMatchObject({ accepted: true, hits: 1 });
  });

  it('does not extend the window for a hit with a longer window', async () => {
    const key = randomUUID();
    const { resetAt } = await first().hit(key, 1, 2_000);
    const longer = await last().hit(key, 1, WINDOW);
    expect(longer.accepted).toBe(false);
    expect(Math.abs(longer.resetAt - resetAt)).toBeLessThan(1_000);
  });

  it('shortens the window for a hit with a shorter window', async () => {
    const key = randomUUID();
    await first().hit(key, 1, WINDOW);
    const shorter = await last().hit(key, 1, 2_000);
    expect(shorter.accepted).toBe(false);
    expect(shorter.resetAt).toBeLessThanOrEqual(Date.now() + 2_000);
    expect((await first().peek(key))!.resetAt).toBeLessThanOrEqual(Date.now() + 2_000);
  });

  it('reports a reset time within the window and never in the past', async () => {
    const key = randomUUID();
    for (let i = 0; i < 3; i++) {
      const before = Date.now();
      const { resetAt } = await last().hit(key, 2, WINDOW);
      expect(resetAt).toBeGreaterThanOrEqual(before);
      expect(resetAt).toBeLessThanOrEqual(Date.now() + WINDOW);
      expect(Number.isInteger(resetAt)).toBe(true);
    }
  });

  it('peeks without counting', async () => {
    const key = randomUUID();
    expect(await last().peek(key)).toBeUndefined();
    await first().hit(key, 2, WINDOW);
    await last().peek(key);
    const peeked = await last().peek(key);
    expect(peeked?.hits).toBe(1);
    expect(peeked?.resetAt).toBeGreaterThan(Date.now());
  });

  it('forgets only the key that is reset', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    await first().hit(key, 1, WINDOW);
    await first().hit(other, 1, WINDOW);
    await last().reset(key);
    await last().reset('never seen');
    expect((await first().hit(key, 1, WINDOW)).accepted).toBe(true);
    expect((await first().hit(other, 1, WINDOW)).accepted).toBe(false);
  });

  it('accepts any text as a key', async () => {
    for (const key of ['', '__proto__', ' * ? [a] \r\n', 'ключ 🔑', 'k'.repeat(10_000)]) {
      await first().reset(key);
      expect((await first().hit(key, 1, WINDOW)).accepted).toBe(true);
      expect((await last().hit(key, 1, WINDOW)).accepted).toBe(false);
    }
  });
}

describe('memory counter storage', () => {
  const storage = new MemoryCounterStorage();
  itKeepsTheContract(() => [storage]);
});

(redisAvailable() ? describe : describe.skip)('redis counter storage', () => {
  let server: RedisServer;
  let nodes: RedisCounterStorage[];

  beforeAll(async () => {
    server = await RedisServer.start();
    nodes = await Promise.all([1, 2].map(() => RedisCounterStorage.connect(server.url, PATIENCE)));
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await server.stop();
  });

  describe('on one node', () => itKeepsTheContract(() => nodes.slice(0, 1)));
  describe('on two nodes', () => itKeepsTheContract(() => nodes));
});
