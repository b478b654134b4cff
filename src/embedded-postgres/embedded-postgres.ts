import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { assertKnownOptions } from '../options/unknown-options.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { Launcher } from './postgres-binaries.js';
import { PostgresCluster, SUPERUSER } from './postgres-cluster.js';
import { whileAlone } from './startup-lock.js';

export { EmbeddedPostgresError };

/** Options of {@link EmbeddedPostgres.start}. */
export interface EmbeddedPostgresOptions {
  /** PostgreSQL settings. They apply only if this process starts the server. */
  settings?: Record<string, string> | undefined;
  /** @internal The launchers to try, for tests. */
  launchers?: readonly Launcher[] | undefined;
}

const DATABASE = 'accounts';

/** The advisory lock: shared for each process that uses the server, exclusive for the process that stops it. */
const USERS_LOCK = 7_270_736;

const WRONG_PASSWORD = '28P01';

const PATIENCE_MS = 30_000;
const POLL_MS = 50;
const REJOIN_MS = 250;
/** PostgreSQL requires disk space for one file of its write-ahead log to start. */
const LEAST_SPACE = 16 * 1024 * 1024;
/** The maximum number of starts. One may fail because the port was just taken or a killed server still holds memory. */
const ATTEMPTS = 5;

/**
 * A real PostgreSQL from npm, for development and tests on machines without PostgreSQL.
 *
 * The server is a separate process. All processes that start the same folder share it, and the last one to leave
 * stops it. If its users are killed, the server keeps running, and the next start adopts it. If it ends while in use,
 * because it was killed or the disk was full, its users restart it on the same port.
 */
export class EmbeddedPostgres {
  #keeper: Client | undefined;
  #rejoining: Promise<void> | undefined;
  #leaving: Promise<void> | undefined;

  private constructor(
    /** The database URL with the password. It does not change while the server runs. */
    readonly url: string,
    private readonly cluster: PostgresCluster,
    private readonly settings: Record<string, string>,
    keeper: Client,
  ) {
    this.#keep(keeper);
  }

  /**
   * Starts the cluster below `folder`, or adopts the one that already runs there. Creates the folder on first use.
   *
   * @throws EmbeddedPostgresError if the server cannot start; TypeError without a path, or if an option is unknown
   */
  static async start(
    folder: string,
    options: EmbeddedPostgresOptions = {},
  ): Promise<EmbeddedPostgres> {
    if (typeof folder !== 'string') {
      throw new TypeError('EmbeddedPostgres.start() requires the path of a folder.');
    }
    assertKnownOptions(options, { settings: true, launchers: true }, 'EmbeddedPostgres.start()');
    const { settings = {}, launchers } = options;
    try {
      const cluster = await PostgresCluster.open(folder, launchers);
      return await whileAlone(cluster.folder, async () => {
        const keeper = await joinOrStart(cluster, settings);
        try {
          await createDatabase(keeper);
          const url = await toUrl(cluster, keeper.port, DATABASE);
          return new EmbeddedPostgres(url, cluster, settings, keeper);
        } catch (error) {
          await keeper.end();
          throw error;
        }
      });
    } catch (cause) {
      if (!(await isDiskFull(folder))) throw cause;
      throw new EmbeddedPostgresError(
        `The disk of ${folder} is full, and the embedded PostgreSQL cannot start. Free some space.`,
        { cause },
      );
    }
  }

  /** Leaves the server. The last process to leave stops it. */
  stop(): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    await this.#rejoining;
    const keeper = this.#keeper;
    if (!keeper) return;
    try {
      if (await isLast(keeper)) await this.cluster.stopServer(PATIENCE_MS);
    } finally {
      await keeper.end().catch(() => undefined);
    }
  }

  #keep(keeper: Client): void {
    this.#keeper = keeper;
    keeper.once('end', () => {
      this.#keeper = undefined;
      this.#rejoining = this.#rejoin();
    });
  }

  /** Reacquires the lock. If one of its processes dies, PostgreSQL closes all connections and so releases the lock. */
  async #rejoin(): Promise<void> {
    for (;;) {
      await delay(REJOIN_MS);
      if (this.#leaving) return;
      const keeper = await this.#joinOrRestart().catch(() => undefined);
      if (keeper) return this.#keep(keeper);
    }
  }

  /** Joins the server. Restarts it if it has ended, on the same port, so that the URL stays valid. */
  async #joinOrRestart(): Promise<Client | undefined> {
    const { cluster, settings } = this;
    const keeper = await join(cluster);
    if (keeper || (await cluster.postmaster())) return keeper;
    return whileAlone(cluster.folder, async () => {
      if (this.#leaving) return undefined;
      if (!(await cluster.postmaster())) {
        const port = Number(new URL(this.url).port);
        await cluster.startServer(settings, performance.now() + PATIENCE_MS, port);
      }
      return join(cluster);
    });
  }
}

/** The running server rejects the stored password. */
class PasswordRefusedError extends EmbeddedPostgresError {
  constructor({ folder }: PostgresCluster, pid: number, options?: ErrorOptions) {
    super(
      `The PostgreSQL running in ${folder} refuses the password kept there. ` +
        `Stop process ${pid} and start again: it then generates another password.`,
      options,
    );
  }
}

async function joinOrStart(
  cluster: PostgresCluster,
  settings: Record<string, string>,
): Promise<Client> {
  const deadline = performance.now() + PATIENCE_MS;
  let cause: unknown;
  let isOurs = false;
  for (let attempt = 1; performance.now() < deadline; await delay(POLL_MS)) {
    try {
      const keeper = await join(cluster);
      if (keeper) return keeper;
    } catch (error) {
      if (error instanceof PasswordRefusedError && isOurs) {
        // No other client can be connected: the stored password was already wrong when this process started the server.
        await cluster.stopServer(PATIENCE_MS);
        await cluster.resetPassword();
        isOurs = false;
      } else if (error instanceof EmbeddedPostgresError) throw error;
      cause = error;
    }
    if (await cluster.postmaster()) continue; // The server is starting or stopping.
    await cluster.prepare();
    try {
      await cluster.startServer(settings, deadline);
      isOurs = true;
    } catch (error) {
      if (attempt++ === ATTEMPTS) throw error;
      await delay(attempt * POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${cluster.folder} accepted no connections for ` +
      `${PATIENCE_MS / 1000} seconds; see ${cluster.logFile}.`,
    { cause },
  );
}

/** Connects and acquires the shared lock. Returns undefined if no server runs, or if it is starting or stopping. */
async function join(cluster: PostgresCluster): Promise<Client | undefined> {
  const postmaster = await cluster.postmaster();
  if (!postmaster?.ready) return undefined;
  if ((await cluster.password()) === undefined)
    throw new PasswordRefusedError(cluster, postmaster.pid);
  const keeper = new Client({
    // Does not connect to the service's database, so that it can be dropped or used as a template.
    connectionString: await toUrl(cluster, postmaster.port, 'postgres'),
    application_name: 'nest-accounts keeper',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  keeper.on('error', () => undefined); // Only the end of the connection matters.
  let joined = false;
  try {
    await keeper.connect();
    const { rows } = await keeper.query<{ joined: boolean }>(
      'SELECT pg_try_advisory_lock_shared($1) AS joined',
      [USERS_LOCK],
    );
    joined = rows[0]?.joined ?? false;
    return joined ? keeper : undefined;
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== WRONG_PASSWORD) throw cause;
    throw new PasswordRefusedError(cluster, postmaster.pid, { cause });
  } finally {
    if (!joined) await keeper.end().catch(() => undefined);
  }
}

/** Releases the shared lock. If no other process holds it, acquires the exclusive lock and returns true. */
async function isLast(keeper: Client): Promise<boolean> {
  try {
    await keeper.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const { rows } = await keeper.query<{ last: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS last',
      [USERS_LOCK],
    );
    return rows[0]?.last ?? false;
  } catch {
    return false; // The server has ended and closed the connection.
  }
}

async function createDatabase(keeper: Client): Promise<void> {
  const { rowCount } = await keeper.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (!rowCount) await keeper.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
}

async function toUrl(cluster: PostgresCluster, port: number, database: string): Promise<string> {
  return `postgresql://${SUPERUSER}:${await cluster.password()}@127.0.0.1:${port}/${database}`;
}

async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < LEAST_SPACE;
}
