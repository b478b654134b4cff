/**
 * Packs the package, installs the tarball into an empty project, and uses it there: its types
 * compile, it migrates, mounts and answers.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-package-'));
const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });

try {
  const { name, devDependencies, allowScripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = Object.values(JSON.parse(run('npm', pack, { cwd: root })))[0];

  const manifest = {
    private: true,
    type: 'module',
    dependencies: { [name]: `file:${packed.filename}` },
    devDependencies: {
      '@types/node': devDependencies['@types/node'],
      'embedded-postgres': devDependencies['embedded-postgres'],
      typescript: devDependencies.typescript,
    },
    allowScripts,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    types: ['node'],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['host.ts'] }),
  );
  copyFileSync(new URL('./host.ts', import.meta.url), join(folder, 'host.ts'));
  run('npm', ['install', '--no-audit', '--no-fund']);
  run('npx', ['tsc']);

  const dist = join(folder, 'node_modules', name, 'dist');
  const { EmbeddedPostgres } = await import(join(dist, 'database/embedded-postgres.js'));
  const postgres = await EmbeddedPostgres.start(join(folder, 'postgres'));
  let answer;
  try {
    const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url };
    answer = JSON.parse(run(process.execPath, ['host.js'], { env }));
  } finally {
    await postgres.stop();
  }
  if (answer.applied < 1 || answer.statuses !== '401 200 200 200') {
    throw new Error(`The packed module answered ${JSON.stringify(answer)}`);
  }
  const size = Math.round(packed.size / 1_024);
  console.log(`package: ${packed.files.length} files, ${size} kB packed, mounts and answers`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
