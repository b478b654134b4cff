import type { Provider } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import { fromOptions } from '../accounts.options.js';
import { PrismaService } from '../database/prisma.service.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditSourcesRepository } from './audit-sources.repository.js';
import { AuditTrail } from './audit-trail.js';

/** The audit trail. */
export const auditProviders: readonly Provider[] = [
  AuditTrail,
  fromOptions(
    AuditEventsRepository,
    ({ auditDays = accountsDefaults.auditDays }, prisma) =>
      new AuditEventsRepository(prisma, auditDays),
    [PrismaService],
  ),
  fromOptions(
    AuditSourcesRepository,
    ({ auditSourceDays, auditSourceDaysAfterDeletion }, prisma) =>
      new AuditSourcesRepository(prisma, {
        afterEvent: auditSourceDays ?? accountsDefaults.auditSourceDays,
        afterDeletion:
          auditSourceDaysAfterDeletion ?? accountsDefaults.auditSourceDaysAfterDeletion,
      }),
    [PrismaService],
  ),
];
