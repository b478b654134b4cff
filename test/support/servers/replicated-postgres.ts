import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  chooseLauncher,
  findBinaries,
  launch,
} from '../../../src/embedded-postgres/postgres-binaries.js';
import { PostgresCluster, SUPERUSER } from '../../../src/embedded-postgres/postgres-cluster.js';
import { freePort } from '../processes/service-process.js';

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

/** A primary and a synchronous standby. The primary acknowledges no commit without the standby. */
export class ReplicatedPostgres {
  private constructor(
    private readonly folder: string,
    private readonly password: string,
    private readonly primary: Server,
    private readonly standby: Server,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-replicated-'));
    const cluster = await PostgresCluster.open(folder);
    await cluster.prepare();
    const password = (await cluster.password())!;
    const data = join(folder, 'cluster', 'data');
    const copy = join(folder, 'standby');
    await copyServer(data, copy);
    const primary = await startServer(folder, data, { synchronous_standby_names: 'standby' });
    const standby = await startServer(folder, copy, {
      primary_conninfo:
        `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${password} ` +
        'application_name=standby',
    });
    const pair = new ReplicatedPostgres(folder, password, primary, standby);
    await pair.waitFor(primary, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return pair;
  }

  /** The URL of both servers, standby first. */
  get url(): string {
    return this.getUrl(this.primary).replace('@', `@127.0.0.1:${this.standby.port},`);
  }

  get primaryUrl(): string {
    return this.getUrl(this.primary);
  }

  get standbyUrl(): string {
    return this.getUrl(this.standby);
  }

  private getUrl({ port }: Server): string {
    return `postgresql://${SUPERUSER}:${this.password}@127.0.0.1:${port}/postgres`;
  }

  async killPrimary(): Promise<void> {
    await end(this.primary, 'SIGKILL');
  }

  async promoteStandby(): Promise<void> {
    await this.waitFor(this.standby, 'SELECT WHERE pg_promote()');
  }

  async stop(): Promise<void> {
    for (const server of [this.standby, this.primary]) await end(server, 'SIGQUIT');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Waits until the statement returns a row. */
  private async waitFor(server: Server, sql: string): Promise<void> {
    for (const deadline = Date.now() + 30_000; ; await delay(20)) {
      const client = new Client({ connectionString: this.getUrl(server) });
      client.on('error', () => undefined);
      try {
        await client.connect();
        if ((await client.query(sql)).rowCount) return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      } finally {
        await client.end();
      }
      if (Date.now() > deadline) throw new Error(`Nothing came of: ${sql}`);
    }
  }
}

/** Copies the data folder, because the package lacks pg_basebackup. This suffices for a server that has not run yet. */
async function copyServer(data: string, copy: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', data, copy]);
  const signal = join(copy, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(data);
  await chown(signal, uid, gid);
}

async function startServer(
  folder: string,
  data: string,
  settings: Record<string, string>,
): Promise<Server> {
  const binaries = await findBinaries();
  const port = await freePort();
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launcher = await chooseLauncher(binaries, folder);
  const server = launch(launcher, binaries.postgres, ['-D', data, ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
  return { process: server, port };
}

async function end({ process }: Server, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode) return;
  const ended = once(process, 'exit');
  process.kill(signal);
  await ended;
}
