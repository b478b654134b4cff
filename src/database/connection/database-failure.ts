import { Prisma } from '../generated/client.js';

/**
 * Prisma: the server cannot be reached, timed out, closed the connection, or has none left; a
 * transaction could not begin or end in time, or was cancelled in a deadlock.
 */
const prismaCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/**
 * PostgreSQL: connection exceptions, insufficient resources, operator intervention, a server that is
 * read-only after a failover, and a statement that was cancelled in a deadlock.
 */
const sqlStates = /^(?:08...|53...|57...|25006|40001|40P01)$/;

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The code of a failed statement in SQL, for which Prisma has no code of its own. */
const adapterKinds = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** The error of PostgreSQL, as the driver adapter passes it to Prisma. */
interface DriverFailure {
  readonly cause?: {
    readonly kind?: unknown;
    readonly code?: unknown;
    readonly originalCode?: unknown;
  };
}

interface FailedQuery extends DriverFailure {
  readonly code?: unknown;
  /** The place of errors for which Prisma has no code. */
  readonly meta?: { readonly driverAdapterError?: DriverFailure };
}

/** Whether an error means that the database is unavailable, and not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Prisma.PrismaClientInitializationError) return true;
    const { code, meta, cause: failed } = cause as FailedQuery;
    // Prisma throws the error of a failed commit as it comes from the adapter.
    const adapter = meta?.driverAdapterError?.cause;
    if (adapterKinds.has(String(adapter?.kind))) return true;
    for (const each of [code, adapter?.code, failed?.originalCode]) {
      const name = String(each ?? '');
      if (prismaCodes.has(name) || networkCodes.has(name) || sqlStates.test(name)) return true;
    }
    if (
      /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}
