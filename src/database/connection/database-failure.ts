/**
 * Every state in which the database is unusable for a while, and for operators what is said of it. Requests, messages,
 * probes, the start and workers share it. PostgreSQL names a state by its SQLSTATE, Prisma and its driver adapter by codes
 * of their own, Node.js by the code of the network.
 */
const states: readonly (readonly [names: RegExp, predicate?: string])[] = [
  [/^(?:28P01|P1000|AuthenticationFailed)$/, 'refuses this user or password.'],
  [
    /^(?:28...|P1010|DatabaseAccessDenied)$/,
    'lets this user in neither from here nor in this way: see its pg_hba.conf, and whether the role has LOGIN.',
  ],
  [/^(?:3D000|P1003|DatabaseDoesNotExist)$/, 'is not there: create it, or name another one.'],
  [
    /^25006$/,
    'is read-only, so nothing can be changed: it is a standby, or default_transaction_read_only is on.',
  ],
  [/^53100$/, 'has no space left on its disk, so nothing can be changed: free or add some.'],
  [/^53200$/, 'has no memory left: give it more, or lower its work_mem or max_connections.'],
  [
    /^(?:53300|P2037|TooManyConnections)$/,
    'has no connections left: raise its max_connections, or run fewer nodes and other clients.',
  ],
  [/^55000$/, 'accepts no connections: see its ALLOW_CONNECTIONS.'],
  [/^57P03$/, 'accepts no connections yet: it is starting, stopping or recovering.'],
  [/^57P05$/, 'has ended an idle connection: see its idle_session_timeout.'],
  // Connection exceptions, insufficient resources, operator intervention, system and configuration errors.
  [/^(?:08|53|57|58|F0)...$/],
  // A timeout within a transaction, a deadlock, and an object or lock in use.
  [/^(?:25P03|25P04|40001|40P01|55006|55P03)$/],
  // The server cannot be reached, timed out or has closed the connection; a transaction could not begin or end in time.
  [/^(?:P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2034)$/],
  [
    /^(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TlsConnectionError|TransactionWriteConflict)$/,
  ],
  [
    /^(?:EAI_AGAIN|ECONNABORTED|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT)$/,
  ],
];

/** The error of PostgreSQL, as the driver adapter passes it to Prisma. */
interface DriverFailure {
  readonly cause?: {
    readonly kind?: unknown;
    readonly code?: unknown;
    readonly originalCode?: unknown;
    readonly severity?: unknown;
  };
}

interface FailedQuery extends DriverFailure {
  readonly code?: unknown;
  /** Of an error of PostgreSQL that Prisma has not seen. */
  readonly severity?: unknown;
  /** The place of errors for which Prisma has no code. */
  readonly meta?: { readonly driverAdapterError?: DriverFailure };
}

/** Whether an error means that the database is unavailable, and not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return unavailabilityOf(error) !== undefined;
}

/** Whether PostgreSQL has rolled a transaction back to end a deadlock: nothing of it is left, so it can be repeated. */
export function isDeadlock(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (namesOf(cause as FailedQuery).includes('40P01')) return true;
  }
  return false;
}

/** The code or message that says why the database is unavailable; undefined where an error means something else. */
export function unavailabilityOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failed = cause as FailedQuery;
    const names = namesOf(failed).filter((each) => isOfUnavailability(each) || isFatal(failed));
    const name = names.find((each) => each !== '');
    if (name !== undefined) return name;
    const { message } = cause;
    if (cause.name === 'PrismaClientInitializationError') return message;
    if (
      /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
        message,
      )
    )
      return message;
  }
  return undefined;
}

/** What is said of the database that is unavailable for this reason; undefined where the reason says it all. */
export function predicateOf(reason: string): string | undefined {
  return states.find(([names]) => names.test(reason))?.[1];
}

/** The sentence that tells operators why the database is unavailable. */
export function outageSentence(reason: string): string {
  return `The database ${predicateOf(reason) ?? `does not answer (${reason}).`}`;
}

/** What PostgreSQL says comes before what Prisma makes of it. */
function namesOf({ code, meta, cause: failed }: FailedQuery): string[] {
  // Prisma throws the error of a failed commit as it comes from the adapter.
  const adapter = meta?.driverAdapterError?.cause;
  return [adapter?.originalCode, adapter?.code, failed?.originalCode, adapter?.kind, code].map(
    (each) => String(each ?? ''),
  );
}

/** Whether PostgreSQL has ended the session, or begun none. */
function isFatal({ severity, meta, cause: failed }: FailedQuery): boolean {
  return [severity, meta?.driverAdapterError?.cause?.severity, failed?.severity].some(
    (each) => each === 'FATAL' || each === 'PANIC',
  );
}

function isOfUnavailability(name: string): boolean {
  return states.some(([names]) => names.test(name));
}
