import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './database.js';
import { describeMachine } from './machine.js';
import { help, OptionError, readOptions } from './options.js';
import { atEnd, endAll } from './processes.js';
import { printReport, writeReport } from './report/report.js';
import { scenarios } from './scenarios.js';
import { seedAccounts, seedBetterAuth } from './seeding.js';

/** On the checkout's disk, because the folder for temporary files may be in memory. */
const dataFolder = fileURLToPath(new URL('./.data/', import.meta.url));

async function main() {
  const options = readOptions(process.argv.slice(2), Object.keys(scenarios));
  if (options.help) {
    console.log(help);
    return;
  }
  const run = { ...options, log, ...(await prepare(options)) };
  const machine = describeMachine(run.postgres.version);
  const results = {};
  for (const name of options.only) {
    log(`== ${scenarios[name].title}`);
    results[name] = {
      title: scenarios[name].title,
      at: new Date().toISOString(),
      machine,
      rounds: options.rounds,
      seconds: options.seconds,
      ...(await scenarios[name].measure(run)),
    };
  }
  printReport(results);
  if (!options.print) await writeReport(results);
}

/** Starts a PostgreSQL with seeded accounts. */
async function prepare({ accounts }) {
  await mkdir(dataFolder, { recursive: true });
  const folder = await mkdtemp(`${dataFolder}run-`);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(`${folder}/postgres`);
  log(`seeding ${accounts} accounts`);
  const databaseUrl = await postgres.createDatabase('bench');
  const people = await seedAccounts(databaseUrl, accounts);
  await seedBetterAuth(databaseUrl, people);
  return { folder, postgres, databaseUrl, people };
}

/** Prints progress to standard error, because standard output is for the figures. */
function log(line) {
  console.error(line);
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    void endAll().finally(() => process.exit(130));
  });
}

try {
  await main();
} catch (error) {
  // Programs that were stopped on purpose cause misleading errors.
  if (!interrupted) console.error(error instanceof OptionError ? error.message : error);
  process.exitCode = 1;
} finally {
  await endAll();
}
