import { Stryker } from '@stryker-mutator/core';
import { fileURLToPath } from 'node:url';
import { rulesIn } from './rules.js';

/** Percent of the mutants of a room that its unit tests must notice. */
const target = 85;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const rooms = new Map();

for (const { rule, room } of rulesIn(process.argv.slice(2))) {
  const score = rooms.get(room) ?? { mutants: 0, killed: 0 };
  rooms.set(room, score);
  for (const { status } of await mutantsOf(rule)) {
    score.mutants++;
    if (status === 'Killed' || status === 'Timeout') score.killed++;
  }
}

for (const [room, { mutants, killed }] of rooms) {
  const percent = (100 * killed) / mutants;
  console.log(`${room}: ${killed} of ${mutants} mutants killed, ${percent.toFixed(1)} %`);
  if (percent < target) process.exitCode = 1;
}

/**
 * One run for each rule: only what the tests beside it hold counts. Stryker has no plugin for
 * `jest-light-runner`, so each mutant is a run of its own.
 */
function mutantsOf(rule) {
  const spec = `.build/${rule.replace(/ts$/, 'spec.js')}`;
  return new Stryker({
    mutate: [rule],
    buildCommand: `node ../../compile.js ${rule}`,
    testRunner: 'command',
    commandRunner: {
      command: `node ../../../node_modules/jest/bin/jest.js -c ../../jest.config.js --runTestsByPath ${spec}`,
    },
    concurrency: 2,
    // Two floors below this folder: the commands above are written from there.
    tempDirName: 'mutation/.sandbox',
    cleanTempDir: 'always',
    ignorePatterns: ['*', '!src/**', '!.build/src/**', '*.map', '*.d.ts', '!tsconfig.json'],
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, skipFull: true },
    allowConsoleColors: false,
    logLevel: 'warn',
  }).runMutationTest();
}
