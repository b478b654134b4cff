import type { PrismaService } from '../database/prisma.service.js';
import type { AuditEvent, Transaction } from '../database/records.js';

/**
 * A change in progress. Repositories require one, and only {@link ChangesService} creates one, so that nothing changes
 * without a proof and an event.
 */
export class Change {
  /** The events that this transaction has written. */
  readonly events: AuditEvent[] = [];
  /** The ids whose cached principals are dropped when the transaction ends. */
  readonly ended = new Set<string>();
  /** The data for the mail that the event declares. */
  notice: object = {};
  /** Mails in addition to the notice, each with its own queue. */
  readonly mails: { readonly queue: string; readonly data: object }[] = [];
  /** Members that the change left unchanged. An event about these alone is not written. */
  unchanged: readonly string[] = [];
  /** Whether the change leaves rows to be deleted in batches. */
  deletesInBatches = false;

  constructor(
    readonly prisma: PrismaService,
    /** The transaction, with Prisma's models; the host's, if the host started it. */
    readonly models: Transaction,
  ) {}

  /** Runs a statement whose rows have a single column, `json`. */
  query<T>(sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.prisma.queryJson<T>(sql, values, this.models);
  }

  /** Marks tokens as changed or ended: one token, or all of an account, an application or an authorization. */
  ends(id: string): void {
    this.ended.add(id);
  }
}
