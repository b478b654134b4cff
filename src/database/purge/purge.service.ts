import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpiredRowsRepository } from './expired-rows.repository.js';
import type { ExpiringRows } from './expiring-rows.js';

const intervalMs = 5 * 60_000;
const batchSize = 500;

/** How often and how long the purge retries while another node holds the lock. A node that stops loses it sooner. */
const lockRetryMs = 50;
const lockTimeoutMs = 10_000;

/**
 * Periodically deletes expired rows, which are unusable, in small batches. Each table is purged separately, so that a
 * failure or a long backlog of one does not block the others.
 */
@Injectable()
export class PurgeService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PurgeService.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;
  private readonly tasks: (() => Promise<void>)[] = [];

  constructor(private readonly rows: ExpiredRowsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.purge()
        .catch((error: Error) => this.logger.warn(`The purge has failed: ${error.message}`))
        .finally(() => (this.running = undefined));
    }, intervalMs).unref();
  }

  /** The task runs at each purge, on every node. */
  addTask(task: () => Promise<void>): void {
    this.tasks.push(task);
  }

  /** Deletes all expired rows, unless another node is doing so. @throws the failures, after everything else is done */
  async purge(): Promise<void> {
    const failures: Error[] = [];
    await this.rows.registerTables().catch((error: Error) => failures.push(error));
    await this.purgeTables(failures);
    for (const task of this.tasks) {
      if (this.stopped) break;
      await task().catch((error: Error) => failures.push(error));
    }
    if (failures.length === 0) return;
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  }

  /** Runs before the database is disconnected, because Nest 11 calls all hooks of a phase concurrently. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async purgeTables(failures: Error[]): Promise<void> {
    const tables = [...this.rows.tables];
    for (let table = tables.shift(); table && !this.stopped; table = tables.shift()) {
      try {
        const isMore = await this.deleteBatch(table);
        if (isMore) tables.push(table);
        if (isMore !== undefined || this.stopped) continue;
        failures.push(new Error('another node has held the lock of the purge all the time'));
        return;
      } catch (cause) {
        const message = `expired rows of ${table.expiring} were not deleted: ${(cause as Error).message}`;
        failures.push(new Error(message, { cause }));
      }
    }
  }

  /** Retries while other nodes delete theirs. Returns whether more rows may remain; undefined if the lock stays taken. */
  private async deleteBatch(table: ExpiringRows): Promise<boolean | undefined> {
    for (let waitedMs = 0; waitedMs < lockTimeoutMs; waitedMs += lockRetryMs) {
      const isMore = await this.rows.deleteBatch(table, batchSize);
      if (isMore !== undefined || this.stopped) return isMore;
      await delay(lockRetryMs);
    }
    return undefined;
  }
}
