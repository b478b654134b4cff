import { inspect } from 'node:util';
import {
  EventDelayedError,
  EventRejectedError,
  SubscriberBusyError,
} from './account-event.subscriber.js';

/** After failures for this many accounts without a success, the subscriber itself counts as failing. */
const maxFailures = 5;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const maxRetried = 20;
const longestReason = 500;

/** The pauses of an event that fails. */
export const retryPauses = { firstMs: 1_000, longestMs: 10 * 60_000 };

/** Slows a worker down while its subscriber fails or is busy. */
export class SubscriberFailures {
  private failures = 0;
  /** The accounts whose events have failed since the last success, in order of failure. */
  private readonly failed = new Set<string>();
  private busyUntil = 0;

  /** Returns whether the next claim tests with one event if the subscriber still fails, and the pause before it. */
  nextClaim(): { readonly isProbe: boolean; readonly pauseMs: number } {
    const isProbe = this.failures >= maxFailures;
    const failingMs = firstPauseMs * 2 ** (this.failures - maxFailures);
    const busyMs = this.busyUntil - performance.now();
    return {
      isProbe,
      pauseMs: Math.max(busyMs, isProbe ? Math.min(failingMs, longestPauseMs) : 0),
    };
  }

  /**
   * Returns the accounts that a probe claims first. Alternates between the account that failed first, which shows
   * whether the subscriber has recovered, and a fresh one, which shows whether only some events fail.
   */
  accountsToRetry(): string[] {
    const isRetry = (this.failures - maxFailures) % 2 === 0;
    return isRetry ? [...this.failed].slice(0, maxRetried) : [];
  }

  record(error: unknown, accountId: string, isProbe: boolean): void {
    const isOfEvent = error instanceof EventRejectedError || error instanceof EventDelayedError;
    if (!isOfEvent) this.count(accountId, isProbe);
    if (error instanceof SubscriberBusyError) {
      const busyMs = Math.min(error.retryAfterMs, retryPauses.longestMs);
      this.busyUntil = Math.max(this.busyUntil, performance.now() + busyMs);
    }
  }

  /** Forgets the failures, because an event was handled. */
  clear(): void {
    this.failures = 0;
    this.failed.clear();
  }

  private count(accountId: string, isProbe: boolean): void {
    // Concurrent events fail together, which shows no more than one failure.
    if (!isProbe && this.failures >= maxFailures) return;
    // An event that fails repeatedly must not slow down other accounts.
    if (!isProbe && this.failed.has(accountId)) return;
    this.failures++;
    this.failed.add(accountId);
  }
}

/** Doubles from one second to ten minutes, and returns a random time between half and all of that. */
export function retryMs(attempts: number): number {
  const longestMs = Math.min(retryPauses.firstMs * 2 ** (attempts - 1), retryPauses.longestMs);
  return Math.round(longestMs * (0.5 + Math.random() / 2));
}

export function toReason(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  const text = typeof message === 'string' ? message : inspect(message);
  return text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').slice(0, longestReason);
}
