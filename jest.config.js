import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import compileTests from './scripts/compile-tests.js';

// Far from UTC, and from the zone of the tests' PostgreSQL: nothing may depend on either.
process.env.TZ = 'Pacific/Chatham';

compileTests();

/** Tests are compiled into .build and run there as native ES modules. */
export default {
  rootDir: fileURLToPath(new URL('.build', import.meta.url)),
  runner: 'jest-light-runner',
  // Many of them wait for faults to pass, or for PostgreSQL: cores would idle.
  maxWorkers: availableParallelism() * 2,
  testSequencer: fileURLToPath(new URL('scripts/longest-first.js', import.meta.url)),
  testRegex: '\\.(spec|e2e-spec)\\.js$',
  // The one installs an earlier commit first (npm run test:upgrade), the other runs for minutes (npm run test:soak).
  testPathIgnorePatterns: [
    ...(process.env.UPGRADE_FROM ? [] : ['/test/upgrade/']),
    ...(process.env.SOAK_MINUTES ? [] : ['/test/soak/']),
  ],
  setupFiles: ['<rootDir>/test/support/source-maps.js'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};
