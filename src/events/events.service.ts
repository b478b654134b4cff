import type { Transaction } from '../database/records.js';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AuditTrail } from '../audit/audit-trail.js';
import type { AccountEvent } from './account-event.js';
import {
  AccountEventSubscriberError,
  checkSubscribers,
  isSubscriptionName,
  type AccountEventSubscriber,
  type EventSubscriber,
} from './account-event.subscriber.js';
import { EventDeliveriesRepository } from './event-deliveries.repository.js';
import { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import { batchSize } from './event-sql.js';
import { ParkedEventsRepository } from './parked-events.repository.js';
import { findDecoratedMethods } from './decorated-methods.js';
import { mountToken, type Mount } from './mount.js';
import { EventOrigins } from './event-origins.js';
import { EventWorker } from './event-worker.js';
import { accountEventHandlers } from './on-account-event.decorator.js';

export const eventSubscribersToken = Symbol('ACCOUNTS_EVENT_SUBSCRIBERS');
export const deliversEventsToken = Symbol('ACCOUNTS_DELIVERS_EVENTS');

const onAccountEvent = {
  name: '@OnAccountEvent()',
  read: accountEventHandlers,
  toError: (message: string) => new AccountEventSubscriberError(message),
};

@Injectable()
export class EventsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly own: EventSubscriber[] = [];
  private readonly begun: EventSubscriber[] = [];
  private readonly workers: EventWorker[] = [];
  private readonly origins = new EventOrigins();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly subscriptions: EventSubscriptionsRepository,
    private readonly deliveries: EventDeliveriesRepository,
    private readonly parked: ParkedEventsRepository,
    private readonly audit: AuditTrail,
    @Inject(eventSubscribersToken) private readonly given: readonly AccountEventSubscriber[],
    @Inject(mountToken) private readonly mount: Mount,
    @Inject(deliversEventsToken) private readonly delivers: boolean,
  ) {}

  add(subscriber: EventSubscriber): void {
    this.own.push(subscriber);
  }

  /** Writes an event of a type that only subscribers of this package receive. A queue is delivered sequentially. */
  async write(type: string, queue: string, data: object, transaction?: Transaction): Promise<void> {
    await this.deliveries.write(type, queue, data, transaction);
    this.origins.remember(queue);
    this.nudge();
  }

  async onApplicationBootstrap(): Promise<void> {
    const hosts = [...this.given, ...this.handlers()];
    checkSubscribers(hosts, this.own);
    const subscribers = [...hosts, ...this.own];
    if (!this.delivers || subscribers.length === 0) return;
    try {
      for (const subscriber of subscribers) await this.begin(subscriber);
    } catch (error) {
      // Nest does not shut down an application whose start failed. Report only the first failure.
      await this.beforeApplicationShutdown().catch(() => undefined);
      throw error;
    }
    this.audit.onChange((events) => {
      for (const { accountId } of events) this.origins.remember(accountId);
      this.nudge();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    await Promise.all(this.begun.splice(0).map(async (subscriber) => subscriber.close?.()));
  }

  *outcomes(): Generator<
    [labels: readonly [subscription: string, outcome: string], count: number]
  > {
    for (const { subscriber, outcomes } of this.workers) {
      for (const [outcome, count] of Object.entries(outcomes)) {
        yield [[subscriber.name, outcome], count];
      }
    }
  }

  /**
   * Requests another three days of attempts at the parked events, and at those that failed and wait. Returns their
   * number, or undefined if the subscription does not exist.
   */
  async requestRetry(subscription: string, transaction: Transaction): Promise<number | undefined> {
    if (!isSubscriptionName(subscription)) return undefined;
    return this.parked.requestRetry(subscription, transaction);
  }

  /**
   * Starts a requested retry of this number of events. Ends the pauses of the waiting ones, and moves one batch of the
   * parked ones; the nodes with the subscriber move the others.
   */
  async retry(subscription: string, count: number): Promise<void> {
    // Events that fail again pause again, so the number of batches is limited.
    for (let left = count; left > 0; left -= batchSize) {
      if (!(await this.deliveries.endPauses(subscription))) break;
    }
    const isMore = await this.parked.retryRequested(subscription);
    for (const worker of this.workers) {
      worker.nudge();
      if (isMore && worker.subscriber.name === subscription) void worker.retryParked();
    }
  }

  private async begin(subscriber: EventSubscriber): Promise<void> {
    this.begun.push(subscriber);
    await subscriber.open?.();
    const worker = new EventWorker(
      subscriber,
      this.subscriptions,
      this.deliveries,
      this.parked,
      this.origins,
    );
    await worker.start();
    this.workers.push(worker);
  }

  private nudge(): void {
    for (const worker of this.workers) worker.nudge();
  }

  private handlers(): AccountEventSubscriber[] {
    return findDecoratedMethods(onAccountEvent, this.discovery, this.mount).map(
      ({ declaration: { name, types }, call }) => ({
        name,
        types,
        handle: async (event: AccountEvent) => call(event),
      }),
    );
  }
}
