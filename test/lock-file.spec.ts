import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';

/** The source of a package that names none. */
const registry = 'https://registry.npmjs.org/';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.resolve('#package.json')), 'utf8'));

describe.each(['./', './bench/', './mutation/', './test/clients/', './test/deploy/'])(
  'the lock file in %s',
  (folder) => {
    const manifest = read(`${folder}package.json`);
    const packages = Object.entries<any>(read(`${folder}package-lock.json`).packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    );
    const getName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

    it('names each package’s source and digest', () => {
      expect(packages.length).toBeGreaterThan(10);
      const open = packages.filter(
        ([, { resolved, integrity, inBundle }]) =>
          !inBundle && !((resolved ?? registry).startsWith(registry) && /^sha512-/.test(integrity)),
      );
      expect(open.map(([path]) => path)).toEqual([]);
    });

    it('allows or denies every install script explicitly', () => {
      const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
      const names = withScript.map(([path]) => getName(path));
      const decided = Object.keys(manifest.allowScripts ?? {});
      expect(names.filter((name) => !decided.includes(name))).toEqual([]);
    });
  },
);

it('every installed package supports the oldest Node.js version in the manifest', () => {
  const oldest = minVersion(read('./package.json').engines.node)!;
  const tooNew = Object.entries<any>(read('./package-lock.json').packages)
    .filter(([, { engines }]) => engines?.node && !satisfies(oldest, engines.node))
    .map(([path, { engines }]) => [path, engines.node]);
  expect(tooNew).toEqual([]);
});
