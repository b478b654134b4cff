/**
 * Runs the tests of the module in hosts on Nest 11 that depend on Nest the most. The compiled tests are next to a
 * `node_modules` with Nest 11, and resolve all other packages from the repository.
 *
 * Usage: node test/nest-11/run.js
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import compileTests from '../../scripts/compile-tests.js';
import { slow } from '../../scripts/slow-tests.js';

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const work = (name) => root(`.nest-11/${name}`);

/** The tests whose subjects call Nest, or are called by it. Those of other rooms would repeat the same calls. */
const aboutNest = [
  'accounts/',
  'applications/applications',
  'console/console-account.',
  'console/console-sign-in',
  'events/',
  'management/',
  'messaging/',
  'mounting/',
  'oauth/openid-connect',
  'sign-in/',
  'tracing/',
];
const isSlow = (name) =>
  !name.startsWith('mounting/') && slow.some((part) => `/test/${name}`.includes(part));

/** Tests to skip: those of the service, which pins its version of Nest, of build results and of documents. */
const ofTheService =
  /startService|startForm|startNodes|ServiceProcess|WatchedProcess|runCli|startCli|fuzz-run|src\/service\/|dist\/commonjs|SECURITY\.md/;

rmSync(work(''), { recursive: true, force: true });
mkdirSync(work(''));
for (const name of ['package.json', 'package-lock.json']) {
  copyFileSync(root(`test/nest-11/${name}`), work(name));
}
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
  cwd: work(''),
  stdio: 'inherit',
});
compileTests();
cpSync(root('.build'), work('.build'), { recursive: true });
for (const name of ['docs', 'openapi.json', 'prisma', 'src']) symlinkSync(root(name), work(name));

const suites = readdirSync(work('.build/test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.e2e-spec.js'))
  .filter((name) => aboutNest.some((part) => name.startsWith(part)) && !isSlow(name))
  .filter((name) => !ofTheService.test(readFileSync(work(`.build/test/${name}`), 'utf8')));
execFileSync(
  process.execPath,
  [
    root('node_modules/jest/bin/jest.js'),
    ...['--config', root('jest.config.js'), '--rootDir', work('.build')],
    ...suites,
  ],
  { stdio: 'inherit', env: { ...process.env, TEST_FORMS: 'mounted' } },
);
