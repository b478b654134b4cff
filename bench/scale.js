/**
 * Measures the operations of a node with many accounts: `node scale.js --accounts 1000000` (after `npm run build`).
 *
 * Fills a new database, or that of --url, and prints for each operation the rows and blocks that its statements
 * read, their time and their indexes. A database that has accounts is measured as it is.
 */
import { NestFactory } from '@nestjs/core';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AccountsModule } from '../dist/accounts.module.js';
import { consoleFeature } from '../dist/console/console.feature.js';
import { migrate } from '../dist/database/migrations.js';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { operatorFeature } from '../dist/operator/operator.feature.js';
import { withClient } from './database.js';
import { median } from './figures.js';
import { fill } from './scale/filling.js';
import { readOperations } from './scale/operations.js';
import { explained, readPlans, recordPlans, addUp } from './scale/plans.js';

const help = `Usage: node scale.js [options]

  --accounts <n>   the number of accounts to fill an empty database with (1000000); needs about 4 kB of disk for each
  --events <n>     the number of audit events (2 for each account)
  --url <url>      a database whose role is a superuser. Default: a new one, deleted afterwards
  --runs <n>       how often each operation runs (7). PostgreSQL may change a plan after five runs
  --only <text>    only operations whose name contains this
  --plans <file>   writes the last plan of every statement to this file
  --help
`;

/** PostgreSQL's defaults are for small machines. */
const settings = { shared_buffers: '2GB', max_wal_size: '4GB' };

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    events: { type: 'string' },
    url: { type: 'string' },
    runs: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    plans: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else if (values.url) await measure(values.url);
else await measureNew();

async function measureNew() {
  const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-scale-'));
  const embedded = await EmbeddedPostgres.start(folder, { settings });
  try {
    await measure(embedded.url);
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(url) {
  await migrate({ url });
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM accounts LIMIT 1');
    if (rowCount === 0) await fillDatabase(client);
    await describe(client);
    recordPlans();
    const app = await startNode(explained(url));
    try {
      await report(await readOperations(app, client));
    } finally {
      await app.close();
    }
  });
}

async function fillDatabase(client) {
  const accounts = Number(values.accounts);
  const events = Number(values.events ?? 2 * accounts);
  const began = performance.now();
  const report = (done) =>
    console.error(`${Math.round((performance.now() - began) / 1_000)} s: ${done}`);
  await fill(client, { accounts, events, report });
}

async function describe(client) {
  const { rows } = await client.query(`
    SELECT relname AS table, reltuples::int8 AS rows,
      pg_size_pretty(pg_total_relation_size(oid)) AS "size with indexes"
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
    ORDER BY pg_total_relation_size(oid) DESC`);
  const { rows: shown } = await client.query(`SHOW server_version`);
  const [{ model }] = cpus();
  console.log(
    `PostgreSQL ${shown[0].server_version}, ${model}, ${cpus().length} cores, load ${loadavg()[0]}\n`,
  );
  printTable(rows);
}

function startNode(url) {
  const module = AccountsModule.forRoot({
    database: { url },
    secretKeys: ['a secret of the benchmark that everybody knows'],
    publicUrl: 'https://accounts.example',
    rateLimits: 'off',
    features: [consoleFeature, operatorFeature()],
  });
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

async function report(operations) {
  const table = [];
  const plans = {};
  for (const [operation, work] of Object.entries(operations)) {
    if (!operation.includes(values.only)) continue;
    const runs = [];
    try {
      for (let run = 0; run < Number(values.runs); run++) runs.push(await readPlans(work));
    } catch (error) {
      table.push({ operation, indexes: `failed: ${error.message}` });
      continue;
    }
    const last = runs.at(-1);
    plans[operation] = last;
    table.push({
      operation,
      statements: last.length,
      rows: addUp(last, ({ rows }) => rows),
      blocks: addUp(last, ({ buffers }) => buffers),
      'read at first': addUp(runs[0], ({ read }) => read),
      ms: median(runs.slice(-5).map((run) => addUp(run, ({ ms }) => ms))).toFixed(1),
      sorted: Math.max(0, ...last.map(({ sorted }) => sorted)),
      sequential: last.flatMap(({ sequential }) => sequential).join(', '),
      indexes: [...new Set(last.flatMap(({ indexes }) => indexes))].join(', '),
    });
    console.error(operation);
  }
  printTable(table);
  console.log(`\nload ${loadavg()[0]} at the end`);
  if (values.plans) await writeFile(values.plans, JSON.stringify(plans, null, 1));
}

/** Prints rows as a Markdown table. */
function printTable(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${columns.map((name) => row[name] ?? '').join(' | ')} |`);
  console.log('');
}
