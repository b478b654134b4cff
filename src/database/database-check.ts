import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { isDatabaseUnavailable } from './connection/database-failure.js';
import {
  assertFit,
  DatabaseUnfitError,
  serverKind,
  type ServerKind,
} from './database-unfit.error.js';
import { pendingMigrations } from './migration-records.js';
import { MigrationError } from './migration.error.js';
import { OutageReports } from './outage-reports.js';
import { PrismaService } from './prisma.service.js';

const toleratedDifferenceMs = 10_000;

const readCommitted = 'read committed';

interface ServerState extends ServerKind {
  readonly isReadOnly: boolean;
  /** Unix milliseconds. */
  readonly time: number;
  readonly isolation: string;
}

const milliseconds = `(extract(epoch FROM now()) * 1000)::float8`;

const serverState = `
  SELECT ${serverKind},
         current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         ${milliseconds} AS time,
         current_setting('default_transaction_isolation') AS isolation`;

const serverTime = `
  SELECT ${milliseconds} AS time,
         CASE WHEN current_setting('DateStyle') LIKE 'ISO%' THEN now() END AS date`;

/** The start of the server tells apart a database and its physical copy, which share all other identifiers. */
const tableIdentity = `
  SELECT to_json(concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), oid, to_regclass($1)::oid))::text AS json
  FROM pg_database WHERE datname = current_database()`;

const inJson = (sql: string) => `SELECT row_to_json(state)::text AS json FROM (${sql}) AS state`;

/** Checks the database at startup and for each probe. */
@Injectable()
export class DatabaseCheck implements OnModuleInit {
  private readonly logger = new Logger(DatabaseCheck.name);
  private readonly outages = new OutageReports();
  /** Identifies the tables, however they are reached; undefined if the database did not respond at startup. */
  tables: string | undefined;

  constructor(private readonly prisma: PrismaService) {}

  /** Accepts a database that does not respond, because it may recover. @throws DatabaseUnfitError, MigrationError */
  async onModuleInit(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) {
        // Nest does not shut down an application that failed to start.
        await this.prisma.onApplicationShutdown();
        throw error;
      }
      this.outages.report(error, 'Requests are refused until it does.');
    }
  }

  private async check(): Promise<void> {
    const state = await this.readState();
    assertFit(state);
    const { isReadOnly, time, isolation } = state;
    if (!this.prisma.ownPool) await this.checkConnections();
    // Other levels use a snapshot from before the wait for a lock, and fail if two transactions write.
    if (isolation !== readCommitted) {
      throw new DatabaseUnfitError(
        `The default_transaction_isolation of the connections is "${isolation}": set it for their role with ` +
          `"ALTER ROLE … SET default_transaction_isolation TO '${readCommitted}'".`,
      );
    }
    const pending = await this.pending();
    const table = await this.prisma.table('accounts');
    if (pending.length > 0) throw unmigrated(pending, table);
    [this.tables] = await this.prisma.queryJson<string>(tableIdentity, [table]);
    if (isReadOnly) this.logger.warn('The database is read-only: nothing can be changed.');
    const difference = Math.abs(Date.now() - time);
    if (difference > toleratedDifferenceMs) {
      this.logger.warn(
        `The clock of the database differs by ${Math.round(difference / 1_000)} s from that of this node: set both by NTP.`,
      );
    }
  }

  /** Returns the reason why the database cannot be used, if any. @throws its error, if it does not respond */
  async findProblem(): Promise<string | undefined> {
    const { isReadOnly } = await this.readState();
    if (isReadOnly) return 'The database is read-only.';
    return (await this.pending()).length > 0 ? 'The database lacks migrations.' : undefined;
  }

  private readState(): Promise<ServerState> {
    return this.prisma.queryJsonRow(inJson(serverState), []);
  }

  private async pending(): Promise<string[]> {
    const table = await this.prisma.table('_prisma_migrations');
    return pendingMigrations((sql) => this.queryJson(sql), table);
  }

  /** Queries the driver directly, because startup and probes need not load Prisma's query compiler. */
  private queryJson<T>(sql: string): Promise<T[]> {
    return this.prisma.queryJson(inJson(sql), []);
  }

  /** Queries through Prisma, which reads dates as the host's connections write them. */
  private async checkConnections(): Promise<void> {
    const [state] =
      await this.prisma.$queryRawUnsafe<{ time: number; date: Date | null }[]>(serverTime);
    const { time, date } = state!;
    if (!date) throw unfitConnections('DateStyle', 'ISO');
    if (Math.abs(date.getTime() - time) > 1) throw unfitConnections('TimeZone', 'UTC');
  }
}

/** Only for the host's connections; the module's own set both. */
function unfitConnections(setting: string, value: string): DatabaseUnfitError {
  return new DatabaseUnfitError(
    `The ${setting} of the connections of the pool or adapter is not ${value}: set it on each of them, or ` +
      `for their role with "ALTER ROLE … SET ${setting} TO '${value}'".`,
  );
}

function unmigrated(pending: readonly string[], table: string): MigrationError {
  const [first, ...others] = pending;
  const names = others.length > 0 ? `${first} and ${others.length} more` : first;
  return new MigrationError(
    `The database does not have the tables of this release: ${table} lacks the migration ${names}. Before the ` +
      'application starts, call migrate() of nest-accounts, or run "npx nest-accounts migrate" or "prisma migrate deploy".',
  );
}
