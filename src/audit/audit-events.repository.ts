import { hash } from 'node:crypto';
import { identifierLength } from '../database/identifier.js';
import type { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows, type ExpiringRows } from '../database/purge/expiring-rows.js';
import type { AuditEvent, SqlTransaction, Transaction } from '../database/records.js';
import { setDays, timeBefore } from './audit-age.js';
import type { AuditEventName } from './audit-event.js';

const hourMs = 60 * 60_000;

/** A query for a page of events, the latest first. */
export interface AuditQuery {
  /** The account. Default: all accounts */
  readonly accountId?: string | undefined;
  /** The id of an event. The page contains older events. */
  readonly before?: string | undefined;
  /** The event names. Default: all */
  readonly events?: readonly AuditEventName[] | undefined;
  /** The maximum number of events on the page. */
  readonly limit: number;
}

/** The position of a deletion in the list of all deletions. */
export interface DeletionPosition {
  /** When the account was deleted. */
  readonly at: Date;
  /** The id of the event. */
  readonly id: string;
}

/** The deletion event of an account. */
export interface Deletion extends DeletionPosition {
  /** The id that the account had. */
  readonly accountId: string;
}

/** The append-only table of the audit trail. Events are inserted, and repeated ones counted. */
export class AuditEventsRepository implements ExpiringRows {
  readonly expiring = 'audit_events';

  /** @param days the retention of events */
  constructor(
    private readonly prisma: PrismaService,
    private readonly days: number,
  ) {}

  /**
   * An event that repeats one of the same hour raises its count instead. An operator's event is not counted again by a
   * retry after a lost confirmation.
   */
  async insert(events: readonly AuditEvent[], transaction?: Transaction): Promise<void> {
    // Prisma would create a separate statement for each number of rows, which costs a third of an update.
    const table = await this.prisma.table('audit_events');
    await this.prisma.queryJson(
      `${insertInto(table, 1)} ${countedUp} RETURNING '1' AS json`,
      [JSON.stringify(foldRepeats(events))],
      transaction,
    );
  }

  /** A retry after a lost confirmation does not change the row. */
  async insertOnce(events: readonly AuditEvent[]): Promise<void> {
    await this.prisma.auditEvent.createMany({ data: [...events], skipDuplicates: true });
  }

  /** Makes a change and writes its events in one statement. If the change returns no row, no event is written. */
  async changeInStatement<T>(
    events: readonly AuditEvent[],
    change: string,
    values: readonly unknown[],
  ): Promise<T[]> {
    const table = await this.prisma.table('audit_events');
    return this.prisma.queryJson<T>(
      `WITH changed AS (${change}), written AS (
        ${insertInto(table, values.length + 1)} WHERE EXISTS (SELECT FROM changed) ${countedUp}
      )
      SELECT * FROM changed`,
      [...values, JSON.stringify(foldRepeats(events))],
    );
  }

  list({ accountId, before, events, limit }: AuditQuery): Promise<AuditEvent[]> {
    return this.prisma.auditEvent.findMany({
      where: { accountId, event: events && { in: [...events] } },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      ...(before !== undefined && { cursor: { id: before }, skip: 1 }),
      take: limit,
    });
  }

  async deletions(after: DeletionPosition, limit: number): Promise<Deletion[]> {
    const rows = await this.prisma.queryJson<Omit<Deletion, 'at'> & { at: string }>(
      `SELECT json_build_object('at', at, 'id', id, 'accountId', account_id)::text AS json
       FROM ${await this.prisma.table('audit_events')}
       WHERE event = 'account.delete' AND result = 'succeeded' AND (at, id) > ($1::timestamptz, $2)
       ORDER BY at, id LIMIT $3::int`,
      [after.at.toISOString(), after.id, limit],
    );
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  async applicationNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const applications = await this.prisma.application.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, name: true },
    });
    return new Map(applications.map(({ id, name }) => [id, name]));
  }

  async deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    await setDays(this.prisma, transaction, 'audit_days', this.days);
    const old = before('at', timeBefore(now, this.days), limit);
    return deleteRows(this.prisma, transaction, 'audit_events', old);
  }
}

function insertInto(table: string, parameter: number): string {
  return `
    INSERT INTO ${table} AS earlier (
      id, at, event, result, account_id, application_id, actor_id, client_id, channel, source,
      request_id, members, count, last_at, operator, reason
    )
    SELECT id, at, event, result, "accountId", "applicationId", "actorId", "clientId", channel, source,
      "requestId", members, count, "lastAt", operator, reason
    FROM json_to_recordset($${parameter}::text::json) AS sent (
      id text, at timestamptz, event text, result text, "accountId" text, "applicationId" text,
      "actorId" text, "clientId" text, channel text, source text, "requestId" text, members text[],
      count int, "lastAt" timestamptz, operator text, reason text
    )`;
}

const countedUp = `
  ON CONFLICT (id) DO UPDATE SET count = earlier.count + excluded.count,
    last_at = greatest(earlier.last_at, excluded.last_at)
  WHERE earlier.operator IS NULL`;

/**
 * Folds events within one clock hour that differ only in time and request into one event with a count. Its id is a
 * digest of their common members, so that an earlier row has the same id. Each operator action remains a separate
 * event. The order by id lets two nodes lock the same rows in the same order.
 */
function foldRepeats(events: readonly AuditEvent[]): AuditEvent[] {
  const folded = new Map<string, AuditEvent>();
  for (const event of events) {
    const id = event.operator === null ? toRepeatsId(event) : event.id;
    const earlier = folded.get(id);
    folded.set(id, earlier ? added(earlier, event) : { ...event, id });
  }
  return [...folded.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function added(earlier: AuditEvent, { count, lastAt }: AuditEvent): AuditEvent {
  const last = lastAt! > earlier.lastAt! ? lastAt : earlier.lastAt;
  return { ...earlier, count: earlier.count + count, lastAt: last };
}

function toRepeatsId({ id: _, requestId: __, at, count: ___, lastAt: ____, ...rest }: AuditEvent) {
  const common = [
    Math.floor(at.getTime() / hourMs),
    ...[rest.event, rest.result, rest.accountId, rest.applicationId],
    ...[rest.actorId, rest.clientId, rest.channel, rest.source],
    ...[...rest.members].sort(),
  ];
  return hash('sha256', JSON.stringify(common), 'hex').slice(0, identifierLength);
}
