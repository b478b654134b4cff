export { AccountsMetrics } from './accounts.metrics.js';
export { metricsFeature } from './metrics.feature.js';
