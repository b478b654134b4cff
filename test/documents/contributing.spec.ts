import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const contributing = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');

/** The entries of `src` in the order of the section "Source tree". */
const listed = [...contributing.matchAll(/^ {2}([a-z][a-z.-]*?)(?:\/|\.ts) /gm)].map(
  ([, name]) => name!,
);

const documents = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A class, a type or a decorator of at least two words, or a function that is called. */
const identifier = /(?<![\w$./-])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]\w*(?=\())/g;

/** Identifiers of other libraries and of examples. */
const foreign = new Set([
  'CodeChallengeMethod',
  'IfNotPresent',
  'SomePage',
  'bootstrap',
  'pg_cancel_backend',
  'pg_drop_replication_slot',
]);

/** Every word of the sources. */
const sources = once(() => {
  const files = ['src/', 'test/', 'examples/', 'scripts/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|c?js|cts)$/.test(name) && !/generated|node_modules/.test(name))
      .map((name) => folder + name),
  );
  const others = ['prisma/functions.sql', 'docs/monitoring/alerts.yml', 'package.json'];
  const texts = [...files, ...others].map((file) => readFileSync(new URL(file, root), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

describe('The source tree in CONTRIBUTING.md', () => {
  it('lists the source folders from top to bottom, in the layers that the linter enforces', async () => {
    const { floors } = (await import(new URL('.dependency-cruiser.js', root).href)) as {
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

  it('lists every source folder', () => {
    const rooms = readdirSync(new URL('src/', root))
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !name.endsWith('.spec'));
    expect([...listed].sort()).toEqual(rooms.sort());
  });

  it.each(documents)('names only identifiers that exist in the sources: %s', (document) => {
    const text = readFileSync(new URL(document, root), 'utf8').replace(/^ *```[^]*?^ *```/gm, '');
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
    const named = spans.flatMap((span) => span.match(identifier) ?? []);
    expect(named.filter((name) => !sources().has(name) && !foreign.has(name))).toEqual([]);
  });

  it('names files that exist', () => {
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
