import type { PrismaService } from '../database/prisma.service.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { AuditEvent, Transaction } from '../database/records.js';
import { foldRepeats } from './repeated-events.js';

/** Which events, the latest first. */
export interface AuditQuery {
  /** Of which account; default: of all. */
  readonly accountId?: string | undefined;
  /** The id of an event: those before it. */
  readonly before?: string | undefined;
  /** How many at most. */
  readonly limit: number;
}

const hourMs = 60 * 60_000;

/** The table of the audit trail, which is only ever added to: rows, and counts of those that repeat. */
export class AuditEventsRepository implements ExpiringRows {
  /** @param days how long events are kept */
  constructor(
    private readonly prisma: PrismaService,
    private readonly days: number,
  ) {}

  /** Events like an earlier one of the same hour are counted there. */
  async insert(events: readonly AuditEvent[], client: Transaction = this.prisma): Promise<void> {
    // Prisma makes another statement of each number of rows, and a third of what an update costs.
    const table = await this.prisma.table('audit_events');
    await client.$executeRawUnsafe(
      `${insertInto(table, 1)} ${countedUp}`,
      JSON.stringify(foldRepeats(events)),
    );
  }

  /** Each is a row of its own, which stays as it is when it comes again because its answer was lost. */
  async insertOnce(events: readonly AuditEvent[]): Promise<void> {
    const table = await this.prisma.table('audit_events');
    await this.prisma.$executeRawUnsafe(
      `${insertInto(table, 1)} ON CONFLICT DO NOTHING`,
      JSON.stringify(events),
    );
  }

  /**
   * Makes a change and writes its events in one transaction.
   *
   * @param change returns nothing, or false, where it changed nothing: then there is no event
   * @param transaction the one to join. Default: one of its own
   */
  insertInTransaction<T>(
    events: readonly AuditEvent[],
    change: (transaction: Transaction) => Promise<T>,
    transaction?: Transaction,
  ): Promise<T> {
    const changeIn = async (joined: Transaction) => {
      const changed = await change(joined);
      if (changed) await this.insert(events, joined);
      return changed;
    };
    return transaction ? changeIn(transaction) : this.prisma.$transaction(changeIn);
  }

  /**
   * Makes a change and writes its events in one statement, which is what costs least. Where it
   * returns no row there is no event.
   *
   * @param change in SQL, with `RETURNING` of the one column that `queryJson` of Prisma's service reads
   * @param values of the change, `$1` and on
   */
  async insertInStatement<T>(
    events: readonly AuditEvent[],
    change: string,
    values: readonly unknown[],
    client?: Transaction,
  ): Promise<T[]> {
    const table = await this.prisma.table('audit_events');
    return this.prisma.queryJson<T>(
      `WITH changed AS (${change}), written AS (
        ${insertInto(table, values.length + 1)} WHERE EXISTS (SELECT FROM changed) ${countedUp}
      )
      SELECT * FROM changed`,
      [...values, JSON.stringify(foldRepeats(events))],
      client,
    );
  }

  list({ accountId, before, limit }: AuditQuery): Promise<AuditEvent[]> {
    return this.prisma.auditEvent.findMany({
      where: { accountId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      ...(before !== undefined && { cursor: { id: before }, skip: 1 }),
      take: limit,
    });
  }

  /** The names of those applications that there still are. */
  async applicationNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const applications = await this.prisma.application.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, name: true },
    });
    return new Map(applications.map(({ id, name }) => [id, name]));
  }

  async deleteExpired(transaction: Transaction, now: Date, limit: number): Promise<boolean> {
    // The trigger of the table keeps events for a year where it is not told otherwise.
    await transaction.$executeRaw`
      SELECT set_config('nest_accounts.audit_days', ${String(this.days)}, true)`;
    // An event may have repeated for an hour after its moment.
    const at = { lt: new Date(now.getTime() - (24 * this.days + 1) * hourMs) };
    const { count } = await transaction.auditEvent.deleteMany({ where: { at }, limit });
    return count === limit;
  }
}

/** Inserts any number of events, which are this parameter as JSON. */
function insertInto(table: string, parameter: number): string {
  return `
    INSERT INTO ${table} AS earlier (
      id, at, event, result, account_id, application_id, actor_id, client_id, channel, source,
      request_id, members, count, last_at
    )
    SELECT id, at, event, result, "accountId", "applicationId", "actorId", "clientId", channel, source,
      "requestId", members, count, "lastAt"
    FROM json_to_recordset($${parameter}::json) AS sent (
      id text, at timestamptz, event text, result text, "accountId" text, "applicationId" text,
      "actorId" text, "clientId" text, channel text, source text, "requestId" text, members text[],
      count int, "lastAt" timestamptz
    )`;
}

const countedUp = `
  ON CONFLICT (id) DO UPDATE SET count = earlier.count + excluded.count,
    last_at = greatest(earlier.last_at, excluded.last_at)`;
