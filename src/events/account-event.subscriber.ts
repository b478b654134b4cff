import { accountEventTypes, type AccountEvent, type AccountEventType } from './account-event.js';

/** A subscriber. It receives each event at least once, in order of revision per account. */
export interface AccountEventSubscriber {
  /** Unique, and the same in all processes and releases: 1 to 64 letters, digits, dots, underscores and hyphens. */
  readonly name: string;
  /** The types of events it receives, at least one. */
  readonly types: readonly AccountEventType[];
  /**
   * Handles an event within 60 seconds. It comes again, with the same id, if its completion was not recorded.
   * @throws SubscriptionEndedError to drop the subscription, EventRejectedError to park the event
   * @throws SubscriberBusyError to pause deliveries on this node, any other error to receive the event again later
   */
  handle(event: AccountEvent): Promise<unknown>;
  /** Called once, before the first event. An error stops the start of the application. */
  open?(): Promise<void>;
  /** Called once, when the application shuts down, after the last event. */
  close?(): Promise<void>;
}

/** A subscriber of this package. It also receives event types that hosts do not see. */
export type EventSubscriber = Omit<AccountEventSubscriber, 'types'> & {
  readonly types: readonly string[];
  readonly maxInFlight?: number;
  /**
   * Records what `handle` returned, or its EventRejectedError, before the event is deleted or parked. Idempotent: it is
   * called again if the database was unavailable.
   */
  record?(outcome: unknown): Promise<unknown>;
};

/** The subscriber wants no more events. Its subscription is dropped, with its waiting events. */
export class SubscriptionEndedError extends Error {
  override readonly name = 'SubscriptionEndedError';
}

/** The subscriber will never accept this event. It is parked until an operator retries it. */
export class EventRejectedError extends Error {
  override readonly name = 'EventRejectedError';
}

/** The event is delivered again later, for a reason that concerns no other event. Other events are not delayed. */
export class EventDelayedError extends Error {
  override readonly name = 'EventDelayedError';
}

/** The subscriber asks for a pause, at most 10 minutes. This node claims no events for it until then. */
export class SubscriberBusyError extends Error {
  override readonly name = 'SubscriberBusyError';

  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

/** A subscription of this package cannot be dropped while a node runs its subscriber, which would miss events. */
export class SubscriptionInUseError extends Error {
  override readonly name = 'SubscriptionInUseError';

  constructor(subscription: string) {
    super(
      `The service uses the subscription ${subscription}. Stop all nodes, and drop it two minutes later.`,
    );
  }
}

/** A subscriber cannot receive events. The application does not start. */
export class AccountEventSubscriberError extends Error {
  override readonly name = 'AccountEventSubscriberError';
}

export function isSubscriptionName(name: unknown): boolean {
  return typeof name === 'string' && /^[\w.-]{1,64}$/.test(name);
}

/** @param own the subscribers of this package, whose names are taken */
export function checkSubscribers(
  subscribers: readonly AccountEventSubscriber[],
  own: readonly EventSubscriber[],
): void {
  const names = new Set(own.map(({ name }) => name));
  for (const { name, types } of subscribers) {
    if (!isSubscriptionName(name)) {
      throw new AccountEventSubscriberError(
        `The subscriber ${JSON.stringify(name)} needs a name of 1 to 64 letters, digits, dots, underscores and hyphens.`,
      );
    }
    if (names.has(name)) {
      throw new AccountEventSubscriberError(
        `Two subscribers have the name ${name}: each would receive a part of the events.`,
      );
    }
    names.add(name);
    if (types.length === 0 || !types.every((type) => accountEventTypes.includes(type))) {
      throw new AccountEventSubscriberError(
        `The subscriber ${name} must name types of events: ${accountEventTypes.join(', ')}.`,
      );
    }
  }
}
