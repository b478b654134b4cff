import { execFileSync } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/database/migrations.js';
import {
  administer,
  type ClusterProcess,
  startClusterProcess,
  TEMPLATE,
} from './servers/postgres.js';

/** Unusual server defaults for all tests, because nothing may depend on the usual ones. */
const farFromUtc = {
  timezone: 'America/St_Johns',
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
};

/** More than the cluster of a whole run occupies. */
const neededBytes = 4 * 1_024 ** 3;

declare global {
  var testCluster: ClusterProcess | undefined;
}

/**
 * Starts one embedded PostgreSQL for all test files. It runs in a separate process, which stops it and deletes its
 * folder as soon as the test run ends, even after Ctrl-C or `kill -9`.
 */
export default async function setUp(): Promise<void> {
  if (process.env.TEST_FORMS !== 'mounted') bundleService();
  const folder = await mkdtemp(join(await findFastFolder(), 'nest-accounts-test-'));
  const cluster = await startClusterProcess(folder, {
    settings: { fsync: 'off', max_connections: '200', ...farFromUtc },
    temporary: true,
  });
  globalThis.testCluster = cluster;
  process.env.TEST_CLUSTER_URL = cluster.url;
  await administer(`CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(cluster.url);
  url.pathname = TEMPLATE;
  await migrate({ url: url.href, schema: 'public' });
}

/** Returns Linux's folder in memory if it has enough space: on a disk, copying the template takes most of a test run's CPU. */
async function findFastFolder(): Promise<string> {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < neededBytes ? tmpdir() : inMemory;
}

/** Bundles the tested code, for tests that run the service as a separate process. */
function bundleService(): void {
  const root = new URL('./', import.meta.resolve('#package.json'));
  const path = (name: string) => fileURLToPath(new URL(name, root));
  const args = ['scripts/bundle-service.js', '.build/src', '.build/bundle'].map(path);
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
