import { Inject, Injectable, Optional } from '@nestjs/common';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { ChangeLog } from '../database/change-log.js';
import { DatabaseCheck } from '../database/database-check.js';
import { OutageReports } from '../database/outage-reports.js';
import { PrismaService } from '../database/prisma.service.js';
import { ExpiredRowsRepository } from '../database/purge/expired-rows.repository.js';
import {
  EventSubscriptionsRepository,
  type SubscriptionBacklog,
} from '../events/event-subscriptions.repository.js';
import { EventsService } from '../events/events.service.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { CounterStorage } from '../limits/storage/counter.storage.js';
import { Mailer } from '../mail/mailer.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { PrincipalsService } from '../principals/principals.service.js';
import { BrowserSignUpService } from '../sign-in/browser-sign-up.service.js';
import { AuditedCounts } from './audited-counts.js';
import { OptionalOwn } from '../options/own-provider.js';

/** The sources of the metrics. The optional ones belong to features. */
@Injectable()
export class MetricSources {
  @Inject() readonly prisma!: PrismaService;
  @Inject() readonly database!: DatabaseCheck;
  @Inject() readonly outages!: OutageReports;
  @Inject() readonly changes!: ChangeLog;
  @Inject() readonly expiredRows!: ExpiredRowsRepository;
  @Inject() readonly principals!: PrincipalsService;
  @Inject() readonly cache!: PrincipalCache;
  @Inject() readonly hasher!: PasswordHasher;
  @Inject() readonly failedPasswords!: FailedPasswords;
  @Inject() readonly limits!: RateLimitsService;
  @Inject() readonly counters!: CounterStorage;
  @Inject() readonly audit!: AuditTrail;
  @Inject() readonly audited!: AuditedCounts;
  @Inject() readonly events!: EventsService;
  @Inject() private readonly subscriptions!: EventSubscriptionsRepository;
  @Optional() @Inject() readonly factors?: FactorsService;
  @Optional() @Inject() readonly passkeys?: PasskeysService;
  @Optional() @Inject() readonly mailer?: Mailer;
  @OptionalOwn(BrowserSignUpService) readonly signUps?: BrowserSignUpService;

  private reading: Promise<readonly SubscriptionBacklog[]> | undefined;

  /** Shares one read between all metrics of a scrape and concurrent scrapes. */
  async backlog(): Promise<readonly SubscriptionBacklog[]> {
    this.reading ??= this.subscriptions.backlog().finally(() => (this.reading = undefined));
    try {
      return await this.reading;
    } catch {
      // `accounts_database_up` reports the outage, and the scrape still returns all other metrics.
      return [];
    }
  }
}
