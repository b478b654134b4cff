import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.resolve('#package.json')));

describe('The package', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nest-accounts-packed-'));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has no scripts that run when it is installed from a folder or repository', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    // npm runs the script `dependencies` in a clone, but not for an installed package.
    const run = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare'];
    expect(run.filter((name) => name in scripts)).toEqual([]);
  });

  it('contains the source of the examples, but no files created by running them', () => {
    const example = 'examples/express-monolith';
    const source = [`${example}/README.md`, `${example}/src/main.ts`];
    const made = [
      `${example}/.data/postgres/password`,
      `${example}/dist/main.js`,
      `${example}/node_modules/pg/index.js`,
      'examples/nest-accounts.tgz',
    ];
    for (const path of [...source, ...made]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
    expect(files.map(({ path }) => path).filter((path) => /^examples/.test(path))).toEqual(source);
  });
});
