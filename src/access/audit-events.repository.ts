import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { PrismaService } from '../database/prisma.service.js';
import type { AuditEvent } from '../database/records.js';

/** Which events, the latest first. */
export interface AuditQuery {
  /** Whose; default: everybody's. */
  readonly accountId?: string;
  /** The id of an event: those before it. */
  readonly before?: string;
  /** How many at most. */
  readonly limit: number;
}

/** The table of the audit trail, which is only ever added to. */
@Injectable()
export class AuditEventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** What was written before, though its answer was lost, stays as it is. */
  async insert(events: AuditEvent[]): Promise<void> {
    const { schema } = this.prisma;
    if (schema === undefined) {
      await this.prisma.auditEvent.createMany({ data: events, skipDuplicates: true });
      return;
    }
    // Prisma makes another statement of each number of rows, and a third of what an update costs.
    await this.prisma.$executeRawUnsafe(insertInto(schema), JSON.stringify(events));
  }

  list({ accountId, before, limit }: AuditQuery): Promise<AuditEvent[]> {
    return this.prisma.auditEvent.findMany({
      where: { accountId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      ...(before !== undefined && { cursor: { id: before }, skip: 1 }),
      take: limit,
    });
  }

  /** The names of those applications that there still are. */
  async applicationNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const applications = await this.prisma.application.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, name: true },
    });
    return new Map(applications.map(({ id, name }) => [id, name]));
  }
}

/** One statement for any number of events, which are $1 as JSON. */
function insertInto(schema: string): string {
  return `
    INSERT INTO ${escapeIdentifier(schema)}.audit_events (
      id, at, event, result, account_id, application_id, actor_id, client_id, channel, source,
      request_id, members
    )
    SELECT id, at, event, result, "accountId", "applicationId", "actorId", "clientId", channel, source,
      "requestId", members
    FROM json_to_recordset($1::json) AS sent (
      id text, at timestamptz, event text, result text, "accountId" text, "applicationId" text,
      "actorId" text, "clientId" text, channel text, source text, "requestId" text, members text[]
    )
    ON CONFLICT DO NOTHING`;
}
