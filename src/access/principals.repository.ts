import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Principal } from './principal.js';

@Injectable()
export class PrincipalsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The principal behind a token's hash, in one query. */
  async find(hash: Uint8Array<ArrayBuffer>): Promise<Principal | undefined> {
    const token = await this.prisma.accessToken.findUnique({
      where: { hash },
      include: {
        account: { omit: { passwordHash: true } },
        application: { omit: { clientSecretHash: true } },
      },
      relationLoadStrategy: 'join',
    });
    if (!token) return undefined;
    const { account, application, kind, scope, authorizationId, expiresAt } = token;
    const tokenId = Buffer.from(hash).toString('base64url');
    return { account, application, kind, scope, authorizationId, tokenId, expiresAt };
  }
}
