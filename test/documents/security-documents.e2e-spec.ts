import { existsSync, readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));

/** Reads a document, with the link targets defined at its end. */
function open(path: string) {
  const address = new URL(path, root);
  const text = readFileSync(address, 'utf8');
  const files = new Map<string, URL>();
  for (const [, name, target] of text.matchAll(/^\[([\w.-]+)\]: (\S+)$/gm)) {
    files.set(name!, new URL(target!, address));
  }
  return { text, files };
}

describe.each(['SECURITY.md', 'docs/asvs.md'])('%s', (path) => {
  const { text, files } = open(path);
  const mentioned = /\[([\w.-]+)\](?![(:])|“([^”]+)”/g;

  it('names only files that exist, and defines no unused links', () => {
    const missing = [...files.values()].filter((file) => !existsSync(file));
    expect(missing.map(({ href }) => href.slice(root.href.length))).toEqual([]);
    const names = [...text.matchAll(mentioned)].flatMap(([, name]) => name ?? []);
    expect([...new Set(names)].sort()).toEqual([...files.keys()].sort());
  });

  it('quotes only test titles that occur in the file named before them', () => {
    const wrong: string[] = [];
    let file = '';
    for (const [, name, title] of text.matchAll(mentioned)) {
      if (name) file = name;
      else {
        const source = readFileSync(files.get(file)!, 'utf8');
        const line = title!.replaceAll(/\s+/g, ' ');
        const isThere = [`'${line}'`, `\`${line}\``].some((literal) => source.includes(literal));
        if (!isThere) wrong.push(`${file}: ${line}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  const { text } = open('docs/asvs.md');
  const verdicts = ['yes', 'partly', 'no', 'not ours'];
  const chapters = text
    .split(/^## /m)
    .slice(1)
    .map((chapter) => ({
      title: chapter.slice(0, chapter.indexOf('\n')),
      rows: [...chapter.matchAll(/^\| ([\d.]+) \| (\d) \| .+? \| ([a-z ]+) \| (.+) \|$/gm)],
      lines: chapter.match(/^\| \d.*$/gm)!.length,
    }));

  it('counts its rows correctly', () => {
    const counted = chapters.map(({ rows, title, lines }) => {
      expect([title, rows.length]).toEqual([title, lines]);
      return verdicts.map((verdict) => rows.filter(([, , , met]) => met === verdict).length);
    });
    const sums = verdicts.map((_, i) => counted.reduce((sum, counts) => sum + counts[i]!, 0));
    expect(sums.reduce((sum, count) => sum + count)).toBe(
      chapters.flatMap(({ rows }) => rows).length,
    );
    for (const [i, { title }] of chapters.entries()) {
      expect(text).toContain(`| ${title} | ${counted[i]!.join(' | ')} |`);
    }
    expect(text).toContain(`| together | ${sums.join(' | ')} |`);
  });

  it('links each yes to a test, or states that there is none', () => {
    for (const [row, , , met, shown] of chapters.flatMap(({ rows }) => rows)) {
      if (met === 'yes' && !shown!.includes('no test')) expect(row).toMatch(/\[[\w.-]+\]/);
    }
  });
});
