import type { PrismaService } from '../database/prisma.service.js';
import type { SqlTransaction } from '../database/records.js';

const hourMs = 60 * 60_000;

/** Leaves an hour's margin for repeated events. */
export function timeBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - (24 * days + 1) * hourMs);
}

/** Without this, the triggers of the audit trail protect events and their sources for the default number of days. */
export async function setDays(
  prisma: PrismaService,
  transaction: SqlTransaction,
  setting: 'audit_days' | 'audit_source_days',
  days: number,
): Promise<void> {
  await prisma.queryJson(
    'SELECT set_config($1, $2, true) AS json',
    [`nest_accounts.${setting}`, String(days)],
    transaction,
  );
}
