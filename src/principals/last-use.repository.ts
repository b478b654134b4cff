import { readInChunks } from '../database/newest-first.js';
import type { PrismaService } from '../database/prisma.service.js';
import type { Use } from './last-use.js';

/** A table with the last day of each subject. */
interface DayTable {
  readonly name: string;
  /** The subjects are the rows of `<subject>s`. The column `<subject>_id` refers to them. */
  readonly subject: 'account' | 'application';
  /** The column with the day. */
  readonly day: string;
}

/** Reads and writes the last UTC days of use. */
export abstract class LastUseRepository {
  protected constructor(
    private readonly prisma: PrismaService,
    private readonly table: DayTable,
  ) {}

  /** Omits subjects that were never used. */
  async find(ids: readonly string[]): Promise<Use[]> {
    const { name, subject, day } = this.table;
    // For a thousand ids, PostgreSQL would read the whole table instead of looking up each (`OFFSET`).
    const statement = `
      SELECT json_build_array(id, ${day})::text AS json FROM unnest($1::text[]) AS id, LATERAL (
        SELECT ${day} FROM ${await this.prisma.table(name)} WHERE ${subject}_id = id OFFSET 0
      ) AS known`;
    return readInChunks(ids, (chunk) => this.prisma.queryJson<Use>(statement, [chunk]));
  }

  /**
   * Writes only days later than the stored ones. Skips subjects that another transaction is deleting, so neither
   * transaction waits for the other. All nodes lock the rows in the same order.
   */
  async write(uses: readonly Use[]): Promise<void> {
    const { name, subject: owner, day } = this.table;
    const id = `${owner}_id`;
    const table = await this.prisma.table(name);
    await this.prisma.queryJson(
      `INSERT INTO ${table} AS earlier (${id}, ${day})
       SELECT subject.id, given.${day}
       FROM unnest($1::text[], $2::date[]) AS given (${id}, ${day})
         JOIN ${await this.prisma.table(`${owner}s`)} AS subject ON subject.id = given.${id}
       WHERE NOT EXISTS (
         SELECT FROM ${table} AS known WHERE known.${id} = given.${id} AND known.${day} >= given.${day}
       )
       ORDER BY subject.id
       FOR KEY SHARE OF subject SKIP LOCKED
       ON CONFLICT (${id}) DO UPDATE SET ${day} = greatest(earlier.${day}, excluded.${day})
       RETURNING '1' AS json`,
      [uses.map(([subject]) => subject), uses.map(([, usedOn]) => usedOn)],
    );
  }
}
