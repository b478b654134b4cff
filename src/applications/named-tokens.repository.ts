import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import type { Change } from '../changes/change.js';
import { violates } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import type { AccessToken } from '../database/records.js';
import { TooManyTokensError } from '../errors/error-registry.js';
import { maxNamedTokens } from './dto/named-token.dto.js';

/** The row of a named token. */
export type NamedTokenRow = Pick<
  AccessToken,
  'hash' | 'kind' | 'scope' | 'applicationId' | 'accountId' | 'createdAt' | 'expiresAt'
> & { readonly id: string; readonly name: string };

@Injectable()
export class NamedTokensRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
  ) {}

  /** Lists the unexpired ones, oldest first. */
  async list(applicationId: string): Promise<NamedTokenRow[]> {
    const named = await this.prisma.accessToken.findMany({
      where: {
        applicationId,
        id: { not: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return named as (NamedTokenRow & AccessToken)[];
  }

  /** @throws TooManyTokensError */
  async create(change: Change, token: NamedTokenRow): Promise<boolean> {
    try {
      await this.tokens.insert(change, token);
      return true;
    } catch (error) {
      throw violates(error, 'check') ? new TooManyTokensError({ max: maxNamedTokens }) : error;
    }
  }

  delete(change: Change, applicationId: string, id: string): Promise<boolean> {
    return this.tokens.deleteNamed(change, applicationId, id);
  }
}
