import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Bytes } from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';

export interface StoredSigningKey {
  readonly id: string;
  readonly generation: number;
  readonly publicKey: JWK;
  readonly sealed: Bytes;
  readonly createdAt: Date;
  readonly activeAt: Date;
}

export const sealedSigningKeys: SealedColumnOptions = {
  table: 'signing_keys',
  key: ['id'],
  owner: 'id',
  column: 'sealed',
};

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns all keys, newest first. With one key per quarter, there are few rows. */
  async list(): Promise<StoredSigningKey[]> {
    const rows = await this.prisma.signingKey.findMany({ orderBy: { generation: 'desc' } });
    return rows.map((row) => ({ ...row, publicKey: row.publicKey as JWK }));
  }

  /** Returns false if another node has already created a key of this generation. */
  async insert({ models }: Change, { publicKey, ...key }: StoredSigningKey): Promise<boolean> {
    const data = [{ ...key, publicKey: { ...publicKey } as Record<string, string> }];
    const { count } = await models.signingKey.createMany({ data, skipDuplicates: true });
    return count > 0;
  }
}
