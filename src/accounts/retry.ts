import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../errors/error-registry.js';

const timeoutMs = 5_000;

const longestPauseMs = 200;

/**
 * Retries an attempt until it returns a result. The pauses grow randomly, so that concurrent attempts stop colliding.
 *
 * @param signal ends the attempts; they also end after 5 seconds
 * @throws UnavailableError if no attempt returned a result in time
 */
export async function retry<T>(
  attempt: () => Promise<T | undefined>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const result = await attempt();
    if (result !== undefined) return result;
    await delay(Math.random() * pauseMs);
    if (signal?.aborted || performance.now() > deadline) throw new UnavailableError();
  }
}
