import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const contributing = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');

/** The entries of `src` in the order of "The house". */
const listed = [...contributing.matchAll(/^ {2}([a-z][a-z.-]*?)(?:\/|\.ts) /gm)].map(
  ([, name]) => name!,
);

describe('the house in CONTRIBUTING.md', () => {
  it('lists the rooms from top to bottom, as the linter lets them know each other', async () => {
    const { floors } = (await import(new URL('eslint.config.js', root).href)) as {
      floors: readonly (readonly string[])[];
    };
    let below = [...listed];
    for (const rooms of floors) {
      const here = below.slice(0, rooms.length);
      expect([...here].sort()).toEqual([...rooms].sort());
      below = below.slice(rooms.length);
    }
    expect(below).toEqual([]);
  });

  it('lists every room', () => {
    const rooms = readdirSync(new URL('src/', root))
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !name.endsWith('.spec'));
    expect([...listed].sort()).toEqual(rooms.sort());
  });

  it('names files that are there', () => {
    const files = [...contributing.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|sql))`/g)].map(
      ([, path]) => path!,
    );
    expect(files.length).toBeGreaterThan(20);
    const missing = files.filter((path) =>
      ['', 'src/'].every((folder) => !existsSync(new URL(folder + path, root))),
    );
    expect(missing).toEqual([]);
  });
});
