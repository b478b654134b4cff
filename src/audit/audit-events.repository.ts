import { hash } from 'node:crypto';
import { getColumn } from '../database/account-json.js';
import { Prisma } from '../database/generated/client.js';
import { identifierLength } from '../database/identifier.js';
import type { ListPosition } from '../database/list-position.js';
import {
  countRange,
  readIndex,
  readInOrder,
  readPage,
  type FoundPage,
  type IndexRange,
  type Parameter,
} from '../database/newest-first.js';
import type { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows, type ExpiringRows } from '../database/purge/expiring-rows.js';
import type { AuditEvent, SqlTransaction, Transaction } from '../database/records.js';
import { setDays, timeBefore } from './audit-age.js';
import type { AuditEventName } from './audit-event.js';

const hourMs = 60 * 60_000;

/** The conditions on events. All must hold; absent ones match every event. */
export interface AuditFilter {
  /** The account that the event is about. */
  readonly accountId?: string | undefined;
  /** The account that made the request. */
  readonly actorId?: string | undefined;
  /** The application that the event is about, or that made the request. */
  readonly applicationId?: string | undefined;
  /** The name of the operator who made the request. */
  readonly operator?: string | undefined;
  /** The IP address of the request. */
  readonly source?: string | undefined;
  /** The event names. */
  readonly events?: readonly AuditEventName[] | undefined;
  /** The start of the period. Repeated events match if the last of them does. */
  readonly from?: Date | undefined;
  /** The end of the period, exclusive. */
  readonly to?: Date | undefined;
}

/** A query for a page of events, newest first. */
export interface AuditQuery extends AuditFilter {
  /** The id of an event, or `next` from `OperatorService.auditEvents`. The page contains older events. */
  readonly before?: string | undefined;
  /** The maximum number of events on the page. */
  readonly limit: number;
}

/** An event as JSON from PostgreSQL, with times as text. */
type AuditEventJson = Omit<AuditEvent, 'at' | 'lastAt'> & {
  readonly at: string;
  readonly lastAt: string | null;
};

const eventJson = `json_build_object(${Object.values(Prisma.AuditEventScalarFieldEnum)
  .map((member) => `'${member}', ${getColumn(member)}`)
  .join(', ')})`;

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

  /**
   * Writes the outcome of a mail, and the account event `mail.sent` or `mail.rejected`. Another attempt at the mail
   * raises the count of an earlier outcome; a retry after a lost confirmation changes nothing.
   */
  async insertMail(event: AuditEvent): Promise<void> {
    const table = await this.prisma.table('audit_events');
    await this.prisma.queryJson(
      `WITH written AS (
        ${insertInto(table, 1)} ${countedUp} AND earlier.last_at < excluded.last_at
        RETURNING event, account_id, members[1] AS kind
      )
      SELECT '1' AS json FROM written, ${await this.prisma.table('write_mail_event')}(event, account_id, kind)`,
      [JSON.stringify(foldRepeats([event]))],
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

  /** @param accountId the account that the event must be about. Default: any */
  async findPosition(id: string, accountId?: string): Promise<ListPosition | undefined> {
    const event = await this.prisma.auditEvent.findUnique({
      where: { id, accountId },
      select: { at: true },
    });
    return event ? { id, createdAt: event.at } : undefined;
  }

  /** Lists events, newest first, after `position`. */
  async list(
    filter: AuditFilter,
    limit: number,
    position?: ListPosition,
  ): Promise<FoundPage<AuditEvent>> {
    const table = await this.prisma.table('audit_events');
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const { from, to } = filter;
    const range = { table, time: 'at', from: from && toHour(from), to, position } as const;
    const where = conditions(filter, parameter);
    const { rows, ...end } = await readInOrder(this.prisma, async (transaction) => {
      const columns = await this.findFewest(filter, { ...range, equal: [] }, transaction);
      const sources = columns.map(({ equal, partial }) => {
        const index = { ...range, equal: equal.map(withParameter(parameter)), partial };
        return { ...readIndex(index, parameter), where };
      });
      const page = { sources, time: 'at', json: eventJson, limit } as const;
      return readPage<AuditEventJson>(this.prisma, transaction, page, values);
    });
    const events = rows.map(({ at, lastAt, ...row }) => ({
      ...row,
      at: new Date(at),
      lastAt: lastAt === null ? null : new Date(lastAt),
    }));
    return { rows: events, ...end };
  }

  /** Returns the indexes of the condition that the fewest events meet. */
  private async findFewest(
    filter: AuditFilter,
    range: IndexRange,
    transaction: SqlTransaction,
  ): Promise<Column[]> {
    const [first, ...others] = toIndexes(filter);
    if (!first) return [{ equal: [] }];
    if (others.length === 0) return first;
    const { position } = range;
    // The id of the position is not in every index.
    const to = position ? new Date(position.createdAt.getTime() + 1) : range.to;
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const counts = [first, ...others].map((columns) =>
      columns
        .map(({ equal, partial }) => {
          const index = { ...range, position: undefined, to, partial };
          return countRange({ ...index, equal: equal.map(withParameter(parameter)) }, parameter);
        })
        .join(' + '),
    );
    const counted = await this.prisma.queryJsonRow<number[]>(
      `SELECT json_build_array(${counts.join(', ')})::text AS json`,
      values,
      transaction,
    );
    return [first, ...others][counted.indexOf(Math.min(...counted))]!;
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

/** An index on columns with these values, and the time. */
interface Column {
  readonly equal: readonly (readonly [column: string, value: string])[];
  /** The condition of a partial index. */
  readonly partial?: readonly string[];
}

/** Returns the index of each condition, or two whose events are together those of the condition. */
function toIndexes(filter: AuditFilter): Column[][] {
  const { accountId, actorId, applicationId, operator, source, events } = filter;
  const [event, ...others] = events ?? [];
  const index = (column: string, value: string | undefined, ...partial: string[]): Column[] =>
    value === undefined ? [] : [{ equal: [[column, value]], partial }];
  return [
    index('operator', operator, 'operator IS NOT NULL'),
    index('source', source, 'source IS NOT NULL'),
    index('account_id', accountId),
    [
      ...index('application_id', applicationId, 'application_id IS NOT NULL'),
      ...index(
        'client_id',
        applicationId,
        'client_id IS NOT NULL',
        'client_id IS DISTINCT FROM application_id',
      ),
    ],
    [
      // Most events of an actor are about their own account.
      ...index('account_id', actorId),
      ...index('actor_id', actorId, 'actor_id IS NOT NULL', 'actor_id IS DISTINCT FROM account_id'),
    ],
    index('event', others.length === 0 ? event : undefined),
  ].filter(({ length }) => length > 0);
}

const withParameter =
  (parameter: Parameter) =>
  ([column, value]: readonly [string, string]): readonly [string, string] => [
    column,
    parameter(value),
  ];

function toHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}

/** Returns the SQL conditions on an event. */
function conditions(filter: AuditFilter, parameter: Parameter): string[] {
  const { accountId, actorId, applicationId, operator, source, events, from } = filter;
  const where: string[] = [];
  if (accountId !== undefined) where.push(`account_id = ${parameter(accountId)}`);
  if (actorId !== undefined) where.push(`actor_id = ${parameter(actorId)}`);
  if (applicationId !== undefined) {
    where.push(`${parameter(applicationId)} IN (application_id, client_id)`);
  }
  if (operator !== undefined) where.push(`operator = ${parameter(operator)}`);
  if (source !== undefined) where.push(`source = ${parameter(source)}`);
  if (events) where.push(`event = ANY (${parameter(events)}::text[])`);
  if (from) where.push(`COALESCE(last_at, at) >= ${parameter(from.toISOString())}::timestamptz`);
  return where;
}

function insertInto(table: string, parameter: number): string {
  return `
    INSERT INTO ${table} AS earlier (
      id, at, event, result, account_id, application_id, actor_id, client_id, channel, source,
      device, request_id, members, count, last_at, operator, reason
    )
    SELECT id, at, event, result, "accountId", "applicationId", "actorId", "clientId", channel, source,
      device, "requestId", members, count, "lastAt", operator, reason
    FROM json_to_recordset($${parameter}::text::json) AS sent (
      id text, at timestamptz, event text, result text, "accountId" text, "applicationId" text,
      "actorId" text, "clientId" text, channel text, source text, device text, "requestId" text,
      members text[], count int, "lastAt" timestamptz, operator text, reason text
    )`;
}

const countedUp = `
  ON CONFLICT (id) DO UPDATE SET count = earlier.count + excluded.count,
    last_at = greatest(earlier.last_at, excluded.last_at)
  WHERE earlier.operator IS NULL`;

/**
 * Folds events within one clock hour that differ only in time and request into one event with a count. Its id is a
 * digest of their common members, so that an earlier row has the same id. Each operator action and each mail remains a
 * separate event. The order by id lets two nodes lock the same rows in the same order.
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

function toRepeatsId({ id: _, requestId, at, count: ___, lastAt: ____, ...rest }: AuditEvent) {
  const common = [
    Math.floor(at.getTime() / hourMs),
    ...[rest.event, rest.result, rest.accountId, rest.applicationId],
    ...[rest.actorId, rest.clientId, rest.channel, rest.source],
    ...[...rest.members].sort(),
    // The id of the mail, which is the same in every attempt.
    ...(rest.event.startsWith('mail.') ? [requestId] : []),
    // Nodes of the previous release compute the same id for an event without a device.
    ...(rest.device === null ? [] : [{ device: rest.device }]),
  ];
  return hash('sha256', JSON.stringify(common), 'hex').slice(0, identifierLength);
}
