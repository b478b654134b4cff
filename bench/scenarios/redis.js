import { hasRedis, redisMissing, startRedis } from '../redis.js';
import { enter, measure, medians, takeTurns, warmUp } from '../turns.js';

/** A single client, so that the latency contains the Redis round trip but no queue. */
const connections = 1;

/** Measures the cost of counting limits in Redis instead of in memory. */
export const redis = {
  title: 'Limits counted in Redis',
  async measure(run) {
    if (!hasRedis()) return { skipped: redisMissing };
    const server = await startRedis(run.folder);
    const inMemory = await enter('express', 'read', run);
    const inRedis = await enter('express', 'read', run, { REDIS_URL: server.url });
    const entrants = [
      { ...inMemory, name: 'memory' },
      { ...inRedis, name: 'redis' },
    ];
    for (const entrant of entrants) await warmUp(entrant, run, { connections });
    const hitsPerRequest = await countHits(inRedis, run, server);
    const figures = await takeTurns(entrants, run, (entrant) =>
      measure(entrant, run, { seconds: run.seconds, connections }),
    );
    await server.stop();
    const [memory, counted] = entrants.map(({ name }) => medians(figures.get(name)));
    return { memory, redis: counted, addedP50: counted.p50 - memory.p50, hitsPerRequest };
  },
};

async function countHits(entrant, run, server) {
  const amount = 100;
  const before = await server.hits();
  await measure(entrant, run, { amount, connections });
  return ((await server.hits()) - before) / amount;
}
