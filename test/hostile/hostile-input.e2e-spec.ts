import { bodyWith, everyJson } from './hostile-body.arbitrary.js';
import { HostileRun } from './hostile-run.js';
import type { ProbeReport } from './process.probe.js';
import { documentedRoutes } from './routes.js';

const requests = Number(process.env.HOSTILE_REQUESTS ?? 2_000);
const seed = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

describe.each(['express', 'fastify'])('hostile input (%s)', (httpAdapter) => {
  let run: HostileRun;
  let half: ProbeReport;
  beforeAll(async () => {
    run = await HostileRun.start(httpAdapter);
  });
  afterAll(() => run.close());

  it('is answered as the contract says, whatever type a member has', async () => {
    const visitor = await run.visitor();
    for (const route of documentedRoutes.filter(({ takes }) => takes === 'json')) {
      for (const { name } of route.members) {
        for (const value of everyJson) {
          const { headers, body } = bodyWith(route, name, value);
          await run.say(visitor, [
            {
              method: route.method,
              target: route.path.replace('{id}', route.path.includes('accounts') ? 'me' : '{spare}'),
              version: '1.1',
              isChunked: false,
              body,
              headers: [['Authorization', 'Bearer {token}'], ...headers],
            },
          ]);
        }
      }
    }
    visitor.leave();
  });

  it('is answered as the contract says, whatever it is', async () => {
    await run.send(requests / 2, seed);
    half = await run.process.report();
    await run.send(requests / 2, seed + requests);
  });

  it('takes no memory that is not given back', async () => {
    const { residentBytes, heapBytes } = await run.process.report();
    console.log(half, residentBytes, heapBytes, run.sent, [...run.statuses].sort());
    expect(residentBytes).toBeLessThan(1.2 * half.residentBytes);
  });

  it('changes nothing of the service itself', async () => {
    const { polluted } = await run.process.report();
    expect(polluted).toEqual([]);
    expect(run.process.isRunning).toBe(true);
  });
});
