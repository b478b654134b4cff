import { setTimeout as delay } from 'node:timers/promises';
import { traced, type SpanReference } from '../tracing/tracing.js';
import type { AccountEvent } from './account-event.js';
import type { EventSubscriber } from './account-event.subscriber.js';

const handleMs = 60_000;

/** The result of the subscriber, or its error. */
type Handled =
  | { readonly error?: undefined; readonly result: unknown }
  | { readonly error: NonNullable<unknown>; readonly result?: undefined };

/**
 * Hands an event to its subscriber, in a span. Returns an error if the subscriber fails or takes more than a minute.
 *
 * @param cause the span that changed the account
 */
export async function handleEvent(
  subscriber: EventSubscriber,
  event: AccountEvent,
  cause: SpanReference | undefined,
): Promise<Handled> {
  const attributes = {
    'messaging.system': 'nest_accounts',
    'messaging.operation.type': 'process',
    'messaging.destination.name': event.type,
    'messaging.destination.subscription.name': subscriber.name,
  };
  try {
    const span = { kind: 'consumer', attributes, cause } as const;
    const handled = traced(`process ${event.type}`, span, async () => subscriber.handle(event));
    if (await within(handleMs, handled)) return { result: await handled };
    return { error: new Error(`it was not handled within ${handleMs / 1_000} seconds`) };
  } catch (error) {
    return { error: error ?? new Error('undefined was thrown') };
  }
}

/** Waits for a promise, at most `ms`. Returns whether it has resolved. */
export async function within(ms: number, promise: Promise<unknown>, ref = false): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise.then(() => true),
      delay(ms, false, { signal: timer.signal, ref }),
    ]);
  } finally {
    timer.abort();
  }
}
