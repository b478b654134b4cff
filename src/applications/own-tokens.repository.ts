import { Injectable } from '@nestjs/common';
import {
  AccessTokensRepository,
  whereOwnToken,
} from '../access/credentials/access-tokens.repository.js';
import type { Change } from '../changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Application, Bytes } from '../database/records.js';

export interface NewAccessToken {
  hash: Bytes;
  sealed: Bytes;
  sealedBy: string;
  scope: string[];
}

interface UnreadableTokens {
  /** The number of tokens sealed with a key that is not among the secret keys. */
  readonly unreadable: number;
  /** The number of tokens that an earlier release sealed without recording the key. */
  readonly unrecorded: number;
}

export const maxCounted = 10_000;

@Injectable()
export class OwnTokensRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
  ) {}

  async findSealed(id: string): Promise<Uint8Array | undefined> {
    const token = await this.prisma.accessToken.findFirst({
      where: whereOwnToken(id),
      select: { sealed: true },
    });
    return token?.sealed ?? undefined;
  }

  async findApplicationIds(accountId: string): Promise<ReadonlySet<string>> {
    const tokens = await this.prisma.accessToken.findMany({
      where: { accountId, kind: 'application', id: null },
      select: { applicationId: true },
    });
    return new Set(tokens.map(({ applicationId }) => applicationId));
  }

  /** Uses an index and opens no token. Avoids loading Prisma's query compiler, because every startup runs it. */
  async countUnreadable(fingerprints: readonly string[]): Promise<UnreadableTokens> {
    const sealed = `SELECT FROM ${await this.prisma.table('access_tokens')} WHERE sealed IS NOT NULL`;
    // Fingerprints are hexadecimal, so all unknown ones lie in the gaps between '', the known ones, and 'g'.
    const known = [...fingerprints].sort();
    return this.prisma.queryJsonRow<UnreadableTokens>(
      `SELECT json_build_object(
        'unreadable', (
          SELECT count(*) FROM (
            SELECT FROM unnest($1::text[], $2::text[]) AS gap (low, high), LATERAL (
              ${sealed} AND sealed_by > low AND sealed_by < high LIMIT ${maxCounted}
            ) AS token LIMIT ${maxCounted}
          ) AS token
        ),
        'unrecorded', (SELECT count(*) FROM (${sealed} AND sealed_by IS NULL LIMIT ${maxCounted}) AS token)
      )::text AS json`,
      [
        ['', ...known],
        [...known, 'g'],
      ],
    );
  }

  async replace(change: Change, { id, ownerId }: Application, token: NewAccessToken) {
    const now = new Date();
    const own = { ...token, ...whereOwnToken(id), accountId: ownerId, createdAt: now };
    await this.tokens.insert(change, own);
    await this.tokens.deleteOwn(change, id, token.hash);
    return change.models.application.update({ where: { id }, data: { updatedAt: now } });
  }

  async delete(change: Change, { id }: Application): Promise<boolean> {
    const isDeleted = await this.tokens.deleteOwn(change, id);
    if (isDeleted) {
      await change.models.application.update({ where: { id }, data: { updatedAt: new Date() } });
    }
    return isDeleted;
  }
}
