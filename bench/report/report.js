import { readFile, writeFile } from 'node:fs/promises';
import { chart } from './chart.js';
import { curves } from './curves.js';
import { asMarkdown, asText, tables } from './tables.js';
import { targetsTable } from './targets.js';

const resultsFile = new URL('../results.json', import.meta.url);
const page = new URL('../../docs/performance.md', import.meta.url);
const image = (name) => new URL(`../../docs/images/${name}.svg`, import.meta.url);

const begin = '<!-- figures -->';
const end = '<!-- /figures -->';

export function printReport(results) {
  for (const table of everything(results)) console.log(`\n${asText(table)}`);
}

/** Replaces the earlier results of the same scenarios in results.json, the images and docs/performance.md. */
export async function writeReport(results) {
  const all = { ...(await lastResults()), ...results };
  await writeFile(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  if (all.read) await writeFile(image('performance'), chart(all));
  if (all.tokens) await writeFile(image('tokens'), curves(all.tokens));
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks ${begin} or ${end}.`);
  const pictures = [
    ...(all.read ? ['![Answers per second](images/performance.svg)'] : []),
    ...(all.tokens ? ['![Reads by the tokens in use](images/tokens.svg)'] : []),
  ];
  const figures = [runs(all), ...pictures, ...everything(all).map(asMarkdown)].join('\n\n');
  await writeFile(page, `${text.slice(0, from)}${begin}\n\n${figures}\n\n${text.slice(to)}`);
}

async function lastResults() {
  try {
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function everything(results) {
  const targets = targetsTable(results);
  return [...(targets.rows.length > 0 ? [targets] : []), ...tables(results)];
}

/** Lists the date, machine and versions of the runs, one line for all scenarios with the same values. */
function runs(results) {
  const lines = new Map();
  for (const { title, at, machine, rounds, seconds } of Object.values(results)) {
    const line =
      `${at.slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ` +
      `${machine.platform}, Node.js ${machine.node}, PostgreSQL ${machine.postgres}, ` +
      `nest-accounts ${machine.nestAccounts}, Better Auth ${machine.betterAuth}, ` +
      `autocannon ${machine.autocannon}; ${rounds} rounds of ${seconds} s`;
    lines.set(line, [...(lines.get(line) ?? []), title]);
  }
  return [...lines].map(([line, titles]) => `- ${line}: ${titles.join(', ')}`).join('\n');
}
