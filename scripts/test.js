/**
 * Checks a contributor's change: the types, and all tests except the slow ones. Tests the service and the module in
 * one variant each. Passes its arguments to Jest, for example a file name.
 */
import { spawnSync } from 'node:child_process';
import { slow } from './slow-tests.js';

const env = { TEST_FORMS: 'some', ...process.env };
const run = (program, ...args) =>
  spawnSync(process.execPath, [`node_modules/${program}`, ...args], { stdio: 'inherit', env })
    .status;

const failed =
  run('typescript/bin/tsc') ||
  run('jest/bin/jest.js', ...process.argv.slice(2), '--testPathIgnorePatterns', ...slow);

const seconds = Math.round(performance.now() / 1_000);
console.log(`
npm test took ${Math.floor(seconds / 60)} min ${seconds % 60} s. Only npm run test:all and CI run the slow tests:
${slow.map((name) => name.slice(1)).join(' ')},
and all others also with the module in Express and the service on Fastify. Only CI (.ci/run) runs
them on Node.js 24 and in hosts on Nest 11, ESLint, the packed package, the container, the examples, and generated
clients.`);
process.exitCode = failed;
