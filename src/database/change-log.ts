import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral, Pool } from 'pg';
import { PrismaService } from './prisma.service.js';

/** How long what was read counts as all there is, from when it was asked for. */
const leaseMs = 200;

/** The log is read again when the last read is older than this, and only when a request needs it. */
const rereadMs = 75;

/** A read that takes longer is not waited for: by then a token has been looked up. */
const timeoutMs = 100;

/** After a longer pause lines may have been purged unread. */
const longestPauseMs = 3 * 60_000;

/** Of more changes than these no single one is looked at. */
const mostChanges = 10_000;

/** What takes longer to connect or to answer is broken. */
const deadlineMs = 3_000;

const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** Who keeps something of the database in memory. */
export interface ChangeObserver {
  /**
   * What belongs to this id, of an account or an application, has changed.
   *
   * @param revision where only the account itself has: what it became
   */
  forget(id: string, revision?: number): void;
  /** Anything may have changed. */
  clear(): void;
}

interface Change {
  readonly id: string;
  readonly revision: number | null;
}

/** How far the log was read. */
interface Position {
  /** Which transactions had ended (`pg_snapshot`). */
  readonly snapshot: string;
  /**
   * When the server was started, and in which files its tables are: on another server, or after a
   * restore in place, positions cannot be compared, and rows changed that no trigger saw.
   */
  readonly source: string;
  /** Milliseconds on the clock of the server. */
  readonly at: number;
}

/**
 * Reads what every node and program changes, which triggers write into the table
 * `principal_changes`: whatever was committed before a read is in what it finds, or in what an
 * earlier one found. It is read while requests come, so that nothing runs by itself, and over a
 * connection of its own, so that it does not wait when those of the pool are busy. Through an adapter
 * of the host, whose schema is not known, nothing is read.
 */
@Injectable()
export class ChangeLog implements OnApplicationShutdown {
  private readonly logger = new Logger(ChangeLog.name);
  private readonly pool: Pool | undefined;
  private readonly sql: string;
  private observer: ChangeObserver | undefined;
  private position: Position | undefined;
  private knownAt = -Infinity;
  private nextAt = -Infinity;
  private retryMs = firstRetryMs;
  private isReading = false;
  /** The last read, for as long as it is waited for. */
  private reading: Promise<unknown> = Promise.resolve();
  private hasFailed = false;

  constructor({ pool, schema }: PrismaService) {
    this.sql = selectChanges(schema ?? '');
    this.pool =
      pool &&
      new Pool({
        ...pool.options,
        password: pool.options.password, // Hidden from the line above.
        application_name: 'nest-accounts changes',
        min: 0,
        max: 1,
        connectionTimeoutMillis: deadlineMs,
        query_timeout: deadlineMs,
        allowExitOnIdle: true,
      });
    // What was lost may have been a server that forgets transactions which never ended.
    this.pool?.on('error', () => this.restart());
  }

  /** From now on this is told. */
  observe(observer: ChangeObserver): void {
    this.observer = observer;
  }

  /** Whether every change from now on will be told, be it later than the promise of `isCurrent`. */
  isFollowing(): boolean {
    this.readOn(performance.now());
    return this.position !== undefined;
  }

  /** Whether all that was committed until 200 ms ago has been told. */
  isCurrent(): boolean {
    const now = performance.now();
    this.readOn(now);
    return now - this.knownAt < leaseMs;
  }

  /** The same after a pause, in which nothing was read: once that is done. */
  async becomesCurrent(): Promise<boolean> {
    await this.reading;
    return this.isCurrent();
  }

  onApplicationShutdown(): void {
    this.nextAt = Infinity;
    this.restart();
    // Not awaited: a server that is silent would delay the caller.
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
      const { rows } = await pool.query<Position & { changed: Change[]; isStandby: boolean }>(
        this.sql,
        [this.position?.snapshot],
      );
      const { changed, isStandby, ...position } = rows[0]!;
      if (isStandby) throw new Error('the server is a standby, which learns of changes later');
      this.tell(position, changed);
      this.knownAt = now;
      this.nextAt = Math.max(this.nextAt, now + rereadMs);
      this.succeed();
    } catch (error) {
      this.nextAt = Math.max(this.nextAt, now + this.retryMs);
      this.fail(error as Error);
    } finally {
      this.isReading = false;
    }
  }

  private tell(position: Position, changed: readonly Change[]): void {
    const before = this.position;
    const pauseMs = before?.source === position.source ? position.at - before.at : Infinity;
    const isUnbroken = pauseMs >= 0 && pauseMs < longestPauseMs && changed.length <= mostChanges;
    if (!isUnbroken || changed.some(({ id }) => id === '*')) this.observer?.clear();
    else for (const { id, revision } of changed) this.observer?.forget(id, revision ?? undefined);
    this.position = position;
  }

  private restart(): void {
    this.position = undefined;
    this.knownAt = -Infinity;
    this.observer?.clear();
  }

  private succeed(): void {
    this.retryMs = firstRetryMs;
    if (this.hasFailed) this.logger.log('Changes of other nodes are read again.');
    this.hasFailed = false;
  }

  private fail({ message }: Error): void {
    this.restart();
    this.retryMs = Math.min(2 * this.retryMs, lastRetryMs);
    if (this.hasFailed || this.nextAt === Infinity) return;
    this.hasFailed = true;
    this.logger.warn(
      `Changes of other nodes cannot be read: ${message}. Until they can, every token is looked up ` +
        'in the database.',
    );
  }
}

/** The tables of which principals are made, and the log of their changes. */
const tables = ['accounts', 'applications', 'access_tokens', 'principal_changes'];

/**
 * What was committed after the snapshot $1, by transactions that began later or were under way. A row
 * of a transaction that the server has yet to begin came with the dump of another server.
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
        LIMIT ${mostChanges + 1}
      )) AS changed`;
}
