import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import { everything } from '../../database/change-log.js';
import type { Resource } from '../../principals/resource.js';

@Injectable()
export class ResourcesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Operators create resources by hand, so there are few. */
  async list(): Promise<Resource[]> {
    const rows = await this.prisma.resource.findMany({ orderBy: { createdAt: 'asc' } });
    return rows.map(({ identifier, name, scopes, clients }) => {
      return { identifier, name, scopes: scopes as Resource['scopes'], clients };
    });
  }

  async insert(change: Change, { scopes, clients = [], ...resource }: Resource): Promise<boolean> {
    change.ends(everything);
    const data = { ...resource, scopes, clients: [...clients], createdAt: new Date() };
    const { count } = await change.models.resource.createMany({ data, skipDuplicates: true });
    return count > 0;
  }

  async delete(change: Change, identifier: string): Promise<boolean> {
    change.ends(everything);
    const { count } = await change.models.resource.deleteMany({ where: { identifier } });
    return count > 0;
  }
}
