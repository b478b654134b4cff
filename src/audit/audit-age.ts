import type { PrismaService } from '../database/prisma.service.js';
import type { SqlTransaction } from '../database/records.js';

const hourMs = 60 * 60_000;

/**
 * Returns the time before which events are older than this number of days, with an hour's margin for repeated events.
 */
export function timeBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - (24 * days + 1) * hourMs);
}

/**
 * Sets a number of days for the rest of a transaction. Otherwise the triggers of the audit trail protect events and
 * their sources for the default number.
 */
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
