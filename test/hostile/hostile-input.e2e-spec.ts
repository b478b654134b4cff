import { bodyWith } from './arbitraries/hostile-body.arbitrary.js';
import { everyJson } from './arbitraries/hostile-json.arbitrary.js';
import { FuzzRun } from './fuzz-run.js';
import { documentedRoutes } from './openapi.js';

const { HOSTILE_REQUESTS, HOSTILE_SEED } = process.env;
const requests = Number(HOSTILE_REQUESTS ?? 1_600);
const seed = Number(HOSTILE_SEED ?? Date.now() % 2 ** 31);

/** The resident memory after a few thousand requests. Short runs stay below it. */
const settledBytes = 320e6;

// The adapters differ only in parsing and routing, so a quarter of the requests is enough for the second one.
describe.each([
  ['express', requests],
  ['fastify', requests / 4],
])('hostile input (%s)', (httpAdapter, count) => {
  let run: FuzzRun;
  beforeAll(async () => {
    run = await FuzzRun.start(httpAdapter, seed);
  });
  afterAll(async () => {
    if (HOSTILE_REQUESTS && run.requestCount > 0) console.log(getFigures(httpAdapter, run));
    await run.close();
  });

  it('receives documented responses for members of any type', async () => {
    const attacker = await run.newAttacker();
    for (const route of documentedRoutes.filter(({ takes }) => takes === 'json')) {
      const id = route.path.includes('accounts') ? 'me' : '{spare}';
      for (const { name } of route.members) {
        for (const value of everyJson) {
          const { headers, body } = bodyWith(route, name, value);
          await run.send(attacker, [
            {
              method: route.method,
              target: route.path.replace('{id}', id),
              version: '1.1',
              headers: [['Authorization', 'Bearer {token}'], ...headers],
              body,
              isChunked: false,
            },
          ]);
        }
      }
    }
    attacker.close();
  });

  it.each(['http://', 'http:', 'http://?a=b', '*'])(
    'receives a documented response at the request target %s',
    async (target) => {
      const attacker = await run.newAttacker();
      await run.send(attacker, [
        { method: 'GET', target, version: '1.1', headers: [], body: undefined, isChunked: false },
      ]);
      attacker.close();
    },
  );

  it('receives documented responses for generated messages', async () => {
    await run.sendGenerated(count, () => {
      if (HOSTILE_REQUESTS) process.stderr.write(`${run.requestCount} requests\n`);
    });
  });

  it('does not leak memory', () => {
    // All one-time loading is complete halfway through the run.
    const half = run.reports[Math.ceil(run.reports.length / 2) - 1]!;
    const end = run.reports.at(-1)!;
    expect(end.heapBytes).toBeLessThan(1.2 * half.heapBytes);
    expect(end.residentBytes).toBeLessThan(Math.max(1.25 * half.residentBytes, settledBytes));
  });

  it('pollutes no prototype', () => {
    expect(run.reports.at(-1)!.polluted).toEqual([]);
  });
});

function getFigures(httpAdapter: string, run: FuzzRun): string {
  const listed = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  const seconds = Math.round((Date.now() - run.startedAt) / 1_000);
  const memory = (of: 'residentBytes' | 'heapBytes') => {
    const series = run.reports.map((report) => Math.round(report[of] / 1e6));
    const tenth = Math.max(1, Math.floor(series.length / 10));
    return series.filter((_, index) => index % tenth === 0).join(', ');
  };
  return [
    `${run.requestCount} requests to the service on ${httpAdapter} in ${seconds} s`,
    `  of kinds: ${listed(run.kinds)}`,
    `  answered: ${listed(run.statuses)}`,
    `  resident memory in MB, from the first round to the last: ${memory('residentBytes')}`,
    `  heap in MB: ${memory('heapBytes')}`,
  ].join('\n');
}
