import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, Pool, type ClientBase, type PoolConfig } from 'pg';
import type { ClusterProcessOptions } from '../processes/cluster-process.js';

/** A migrated database that nobody connects to: every test database is a copy of it. */
export const TEMPLATE = 'test_template';

export interface TestDatabase {
  readonly url: string;
  /** Close your connections before. */
  drop(): Promise<void>;
}

/** A real database of its own, migrated and empty, or without even a table. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrated ? TEMPLATE : 'template0';
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(clusterUrl());
  url.pathname = name;
  return {
    url: url.href,
    // Not by force: that would end a pool's connections which are just being closed, and a pool
    // without a listener for that ends the process. PostgreSQL waits five seconds for the last one.
    drop: () => administer(`DROP DATABASE IF EXISTS ${name}`),
  };
}

/** Runs one statement on the tests' cluster, as its superuser. */
export async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl() });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function clusterUrl(): string {
  const url = process.env.TEST_CLUSTER_URL;
  if (!url)
    throw new Error('No test cluster: run the tests through jest, whose global setup starts it.');
  return url;
}

/** As hosts have it: with other dates node-postgres itself could not read any. */
export function isoDates(config: PoolConfig): PoolConfig {
  const onConnect = (client: ClientBase) => client.query('SET DateStyle TO ISO');
  return { ...config, onConnect: onConnect as unknown as (client: ClientBase) => void };
}

/** A pool as hosts have it. */
export function hostPool(config: PoolConfig): Pool {
  return new Pool(isoDates(config));
}

export interface ClusterProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Lets it leave as a service does that is told to end. */
  leave(): Promise<void>;
}

/** Another process that uses the embedded cluster in this folder. */
export async function startClusterProcess(
  folder: string,
  options: ClusterProcessOptions = {},
): Promise<ClusterProcess> {
  const program = fileURLToPath(new URL('../processes/cluster-process.js', import.meta.url));
  const child = spawn(process.execPath, [program, folder, JSON.stringify(options)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code, signal) =>
      reject(new Error(`The cluster process ended with ${signal ?? code}.`)),
    );
  });
  return {
    process: child,
    url,
    async leave() {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}
