import { fixed } from './format.js';

const findContender = (result, name) => result?.contenders?.find((each) => each.name === name);
const own = [
  ['express', 'Express'],
  ['fastify', 'Fastify'],
];
const largest = (values) => (values.includes(undefined) ? undefined : Math.max(...values));

/** The targets of the service: a value from the results, and its minimum or maximum. */
const targets = [
  ...[
    ['express', 'Express', 0.9],
    ['fastify', 'Fastify', 1],
  ].map(([name, title, least]) => ({
    text: `Reads on ${title}, of the floor`,
    value: ({ read }) => findContender(read, name)?.ofFloor,
    least,
  })),
  ...[
    ['express', 'Express', 0.5],
    ['fastify', 'Fastify', 0.6],
  ].map(([name, title, least]) => ({
    text: `Reads on ${title} with nothing kept, of the floor`,
    value: ({ misses }) => findContender(misses, name)?.ofFloor,
    least,
  })),
  ...own.flatMap(([name, title]) => [
    {
      text: `Reads on ${title} of many tokens, Zipf, of the floor`,
      value: ({ tokens }) =>
        findContender(
          tokens?.points.find((point) => !point.times && point.distribution.startsWith('Zipf')),
          name,
        )?.ofFloor,
      least: 0.7,
    },
    {
      text: `p99 of reads on ${title} with nothing kept, of the floor's`,
      value: ({ misses }) => findContender(misses, name)?.p99OfFloor,
      most: 2,
    },
    {
      text: `p99 of reads on ${title}, of the floor's`,
      value: ({ read }) => findContender(read, name)?.p99OfFloor,
      most: 2.5,
    },
    {
      text: `Reads on ${title}, of Better Auth's`,
      value: ({ read }) =>
        findContender(read, name)?.perSecond / findContender(read, 'better-auth')?.perSecond,
      least: 6,
    },
    {
      text: `Updates on ${title}, of the floor`,
      value: ({ update }) => findContender(update, name)?.ofFloor,
      least: 0.6,
    },
    {
      text: `Accounts created on ${title}, of the floor with the same hashing`,
      value: ({ create }) =>
        findContender(create, name)?.perSecond /
        findContender(create, 'floor-accelerated')?.perSecond,
      least: 0.9,
    },
    {
      text: `Reads on ${title} beside a flood of sign-ups, of those without`,
      value: ({ flood }) => findContender(flood, name)?.ofCalm,
      least: 0.5,
    },
    {
      text: `p99 of reads on ${title} beside a flood of sign-ups, of that without`,
      value: ({ flood }) => findContender(flood, name)?.p99OfCalm,
      most: 4,
    },
    {
      text: `First start on ${title}, seconds`,
      value: ({ start }) => findContender(start, name)?.firstMs / 1_000,
      most: 5,
    },
    {
      text: `Warm start on ${title}, seconds`,
      value: ({ start }) => findContender(start, name)?.warmMs / 1_000,
      most: 1.5,
    },
    {
      text: `Memory after many requests on ${title}, MB`,
      value: ({ memory }) => largest(findContender(memory, name)?.after ?? [undefined]),
      most: 200,
    },
    {
      // The first requests fill pools and compile code. Any later increase is growth.
      text: `Memory after the last requests on ${title}, of that after the first`,
      value: ({ memory }) =>
        findContender(memory, name)?.after.at(-1) / findContender(memory, name)?.after[0],
      most: 1.1,
    },
  ]),
  {
    text: 'Limits in Redis, ms more at p50',
    value: ({ redis }) => redis?.addedP50,
    most: 0.3,
  },
  {
    text: 'Limits in Redis, round trips a request',
    value: ({ redis }) => redis?.hitsPerRequest,
    most: 1,
  },
  {
    text: 'A validation error in the slowest language, µs more than in English',
    value: ({ languages }) =>
      languages &&
      Math.max(
        ...[languages.known, languages.unknown].map(
          ({ slowest }) => slowest.us - languages.known.english,
        ),
      ),
    most: 50,
  },
  {
    text: 'Median latency among very many accounts, of that among few',
    value: ({ sizes }) => largest(sizes?.operations.map(({ p50OfFew }) => p50OfFew) ?? [undefined]),
    most: 1.15,
  },
];

/** Returns a table of the measured targets. */
export function targetsTable(results) {
  const rows = targets
    .map(({ value, ...target }) => ({ ...target, value: value(results) }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ text, value, least = -Infinity, most = Infinity }) => [
      text,
      least > -Infinity ? `at least ${fixed(least, 2)}` : `at most ${fixed(most, 2)}`,
      fixed(value, 2),
      value >= least && value <= most ? 'met' : 'missed',
    ]);
  return { title: 'Targets', columns: ['target', 'measured', ''], rows };
}
