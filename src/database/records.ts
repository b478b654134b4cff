import type * as prisma from './generated/client.js';

/** The types of the rows, for folders that do not import Prisma. */

/** A transaction in progress, for repositories to join. */
export type Transaction = prisma.Prisma.TransactionClient;

/** A column of bytes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type AccountWithPassword = prisma.Account;
/** An account without its password hash, which only password checks need. */
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
