import { RateLimitedError } from '../../errors/error-registry.js';

/** How many attempts at factors were right, wrong, or refused by a limit before they were checked. */
export interface AttemptCounts {
  right: number;
  wrong: number;
  refused: number;
}

/** Counts what becomes of an attempt, and returns whether it is right. */
export async function counted(
  counts: AttemptCounts,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const isRight = await attempt();
    counts[isRight ? 'right' : 'wrong'] += 1;
    return isRight;
  } catch (error) {
    if (error instanceof RateLimitedError) counts.refused += 1;
    throw error;
  }
}
