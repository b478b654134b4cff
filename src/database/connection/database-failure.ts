/**
 * All states in which the database is temporarily unusable, and their description for operators. Requests, messages,
 * probes, startup and workers share them. PostgreSQL identifies a state by its SQLSTATE, Prisma and its driver adapter
 * by their own codes, Node.js by the network error code.
 */
const states: readonly (readonly [names: RegExp, predicate?: string])[] = [
  [/^(?:28P01|P1000|AuthenticationFailed)$/, 'refuses this user or password.'],
  [
    /^(?:28...|P1010|DatabaseAccessDenied)$/,
    'rejects this user from this host, or with this method: see its pg_hba.conf, and whether the role has LOGIN.',
  ],
  [/^(?:3D000|P1003|DatabaseDoesNotExist)$/, 'does not exist: create it, or name another one.'],
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
  // Transaction timeouts, deadlocks, and objects or locks in use.
  [/^(?:25P03|25P04|40001|40P01|55006|55P03)$/],
  // The server is unreachable, timed out or closed the connection, or a transaction could not start or end in time.
  [/^(?:P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2034)$/],
  [
    /^(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TlsConnectionError|TransactionWriteConflict)$/,
  ],
  [
    /^(?:EAI_AGAIN|ECONNABORTED|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT)$/,
  ],
];

/** The violations of constraints, by the codes of Prisma, of its driver adapter and of PostgreSQL. */
const violations = {
  unique: ['P2002', 'UniqueConstraintViolation', '23505'],
  'foreign key': ['P2003', 'ForeignKeyConstraintViolation', '23503'],
  check: ['23514'],
} as const;

/** A PostgreSQL error, as the driver adapter passes it to Prisma. */
interface DriverFailure {
  readonly cause?: Partial<Record<'kind' | 'code' | 'originalCode' | 'severity', unknown>>;
}

interface FailedQuery extends DriverFailure {
  readonly code?: unknown;
  /** Set on PostgreSQL errors that bypassed Prisma. */
  readonly severity?: unknown;
  /** Contains errors without a Prisma code. */
  readonly meta?: { readonly driverAdapterError?: DriverFailure };
}

export function violates(error: unknown, constraint: keyof typeof violations): boolean {
  if (!(error instanceof Error)) return false;
  const names = readNames(error as FailedQuery);
  return violations[constraint].some((name) => names.includes(name));
}

/** Whether an error means that the database is unavailable, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return findUnavailability(error) !== undefined;
}

/** Whether PostgreSQL has rolled back a transaction to resolve a deadlock, so that it can be repeated. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40P01');
}

/** Whether PostgreSQL has refused a statement that requires a transaction. */
export function isOutsideTransaction(error: unknown): boolean {
  return hasCode(error, '25P01');
}

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (readNames(cause as FailedQuery).includes(code)) return true;
  }
  return false;
}

/** The messages of node-postgres without a code. */
const unavailable =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/;

/** Returns the code or message that explains why the database is unavailable; undefined for other errors. */
export function findUnavailability(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failed = cause as FailedQuery;
    const names = readNames(failed).filter((each) => isUnavailability(each) || isFatal(failed));
    const name = names.find((each) => each !== '');
    if (name !== undefined) return name;
    const { message } = cause;
    if (cause.name === 'PrismaClientInitializationError') return message;
    if (unavailable.test(message)) return message;
  }
  return undefined;
}

/** Returns the description of a reason; undefined if the reason speaks for itself. */
export function toPredicate(reason: string): string | undefined {
  return states.find(([names]) => names.test(reason))?.[1];
}

/** Returns a sentence for operators that explains why the database is unavailable. */
export function outageSentence(reason: string): string {
  return `The database ${toPredicate(reason) ?? `does not answer (${reason}).`}`;
}

/** Returns the codes of an error: PostgreSQL's own before those that Prisma derives from them. */
function readNames({ code, meta, cause: failed }: FailedQuery): string[] {
  // Prisma rethrows the adapter's error of a failed commit unchanged.
  const adapter = meta?.driverAdapterError?.cause;
  return [adapter?.originalCode, adapter?.code, failed?.originalCode, adapter?.kind, code].map(
    (each) => String(each ?? ''),
  );
}

/** Whether PostgreSQL has terminated the session, or refused to start one. */
function isFatal({ severity, meta, cause: failed }: FailedQuery): boolean {
  return [severity, meta?.driverAdapterError?.cause?.severity, failed?.severity].some(
    (each) => each === 'FATAL' || each === 'PANIC',
  );
}

function isUnavailability(name: string): boolean {
  return states.some(([names]) => names.test(name));
}
