import { inSql, type PrismaService } from '../../database/prisma.service.js';
import type { AuditEvent, SqlTransaction, Transaction } from '../../database/records.js';

/**
 * A change in progress: its proof was checked, and its audit event is written in the same transaction. Repositories ask
 * for one, and only {@link ChangesService} makes one, so that nothing changes without either.
 */
export class Change {
  /** The events that were written in its transaction. */
  readonly events: AuditEvent[] = [];
  /** The ids whose cached principals are dropped when the transaction has ended. */
  readonly ended = new Set<string>();
  /** Whether it leaves rows to be deleted in batches. */
  deletesInBatches = false;

  constructor(
    private readonly prisma: PrismaService,
    /** The transaction, for statements in SQL; that of the host where the host has begun it. */
    readonly sql: SqlTransaction,
  ) {}

  /** Runs a statement whose rows have the one column `json`. */
  query<T>(sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.prisma.queryJson<T>(sql, values, this.sql);
  }

  /** Says that tokens have changed or ended: one, or all of an account, an application or an authorization. */
  ends(id: string): void {
    this.ended.add(id);
  }
}

/** A change in a transaction of its own, in which Prisma’s models can be used. */
export class OwnChange extends Change {
  constructor(
    prisma: PrismaService,
    readonly models: Transaction,
  ) {
    super(prisma, inSql(models));
  }
}
