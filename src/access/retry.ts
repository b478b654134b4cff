import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../errors/error-registry.js';

/** How long a call without a request is retried; a request ends its retries itself. */
const timeoutMs = 5_000;

const longestPauseMs = 200;

/**
 * Retries an attempt until it has a result: a concurrent change that made one attempt fail rarely
 * happens again. The pauses grow at random, so that concurrent attempts stop colliding.
 *
 * @param attempt returns undefined when it has to be retried
 * @param signal ends the attempts; without one they end after 5 seconds as well
 * @throws UnavailableError when no attempt had a result in that time
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
