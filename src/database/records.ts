import type * as prisma from './generated/client.js';

/** The row types, for folders that do not import Prisma. */

/** A transaction in progress that repositories can join. */
export type Transaction = prisma.Prisma.TransactionClient;

/** Runs SQL in a transaction: a `pg` client, or any object with its method `query`. */
export interface SqlTransaction {
  /**
   * Runs one statement.
   *
   * @param values its parameters, `$1` first
   * @returns the rows; empty for a statement without any
   */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A column of bytes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type AccountWithPassword = prisma.Account;
/** An account without its password hash, which only password checks need. */
export type Account = Omit<prisma.Account, 'passwordHash'>;
export type {
  AccessToken,
  Application,
  AuditEvent,
  AuthenticatorApp,
  FactorRemoval,
  Authorization,
  EmailToken,
  Grant,
  IdempotencyKey,
  Passkey,
  Session,
  TokenKind,
  VerifiedEmail,
} from './generated/client.js';
