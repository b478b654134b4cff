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
  return unavailabilityOf(error) !== undefined;
}

/** The code or message that says why the database is unavailable; undefined where an error means something else. */
export function unavailabilityOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const name = namesOf(cause as FailedQuery).find(isOfUnavailability);
    if (name !== undefined) return name;
    const { message } = cause;
    if (cause instanceof Prisma.PrismaClientInitializationError) return message;
    if (
      /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
        message,
      )
    )
      return message;
  }
  return undefined;
}

/** What PostgreSQL says comes before what Prisma makes of it. */
function namesOf({ code, meta, cause: failed }: FailedQuery): string[] {
  // Prisma throws the error of a failed commit as it comes from the adapter.
  const adapter = meta?.driverAdapterError?.cause;
  return [adapter?.originalCode, adapter?.code, failed?.originalCode, adapter?.kind, code].map(
    (each) => String(each ?? ''),
  );
}

function isOfUnavailability(name: string): boolean {
  return (
    prismaCodes.has(name) ||
    networkCodes.has(name) ||
    adapterKinds.has(name) ||
    sqlStates.test(name)
  );
}
