import { Stryker } from '@stryker-mutator/core';
import { fileURLToPath } from 'node:url';
import { rulesIn } from './rules.js';

/** Percent of the mutants of a room that its unit tests must notice. */
const target = 85;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const rooms = new Map();

for (const { rule, spec, room } of rulesIn(process.argv.slice(2))) {
  const score = rooms.get(room) ?? { mutants: 0, killed: 0 };
  rooms.set(room, score);
  for (const { status } of await mutantsOf(rule, spec)) {
    score.mutants++;
    if (status === 'Killed' || status === 'Timeout') score.killed++;
  }
}

for (const [room, { mutants, killed }] of rooms) {
  const percent = (100 * killed) / mutants;
  console.log(`${room}: ${killed} of ${mutants} mutants killed, ${percent.toFixed(1)} %`);
  if (percent < target) process.exitCode = 1;
}

/** One run for each rule: only what a spec holds by itself counts, and a mutant costs one spec. */
function mutantsOf(rule, spec) {
  process.env.MUTATION_SPEC = spec;
  return new Stryker({
    mutate: [rule],
    testRunner: 'vitest',
    vitest: { configFile: fileURLToPath(new URL('vitest.config.js', import.meta.url)) },
    concurrency: 2,
    // The copy finds Vitest in the folder above, and everything else another one above that.
    tempDirName: 'mutation/.sandbox',
    cleanTempDir: 'always',
    symlinkNodeModules: false,
    ignorePatterns: ['*', '!src/**', '!tsconfig.json'],
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, skipFull: true },
    allowConsoleColors: false,
    logLevel: 'warn',
  }).runMutationTest();
}
