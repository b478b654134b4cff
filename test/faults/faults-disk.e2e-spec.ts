import { Logger, type LoggerService } from '@nestjs/common';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { EmbeddedPostgresError } from '../../src/embedded-postgres/embedded-postgres.error.js';
import { migrate } from '../../src/database/migrations.js';
import { FaultLoad, said } from '../support/clients/fault-load.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';

/** The time after a fault within which everything works again. */
const promisedMs = 2_000;

/** An allowance for busy machines, with a cluster to recover. */
const allowanceMs = 1_500;

/** A small disk in memory, which tests can fill. */
class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Returns undefined, with a warning, if mounting is not allowed. */
  static async mount(size: string): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder], {
        stdio: 'pipe',
      });
      return new SmallDisk(folder);
    } catch (error) {
      console.warn(
        `no disk can be mounted: the tests that fill one are skipped (${String(error)})`,
      );
      await rmdir(folder);
      return undefined;
    }
  }

  private get filling(): string {
    return join(this.folder, 'filling');
  }

  /** Writes until the disk is full. */
  async fill(): Promise<void> {
    const file = await open(this.filling, 'a');
    try {
      for (let size = 1 << 20; size > 0; size >>= 1) {
        const block = Buffer.alloc(size);
        for (;;) {
          const isFull = await file.write(block).then(
            ({ bytesWritten }) => bytesWritten < size,
            () => true,
          );
          if (isFull) break;
        }
      }
    } finally {
      await file.close();
    }
  }

  empty(): Promise<void> {
    return rm(this.filling, { force: true });
  }

  async unmount(): Promise<void> {
    execFileSync('umount', ['--lazy', this.folder]);
    await rmdir(this.folder);
  }
}

const mounted = await SmallDisk.mount('256m');
const disk = mounted!;
const described = mounted ? describe : describe.skip;

described('When the disk of the embedded PostgreSQL is full', () => {
  let postgres: EmbeddedPostgres;
  let service: TestService;
  let caller: Caller;
  let load: FaultLoad;
  const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;
  const warnings: string[] = [];
  beforeAll(async () => {
    postgres = await EmbeddedPostgres.start(join(disk.folder, 'postgres'));
    await migrate({ url: postgres.url, schema: 'public' });
    service = await startService({}, postgres.url);
    caller = await service.newCaller();
    const warn = (...said: unknown[]) => void warnings.push(said.map(String).join(' '));
    Logger.overrideLogger({ warn, log() {}, error() {} } as LoggerService);
  });
  afterAll(async () => {
    Logger.overrideLogger(logger);
    await service.close();
    await postgres.stop();
    await rm(join(disk.folder, 'postgres'), { recursive: true });
  });
  beforeEach(async () => {
    load = new FaultLoad([service], caller);
    await load.recovered();
    load.look();
  });
  afterEach(async () => {
    await disk.empty();
    await load.stop();
  });

  const asAdministrator = async (sql: string) => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  it.each([
    {
      name: 'for tables',
      // PostgreSQL must extend its files to write its buffers.
      hurry: () => Promise.resolve(),
      isRead: true,
    },
    {
      name: 'for the write-ahead log',
      // Makes the log need its next file now. PostgreSQL stops if it cannot write one.
      hurry: () => asAdministrator('SELECT pg_switch_wal()').catch(() => undefined),
      isRead: false,
    },
  ])(
    '$name, the service responds 503 to changes until there is space again',
    async ({ name, hurry, isRead }) => {
      await disk.fill();
      await hurry();
      await load.answered(503, 15);
      const meanwhile = load.look();
      // Logged once, although many requests failed.
      expect(
        warnings.filter((each) => each.includes('The database has no space left')),
      ).toHaveLength(1);
      if (isRead) expect((await service.as(caller, 'get', '/accounts/me')).status).toBe(200);

      await disk.empty();
      const seconds = await load.recovered();
      const afterwards = load.look();
      await load.stop();
      const { created } = load;
      const kept = await service.prisma.account.count({ where: { email: { in: created } } });
      console.info(
        `The disk is full ${name}: ${said(meanwhile)}. All kinds worked again after ` +
          `${seconds.toFixed(1)} s: ${said(afterwards)}. Of ${created.length} accounts answered as ` +
          `created, ${created.length - kept} are lost.`,
      );
      expect(kept).toBe(created.length);
      for (const { statuses, slowestMs, delayMs } of [meanwhile, afterwards]) {
        expect(Object.keys(statuses).filter((each) => !['200', '503'].includes(each))).toEqual([]);
        expect(slowestMs).toBeLessThan(5_000 + delayMs);
      }
      expect(1_000 * seconds).toBeLessThan(promisedMs + allowanceMs + afterwards.delayMs);
    },
  );
});

described('The embedded PostgreSQL on a full disk', () => {
  beforeAll(async () => {
    await (await EmbeddedPostgres.start(join(disk.folder, 'existing'))).stop();
    await disk.fill();
  });
  afterAll(() => disk.unmount());

  it.each(['new', 'existing'])(
    'fails to start with a one-sentence error: %s cluster',
    async (name) => {
      const start = EmbeddedPostgres.start(join(disk.folder, name));
      const error: unknown = await start.catch((each: unknown) => each);
      expect(error).toBeInstanceOf(EmbeddedPostgresError);
      const { message } = error as Error;
      console.info(`A start on a full disk says: ${message}`);
      expect(message).toMatch(/^The disk of .* is full\b.*\.$/);
    },
  );
});
