import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, Pool, type ClientBase, type PoolConfig } from 'pg';
import type { ClusterProcessOptions } from '../processes/cluster-process.js';

/** A migrated database without connections. All test databases are copies of it. */
export const TEMPLATE = 'test_template';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database. Close all connections first. */
  drop(): Promise<void>;
}

/** Creates a real database: migrated and empty, or without any tables. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrated ? TEMPLATE : 'template0';
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(clusterUrl());
  url.pathname = name;
  return {
    url: url.href,
    // Does not use FORCE: it would break connections that a pool is closing, and a pool without an error listener
    // would then end the process. PostgreSQL waits five seconds for the last connection.
    drop: () => administer(`DROP DATABASE IF EXISTS ${name}`),
  };
}

/** Runs one statement on the test cluster as the superuser. */
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

/** Sets the ISO date style, like any host: node-postgres cannot parse other dates. */
export function isoDates(config: PoolConfig): PoolConfig {
  const onConnect = (client: ClientBase) => client.query('SET DateStyle TO ISO');
  return { ...config, onConnect: onConnect as unknown as (client: ClientBase) => void };
}

/** Creates a pool like a host's. */
export function hostPool(config: PoolConfig): Pool {
  return new Pool(isoDates(config));
}

export interface ClusterProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Makes the process leave the cluster, like a service that shuts down. */
  leave(): Promise<void>;
}

/** Starts another process that uses the embedded cluster in this folder. */
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
