/**
 * Upgrades a service of two nodes from an earlier commit to this one and back, under load. The earlier code is taken
 * from the repository, installed and built as it was.
 *
 * Usage: node test/upgrade/run.js [commit]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The last one before the schema changed; the previous release, once there is one. */
const previous = '1c8ce39cd21ee889e357514dfaea3b5f258be513';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [commit = previous] = process.argv.slice(2);
const folder = `${root}.upgrade/${commit}`;
const git = (...args) => spawnSync('git', args, { cwd: root }).status === 0;

if (!git('cat-file', '-e', `${commit}^{commit}`) && !git('fetch', '--depth=1', 'origin', commit)) {
  console.warn(`The commit ${commit} is not to be had: the upgrade from it is not tested.`);
} else {
  if (!existsSync(`${folder}/dist/bundle/main.js`)) install();
  const jest = [`${root}node_modules/jest/bin/jest.js`, 'test/upgrade'];
  const env = { ...process.env, UPGRADE_FROM: folder };
  process.exitCode = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit', env }).status;
}

function install() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
