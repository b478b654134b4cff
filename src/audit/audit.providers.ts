import type { Provider } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import { type AccountsModuleOptions, accountsOptionsToken } from '../accounts.options.js';
import { PrismaService } from '../database/prisma.service.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditSourcesRepository } from './audit-sources.repository.js';
import { AuditTrail } from './audit-trail.js';

/** The audit trail. */
export const auditProviders: readonly Provider[] = [
  AuditTrail,
  {
    provide: AuditEventsRepository,
    useFactory: (
      prisma: PrismaService,
      { auditDays = accountsDefaults.auditDays }: AccountsModuleOptions,
    ) => new AuditEventsRepository(prisma, auditDays),
    inject: [PrismaService, accountsOptionsToken],
  },
  {
    provide: AuditSourcesRepository,
    useFactory: (prisma: PrismaService, options: AccountsModuleOptions) =>
      new AuditSourcesRepository(prisma, {
        afterEvent: options.auditSourceDays ?? accountsDefaults.auditSourceDays,
        afterDeletion:
          options.auditSourceDaysAfterDeletion ?? accountsDefaults.auditSourceDaysAfterDeletion,
      }),
    inject: [PrismaService, accountsOptionsToken],
  },
];
