import type * as prisma from './generated/client.js';

/** The rows of the database, for rooms that read them without speaking to Prisma. */

/** A transaction that is under way, for repositories to join. */
export type Transaction = prisma.Prisma.TransactionClient;

/** A column of bytes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type AccountWithPassword = prisma.Account;
/** An account as it is handed around: without what only a check of the password needs. */
export type Account = Omit<prisma.Account, 'passwordHash'>;
export type {
  AccessToken,
  Application,
  AuditEvent,
  Authorization,
  Grant,
  IdempotencyKey,
  Session,
  TokenKind,
} from './generated/client.js';
