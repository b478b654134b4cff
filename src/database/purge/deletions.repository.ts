import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { PrismaService } from '../prisma.service.js';
import type { SqlTransaction, Transaction } from '../records.js';
import type { ExpiringRows } from './expiring-rows.js';

const batchSize = 500;

/**
 * How often, and after how long, a failed deletion is retried, for example after a timeout. After that, the purge
 * retries it.
 */
const retries = 5;
const retryMs = 1_000;

/** A Prisma condition on a related account or application: it has not been deleted. */
export const existing = { id: { not: '' } } as const;

/**
 * Deletes the first rows of an application, or the first grants of an account that has lost its authorizations. The
 * others are deleted afterwards.
 */
export async function beginDeletion(
  prisma: PrismaService,
  transaction: Transaction,
  table: string,
  id: string,
): Promise<void> {
  await prisma.queryJson(
    `SELECT '1' AS json FROM ${await prisma.table('begin_deletion')}($1, $2)`,
    [table, id],
    transaction,
  );
}

interface Deletion {
  readonly table: string;
  readonly id: string;
}

/**
 * Deletes in batches the rows of deleted accounts and applications, and the grants that a new password has ended. A
 * trigger has deleted the first rows with their owner. The others are unusable, because their owner is gone.
 */
@Injectable()
export class DeletionsRepository implements ExpiringRows, BeforeApplicationShutdown {
  readonly expiring = 'deletions';
  private readonly logger = new Logger(DeletionsRepository.name);
  /** The last deletion that failed; the next ones are tried first. */
  private failed: Deletion | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly prisma: PrismaService) {}

  /** Completes all deletions in the background. The purge handles one that keeps failing or is interrupted. */
  finish(): void {
    this.running ??= this.deleteAll(retries)
      .catch((error: Error) => this.logger.warn(`A deletion was interrupted: ${error.message}`))
      .finally(() => (this.running = undefined));
  }

  async deleteExpired(
    transaction: SqlTransaction | undefined,
    _now: Date,
    limit: number,
  ): Promise<boolean> {
    const deletion = await this.next(transaction);
    if (!deletion) return false;
    const { table, id } = deletion;
    const deletions = await this.prisma.table('deletions');
    try {
      // Another node may be working on it, and will continue with the others.
      const worked = await this.prisma.queryJson(
        `WITH locked AS (
          SELECT FROM ${deletions} WHERE "table" = $1 AND id = $2 FOR UPDATE SKIP LOCKED
        ), worked AS MATERIALIZED (
          SELECT ${await this.prisma.table('delete_owned')}($1, $2, $3::int) AS deleted FROM locked
        ), finished AS (
          DELETE FROM ${deletions} WHERE "table" = $1 AND id = $2
            AND EXISTS (SELECT FROM worked WHERE deleted = 0)
        )
        SELECT '1' AS json FROM worked`,
        [table, id, limit],
        transaction,
      );
      return worked.length > 0;
    } catch (error) {
      this.failed = deletion;
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async deleteAll(attemptsLeft: number): Promise<void> {
    try {
      while (!this.stopped && (await this.deleteExpired(undefined, new Date(), batchSize)));
    } catch (error) {
      if (this.stopped || attemptsLeft === 0) throw error;
      await delay(retryMs);
      await this.deleteAll(attemptsLeft - 1);
    }
  }

  private async next(transaction: SqlTransaction | undefined): Promise<Deletion | undefined> {
    const { table = '', id = '' } = this.failed ?? {};
    const [next] = await this.prisma.queryJson<Deletion>(
      `SELECT json_build_object('table', "table", 'id', id)::text AS json
       FROM ${await this.prisma.table('deletions')} WHERE ("table", id) > ($1, $2)
       ORDER BY "table", id LIMIT 1`,
      [table, id],
      transaction,
    );
    if (next || !this.failed) return next;
    this.failed = undefined;
    return this.next(transaction);
  }
}
