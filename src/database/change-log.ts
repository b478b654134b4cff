import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral, Pool } from 'pg';
import { tracedStatement } from '../tracing/traced-statement.js';
import { PrismaService } from './prisma.service.js';

/** How long a read counts as current, measured from when it was sent. */
const leaseMs = 200;

/** A request triggers another read if the last one is older than this. */
const rereadMs = 75;

/** The maximum time that a request waits for a read. Beyond it, a token lookup would be faster. */
const timeoutMs = 100;

/** After a longer pause, rows may have been purged before this node read them. */
const longestPauseMs = 3 * 60_000;

/** More changes than this in one read clear all caches. */
const maxChanges = 10_000;

/** The timeout for connecting and for a response, after which a connection counts as broken. */
const deadlineMs = 3_000;

const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** Stands for all ids in the log. */
export const everything = '*';

/** A cache of database rows. */
export interface ChangeObserver {
  /** Rows of this id have changed. `revision` is the new one, if only the account itself has changed. */
  forget(id: string, revision?: number): void;
  /** Any row may have changed. */
  clear(): void;
}

interface Change {
  readonly id: string;
  readonly revision: number | null;
}

/** How far this node has read the log. */
interface Position {
  /** A `pg_snapshot` of the transactions that had ended. */
  readonly snapshot: string;
  /** The server's start time and table files. Positions of another server or before a restore are not comparable. */
  readonly source: string;
  /** In milliseconds, by the server's clock. */
  readonly at: number;
}

/**
 * Reads the changes of all nodes and programs, which triggers write to the table `principal_changes`. Only requests
 * trigger reads, so an idle node sends no queries. The log has its own connection, so that it does not wait for the
 * pool. With an adapter of the host, the schema is unknown and nothing is read.
 */
@Injectable()
export class ChangeLog implements OnApplicationShutdown {
  private readonly logger = new Logger(ChangeLog.name);
  private readonly pool: Pool | undefined;
  private readonly sql: string;
  private readonly observers: ChangeObserver[] = [];
  private position: Position | undefined;
  private knownAt = -Infinity;
  private readAt = performance.now();
  private nextAt = -Infinity;
  private retryMs = firstRetryMs;
  private isReading = false;
  private reading: Promise<unknown> = Promise.resolve();
  private hasFailed = false;

  constructor({ pool, schema }: PrismaService) {
    this.sql = selectChanges(schema ?? '');
    this.pool =
      pool &&
      new Pool({
        ...pool.options,
        password: pool.options.password, // The spread omits it: it is not enumerable.
        application_name: 'nest-accounts changes',
        min: 0,
        max: 1,
        connectionTimeoutMillis: deadlineMs,
        query_timeout: deadlineMs,
        allowExitOnIdle: true,
      });
    // The next connection may reach a restarted server, where unfinished transactions are lost.
    this.pool?.on('error', () => this.restart());
  }

  observe(observer: ChangeObserver): void {
    this.observers.push(observer);
  }

  /** Drops what depends on this id from the caches of this node. */
  forget(id: string, revision?: number): void {
    if (id === everything) return this.clear();
    for (const observer of this.observers) observer.forget(id, revision);
  }

  /** Returns the age of the last successful read. Reads first, because an idle node reads nothing. */
  async lagMs(): Promise<number> {
    const now = performance.now();
    this.readOn(now);
    await this.reading;
    return Math.max(0, now - this.readAt);
  }

  /** Whether observers will receive every change from now on, possibly later than `isCurrent` promises. */
  isFollowing(): boolean {
    this.readOn(performance.now());
    return this.position !== undefined;
  }

  /** Whether observers have received every change committed until 200 ms ago. */
  isCurrent(): boolean {
    const now = performance.now();
    this.readOn(now);
    return now - this.knownAt < leaseMs;
  }

  /** Like {@link isCurrent}, but waits for a read in progress. */
  async becomesCurrent(): Promise<boolean> {
    await this.reading;
    return this.isCurrent();
  }

  onApplicationShutdown(): void {
    this.nextAt = Infinity;
    this.restart();
    // Not awaited, because an unresponsive server must not delay the caller.
    this.pool?.end().catch(() => undefined);
  }

  private readOn(now: number): void {
    if (now <= this.nextAt || this.isReading || !this.pool) return;
    const late = delay(timeoutMs, undefined, { ref: false });
    this.reading = Promise.race([this.read(this.pool, now), late]);
  }

  private async read(pool: Pool, now: number): Promise<void> {
    this.isReading = true;
    try {
      const { rows } = await tracedStatement(this.sql, () =>
        pool.query<Position & { changed: Change[]; isStandby: boolean }>(this.sql, [
          this.position?.snapshot,
        ]),
      );
      const { changed, isStandby, ...position } = rows[0]!;
      if (isStandby) throw new Error('the server is a standby, which learns of changes later');
      this.notifyObservers(position, changed);
      this.knownAt = now;
      this.readAt = now;
      this.nextAt = Math.max(this.nextAt, now + rereadMs);
      this.succeed();
    } catch (error) {
      this.nextAt = Math.max(this.nextAt, now + this.retryMs);
      this.fail(error);
    } finally {
      this.isReading = false;
    }
  }

  private notifyObservers(position: Position, changed: readonly Change[]): void {
    const before = this.position;
    const pauseMs = before?.source === position.source ? position.at - before.at : Infinity;
    const isUnbroken = pauseMs >= 0 && pauseMs < longestPauseMs && changed.length <= maxChanges;
    if (!isUnbroken) this.clear();
    else for (const { id, revision } of changed) this.forget(id, revision ?? undefined);
    this.position = position;
  }

  private clear(): void {
    for (const observer of this.observers) observer.clear();
  }

  private restart(): void {
    this.position = undefined;
    this.knownAt = -Infinity;
    this.clear();
  }

  private succeed(): void {
    this.retryMs = firstRetryMs;
    if (this.hasFailed) this.logger.log('Changes of other nodes are read again.');
    this.hasFailed = false;
  }

  private fail(error: unknown): void {
    this.restart();
    this.retryMs = Math.min(2 * this.retryMs, lastRetryMs);
    if (this.hasFailed || this.nextAt === Infinity) return;
    this.hasFailed = true;
    const { message }: Partial<Error> = error ?? {};
    this.logger.warn(
      `Changes of other nodes cannot be read: ${message}. Until they can, every token is looked up in the database.`,
    );
  }
}

/** The tables that contain principals, sessions and resources, and the log of their changes. */
const tables = [
  'accounts',
  'applications',
  'access_tokens',
  'sessions',
  'resources',
  'principal_changes',
];

/**
 * The changes committed after the snapshot $1, by transactions that started later or were in progress. Rows of
 * transactions that this server has not yet started come from the dump of another server.
 */
function selectChanges(schema: string): string {
  const tableIn = (name: string) => `${escapeIdentifier(schema)}.${name}`;
  const files = tables.map(
    (name) => `pg_relation_filenode(${escapeLiteral(tableIn(name))}::regclass)`,
  );
  return `
    SELECT pg_current_snapshot()::text AS snapshot,
      concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), ${files.join(', ')}) AS source,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS at,
      pg_is_in_recovery() AS "isStandby",
      array_to_json(ARRAY(
        SELECT json_build_object('id', id, 'revision', revision)
        FROM ${tableIn('principal_changes')}
        WHERE transaction_id >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
            AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
          OR transaction_id = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)::text::bigint))
        LIMIT ${maxChanges + 1}
      )) AS changed`;
}
