import { Injectable } from '@nestjs/common';
import { isIdentifier } from '../../database/identifier.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Application } from '../../database/records.js';

export type Client = Application & { owner: { name: string; suspendedAt: Date | null } };

@Injectable()
export class ClientsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async find(id: string): Promise<Client | null> {
    if (!isIdentifier(id)) return null;
    return this.prisma.application.findUnique({
      where: { id },
      include: { owner: { select: { name: true, suspendedAt: true } } },
    });
  }
}
