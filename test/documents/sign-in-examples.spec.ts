import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const readFolder = (path: string) => readdirSync(new URL(path, root));

const folder = 'examples/sign-in';
const names = readFolder(folder).filter((name) => !name.startsWith('.'));
const sections = read('docs/sign-in.md').split(/^## /m);
const findSection = (name: string) =>
  sections.find((section) => section.includes(`${folder}/${name})`)) ?? '';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

describe.each(names)('The example %s', (name) => {
  it('is in docs/sign-in.md with its whole code', () => {
    const sources = readFolder(`${folder}/${name}`).filter((file) =>
      /^(?:app\.js|main\.ts|index\.html)$/.test(file),
    );
    expect(sources).not.toEqual([]);
    for (const file of sources) {
      const code = read(`${folder}/${name}/${file}`);
      expect(findSection(name)).toContain(`\n${code}\`\`\`\n`);
    }
  });

  it('has the versions of packages that are tested', () => {
    const { dependencies } = JSON.parse(read(`${folder}/${name}/package.json`)) as Manifest;
    const { devDependencies } = JSON.parse(read('test/clients/package.json')) as Manifest;
    expect(devDependencies).toMatchObject(dependencies);
  });
});
