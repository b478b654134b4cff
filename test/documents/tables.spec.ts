import { readFileSync } from 'node:fs';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const tables = [...read('prisma/schema.prisma').matchAll(/@@map\("(\w+)"\)/g)]
  .map(([, name]) => name!)
  .filter((name) => name !== 'token_kind');

describe('Every table', () => {
  it('is listed in docs/scale.md with its size, total and how its rows are deleted', () => {
    const rows = [...read('docs/scale.md').matchAll(/^\| `([a-z_]+)` \|(.+)\|$/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual([...tables].sort());
    for (const [, name, cells] of rows) {
      const [size, , deleted, total] = cells!.split('|').map((cell) => cell.trim());
      expect({ name, size, deleted, total }).toEqual({
        name,
        size: expect.stringMatching(/^[\d,]+$/),
        deleted: expect.stringMatching(/./),
        total: expect.stringMatching(/./),
      });
    }
  });

  it('is listed in docs/retention.md', () => {
    const lines = read('docs/retention.md').split('\n');
    const named = lines.filter((line) => line.startsWith('| ')).join('\n');
    expect(tables.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });

  it('is measured by the benchmark', () => {
    const measured = read('bench/table-sizes.js');
    expect(tables.filter((name) => !new RegExp(`^  ${name}: `, 'm').test(measured))).toEqual([]);
  });
});
