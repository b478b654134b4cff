/** Prepares an example: packs the package, and installs and builds the example. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packs the built package as `nest-accounts.tgz`, which the examples depend on. */
export function pack(folder) {
  if (!existsSync(join(root, 'dist'))) run('npm', ['ci', '--no-audit', '--no-fund'], root);
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root);
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  renameSync(join(folder, `${name}-${version}.tgz`), join(folder, `${name}.tgz`));
}

/** Installs and builds the example in this folder. Returns the output of npm. */
export function install(folder) {
  // Named explicitly, because npm would keep an older tarball with the same name.
  const tarball = ['--no-save', '../nest-accounts.tgz'];
  const said = run('npm', ['install', '--no-audit', '--no-fund', ...tarball], folder);
  run('npm', ['run', 'build'], folder);
  return said;
}

/** Runs a command to its end, quietly unless it fails. Returns what it printed. */
function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout + stderr;
  throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
}
