import { accountEventTypes, type AccountEvent, type AccountEventType } from './account-event.js';

/** A subscriber, which gets each event at least once, in order of revision per account. */
export interface AccountEventSubscriber {
  /**
   * The name of its subscription, which outlives processes and releases: 1 to 64 letters, digits, dots,
   * underscores and hyphens. Different for every subscriber of an application.
   */
  readonly name: string;
  /** The types of events it receives, at least one. */
  readonly types: readonly AccountEventType[];
  /**
   * Handles an event within 60 seconds; the event is delivered again, with the same id, if its completion was not
   * recorded.
   *
   * @throws SubscriptionEndedError and the subscription is dropped
   * @throws EventRejectedError and the event is parked
   * @throws SubscriberBusyError and this node delivers no events for a while
   * @throws any other error, and the event is delivered again later
   */
  take(event: AccountEvent): Promise<unknown>;
  /**
   * Called once, before the first event.
   *
   * @throws an error with which the application does not start
   */
  open?(): Promise<void>;
  /** Called once, when the application ends, after the last event. */
  close?(): Promise<void>;
}

/** A subscriber of this package, which also receives events of types that hosts do not see. */
export type EventSubscriber = Omit<AccountEventSubscriber, 'types'> & {
  readonly types: readonly string[];
  /** The most events that it handles at a time. */
  readonly mostInFlight?: number;
};

/** The subscriber wants no further events: its subscription is dropped, with the events that wait for it. */
export class SubscriptionEndedError extends Error {
  override readonly name = 'SubscriptionEndedError';
}

/** The subscriber will never handle this event: it is parked, until an operator retries it. */
export class EventRejectedError extends Error {
  override readonly name = 'EventRejectedError';
}

/** The event is delivered again later, for a reason of its own: other events are not held back meanwhile. */
export class EventDelayedError extends Error {
  override readonly name = 'EventDelayedError';
}

/** The subscriber asks for a pause: until then this node claims no events for it. The longest pause is 10 minutes. */
export class SubscriberBusyError extends Error {
  override readonly name = 'SubscriberBusyError';

  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

/** A subscription of this package is not dropped while a node has its subscriber, which would get no further events. */
export class SubscriptionInUseError extends Error {
  override readonly name = 'SubscriptionInUseError';

  constructor(subscription: string) {
    super(
      `The service uses the subscription ${subscription}. Stop all nodes, and drop it two minutes later.`,
    );
  }
}

/** A subscriber that cannot receive events; the application does not start. */
export class AccountEventSubscriberError extends Error {
  override readonly name = 'AccountEventSubscriberError';
}

/** Whether a subscription can have this name. */
export function isSubscriptionName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}

/**
 * @param own those of this package, whose names are taken
 * @throws AccountEventSubscriberError naming the first invalid subscriber
 */
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
