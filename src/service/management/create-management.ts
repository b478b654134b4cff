import type { ExceptionFilter, Type } from '@nestjs/common';
import type { AccountsFeature } from '../../accounts.options.js';
import { OperatorPageErrorFilter } from '../../operator-pages/shell/operator-page-error.filter.js';
import type { ServiceLogger } from '../logger.js';
import { loadNeeding } from '../start/needed-packages.js';
import { MetricsController, registryToken } from './metrics.controller.js';
import { servedOperatorPages } from './served-operator-pages.js';
import { servedOperators } from './served-operators.js';
import type { RequestObserver } from './request-metrics.js';

/** The additional parts of a service with a management port. */
export interface Management {
  /** Their controllers run on the management port, with access to their exports. Their providers run in the service. */
  readonly features: readonly AccountsFeature[];
  /** Responds to errors below the operator pages. */
  readonly pageErrors: Type<ExceptionFilter>;
  /** Measures the requests of the public port. */
  readonly observe: RequestObserver;
  readonly logger: ServiceLogger;
}

export async function createManagement(logger: ServiceLogger): Promise<Management> {
  return loadNeeding('MANAGEMENT_PORT needs one more package', 'prom-client', async () => {
    const { collectDefaultMetrics, Registry } = await import('prom-client');
    const { AccountsMetrics, metricsFeature } = await import('../../metrics/index.js');
    const { observeRequests } = await import('./request-metrics.js');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const registered = {
      provide: registryToken,
      useFactory: (metrics: InstanceType<typeof AccountsMetrics>) => {
        metrics.register(registry);
        return registry;
      },
      inject: [AccountsMetrics],
    };
    const servedMetrics: AccountsFeature = {
      controllers: [MetricsController],
      providers: [...metricsFeature.providers, registered],
      exports: [registryToken],
    };
    return {
      features: [servedMetrics, servedOperators, servedOperatorPages],
      pageErrors: OperatorPageErrorFilter,
      observe: observeRequests(registry),
      logger,
    };
  });
}
