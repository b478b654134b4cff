import { readFileSync } from 'node:fs';

const file = new URL('../../../../../docs/decisions/oauth-conformance.md', import.meta.url);

/** Reads the cells of the only table in a section of the decision, without the header and backticks. */
export function readDecisionTable(heading: string): string[][] {
  const section = readFileSync(file, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
