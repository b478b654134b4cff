/** The rows of the database, for rooms that read them without speaking to Prisma. */
export type { AccessToken, Account, Application, TokenKind } from './generated/client.js';
