import { MemoryCounterStorage } from './memory-counter.storage.js';

const WINDOW = 60_000;
const NOON = Date.UTC(2026, 0, 1, 12);

describe('memory counter storage', () => {
  let now: number;
  const withClock = (maxKeys?: number) =>
    new MemoryCounterStorage({ maxKeys, now: () => now, elapsed: () => now });

  beforeEach(() => {
    now = NOON;
  });

  it('opens a new window exactly when the old one ends', async () => {
    const storage = withClock();
    await storage.hit('key', 1, WINDOW);
    now = NOON + WINDOW - 1;
    expect(await storage.hit('key', 1, WINDOW)).toMatchObject({ accepted: false });
    now = NOON + WINDOW;
    expect(await storage.peek('key')).toBeUndefined();
    expect(await storage.hit('key', 1, WINDOW)).toEqual({
      accepted: true,
      hits: 1,
      resetAt: NOON + 2 * WINDOW,
    });
  });

  it('keeps a counter for its whole window across generations', async () => {
    const storage = withClock();
    await storage.hit('early', 1, WINDOW);
    now = NOON + WINDOW - 1;
    await storage.hit('late', 1, WINDOW);
    now = NOON + WINDOW;
    await storage.hit('turn', 1, WINDOW);
    now = NOON + 2 * WINDOW - 2;
    expect(await storage.hit('late', 1, WINDOW)).toMatchObject({ accepted: false });
  });

  it('forgets a key that is reset in any generation', async () => {
    const storage = withClock(12);
    for (const key of ['a', 'b', 'c']) await storage.hit(key, 1, WINDOW);
    for (const key of ['a', 'b', 'c']) {
      await storage.reset(key);
      expect(await storage.peek(key)).toBeUndefined();
    }
  });

  it('drops ended windows', async () => {
    const storage = withClock();
    for (let i = 0; i < 1000; i++) await storage.hit(`key ${i}`, 1, WINDOW);
    for (let i = 0; i < 2; i++) {
      now += WINDOW;
      await storage.hit('key', 1, WINDOW);
    }
    expect(storage.size).toBeLessThanOrEqual(2);
  });

  it('stays bounded under a million keys, and forgets the oldest first', async () => {
    const storage = withClock();
    let largest = 0;
    for (let i = 0; i < 1_000_000; i++) {
      await storage.hit(`key ${i}`, 1, WINDOW);
      if (i % 1000 === 0) largest = Math.max(largest, storage.size);
    }
    expect(largest).toBeLessThanOrEqual(100_000);
    expect(await storage.peek('key 0')).toBeUndefined();
    expect(await storage.peek('key 999999')).toMatchObject({ hits: 1 });
    expect(await storage.peek(`key ${1_000_000 - 50_000}`)).toMatchObject({ hits: 1 });
  });

  it('stays bounded with short and long windows', async () => {
    const storage = withClock(600);
    for (let i = 0; i < 10_000; i++) await storage.hit(`key ${i}`, 1, 2 ** (i % 31));
    expect(storage.size).toBeLessThanOrEqual(600);
  });

  it('keeps a counter for its whole window among shorter windows', async () => {
    const storage = withClock();
    await storage.hit('turn', 1, 1_000);
    await storage.hit('long', 1, WINDOW);
    for (now = NOON; now < NOON + WINDOW; now += 500) {
      await storage.hit(`short ${now}`, 1, 1_000);
      expect(await storage.hit('long', 1, WINDOW)).toMatchObject({ accepted: false });
    }
  });

  it('keeps a counter with a longer window during a flood of keys', async () => {
    const storage = withClock(100);
    await storage.hit('password', 1, 60 * WINDOW);
    for (let i = 0; i < 1000; i++) await storage.hit(`key ${i}`, 1, WINDOW);
    expect(await storage.hit('password', 1, 60 * WINDOW)).toMatchObject({ accepted: false });
  });

  it.each([-24, 24])('ends a window on time if the clock changes by %i hours', async (hours) => {
    let elapsed = 0;
    const storage = new MemoryCounterStorage({ now: () => now, elapsed: () => elapsed });
    await storage.hit('key', 1, WINDOW);
    now += hours * 60 * WINDOW;
    elapsed = 1;
    const resetAt = now + WINDOW - 1;
    expect(await storage.peek('key')).toEqual({ hits: 1, resetAt });
    expect(await storage.hit('key', 1, WINDOW)).toEqual({ accepted: false, hits: 1, resetAt });
    elapsed = WINDOW;
    expect(await storage.hit('key', 1, WINDOW)).toMatchObject({ accepted: true });
  });

  it('continues from an external count until its window ends', async () => {
    const storage = withClock();
    await storage.hit('key', 9, WINDOW);
    storage.take('key', { hits: 8, resetAt: NOON + 1000 }, WINDOW);
    expect(await storage.hit('key', 9, WINDOW)).toMatchObject({ accepted: true, hits: 9 });
    expect(await storage.hit('key', 9, WINDOW)).toMatchObject({ accepted: false });
    now = NOON + 1000;
    expect(await storage.hit('key', 9, WINDOW)).toMatchObject({ accepted: true, hits: 1 });
  });
});
