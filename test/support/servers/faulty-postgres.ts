import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/database/migrations.js';
import { EmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.js';
import { ROOT_LAUNCHERS } from '../../../src/embedded-postgres/postgres-binaries.js';

/** A library that PostgreSQL preloads. It reads a file with two 64-bit numbers. */
const source = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *faults; /* seconds that the clock is ahead, and whether the disk stalls */

__attribute__((constructor)) static void map_faults(void) {
  int file = open(getenv("FAULTS_FILE"), O_RDONLY);
  void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) abort();
  faults = mapped;
}

int fdatasync(int file) {
  while (faults[1]) usleep(5000);
  return syscall(SYS_fdatasync, file);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = syscall(SYS_gettimeofday, now, zone);
  if (result == 0) now->tv_sec += faults[0];
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += faults[0];
  return result;
}

time_t time(time_t *now) {
  struct timeval read;
  gettimeofday(&read, NULL);
  if (now) *now = read.tv_sec;
  return read.tv_sec;
}
`;

/** Whether this machine can compile the library. Warns if it cannot, because tests are then skipped. */
export function faultyPostgresAvailable(): boolean {
  const isFound = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
  if (!isFound)
    console.warn(
      'cc is not on PATH: the tests with a stalled disk or another clock of PostgreSQL are skipped',
    );
  return isFound;
}

/** A migrated PostgreSQL whose disk can stall and whose clock can be set while it runs. */
export class FaultyPostgres {
  private constructor(
    private readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly faults: FileHandle,
  ) {}

  static async start(): Promise<FaultyPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'faulty-postgres-'));
    await chmod(folder, 0o755);
    const [library, file] = [join(folder, 'faults.so'), join(folder, 'faults')];
    await writeFile(join(folder, 'faults.c'), source);
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(folder, 'faults.c')]);
    await writeFile(file, new Uint8Array(16));
    const loaded = ['env', `LD_PRELOAD=${library}`, `FAULTS_FILE=${file}`];
    const launchers = (process.getuid?.() === 0 ? ROOT_LAUNCHERS : [{ prefix: [] }]).map(
      (launcher) => ({ ...launcher, prefix: [...launcher.prefix, ...loaded] }),
    );
    const postgres = await EmbeddedPostgres.start(join(folder, 'data'), { launchers });
    await migrate({ url: postgres.url });
    return new FaultyPostgres(folder, postgres, await open(file, 'r+'));
  }

  get url(): string {
    return this.postgres.url;
  }

  /** Sets the server's clock ahead of the machine's clock. */
  setClock(seconds: number): Promise<void> {
    return this.write(0, seconds);
  }

  /** Stalls the disk. Commits wait until it works again. */
  stallDisk(): Promise<void> {
    return this.write(8, 1);
  }

  resumeDisk(): Promise<void> {
    return this.write(8, 0);
  }

  async stop(): Promise<void> {
    await this.resumeDisk();
    await this.postgres.stop();
    await this.faults.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async write(position: number, value: number): Promise<void> {
    const bytes = new BigInt64Array([BigInt(value)]);
    await this.faults.write(new Uint8Array(bytes.buffer), 0, 8, position);
  }
}
