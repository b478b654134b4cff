import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/service-process.js';

/** Whether `pgbouncer` is on PATH. Warns if it is not, because tests are then skipped. */
export function pgbouncerAvailable(): boolean {
  const found = spawnSync('pgbouncer', ['--version']).status === 0;
  if (!found) console.warn('pgbouncer is not on PATH: the tests against it are skipped');
  return found;
}

/** A `pgbouncer` with default settings in transaction mode, in front of a database. */
export class Pgbouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** The database URL through the pgbouncer. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<Pgbouncer> {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const listenPort = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    await chmod(folder, 0o755);
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
    );
    // pgbouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const url = `postgresql://${username}@127.0.0.1:${listenPort}${pathname}`;
    const pgbouncer = new Pgbouncer(child, folder, url);
    process.once('exit', pgbouncer.kill);
    for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
      if (!String(chunk).includes('process up')) continue;
      child.stderr.resume();
      return pgbouncer;
    }
    throw new Error('pgbouncer did not start.');
  }

  async stop(): Promise<void> {
    process.off('exit', this.kill);
    const ended = once(this.child, 'exit');
    this.kill();
    await ended;
    await rm(this.folder, { recursive: true });
  }

  private readonly kill = () => this.child.kill('SIGKILL');
}
