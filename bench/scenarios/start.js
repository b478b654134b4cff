import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contenders, startFresh } from '../contenders.js';
import { medians } from '../turns.js';

/** Measures the time until the service is ready, with the embedded PostgreSQL. */
export const start = {
  title: 'Start',
  async measure(run) {
    const adapters = [];
    for (const name of ['express', 'fastify']) {
      const rounds = [];
      for (let round = 0; round < run.rounds; round++) {
        run.log(`round ${round + 1} of ${run.rounds}: ${contenders[name].title}`);
        rounds.push(await startTwice(name, run.folder));
      }
      adapters.push({ name, title: contenders[name].title, ...medians(rounds), rounds });
    }
    return { contenders: adapters };
  },
};

async function startTwice(httpAdapter, parent) {
  const folder = await mkdtemp(join(parent, 'start-'));
  const first = await startFresh(httpAdapter, folder);
  await first.stop();
  const warm = await startFresh(httpAdapter, folder);
  await warm.stop();
  await rm(folder, { recursive: true });
  return { firstMs: first.startMs, warmMs: warm.startMs };
}
