import { RateLimitedError } from '../errors/error-registry.js';

export interface AttemptCounts {
  right: number;
  wrong: number;
  refused: number;
}

export async function counted(counts: AttemptCounts, attempt: () => Promise<boolean>) {
  try {
    const isRight = await attempt();
    counts[isRight ? 'right' : 'wrong'] += 1;
    return isRight;
  } catch (error) {
    if (error instanceof RateLimitedError) counts.refused += 1;
    throw error;
  }
}
