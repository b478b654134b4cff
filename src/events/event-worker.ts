import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { SubscriptionEndedError, type AccountEventSubscriber } from './account-event.subscriber.js';
import type {
  ClaimedQueue,
  EventDeliveriesRepository,
  WaitingEvent,
} from './event-deliveries.repository.js';

/** The most events that a subscriber handles at a time, each of another account. */
const mostInFlight = 20;

/** The most events of an account that are claimed at once, to be handled one after the other. */
const mostOfAccount = 20;

/** The lease after which another node may take an account's events, because this process has ended. */
const leaseMs = 30_000;

/** How often the worker polls for events of other processes. */
const pollMs = 1_000;

/** After this many failures without a success, the subscriber counts as failing, not the event. */
const mostFailures = 5;

/** The longest pause of a failing subscriber. */
const longestPauseMs = 60_000;

/** The most characters of an error that are kept. */
const longestReason = 500;

const firstRetryMs = 1_000;
const lastRetryMs = 10 * 60_000;

/** How long a shutdown waits for events in progress; afterwards another node delivers them again. */
const shutdownMs = 10_000;

/** Delivers the events of one subscription on this node. */
export class EventWorker {
  private readonly logger = new Logger(EventWorker.name);
  /** The accounts whose events the subscriber is handling. */
  private readonly inFlight = new Set<string>();
  private failures = 0;
  private isStopped = false;
  private isNudged = false;
  private wake: () => void = () => undefined;
  private renewal: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly subscriber: AccountEventSubscriber,
    private readonly deliveries: EventDeliveriesRepository,
  ) {}

  start(): void {
    this.running = this.run();
    this.renewal = setInterval(() => {
      if (this.inFlight.size === 0) return;
      const { name } = this.subscriber;
      this.deliveries.extend(name, [...this.inFlight], leaseMs).catch(() => undefined);
    }, leaseMs / 3).unref();
  }

  /** Polls for events at once. */
  nudge(): void {
    this.isNudged = true;
    this.wake();
  }

  /** Claims no more events, and resolves when the subscriber has finished those in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.nudge();
    const timeout = new AbortController();
    await Promise.race([
      this.running,
      delay(shutdownMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    clearInterval(this.renewal);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isNudged = false;
      const isBroken = this.failures >= mostFailures;
      const free = (isBroken ? 1 : mostInFlight) - this.inFlight.size;
      const claimed = free > 0 ? await this.claim(free, isBroken ? 1 : mostOfAccount) : [];
      for (const each of claimed) void this.deliver(each, isBroken);
      if (isBroken) await this.pause(pauseMs(this.failures), false);
      else if (claimed.length < free || free <= 0) await this.pause(pollMs, true);
    }
    while (this.inFlight.size > 0) {
      this.isNudged = false;
      await this.pause(pollMs, true);
    }
  }

  private async claim(accounts: number, eventsOfEach: number): Promise<ClaimedQueue[]> {
    try {
      return await this.deliveries.claim(this.subscriber.name, { accounts, eventsOfEach, leaseMs });
    } catch (error) {
      const { message } = error as Error;
      this.logger.warn(`Events of ${this.subscriber.name} were not read: ${message}`);
      return [];
    }
  }

  /** @param isProbe whether the subscriber counts as failing, and the event shows whether it still does */
  private async deliver({ accountId, events }: ClaimedQueue, isProbe: boolean): Promise<void> {
    this.inFlight.add(accountId);
    try {
      for (const [i, each] of events.entries()) {
        if (!(await this.isTaken(each, isProbe))) break;
        const isLast = i === events.length - 1 || this.isStopped;
        await this.deliveries.settle(each.sequence, isLast);
        if (isLast) break;
      }
    } catch (error) {
      // The event is delivered again when the lease has ended.
      const { message } = error as Error;
      this.logger.warn(`An event of ${this.subscriber.name} was not settled: ${message}`);
    } finally {
      this.inFlight.delete(accountId);
      this.nudge();
    }
  }

  /** Whether the subscriber has handled the event; otherwise it is retried later. */
  private async isTaken(
    { sequence, attempts, event }: WaitingEvent,
    isProbe: boolean,
  ): Promise<boolean> {
    const { name } = this.subscriber;
    try {
      await this.subscriber.take(event);
      this.failures = 0;
      return true;
    } catch (error) {
      if (error instanceof SubscriptionEndedError) {
        await this.end(error);
        return true;
      }
      // Events that were in progress together fail together, which says no more than one failure.
      if (isProbe || this.failures < mostFailures) this.failures++;
      const reason = reasonOf(error);
      this.logger.warn(`${name} did not take the event ${event.id} (${event.type}): ${reason}`);
      const retryInMs = retryMs(attempts + 1);
      await this.deliveries.postpone({ sequence, error: reason, retryInMs });
      return false;
    }
  }

  /** Drops the subscription, at the wish of its subscriber. */
  private async end({ message }: SubscriptionEndedError): Promise<void> {
    const { name } = this.subscriber;
    await this.deliveries.drop(name);
    this.isStopped = true;
    this.logger.warn(`The subscription ${name} has ended: ${message}`);
  }

  /** @param endsEarly whether a nudge ends it */
  private async pause(ms: number, endsEarly: boolean): Promise<void> {
    if (this.isStopped && !endsEarly) return;
    if (endsEarly && this.isNudged) return;
    const timer = new AbortController();
    const nudged = new Promise<void>((resolve) => {
      this.wake = () => {
        if (endsEarly || this.isStopped) resolve();
      };
    });
    await Promise.race([
      nudged,
      delay(ms, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
    ]);
    timer.abort();
  }
}

/** What a subscriber threw, as a text that PostgreSQL stores: without the character of code 0. */
function reasonOf(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  const text = typeof message === 'string' ? message : inspect(message);
  return text.replaceAll('\0', '').slice(0, longestReason);
}

/** From one second to ten minutes, doubled each time, at random between half and all of that. */
function retryMs(attempts: number): number {
  const longestMs = Math.min(firstRetryMs * 2 ** (attempts - 1), lastRetryMs);
  return Math.round(longestMs * (0.5 + Math.random() / 2));
}

function pauseMs(failures: number): number {
  return Math.min(pollMs * 2 ** (failures - mostFailures), longestPauseMs);
}
