import { Histogram, type Registry } from 'prom-client';
import type { MessageObservers } from '../http/tracing/message-observers.js';

/** Seconds, from the fastest read (everything in memory) to the message timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Adds a histogram of message durations. Its count is the number of messages. */
export function observeMessages(messages: MessageObservers, registry: Registry): void {
  const durations = new Histogram({
    name: 'accounts_message_duration_seconds',
    help: 'Duration of messages by pattern and reply status.',
    labelNames: ['pattern', 'status'],
    buckets,
    registers: [registry],
  });
  messages.add((pattern, status, durationMs) =>
    durations.observe({ pattern, status }, durationMs / 1_000),
  );
}
