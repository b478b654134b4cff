import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import {
  ApplicationLastUseRepository,
  type ApplicationUse,
} from './application-last-use.repository.js';

const dayMs = 24 * 60 * 60_000;

/** How long uses are collected before they are written together. */
const intervalMs = 60_000;

/** Small enough to finish well before the statement timeout. */
const batchSize = 1_000;

/** While PostgreSQL is unreachable. Above this, a later request records the use. */
const maxWaiting = 10_000;

/** Above this, applications are forgotten and recorded again. */
const maxRecorded = 50_000;

/** Records the UTC day of each application's last use. Only the first use per day is written, in the background. */
@Injectable()
export class ApplicationLastUse implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(ApplicationLastUse.name);
  /** The day of `recorded`, in days since 1970. */
  private day = 0;
  private readonly recorded = new Set<string>();
  /** Days not written yet, by application. */
  private readonly waiting = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly repository: ApplicationLastUseRepository) {}

  /** Records an accepted token of the application. Never fails, and returns immediately. */
  record(applicationId: string): void {
    const day = Math.floor(Date.now() / dayMs);
    if (day === this.day && this.recorded.has(applicationId)) return;
    if (this.stopped || this.waiting.size >= maxWaiting) return;
    if (day !== this.day || this.recorded.size >= maxRecorded) this.recorded.clear();
    this.day = day;
    this.recorded.add(applicationId);
    this.waiting.set(applicationId, new Date(day * dayMs).toISOString().slice(0, 10));
    this.writeLater();
  }

  /** Returns the last day of use by application, as `2026-01-19`. Omits applications that were never used. */
  async lastUsed(applicationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const written = applicationIds.length > 0 ? await this.repository.find(applicationIds) : [];
    const waiting = applicationIds.flatMap((id): ApplicationUse[] => {
      const usedOn = this.waiting.get(id);
      return usedOn === undefined ? [] : [[id, usedOn]];
    });
    return new Map([...written, ...waiting]);
  }

  /** Writes all pending uses. Never fails: uses that cannot be written stay pending. */
  write(): Promise<void> {
    this.writing ??= this.writeBatches()
      .catch((error: Error) => this.report(error))
      .finally(() => {
        this.writing = undefined;
        if (this.waiting.size > 0) this.writeLater();
      });
    return this.writing;
  }

  private async writeBatches(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, batchSize);
      await this.repository.write(batch);
      for (const [id, usedOn] of batch) {
        if (this.waiting.get(id) === usedOn) this.waiting.delete(id);
      }
    }
  }

  /** Outages of PostgreSQL are logged elsewhere. */
  private report(error: Error): void {
    if (isDatabaseUnavailable(error)) return;
    this.logger.warn(`The last uses of applications were not written: ${error.message}`);
  }

  private writeLater(): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, intervalMs).unref();
  }

  /** Runs before the database connections are closed. */
  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
