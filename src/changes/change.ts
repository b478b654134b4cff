import type { PrismaService } from '../database/prisma.service.js';
import type { AuditEvent, Transaction } from '../database/records.js';

/**
 * A change in progress: its proof was checked, and its audit event is written in the same transaction. Repositories ask
 * for one, and only {@link ChangesService} makes one, so that nothing changes without either.
 */
export class Change {
  /** The events that were written in its transaction. */
  readonly events: AuditEvent[] = [];
  /** The ids whose cached principals are dropped when the transaction has ended. */
  readonly ended = new Set<string>();
  /** What the mail that it declares needs to know. */
  notice: object = {};
  /** Mails that are requested beside the notice, each with a queue of its own. */
  readonly mails: { readonly queue: string; readonly data: object }[] = [];
  /** Members that the change has left as they were: an event about these alone is not written. */
  unchanged: readonly string[] = [];
  /** Whether it leaves rows to be deleted in batches. */
  deletesInBatches = false;

  constructor(
    private readonly prisma: PrismaService,
    /** The transaction, with Prisma's models; that of the host where the host has begun it. */
    readonly models: Transaction,
  ) {}

  /** Runs a statement whose rows have the one column `json`. */
  query<T>(sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.prisma.queryJson<T>(sql, values, this.models);
  }

  /** Says that tokens have changed or ended: one, or all of an account, an application or an authorization. */
  ends(id: string): void {
    this.ended.add(id);
  }
}
