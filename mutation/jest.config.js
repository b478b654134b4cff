/** As jest.config.js, for unit tests alone: nothing is started for them. */
export default {
  rootDir: `${process.cwd()}/.build`,
  runner: 'jest-light-runner',
  testRegex: '\\.spec\\.js$',
  maxWorkers: 1,
};
