import type { AccountsFeature } from '../accounts.options.js';
import { MessageObservers } from '../http/tracing/message-observers.js';
import { AccountsMetrics } from './accounts.metrics.js';

/** {@link AccountsMetrics}, which needs `prom-client`. It has no route: the host serves its registry. */
export const metricsFeature: AccountsFeature = {
  controllers: [],
  providers: [AccountsMetrics, MessageObservers],
  exports: [AccountsMetrics],
};
