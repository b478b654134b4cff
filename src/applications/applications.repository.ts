import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Application } from '../database/records.js';

type Bytes = Uint8Array<ArrayBuffer>;

export interface NewApplication {
  id: string;
  ownerId: string;
  name: string;
  clientSecretHash: Bytes | null;
  redirectUris: string[];
  apiVersion: string;
}

export interface NewAccessToken {
  hash: Bytes;
  sealed: Bytes;
  scope: string[];
}

@Injectable()
export class ApplicationsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The application together with its token for its owner's account. */
  create(application: NewApplication, token: NewAccessToken): Promise<Application> {
    const now = new Date();
    return this.prisma.application.create({
      data: {
        ...application,
        createdAt: now,
        updatedAt: now,
        accessTokens: {
          create: { ...token, kind: 'application', accountId: application.ownerId, createdAt: now },
        },
      },
    });
  }

  /** Every application with its owner's email, oldest first. */
  list(): Promise<(Application & { owner: { email: string } })[]> {
    return this.prisma.application.findMany({
      include: { owner: { select: { email: true } } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** Returns whether there was such a token. */
  async revokeToken(hash: Bytes): Promise<boolean> {
    const { count } = await this.prisma.accessToken.deleteMany({ where: { hash } });
    return count > 0;
  }
}
