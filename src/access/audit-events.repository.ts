import { Injectable } from '@nestjs/common';
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
    await this.prisma.auditEvent.createMany({ data: events, skipDuplicates: true });
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
