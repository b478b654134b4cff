import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './database.js';
import { describeMachine } from './machine.js';
import { help, OptionError, readOptions } from './options.js';
import { atEnd, endAll } from './processes.js';
import { printReport, writeReport } from './report/report.js';
import { scenarios } from './scenarios.js';
import { seedAccounts, seedBetterAuth } from './seeding.js';

/** On the disk of the checkout: a folder for temporary files may be memory. */
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

/** A PostgreSQL with people in it. */
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

/** Progress, beside what is printed in the end. */
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
  // What was stopped on purpose has nothing to complain about.
  if (!interrupted) console.error(error instanceof OptionError ? error.message : error);
  process.exitCode = 1;
} finally {
  await endAll();
}
