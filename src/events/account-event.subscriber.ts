import type { AccountEvent, AccountEventType } from './account-event.js';

/** Who is told of events, at least once of each, in order of revision per account. */
export interface AccountEventSubscriber {
  /** What its events are kept by until it has had them: it outlives processes and releases. */
  readonly name: string;
  readonly types: readonly AccountEventType[];
  /**
   * Takes an event; it may come again, with the same id, where this was not known to have ended.
   *
   * @throws anything, and the event comes again later
   */
  take(event: AccountEvent): Promise<unknown>;
}
