import { Injectable, Optional } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { PrincipalsService } from '../principals/principals.service.js';
import { ChangeLog } from '../database/change-log.js';
import { DatabaseCheck } from '../database/database-check.js';
import { OutageReports } from '../database/outage-reports.js';
import { PrismaService } from '../database/prisma.service.js';
import { ExpiredRowsRepository } from '../database/purge/expired-rows.repository.js';
import type { SubscriptionBacklog } from '../events/event-subscriptions.repository.js';
import { EventsService } from '../events/events.service.js';
import { MessageObservers } from '../http/tracing/message-observers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { Mailer } from '../mail/mailer.js';
import { observeMessages } from './message-metrics.js';
import { metricDefinitions, type MetricSources } from './metric-definitions.js';

/** The attempt counts if no feature verifies second factors. */
const none = { right: 0, wrong: 0, refused: 0 };

/**
 * Exposes the module's counts as Prometheus metrics. The module counts even without them, so registered metrics add
 * cost to scrapes but not to requests.
 */
@Injectable()
export class AccountsMetrics {
  private readonly sources: MetricSources;
  private reading: Promise<readonly SubscriptionBacklog[]> | undefined;

  constructor(
    prisma: PrismaService,
    database: DatabaseCheck,
    outages: OutageReports,
    changes: ChangeLog,
    expiredRows: ExpiredRowsRepository,
    principals: PrincipalsService,
    cache: PrincipalCache,
    hasher: PasswordHasher,
    failedPasswords: FailedPasswords,
    limits: RateLimitsService,
    private readonly events: EventsService,
    private readonly messages: MessageObservers,
    @Optional() mailer?: Mailer,
    @Optional() factors?: FactorsService,
    @Optional() passkeys?: PasskeysService,
  ) {
    const services = {
      prisma,
      database,
      outages,
      changes,
      principals,
      cache,
      hasher,
      failedPasswords,
    };
    this.sources = {
      ...services,
      expiredRows,
      factorCodes: factors?.codes ?? none,
      passkeys: passkeys?.presented ?? none,
      limits,
      events,
      mailer,
      backlog: () => this.backlog(),
    };
  }

  /** Adds the metrics to this registry only. Two modules in one application require separate registries. */
  register(registry: Registry): void {
    for (const [name, { help, label, read }] of Object.entries(metricDefinitions(this.sources))) {
      const Metric = name.endsWith('_total') ? Counter : Gauge;
      const labelNames = [label ?? []].flat();
      new Metric({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const values = await read();
          this.reset();
          if (typeof values === 'number') this.inc(values);
          else
            for (const [labels, value] of values) {
              const given = [labels].flat();
              this.inc(Object.fromEntries(labelNames.map((each, i) => [each, given[i]!])), value);
            }
        },
      });
    }
    observeMessages(this.messages, registry);
  }

  /** Shares one read between all metrics of a scrape and concurrent scrapes. */
  private async backlog(): Promise<readonly SubscriptionBacklog[]> {
    this.reading ??= this.events.backlog().finally(() => (this.reading = undefined));
    try {
      return await this.reading;
    } catch {
      // `accounts_database_up` reports the outage, and the scrape still returns all other metrics.
      return [];
    }
  }
}
