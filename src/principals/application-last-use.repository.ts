import { Injectable } from '@nestjs/common';
import { readInChunks } from '../database/newest-first.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Use } from './last-use.js';

@Injectable()
export class ApplicationLastUseRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Omits applications that were never used. */
  async find(applicationIds: readonly string[]): Promise<Use[]> {
    const table = await this.prisma.table('application_uses');
    // For a thousand ids, PostgreSQL would read the whole table instead of looking up each (`OFFSET`).
    const statement = `
      SELECT json_build_array(id, used_on)::text AS json FROM unnest($1::text[]) AS id, LATERAL (
        SELECT used_on FROM ${table} WHERE application_id = id OFFSET 0
      ) AS known`;
    return readInChunks(applicationIds, (ids) => this.prisma.queryJson<Use>(statement, [ids]));
  }

  /**
   * Writes only days later than the stored ones. Skips applications that another transaction is deleting, so
   * neither transaction waits for the other. All nodes lock the rows in the same order.
   */
  async write(uses: readonly Use[]): Promise<void> {
    const schema = await this.prisma.table('');
    const written = await this.prisma.table('application_uses');
    await this.prisma.queryJson(
      `INSERT INTO ${written} AS earlier (application_id, used_on)
       SELECT application.id, used.used_on
       FROM unnest($1::text[], $2::date[]) AS used (application_id, used_on)
         JOIN ${schema}applications AS application ON application.id = used.application_id
       WHERE NOT EXISTS (
         SELECT FROM ${written} AS known
         WHERE known.application_id = used.application_id AND known.used_on >= used.used_on
       )
       ORDER BY application.id
       FOR KEY SHARE OF application SKIP LOCKED
       ON CONFLICT (application_id)
         DO UPDATE SET used_on = greatest(earlier.used_on, excluded.used_on)
       RETURNING '1' AS json`,
      [uses.map(([id]) => id), uses.map(([, usedOn]) => usedOn)],
    );
  }
}
