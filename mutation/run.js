import { Stryker } from '@stryker-mutator/core';
import { fileURLToPath } from 'node:url';
import compileTests from '../scripts/compile-tests.js';
import { rulesIn } from './rules.js';

/** The minimum percentage of a folder's mutants that its unit tests must kill. */
const target = 85;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
compileTests();
const rooms = new Map();

for (const { rule, room } of rulesIn(process.argv.slice(2))) {
  const statuses = (await findMutants(rule)).map(({ status }) => status);
  // A class that only sets members has no mutants.
  if (statuses.length > 0) score(rule, statuses);
  rooms.set(room, [...(rooms.get(room) ?? []), ...statuses]);
}

for (const [room, statuses] of rooms) {
  if (score(room, statuses) < target) process.exitCode = 1;
}

function score(name, statuses) {
  const count = (status) => statuses.filter((each) => each === status).length;
  const endless = count('Timeout');
  const killed = count('Killed') + endless;
  const percent = (100 * killed) / statuses.length;
  console.log(
    `${name}: ${killed} of ${statuses.length} mutants killed, ${endless} of them because they never ended: ${percent.toFixed(1)} %`,
  );
  return percent;
}

/**
 * Runs Stryker for a single rule, because only the tests next to the rule count. Stryker has no plugin for
 * `jest-light-runner`, so each mutant runs in its own process.
 */
function findMutants(rule) {
  const spec = `.build/${rule.replace(/ts$/, 'spec.js')}`;
  return new Stryker({
    mutate: [rule],
    buildCommand: `node ../../compile.js ${rule}`,
    testRunner: 'command',
    commandRunner: {
      command: `node ../../run-spec.js ${spec}`,
    },
    concurrency: 2,
    // The commands above run two folders below this one.
    tempDirName: 'mutation/.sandbox',
    cleanTempDir: 'always',
    ignorePatterns: [
      '*',
      '!src/**',
      '!.build/src/**',
      '!.build/test/support/**',
      '*.map',
      '*.d.ts',
      '!tsconfig.json',
      '!package.json',
      '!docs/migration.md',
    ],
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, skipFull: true },
    allowConsoleColors: false,
    logLevel: 'warn',
  }).runMutationTest();
}
