import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import { OutageReports } from '../database/outage-reports.js';
import type { AccountEvent } from './account-event.js';
import {
  EventRejectedError,
  SubscriptionEndedError,
  type EventSubscriber,
} from './account-event.subscriber.js';
import type { ClaimedQueue, EventDeliveriesRepository } from './event-deliveries.repository.js';
import { handleEvent, within } from './event-handling.js';
import type { QueueClaim } from './event-sql.js';
import type { EventOrigins } from './event-origins.js';
import type { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import type { GivenUpEvent, ParkedEventsRepository } from './parked-events.repository.js';
import { SubscriberFailures, retryMs, retryPauses, toReason } from './subscriber-failures.js';

const maxInFlight = 20;

/** The maximum number of events of an account in one claim. They are handled sequentially. */
const maxEventsPerAccount = 20;

/** The lease after which another node may claim an account's events, if this process has ended. */
const leaseMs = 30_000;
const extendMs = leaseMs / 3;
const pollMs = 1_000;
const seenMs = 30_000;

/** How long an event is released for another node that handles its type. */
const foreignMs = 2_000;

/** How long a shutdown waits for events in progress. Afterwards another node delivers them again. */
const shutdownMs = 10_000;

export class EventWorker {
  readonly outcomes = { delivered: 0, parked: 0, failed: 0 };
  private readonly logger = new Logger(EventWorker.name);
  private readonly outages = new OutageReports();
  private readonly inFlight = new Set<QueueClaim>();
  /** The claims whose response was lost, with the latest end of their leases, by a monotonic clock. */
  private readonly lost = new Map<string, number>();
  private readonly failures = new SubscriberFailures();
  private isStopped = false;
  /** Whether the shutdown has stopped waiting for events, so that the database may be closed. */
  private isOver = false;
  private isNudged = false;
  private isRetrying = false;
  private wake: () => void = () => undefined;
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly subscriber: EventSubscriber,
    private readonly subscriptions: EventSubscriptionsRepository,
    private readonly deliveries: EventDeliveriesRepository,
    private readonly parked: ParkedEventsRepository,
    private readonly origins: EventOrigins,
  ) {}

  /** Subscribes and starts to deliver. Subscribes later if the database is unavailable. */
  async start(): Promise<void> {
    const isSubscribed = await this.isSubscribed();
    if (!isSubscribed) {
      const { name } = this.subscriber;
      this.logger.warn(`${name} is subscribed as soon as the database answers.`);
    }
    this.running = this.run(isSubscribed);
  }

  nudge(): void {
    this.isNudged = true;
    this.wake();
  }

  async retryParked(): Promise<void> {
    if (this.isRetrying) return;
    this.isRetrying = true;
    const { name } = this.subscriber;
    try {
      while (!this.isStopped && (await this.parked.retryRequested(name))) this.nudge();
      this.nudge();
    } catch (error) {
      this.outages.reportRepeated(error, `Parked events of ${name} wait.`);
    } finally {
      this.isRetrying = false;
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.nudge();
    await within(shutdownMs, this.running, true);
    this.isOver = true;
    for (const timer of this.timers) clearInterval(timer);
  }

  private async isSubscribed(): Promise<boolean> {
    const { name, types } = this.subscriber;
    try {
      await this.subscriptions.subscribe(name, types);
      await this.parked.retryUntried(name, types);
      return true;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return false;
    }
  }

  private async run(isSubscribed: boolean): Promise<void> {
    while (!isSubscribed && !this.isStopped) {
      await this.pause(pollMs, true);
      this.isNudged = false;
      isSubscribed = await this.isSubscribed().catch((error: Error) => {
        const { name } = this.subscriber;
        this.outages.reportRepeated(error, `${name} is not subscribed yet.`);
        return false;
      });
    }
    void this.retryParked();
    this.timers = [every(extendMs, () => this.extend()), every(seenMs, () => this.recordSeen())];
    while (!this.isStopped) {
      this.isNudged = false;
      const { isProbe, pauseMs } = this.failures.nextClaim();
      if (pauseMs > 0) await this.pause(pauseMs, false);
      if (this.isStopped) break;
      const most = isProbe ? 1 : (this.subscriber.maxInFlight ?? maxInFlight);
      const free = most - this.inFlight.size;
      const claimed = free > 0 ? await this.claim(free, isProbe) : [];
      for (const each of claimed) void this.deliver(each, isProbe);
      if (!isProbe && (claimed.length < free || free <= 0)) await this.pause(pollMs, true);
    }
    while (this.inFlight.size > 0) {
      this.isNudged = false;
      await this.pause(pollMs, true);
    }
  }

  private async extend(): Promise<void> {
    if (this.inFlight.size > 0) await this.deliveries.extend([...this.inFlight], leaseMs);
    await this.deliveries.shorten(this.subscriber.name, leaseMs, extendMs, retryPauses);
  }

  private async recordSeen(): Promise<void> {
    const { name, types } = this.subscriber;
    if (this.isStopped) return;
    const isRetrying = await this.subscriptions.recordSeen(name, types);
    if (isRetrying === undefined) return this.end('it was dropped');
    if (isRetrying) await this.retryParked();
  }

  private async claim(accounts: number, isProbe: boolean): Promise<ClaimedQueue[]> {
    const { name } = this.subscriber;
    const eventsPerAccount = isProbe ? 1 : maxEventsPerAccount;
    const retried = isProbe ? this.failures.accountsToRetry() : [];
    const claim = randomUUID();
    try {
      if (this.lost.size > 0) await this.releaseLost();
      this.lost.set(claim, performance.now() + leaseMs);
      const limits = { accounts, eventsPerAccount, leaseMs, isProbe, retried };
      const claimed = await this.deliveries.claim(this.subscriber, limits, claim);
      this.lost.delete(claim);
      return claimed;
    } catch (error) {
      this.outages.reportRepeated(error, `Events of ${name} wait.`);
      return [];
    }
  }

  private async releaseLost(): Promise<void> {
    const lost = [...this.lost.keys()];
    const released = await this.deliveries.releaseLost(this.subscriber.name, lost, leaseMs);
    for (const claim of released) this.lost.delete(claim);
    for (const [claim, until] of this.lost) {
      if (until < performance.now()) this.lost.delete(claim);
    }
  }

  private async deliver(queue: ClaimedQueue, isProbe: boolean): Promise<void> {
    this.inFlight.add(queue);
    try {
      await this.deliverInOrder(queue, isProbe);
    } catch (error) {
      // The event is delivered again when the lease has ended.
      const consequence = `Events of ${this.subscriber.name} are delivered again.`;
      this.outages.reportRepeated(error, consequence);
    } finally {
      this.inFlight.delete(queue);
      this.nudge();
    }
  }

  private async deliverInOrder(queue: ClaimedQueue, isProbe: boolean): Promise<void> {
    const { name, types } = this.subscriber;
    let { attempts } = queue;
    for (const { sequence, event } of queue.events) {
      if (this.isStopped) break;
      if (!types.includes(event.type)) return this.leaveToOthers(queue, sequence, event);
      const cause = this.origins.find(event.account_id);
      const { error, result } = await handleEvent(this.subscriber, event, cause);
      // Another node delivers the event again when the lease has ended.
      if (this.isOver) return;
      if (error instanceof SubscriptionEndedError) {
        await this.subscriptions.delete(name);
        await this.subscriptions.deleteEvents(name);
        return this.end(error.message);
      }
      if (error !== undefined) {
        this.failures.record(error, queue.accountId, isProbe);
        const reason = toReason(error);
        this.logger.warn(
          `${name} failed to handle the event ${event.id} (${event.type}): ${reason}`,
        );
        const isGivenUp = error instanceof EventRejectedError;
        if (isGivenUp) await this.persist(async () => this.subscriber.record?.(error));
        return this.fail(queue, { sequence, attempts: attempts + 1, error: reason }, isGivenUp);
      }
      this.failures.clear();
      attempts = 0;
      await this.persist(async () => this.subscriber.record?.(result));
      if (!(await this.persist(() => this.deliveries.settle(queue, sequence)))) {
        if (this.isStopped) return;
        return this.logger.warn(
          `Another node took over events of ${name}: this one was paused, or the clock of the database was set.`,
        );
      }
      this.outcomes.delivered++;
    }
    await this.persist(() => this.deliveries.release(queue));
  }

  private async fail(queue: QueueClaim, event: GivenUpEvent, isGivenUp: boolean): Promise<void> {
    const record = () => this.deliveries.fail(queue, event, retryMs(event.attempts));
    const isOver = isGivenUp || (await this.persist(record));
    if (isOver) await this.persist(() => this.parked.park(queue, event));
    this.outcomes[isOver ? 'parked' : 'failed']++;
  }

  /**
   * Repeats a write until the database is available. Otherwise, a handled event would be delivered again after its
   * lease, and the next ones would wait for that.
   */
  private async persist<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.isStopped || !isDatabaseUnavailable(error)) throw error;
        await delay(pollMs, undefined, { ref: false });
      }
    }
  }

  private async leaveToOthers(queue: QueueClaim, sequence: number, { type }: AccountEvent) {
    const { name } = this.subscriber;
    if (await this.persist(() => this.subscriptions.isHandled(name, type))) {
      return this.persist(() => this.deliveries.release(queue, foreignMs));
    }
    const error = `No running subscriber handles ${type}.`;
    await this.persist(() => this.parked.park(queue, { sequence, attempts: 0, error }));
  }

  private end(reason: string): void {
    this.isStopped = true;
    this.logger.warn(`The subscription ${this.subscriber.name} has ended: ${reason}`);
  }

  private async pause(ms: number, endsEarly: boolean): Promise<void> {
    if (this.isStopped && !endsEarly) return;
    if (endsEarly && this.isNudged) return;
    const nudged = new Promise<void>((resolve) => {
      const wake = () => {
        if (endsEarly || this.isStopped) resolve();
      };
      this.wake = wake;
    });
    await within(ms, nudged);
  }
}

function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => void work().catch(() => undefined), ms).unref();
}
