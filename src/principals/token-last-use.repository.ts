import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { hashToTokenId } from './access-token.js';
import type { Use } from './last-use.js';

/** The last days of use of named tokens, by the id of the principal. */
@Injectable()
export class TokenLastUseRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Omits tokens that were never used. */
  async find(tokenIds: readonly string[]): Promise<Use[]> {
    const where = { hash: { in: tokenIds.map((id) => new Uint8Array(toHash(id))) } };
    const uses = await this.prisma.tokenUse.findMany({ where });
    return uses.map(({ hash, usedOn }) => [hashToTokenId(hash), usedOn.toISOString().slice(0, 10)]);
  }

  /**
   * Writes only days later than the stored ones, and only of named tokens. Skips tokens that another transaction is
   * deleting, so neither transaction waits for the other. All nodes lock the rows in the same order.
   */
  async write(uses: readonly Use[]): Promise<void> {
    const schema = await this.prisma.table('');
    const written = await this.prisma.table('token_uses');
    await this.prisma.queryJson(
      `INSERT INTO ${written} AS earlier (hash, used_on)
       SELECT token.hash, used.used_on
       FROM unnest($1::bytea[], $2::date[]) AS used (hash, used_on)
         JOIN ${schema}access_tokens AS token ON token.hash = used.hash
       WHERE token.id IS NOT NULL AND NOT EXISTS (
         SELECT FROM ${written} AS known
         WHERE known.hash = used.hash AND known.used_on >= used.used_on
       )
       ORDER BY token.hash
       FOR KEY SHARE OF token SKIP LOCKED
       ON CONFLICT (hash) DO UPDATE SET used_on = greatest(earlier.used_on, excluded.used_on)
       RETURNING '1' AS json`,
      [uses.map(([id]) => `\\x${toHash(id).toString('hex')}`), uses.map(([, usedOn]) => usedOn)],
    );
  }
}

function toHash(tokenId: string): Buffer<ArrayBuffer> {
  return Buffer.from(tokenId, 'base64url');
}
