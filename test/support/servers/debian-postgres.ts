import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/service-process.js';
import { Client } from 'pg';
import { until } from '../until.js';

const root = '/usr/lib/postgresql';
const nobody = 65534;

/** Finds the newest PostgreSQL from Debian's packages. It includes `pg_dump`, which the embedded PostgreSQL lacks. */
const folder = () => {
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Boolean) : [];
  const newest = versions.sort((a, b) => b - a).find((version) => has(version, 'initdb'));
  return newest === undefined ? undefined : join(root, String(newest), 'bin');
};
const has = (version: number, name: string) => existsSync(join(root, String(version), 'bin', name));

/** Whether the packages `postgresql` and `postgresql-client` are installed. Warns if they are not. */
export function debianPostgresAvailable(): boolean {
  const found = folder() !== undefined;
  if (!found) console.warn(`${root} has no PostgreSQL: the tests with pg_dump are skipped`);
  return found;
}

/** A PostgreSQL from Debian's packages on a free port. It trusts all users of this machine. */
export class DebianPostgres {
  private constructor(
    private readonly child: ChildProcess,
    private readonly data: string,
    /** The folder of `psql`, `pg_dump` and `pg_restore`. */
    readonly programs: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<DebianPostgres> {
    const programs = folder()!;
    const data = await mkdtemp(join(tmpdir(), 'debian-postgres-'));
    // PostgreSQL refuses to run as root.
    const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    if (user.uid) await chown(data, nobody, nobody);
    await chmod(data, 0o700);
    const initdb = ['--auth=trust', '--username=postgres', '--no-sync', '--pgdata', data];
    execFileSync(join(programs, 'initdb'), initdb, { ...user, cwd: data, stdio: 'ignore' });
    const port = await freePort();
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
    };
    const child = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...user, cwd: data, stdio: 'ignore' },
    );
    const postgres = new DebianPostgres(child, data, programs, port);
    process.once('exit', postgres.kill);
    await until(() => postgres.responds());
    return postgres;
  }

  url(database: string, user = 'postgres'): string {
    return `postgresql://${user}:password@127.0.0.1:${this.port}/${database}`;
  }

  async query(database: string, sql: string): Promise<any[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    const { rows } = await client.query(sql).finally(() => client.end());
    return rows;
  }

  async stop(): Promise<void> {
    process.off('exit', this.kill);
    const ended = once(this.child, 'exit');
    this.kill();
    await ended;
    await rm(this.data, { recursive: true });
  }

  private responds(): Promise<boolean> {
    return this.query('postgres', 'SELECT').then(
      () => true,
      () => false,
    );
  }

  private readonly kill = () => this.child.kill('SIGQUIT');
}
