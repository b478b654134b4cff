import type { CounterStorage } from './counter.storage.js';
import { MemoryCounterStorage } from './memory-counter.storage.js';

/**
 * Counts in Redis where a URL is given, so that several nodes share one count, otherwise in this
 * process. Whoever creates a storage closes it.
 */
export async function createCounterStorage(redisUrl?: string): Promise<CounterStorage> {
  if (!redisUrl) return new MemoryCounterStorage();
  // Imported here, so that only who uses Redis loads its client.
  const { RedisCounterStorage } = await import('./redis-counter.storage.js');
  const storage = new RedisCounterStorage(redisUrl);
  await storage.connect();
  return storage;
}
