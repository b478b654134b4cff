/** Follows the section on Jest of docs/testing.md in a project like those of `nest new`. Used by check-package.js. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const document = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
const [, guide] = document.split('## With Jest on Nest 11\n');

/** @param tarball the packed package */
export function testWithJest(tarball, run) {
  // Uses a folder outside any project, whose packages Node.js would otherwise find.
  const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-jest-'));
  try {
    testIn(folder, tarball, run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function testIn(folder, tarball, run) {
  const skip = ['--skip-install', '--skip-git', '--package-manager', 'npm'];
  run('npx', ['--yes', '@nestjs/cli@11', 'new', 'jest-host', ...skip], { cwd: folder });
  const cwd = join(folder, 'jest-host');
  run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd });
  for (const [, code] of guide.matchAll(/```ts\n([^]*?)```/g)) {
    const [, file] = /^\/\/ (\S+)\n/.exec(code);
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), code);
  }
  rmSync(join(cwd, 'test/app.e2e-spec.ts'));
  const [, commands] = /```sh\n([^]*?)```/.exec(guide);
  run('sh', ['-ec', commands], { cwd });
  // Checks strict types, and that Node.js loads one copy of each class.
  run('npx', ['tsc', '--noEmit', '--strict', '--skipLibCheck', 'false'], { cwd });
  const copies = `
    const [whole, light] = ['nest-accounts', 'nest-accounts/decorators'].map(require);
    process.exit(whole.BearerAuthGuard === light.BearerAuthGuard ? 0 : 1);`;
  run(process.execPath, ['--eval', copies], { cwd });
}
