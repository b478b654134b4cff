import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Use } from '../principals/last-use.js';

/** Identifies a secret of an application. */
export function toUseKey(applicationId: string, hash: Uint8Array): string {
  return `${applicationId} ${Buffer.from(hash).toString('hex')}`;
}

function readUseKey(key: string): [applicationId: string, hash: string] {
  const [applicationId = '', hash = ''] = key.split(' ');
  return [applicationId, hash];
}

@Injectable()
export class ClientSecretLastUseRepository {
  constructor(private readonly prisma: PrismaService) {}

  async find(keys: readonly string[]): Promise<Use[]> {
    const secrets = keys.map(readUseKey).map(([applicationId, hash]) => ({
      applicationId,
      secretHash: Buffer.from(hash, 'hex'),
    }));
    const uses = await this.prisma.clientSecretUse.findMany({ where: { OR: secrets } });
    return uses.map(({ applicationId, secretHash, usedOn }) => [
      toUseKey(applicationId, secretHash),
      usedOn.toISOString().slice(0, 10),
    ]);
  }

  /**
   * Skips secrets that were replaced in the meantime, and applications that another transaction is deleting. All nodes
   * lock the rows in the same order.
   */
  async write(uses: readonly Use[]): Promise<void> {
    const schema = await this.prisma.table('');
    const written = await this.prisma.table('client_secret_uses');
    const keys = uses.map(([key]) => readUseKey(key));
    await this.prisma.queryJson(
      `INSERT INTO ${written} AS earlier (application_id, secret_hash, used_on)
       SELECT application.id, used.secret_hash, used.used_on
       FROM (
         SELECT application_id, decode(hash, 'hex') AS secret_hash, used_on
         FROM unnest($1::text[], $2::text[], $3::date[]) AS given (application_id, hash, used_on)
       ) AS used JOIN ${schema}applications AS application ON application.id = used.application_id
         AND used.secret_hash IN (application.client_secret_hash, application.previous_secret_hash)
       WHERE NOT EXISTS (
         SELECT FROM ${written} AS known WHERE known.application_id = used.application_id
           AND known.secret_hash = used.secret_hash AND known.used_on >= used.used_on
       )
       ORDER BY application.id, used.secret_hash
       FOR KEY SHARE OF application SKIP LOCKED
       ON CONFLICT (application_id, secret_hash)
         DO UPDATE SET used_on = greatest(earlier.used_on, excluded.used_on)
       RETURNING '1' AS json`,
      [keys.map(([id]) => id), keys.map(([, hash]) => hash), uses.map(([, usedOn]) => usedOn)],
    );
  }
}
