import type { AccountEvent, AccountEventType } from './account-event.js';

/** A subscriber, which gets each event at least once, in order of revision per account. */
export interface AccountEventSubscriber {
  /** The name of its subscription, which outlives processes and releases. */
  readonly name: string;
  readonly types: readonly AccountEventType[];
  /**
   * Handles an event; the event is delivered again, with the same id, if its completion was not recorded.
   *
   * @throws any error, and the event is delivered again later
   */
  take(event: AccountEvent): Promise<unknown>;
}
