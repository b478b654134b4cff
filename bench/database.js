import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { atEnd } from './processes.js';

/** Settings for several contenders at the same time and a million rows. All others are PostgreSQL's defaults. */
const settings = { max_connections: '200', shared_buffers: '512MB', max_wal_size: '4GB' };

/** Starts the PostgreSQL that all contenders of a run share. */
export async function startPostgres(folder) {
  const embedded = await EmbeddedPostgres.start(folder, { settings });
  atEnd(() => embedded.stop());
  const postmaster = await readFile(join(folder, 'cluster', 'data', 'postmaster.pid'), 'utf8');
  const createDatabase = async (name, original = 'template0') => {
    await withClient(embedded.url, (client) =>
      client.query(`CREATE DATABASE "${name}" TEMPLATE "${original}"`),
    );
    const url = new URL(embedded.url);
    url.pathname = name;
    return url.href;
  };
  return {
    pid: Number.parseInt(postmaster, 10),
    version: await withClient(embedded.url, async (client) => {
      const { rows } = await client.query('SHOW server_version');
      return rows[0].server_version;
    }),
    /** Creates an empty database and returns its URL. */
    createDatabase: (name) => createDatabase(name),
    /** Copies a database that has no connections. Returns the URL of the copy. */
    copyDatabase: (url, name) => createDatabase(name, new URL(url).pathname.slice(1)),
  };
}

export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
