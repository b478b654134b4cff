import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

/** An application, and a day on which it was used, as `2026-01-19`. */
export type ApplicationUse = readonly [applicationId: string, usedOn: string];

@Injectable()
export class ApplicationUsesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The last days on which these applications were used. */
  async find(applicationIds: readonly string[]): Promise<ApplicationUse[]> {
    const where = { applicationId: { in: [...applicationIds] } };
    const uses = await this.prisma.applicationUse.findMany({ where });
    return uses.map(({ applicationId, usedOn }) => [
      applicationId,
      usedOn.toISOString().slice(0, 10),
    ]);
  }

  /**
   * Writes the days that are later than those written. An application that another transaction deletes is
   * left out, and neither waits for the other: the rows are locked in one order on all nodes.
   */
  async write(uses: readonly ApplicationUse[]): Promise<void> {
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
