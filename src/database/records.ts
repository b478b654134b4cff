import type * as prisma from './generated/client.js';

/* The row types, for folders that do not import Prisma. */

/** A transaction in progress that repositories can join. */
export type Transaction = prisma.Prisma.TransactionClient;

/** Runs SQL in a transaction: a `pg` client, or any object with its method `query`. */
export interface SqlTransaction {
  /** Runs one statement with the parameters `$1`, `$2`, …. Returns its rows, if any. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

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
  VerifiedEmail,
} from './generated/client.js';
