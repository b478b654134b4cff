// Far from UTC, and from the zone of the tests' PostgreSQL: nothing may depend on either.
process.env.TZ = 'Pacific/Chatham';

/** The tests are compiled by tsc into .build and run there as native ES modules. */
export default {
  rootDir: '.build',
  runner: 'jest-light-runner',
  // Most of them wait for PostgreSQL: a core left free would idle.
  maxWorkers: '100%',
  testRegex: '\\.(spec|e2e-spec)\\.js$',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};
