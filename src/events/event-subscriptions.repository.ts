import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { deleteRows, type ExpiringRows } from '../database/purge/expiring-rows.js';
import type { SqlTransaction, Transaction } from '../database/records.js';
import { accountEventTypes } from './account-event.js';
import { batchSize, giveUp, isoTime, running } from './event-sql.js';

/** The state of a subscription. */
export interface SubscriptionState {
  /** The name of its subscriber. */
  readonly name: string;
  /** The types of events that it receives. */
  readonly types: readonly string[];
  /** When a node with this subscriber was last running, in ISO 8601. Recorded every half minute. */
  readonly seen_at: string;
  /** The number of waiting events, without the parked ones, up to 20,000. */
  readonly waiting: number;
  /** Whether more may wait. */
  readonly more_waiting: boolean;
  /** When the oldest waiting event happened, or one of the oldest among very many, in ISO 8601. */
  readonly oldest_at: string | null;
  /** The number of parked events, at most 10,000. */
  readonly parked: number;
  /** Whether more may be parked. */
  readonly more_parked: boolean;
  /** The last error of a waiting or parked event. */
  readonly last_error: string | null;
}

export const maxCounted = 10_000;
export const maxWaiting = 20_000;

export interface SubscriptionBacklog {
  readonly name: string;
  readonly waiting: number;
  /** The age of the oldest waiting event, or of one of the oldest among very many, in seconds. 0 if none waits. */
  readonly oldestSeconds: number;
  readonly parked: number;
}

@Injectable()
export class EventSubscriptionsRepository implements ExpiringRows {
  readonly expiring = 'event_subscriptions';

  constructor(private readonly prisma: PrismaService) {}

  /** Creates a subscription, or adds types to it. From the commit on, every event of these types is stored for it. */
  async subscribe(name: string, types: readonly string[]): Promise<void> {
    await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('event_subscriptions')} (name, type, seen_at)
       SELECT $1, type, now() FROM unnest($2::text[]) AS type ORDER BY type
       ON CONFLICT (name, type) DO UPDATE SET seen_at = excluded.seen_at RETURNING '1' AS json`,
      [name, types],
    );
  }

  /** Returns whether a retry of parked events is requested, or undefined without such a subscription. */
  async recordSeen(name: string, types: readonly string[]): Promise<boolean | undefined> {
    const seen = await this.prisma.queryJson<boolean>(
      `UPDATE ${await this.prisma.table('event_subscriptions')} SET seen_at = now()
       WHERE name = $1 AND type = ANY($2::text[]) RETURNING to_json(retry_up_to IS NOT NULL)::text AS json`,
      [name, types],
    );
    return seen.length > 0 ? seen.some(Boolean) : undefined;
  }

  async isHandled(subscription: string, type: string): Promise<boolean> {
    const [isHandled = false] = await this.prisma.queryJson<boolean>(
      `SELECT to_json(seen_at > now() - ${running})::text AS json
       FROM ${await this.prisma.table('event_subscriptions')} WHERE name = $1 AND type = $2`,
      [subscription, type],
    );
    return isHandled;
  }

  async isInternalAndRunning(subscription: string, transaction: Transaction): Promise<boolean> {
    const [isRunning = false] = await this.prisma.queryJson<boolean>(
      `SELECT to_json(bool_or(seen_at > now() - ${running}))::text AS json
       FROM ${await this.prisma.table('event_subscriptions')}
       WHERE name = $1 AND type <> ALL ($2::text[]) HAVING count(*) > 0`,
      [subscription, accountEventTypes],
      transaction,
    );
    return isRunning;
  }

  async list(): Promise<SubscriptionState[]> {
    const queues = await this.prisma.table('event_queues');
    const parked = await this.prisma.table('parked_events');
    return this.prisma.queryJson<SubscriptionState>(
      `SELECT json_build_object(
        'name', name, 'types', types, 'seen_at', ${isoTime('seen_at')},
        'waiting', waiting, 'more_waiting', waiting >= ${maxWaiting},
        'oldest_at', ${isoTime('oldest_at')},
        'parked', parked, 'more_parked', parked >= $1::int,
        'last_error', COALESCE(failed.error, given_up.error)
      )::text AS json
      FROM ${await this.counted()}
      JOIN (
        SELECT name, array_agg(type ORDER BY type) AS types, max(seen_at) AS seen_at
        FROM ${await this.prisma.table('event_subscriptions')} GROUP BY name
      ) AS subscription USING (name),
      LATERAL (SELECT (array_agg(last_error ORDER BY due_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS error
        FROM (
          SELECT last_error, due_at FROM ${queues} WHERE subscription = name ORDER BY due_at DESC LIMIT $1::int
        ) AS queue) AS failed,
      LATERAL (SELECT (array_agg(last_error ORDER BY sequence DESC))[1] AS error FROM (
        SELECT last_error, sequence FROM ${parked} WHERE subscription = name
        ORDER BY account_id, sequence LIMIT $1::int
      ) AS event) AS given_up
      ORDER BY name`,
      [maxCounted],
    );
  }

  async backlog(): Promise<SubscriptionBacklog[]> {
    return this.prisma.queryJson<SubscriptionBacklog>(
      `SELECT json_build_object(
        'name', name, 'waiting', waiting, 'parked', parked,
        'oldestSeconds', COALESCE(greatest(0, extract(epoch FROM now() - oldest_at)::float8), 0)
      )::text AS json
      FROM ${await this.counted()}
      ORDER BY name`,
      [maxCounted],
    );
  }

  private async counted(): Promise<string> {
    const deliveries = await this.prisma.table('event_deliveries');
    const parked = await this.prisma.table('parked_events');
    // Orders by an index. Otherwise PostgreSQL may search for a subscription's few events among those of others.
    return `(
      WITH oldest AS MATERIALIZED (
        SELECT subscription, min(occurred_at) AS at
        FROM (SELECT subscription, occurred_at FROM ${deliveries} ORDER BY sequence LIMIT $1::int) AS event
        GROUP BY subscription
      )
      SELECT name, waiting, parked, COALESCE(oldest.at, own.at) AS oldest_at
      FROM (SELECT DISTINCT name FROM ${await this.prisma.table('event_subscriptions')}) AS subscription
      LEFT JOIN oldest ON oldest.subscription = name,
      LATERAL (SELECT min(occurred_at) AS at FROM (
        SELECT occurred_at FROM ${deliveries} WHERE subscription = name AND oldest.at IS NULL
        ORDER BY account_id, sequence LIMIT $1::int
      ) AS event) AS own,
      LATERAL (SELECT count(*) AS waiting FROM (
        SELECT FROM ${deliveries} WHERE subscription = name ORDER BY account_id, sequence LIMIT ${maxWaiting}
      ) AS event) AS waiting,
      LATERAL (SELECT count(*) AS parked FROM (
        SELECT FROM ${parked} WHERE subscription = name ORDER BY account_id, sequence LIMIT $1::int
      ) AS event) AS parked
    ) AS counted`;
  }

  async exists(name: string): Promise<boolean> {
    return (await this.prisma.eventSubscription.count({ where: { name } })) > 0;
  }

  async delete(name: string, client: Transaction = this.prisma): Promise<boolean> {
    return (await client.eventSubscription.deleteMany({ where: { name } })).count > 0;
  }

  /** Deletes the events of a deleted subscription. Events that concurrent transactions still write are purged later. */
  async deleteEvents(name: string): Promise<void> {
    for (const { table, key } of ownedTables) {
      const rows = { where: 'subscription = $1', values: [name], orderBy: key, limit: batchSize };
      while (!(await this.exists(name)) && (await deleteRows(this.prisma, undefined, table, rows)));
    }
  }

  async deleteExpired(transaction: SqlTransaction, _now: Date, limit: number): Promise<boolean> {
    const subscriptions = await this.prisma.table('event_subscriptions');
    await this.prisma.queryJson(
      `DELETE FROM ${subscriptions} AS removed WHERE seen_at < now() - ${giveUp} AND EXISTS (
        SELECT FROM ${subscriptions} AS each WHERE each.name = removed.name AND each.seen_at > now() - ${running}
      ) RETURNING '1' AS json`,
      [],
      transaction,
    );
    let isMore = false;
    for (const owned of ownedTables) {
      const isFull = await this.deleteOrphans(owned, limit, transaction);
      isMore ||= isFull;
    }
    return isMore;
  }

  /** Returns whether there may be more. Reads only one row of each subscription from the index. */
  private async deleteOrphans(
    { table, owner, key }: OwnedTable,
    limit: number,
    transaction: SqlTransaction,
  ): Promise<boolean> {
    const rows = await this.prisma.table(table);
    const columns = owner.join(', ');
    const next = (where: string) =>
      `SELECT ${columns} FROM ${rows} ${where} ORDER BY ${columns} LIMIT 1`;
    const orphans = await this.prisma.queryJson<string[]>(
      `WITH RECURSIVE present AS (
        (${next('')})
        UNION ALL
        SELECT following.* FROM present, LATERAL (
          ${next(`WHERE (${columns}) > (${owner.map((column) => `present.${column}`).join(', ')})`)}
        ) AS following
      )
      SELECT json_build_array(${columns})::text AS json FROM present WHERE NOT EXISTS (
        SELECT FROM ${await this.prisma.table('event_subscriptions')} AS each
        WHERE each.name = present.subscription
          ${owner.includes('type') ? 'AND each.type = present.type' : ''}
      )`,
      [],
      transaction,
    );
    const where = owner.map((column, i) => `${column} = $${i + 1}`).join(' AND ');
    let isMore = false;
    for (const values of orphans) {
      const orphaned = { where, values, orderBy: key, limit };
      const isFull = await deleteRows(this.prisma, transaction, table, orphaned);
      isMore ||= isFull;
    }
    return isMore;
  }
}

interface OwnedTable {
  readonly table: string;
  readonly owner: readonly string[];
  readonly key: string;
}

const ownedTables: readonly OwnedTable[] = [
  {
    table: 'event_deliveries',
    owner: ['subscription'],
    key: 'subscription, account_id, sequence',
  },
  { table: 'event_queues', owner: ['subscription'], key: 'subscription, account_id' },
  {
    table: 'parked_events',
    owner: ['subscription', 'type'],
    key: 'subscription, type, sequence',
  },
];
