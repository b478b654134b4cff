import { Injectable } from '@nestjs/common';
import { readInChunks } from '../../database/newest-first.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Use } from '../../principals/last-use.js';

@Injectable()
export class AccountLastSignInRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Omits accounts without a sign-in. */
  async find(accountIds: readonly string[]): Promise<Use[]> {
    const table = await this.prisma.table('account_sign_ins');
    // For a thousand ids, PostgreSQL would read the whole table instead of looking up each (`OFFSET`).
    const statement = `
      SELECT json_build_array(id, signed_in_on)::text AS json FROM unnest($1::text[]) AS id, LATERAL (
        SELECT signed_in_on FROM ${table} WHERE account_id = id OFFSET 0
      ) AS known`;
    return readInChunks(accountIds, (ids) => this.prisma.queryJson<Use>(statement, [ids]));
  }

  /**
   * Writes only days later than the stored ones. Skips accounts that another transaction is deleting, so neither
   * transaction waits for the other. All nodes lock the rows in the same order.
   */
  async write(signIns: readonly Use[]): Promise<void> {
    const schema = await this.prisma.table('');
    const written = await this.prisma.table('account_sign_ins');
    await this.prisma.queryJson(
      `INSERT INTO ${written} AS earlier (account_id, signed_in_on)
       SELECT account.id, given.signed_in_on
       FROM unnest($1::text[], $2::date[]) AS given (account_id, signed_in_on)
         JOIN ${schema}accounts AS account ON account.id = given.account_id
       WHERE NOT EXISTS (
         SELECT FROM ${written} AS known
         WHERE known.account_id = given.account_id AND known.signed_in_on >= given.signed_in_on
       )
       ORDER BY account.id
       FOR KEY SHARE OF account SKIP LOCKED
       ON CONFLICT (account_id)
         DO UPDATE SET signed_in_on = greatest(earlier.signed_in_on, excluded.signed_in_on)
       RETURNING '1' AS json`,
      [signIns.map(([id]) => id), signIns.map(([, signedInOn]) => signedInOn)],
    );
  }
}
