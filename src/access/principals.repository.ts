import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { frozen } from './frozen.js';
import type { Principal } from './principal.js';

@Injectable()
export class PrincipalsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The principal behind a token, in one query. */
  async find(tokenId: string): Promise<Principal | undefined> {
    const token = await this.prisma.accessToken.findUnique({
      where: { hash: Buffer.from(tokenId, 'base64url') },
      select: {
        kind: true,
        scope: true,
        authorizationId: true,
        expiresAt: true,
        account: { omit: { passwordHash: true } },
        application: { select: { id: true, name: true, ownerId: true, apiVersion: true } },
      },
      relationLoadStrategy: 'join',
    });
    return token ? frozen({ ...token, tokenId }) : undefined;
  }
}
