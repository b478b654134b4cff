import type { AccountsFeature } from '../accounts.options.js';
import { MessageObservers } from '../http/tracing/message-observers.js';
import { AccountsMetrics } from './accounts.metrics.js';
import { AuditedCounts } from './audited-counts.js';
import { MetricSources } from './metric-sources.js';

/** Provides {@link AccountsMetrics}. Requires `prom-client`. Adds no route: the host serves the registry. */
export const metricsFeature: AccountsFeature = {
  controllers: [],
  providers: [AccountsMetrics, AuditedCounts, MetricSources, MessageObservers],
  exports: [AccountsMetrics],
};
