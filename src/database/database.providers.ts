import type { Provider } from '@nestjs/common';
import { fromOptions } from '../accounts.options.js';
import { ChangeLog } from './change-log.js';
import { DatabaseCheck } from './database-check.js';
import { AccountsHealthIndicator } from './health.indicator.js';
import { OutageReports } from './outage-reports.js';
import { PrismaService } from './prisma.service.js';
import { DeletionsRepository } from './purge/deletions.repository.js';
import { PrincipalChangesRepository } from './purge/principal-changes.repository.js';
import { PurgeService } from './purge/purge.service.js';

/** Prisma, the change log, the check of the schema, and the purge. */
export const databaseProviders: readonly Provider[] = [
  DeletionsRepository,
  PrincipalChangesRepository,
  ChangeLog,
  DatabaseCheck,
  AccountsHealthIndicator,
  OutageReports,
  PurgeService,
  fromOptions(PrismaService, ({ database }) => new PrismaService(database)),
];
