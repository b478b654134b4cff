import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { MessageObservers } from '../http/tracing/message-observers.js';
import { metricDefinitions } from './metric-definitions.js';
import { MetricSources } from './metric-sources.js';

/** Seconds, from the fastest read (everything in memory) to the message timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Exposes the module's counts as Prometheus metrics. The module counts even without them, so registered metrics add
 * cost to scrapes but not to requests.
 */
@Injectable()
export class AccountsMetrics {
  constructor(
    private readonly sources: MetricSources,
    private readonly messages: MessageObservers,
  ) {}

  /** Adds the metrics to this registry only. Two modules in one application require separate registries. */
  register(registry: Registry): void {
    const registers = [registry];
    for (const [name, { help, label, read }] of Object.entries(metricDefinitions(this.sources))) {
      const Metric = name.endsWith('_total') ? Counter : Gauge;
      const labelNames = [label ?? []].flat();
      new Metric({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const values = await read();
          this.reset();
          if (typeof values === 'number') this.inc(values);
          else
            for (const [labels, value] of values) {
              const given = [labels].flat();
              this.inc(Object.fromEntries(labelNames.map((each, i) => [each, given[i]])), value);
            }
        },
      });
    }
    const durations = new Histogram({
      name: 'accounts_message_duration_seconds',
      help: 'Duration of messages by pattern and reply status.',
      labelNames: ['pattern', 'status'],
      buckets,
      registers,
    });
    this.messages.add((pattern, status, durationMs) =>
      durations.observe({ pattern, status }, durationMs / 1_000),
    );
  }
}
