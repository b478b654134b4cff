import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { S3FifoCache } from './s3-fifo.cache.js';

describe('S3FifoCache', () => {
  let evicted: string[];
  let cache: S3FifoCache<string>;
  beforeEach(() => {
    evicted = [];
    cache = new S3FifoCache<string>(100, (key) => evicted.push(key));
  });
  const fill = (from: number, count: number) => {
    for (let key = from; key < from + count; key++) cache.set(`${key}`, `value ${key}`, 1);
  };

  it('keeps values, and counts their size', () => {
    cache.set('a', 'first', 10);
    cache.set('b', 'second', 20);
    expect(cache.get('a')).toBe('first');
    expect([cache.size, cache.bytes]).toEqual([2, 30]);
    cache.set('a', 'third', 5);
    expect(cache.peek('a')).toBe('third');
    expect([cache.size, cache.bytes]).toEqual([2, 25]);
    cache.delete('b');
    expect(cache.has('b')).toBe(false);
    expect([cache.size, cache.bytes]).toEqual([1, 5]);
    expect(evicted).toEqual([]);
  });

  it('never exceeds its capacity', () => {
    for (let key = 0; key < 1_000; key++) {
      cache.set(`${key}`, 'value', 1 + (key % 30));
      expect(cache.bytes).toBeLessThanOrEqual(100);
    }
    expect(cache.size).toBeGreaterThan(0);
    expect(evicted).toHaveLength(1_000 - cache.size);
  });

  it('drops a value larger than its capacity, and the value that it replaces', () => {
    cache.set('a', 'small', 1);
    cache.set('a', 'large', 101);
    expect(cache.has('a')).toBe(false);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
    expect(evicted).toEqual(['a']);
  });

  it('keeps frequent entries during a scan of keys that are used once', () => {
    fill(0, 80);
    for (let key = 0; key < 80; key++) cache.get(`${key}`);
    fill(1_000, 10_000);
    for (let key = 0; key < 80; key++) expect(cache.peek(`${key}`)).toBe(`value ${key}`);
  });

  it('replaces formerly frequent entries with newly frequent ones', () => {
    const useTwice = (from: number) => {
      for (let key = from; key < from + 90; key++) {
        if (!cache.get(`${key}`)) cache.set(`${key}`, 'value', 1);
        cache.get(`${key}`);
      }
    };
    for (let turn = 0; turn < 5; turn++) useTwice(0);
    for (let turn = 0; turn < 20; turn++) useTwice(1_000);
    const kept = (from: number) =>
      Array.from({ length: 90 }, (_, index) => cache.has(`${from + index}`)).filter(Boolean).length;
    expect(kept(0)).toBeLessThan(15);
    expect(kept(1_000)).toBeGreaterThan(70);
  });

  it('keeps a key that is set again soon after its eviction', () => {
    fill(0, 100);
    fill(1_000, 20);
    expect(evicted).toContain('0');
    cache.set('0', 'again', 1);
    fill(2_000, 1_000);
    expect(cache.get('0')).toBe('again');
  });

  it('is empty after it is cleared, and keeps new entries', () => {
    fill(0, 100);
    fill(0, 200);
    cache.clear();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
    fill(500, 100);
    expect(cache.size).toBe(100);
    expect(cache.get('0')).toBeUndefined();
  });

  it('releases replaced and deleted values', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const objects = new S3FifoCache<object>(1_000);
    const replaced: WeakRef<object>[] = [];
    for (let turn = 0; turn < 50; turn++) {
      for (let key = 0; key < 100; key++) {
        const value = { turn };
        if (turn % 2) objects.delete(`${key}`);
        objects.set(`${key}`, value, 1);
        if (turn < 49) replaced.push(new WeakRef(value));
      }
    }
    // A WeakRef keeps its target until the turn of the event loop ends.
    await setImmediate();
    collectGarbage();
    expect(replaced.filter((reference) => reference.deref())).toEqual([]);
    expect(objects.size).toBe(100);
  });

  it('keeps 50,000 entries when a million pass through it', () => {
    const large = new S3FifoCache<number>(50_000);
    for (let key = 0; key < 1_000_000; key++) large.set(`${key}`, key, 1);
    expect(large.size).toBe(50_000);
  });
});
