import config from './jest.config.js';

/** The specs beside the sources: they need neither PostgreSQL nor the bundle, which take longer than they do. */
const { rootDir, runner, setupFiles, maxWorkers } = config;
export default { rootDir, runner, setupFiles, maxWorkers, testRegex: '/src/.+\\.spec\\.js$' };
