import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string | URL) => readFileSync(new URL(path, root), 'utf8');
const pagesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => folder + name);

const guides = pagesIn('docs/');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...guides,
  ...pagesIn('examples/'),
];

/** The targets of a document’s links, except for those to other sites. */
function findLinks(path: string): URL[] {
  return [...read(path).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => new URL(link, new URL(path, root)));
}

/** The fragments of a document's headings, as GitHub makes them. */
function findAnchors(document: URL): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (path) => {
  it('links to files and headings that exist', () => {
    const broken = findLinks(path).filter((link) => {
      const file = new URL(link);
      file.hash = '';
      if (!existsSync(file)) return true;
      return (
        link.hash !== '' && !findAnchors(file).includes(decodeURIComponent(link.hash.slice(1)))
      );
    });
    expect(broken.map(({ href }) => href.slice(root.href.length))).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const folders = ['', 'bench/', 'test/clients/'];
    const scripts = folders.flatMap((folder) =>
      Object.keys(JSON.parse(read(`${folder}package.json`)).scripts),
    );
    const named = [...read(path).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)];
    const missing = named.map(([, name]) => name!).filter((name) => !scripts.includes(name));
    expect(missing).toEqual([]);
  });
});

describe.each(['docs/', 'docs/decisions/'])('%sREADME.md', (folder) => {
  const index = `${folder}README.md`;

  it('links to every page in its folder', () => {
    const linked = findLinks(index).map(({ href }) => href.slice(root.href.length));
    const beside = guides.filter(
      (path) => path !== index && path.slice(0, path.lastIndexOf('/') + 1) === folder,
    );
    expect(beside.filter((path) => !linked.includes(path))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names files that exist', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|md|sha256))`/g)];
    const missing = named
      .map(([, path]) => path!)
      .filter((path) => ![path, `src/${path}`].some((each) => existsSync(new URL(each, root))));
    expect(missing).toEqual([]);
  });
});

describe('README.md', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});
