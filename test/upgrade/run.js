/**
 * Upgrades the database of the oldest commit, from its dump, and a service of two nodes from a recent commit to this one
 * and back, under load. Installs and builds the earlier code from the repository.
 *
 * Usage: node test/upgrade/run.js [commit]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A recent commit; the previous release, once one exists. */
const previous = '0ce2d95388d7bc026626de44611bbe7c06b0bd8b';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [commit = previous] = process.argv.slice(2);
const folder = `${root}.upgrade/${commit}`;
const git = (...args) => spawnSync('git', args, { cwd: root }).status === 0;

const isAvailable =
  git('cat-file', '-e', `${commit}^{commit}`) || git('fetch', '--depth=1', 'origin', commit);
if (!isAvailable) {
  console.warn(`The commit ${commit} is not available: the rolling upgrade from it is not tested.`);
} else if (!existsSync(`${folder}/dist/bundle/main.js`)) install();
const jest = [`${root}node_modules/jest/bin/jest.js`, 'test/upgrade'];
const env = { ...process.env, UPGRADE_FROM: isAvailable ? folder : 'none' };
process.exitCode = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit', env }).status;

function install() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
