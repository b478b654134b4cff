import { Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';

/** The last UTC day of use of an application or a token. */
export type Use = readonly [id: string, usedOn: string];

interface UsesRepository {
  /** Omits unused ids. */
  find(ids: readonly string[]): Promise<Use[]>;
  /** Writes only days later than the stored ones. */
  write(uses: readonly Use[]): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;

/** How long uses are collected before they are written together. */
const intervalMs = 60_000;

/** Small enough to finish well before the statement timeout. */
const batchSize = 1_000;

/** While PostgreSQL is unreachable. Above this, a later request records the use. */
const maxWaiting = 10_000;

/** Above this, uses are forgotten and recorded again. */
const maxRecorded = 50_000;

/** Records the UTC day of each last use. Only the first use per day is written, in the background. */
export abstract class LastUse implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  /** The day of `recorded`, in days since 1970. */
  private day = 0;
  private readonly recorded = new Set<string>();
  /** Days not written yet, by id. */
  private readonly waiting = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private stopped = false;

  /** @param subjects the plural noun for the log, such as `applications` */
  constructor(
    private readonly repository: UsesRepository,
    private readonly subjects: string,
  ) {}

  /** Records a use today. Never fails, and returns immediately. */
  record(id: string): void {
    const day = Math.floor(Date.now() / dayMs);
    if (day === this.day && this.recorded.has(id)) return;
    if (this.stopped || this.waiting.size >= maxWaiting) return;
    if (day !== this.day || this.recorded.size >= maxRecorded) this.recorded.clear();
    this.day = day;
    this.recorded.add(id);
    this.waiting.set(id, new Date(day * dayMs).toISOString().slice(0, 10));
    this.writeLater();
  }

  /** Returns the last day of use by id, as `2026-01-19`. Omits unused ids. */
  async lastUsed(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const written = ids.length > 0 ? await this.repository.find(ids) : [];
    const waiting = ids.flatMap((id): Use[] => {
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
    this.logger.warn(`The last uses of ${this.subjects} were not written: ${error.message}`);
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
