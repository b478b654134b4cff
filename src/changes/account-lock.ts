import { InvalidTokenError } from '../errors/error-registry.js';
import type { PrismaService } from '../database/prisma.service.js';
import type { Transaction } from '../database/records.js';
import type { Change } from './change.js';
import type { Conditions } from './proof.js';

/**
 * Locks an account's row, so that a concurrent password change either comes first, or sees and ends the sessions and
 * tokens of this transaction. Returns whether the account exists with the required credentials generation.
 *
 * @param endsTokens whether to write a new row version. Only then does a statement that waits for the row check its
 *   conditions, and so its token, again
 * @throws InvalidTokenError if the session or token has ended
 */
export async function lockAccount(
  { prisma, models }: Change,
  id: string,
  conditions: Conditions,
  endsTokens: boolean,
): Promise<boolean> {
  const accounts = await prisma.table('accounts');
  const where = 'id = $1 AND ($2::int IS NULL OR credentials_generation = $2)';
  const locked = await prisma.queryJson(
    endsTokens
      ? `UPDATE ${accounts} SET updated_at = updated_at WHERE ${where} RETURNING '1' AS json`
      : `SELECT '1' AS json FROM ${accounts} WHERE ${where} FOR NO KEY UPDATE`,
    [id, conditions.generation ?? null],
    models,
  );
  // A separate statement sees changes that were committed while this one waited for the lock.
  if (locked.length > 0) await assertConditions(prisma, models, conditions);
  return locked.length > 0;
}

/**
 * Locks the rows of several accounts in the order of their ids, each with a new version as {@link lockAccount} with
 * `endsTokens`. Returns the ids of those that exist.
 */
export async function lockAccounts(change: Change, ids: readonly string[]): Promise<string[]> {
  const accounts = await change.prisma.table('accounts');
  return change.query<string>(
    `UPDATE ${accounts} SET updated_at = updated_at WHERE id = ANY (ARRAY(
       SELECT id FROM ${accounts} WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
     )) RETURNING to_json(id)::text AS json`,
    [ids],
  );
}

/** Locks an application, after the account of its owner. Returns whether the owner has it. */
export async function lockApplication(
  { prisma, models }: Change,
  id: string,
  ownerId: string,
): Promise<boolean> {
  const locked = await prisma.queryJson(
    `SELECT '1' AS json FROM ${await prisma.table('applications')}
     WHERE id = $1 AND owner_id = $2 FOR NO KEY UPDATE`,
    [id, ownerId],
    models,
  );
  return locked.length > 0;
}

/**
 * Takes shared locks on an account and its application. Concurrent requests for client credentials do not wait for each
 * other, only for changes that end their tokens. Returns whether the application may use client credentials.
 */
export async function lockClientCredentials(
  change: Change,
  id: string,
  ownerId: string,
): Promise<boolean> {
  const [accounts, applications] = await Promise.all(
    ['accounts', 'applications'].map((name) => change.prisma.table(name)),
  );
  const locked = await change.query(
    `SELECT '1' AS json FROM ${accounts} AS owner
       JOIN ${applications} AS application ON application.owner_id = owner.id
     WHERE owner.id = $1 AND application.id = $2 AND application.client_credentials
     FOR SHARE OF owner, application`,
    [ownerId, id],
  );
  return locked.length > 0;
}

/** Locks the session and the token of a proof, so that neither ends before the transaction. @throws InvalidTokenError */
export async function assertConditions(
  prisma: PrismaService,
  transaction: Transaction,
  { sessionId, tokenId }: Conditions,
): Promise<void> {
  const isThere = async (table: string, condition: string, value: string | null) => {
    const sql = `SELECT '1' AS json FROM ${await prisma.table(table)} WHERE ${condition} FOR KEY SHARE`;
    return (await prisma.queryJson(sql, [value], transaction)).length > 0;
  };
  const found = [
    sessionId === undefined || (await isThere('sessions', 'id = $1', sessionId)),
    tokenId === undefined ||
      (await isThere('access_tokens', `hash = decode($1, 'hex')`, toHex(tokenId))),
  ];
  if (found.includes(false)) throw new InvalidTokenError();
}

export function toHex(tokenId: string | undefined): string | null {
  return tokenId === undefined ? null : Buffer.from(tokenId, 'base64url').toString('hex');
}
