import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

/** What two nodes must not do at the same time, as an advisory lock of PostgreSQL. */
const lockName = 'nest-accounts purge';

@Injectable()
export class ExpiredRowsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Deletes so many expired rows of each kind at most, unless another node is doing so. Returns
   * whether there may be more. Kept principals need not know: whether a token has expired is asked
   * whenever it is used.
   */
  deleteBatch(limit: number): Promise<boolean> {
    const { prisma } = this;
    return prisma.$transaction(async (transaction) => {
      const [lock] = await transaction.$queryRaw<[{ free: boolean }]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`${lockName} ${prisma.schema}`}, 0)) AS free`;
      if (!lock.free) return false;
      const batch = { where: { expiresAt: { lt: new Date() } }, limit };
      const deleted = [
        await transaction.accessToken.deleteMany(batch),
        await transaction.authorization.deleteMany(batch),
        await transaction.session.deleteMany(batch),
      ];
      return deleted.some(({ count }) => count === limit);
    });
  }
}
