import { count, fixed, milliseconds, seconds } from './format.js';

/** Converts the result of each scenario to a table: its `columns`, and its `rows`, which start with a name. */
const makers = {
  read: throughput,
  misses: throughput,
  update: throughput,
  create: throughput,
  flood: ({ contenders }) => ({
    columns: ['calm/s', 'p99 ms', 'flooded/s', 'p99 ms', 'of calm', 'p99 of calm', 'sign-ups/s'],
    rows: contenders.map((each) => [
      each.title,
      count(each.calmPerSecond),
      milliseconds(each.calmP99),
      count(each.perSecond),
      milliseconds(each.p99),
      fixed(each.ofCalm, 2),
      fixed(each.p99OfCalm, 2),
      count(each.signUpsPerSecond),
    ]),
  }),
  start: ({ contenders }) => ({
    columns: ['first start s', 'warm start s'],
    rows: contenders.map(({ title, firstMs, warmMs }) => [
      title,
      seconds(firstMs),
      seconds(warmMs),
    ]),
  }),
  memory: ({ amount, contenders }) => ({
    columns: ['ready MB', ...[1, 2, 3].map((time) => `${fixed(time * amount, 0)} requests MB`)],
    rows: contenders.map(({ title, ready, after }) => [
      title,
      ...[ready, ...after].map((megabytes) => fixed(megabytes, 0)),
    ]),
  }),
  redis: ({ memory, redis }) => ({
    columns: ['p50 ms', 'p99 ms', 'requests/s'],
    rows: Object.entries({ 'In memory': memory, 'In Redis': redis }).map(([title, each]) => [
      title,
      milliseconds(each.p50),
      milliseconds(each.p99),
      count(each.perSecond),
    ]),
  }),
  processes: ({ workloads }) => ({
    columns: [
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU s/1000',
      'DB s/1000',
      'Redis s/1000',
      'memory MB',
    ],
    rows: workloads.flatMap(({ name, counts }) =>
      counts.map(({ count: number, ...each }) => [
        `${number} for ${name === 'read' ? 'reads' : 'updates'}`,
        count(each.perSecond),
        milliseconds(each.p50),
        milliseconds(each.p99),
        fixed(each.cpuPer1000, 2),
        fixed(each.databaseCpuPer1000, 2),
        fixed(each.redisCpuPer1000, 2),
        fixed(each.resident, 0),
      ]),
    ),
  }),
  sizes: ({ few, many, operations }) => ({
    columns: [...[few, many].map((each) => `${fixed(each, 0)} accounts, p50 ms`), 'ratio'],
    rows: operations.map((each) => [
      each.title,
      milliseconds(each.few.p50),
      milliseconds(each.many.p50),
      fixed(each.p50OfFew, 2),
    ]),
  }),
  tokens: ({ accounts, points }) => ({
    columns: [
      ...points[0].contenders.map(({ title }, index) => (index === 0 ? `${title}, /s` : title)),
      ...points[0].contenders.slice(1).map(({ title }) => `${title}, p99`),
    ],
    rows: points.map(({ distribution, times, tokens, contenders: [floor, ...others] }) => [
      `${fixed(tokens, 0)} tokens of ${fixed(accounts, 0)}${times ? `, ${times} times what is kept` : ''}, ${distribution}`,
      count(floor.perSecond),
      ...others.map((each) => fixed(each.ofFloor, 2)),
      ...others.map((each) => fixed(each.p99OfFloor, 2)),
    ]),
  }),
  languages: ({ known, unknown }) => ({
    columns: ['English µs', 'median of 44 µs', 'slowest µs', 'which'],
    rows: Object.entries({
      'Headers that came before': known,
      'A new header each time': unknown,
    }).map(([title, each]) => [
      title,
      fixed(each.english, 1),
      fixed(each.median, 1),
      fixed(each.slowest.us, 1),
      each.slowest.code,
    ]),
  }),
};

function throughput({ contenders }) {
  return {
    columns: ['requests/s', 'of floor', 'p50 ms', 'p99 ms', 'CPU s/1000', 'DB s/1000', 'memory MB'],
    rows: contenders.map((each) => [
      each.title,
      count(each.perSecond),
      fixed(each.ofFloor, 2),
      milliseconds(each.p50),
      milliseconds(each.p99),
      fixed(each.cpuPer1000, 2),
      fixed(each.databaseCpuPer1000, 2),
      fixed(each.resident, 0),
    ]),
  };
}

export function tables(results) {
  return Object.entries(makers)
    .filter(([name]) => results[name])
    .map(([name, make]) => {
      const { title, skipped, ...result } = results[name];
      return skipped ? { title, skipped } : { title, ...make(result) };
    });
}

/** Formats a table for a terminal. */
export function asText({ title, skipped, columns, rows }) {
  if (skipped) return `${title}\n  skipped: ${skipped}`;
  const lines = [['', ...columns], ...rows];
  const widths = lines[0].map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  const [heading, ...body] = lines.map((line) =>
    line
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
      .join('  '),
  );
  return [title, `  ${heading}`, ...body.map((line) => `  ${line}`)].join('\n');
}

export function asMarkdown({ title, skipped, columns, rows }) {
  if (skipped) return `### ${title}\n\nSkipped: ${skipped}.`;
  const row = (cells) => `| ${cells.join(' | ')} |`;
  return [
    `### ${title}`,
    '',
    row(['', ...columns]),
    row(['---', ...columns.map(() => '---:')]),
    ...rows.map(row),
  ].join('\n');
}
