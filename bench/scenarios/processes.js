import { randomUUID } from 'node:crypto';
import { hasRedis, redisMissing, startRedis } from '../redis.js';
import { enter, measure, medians, takeTurns, warmUp } from '../turns.js';

const counts = [1, 2, 4];

/** Measures the total throughput of several processes that share PostgreSQL, and count their limits in Redis. */
export const processes = {
  title: 'Several processes, Express',
  async measure(given) {
    if (!hasRedis()) return { skipped: redisMissing };
    const redis = await startRedis(given.folder);
    const workloads = [];
    for (const workload of ['read', 'update']) {
      const copy = `processes-${workload}-${randomUUID()}`;
      const databaseUrl = await given.postgres.copyDatabase(given.databaseUrl, copy);
      const run = { ...given, redis, databaseUrl };
      const entrants = [];
      for (const count of counts) {
        const entrant = await enter('express', workload, run, { REDIS_URL: redis.url }, count);
        entrants.push({ ...entrant, name: String(count) });
      }
      for (const entrant of entrants) await warmUp(entrant, run);
      const figures = await takeTurns(entrants, run, (entrant) =>
        measure(entrant, run, { seconds: run.seconds }),
      );
      workloads.push({
        name: workload,
        counts: entrants.map(({ name }) => ({
          count: Number(name),
          ...medians(figures.get(name)),
        })),
      });
    }
    await redis.stop();
    return { connections: given.connections, workloads };
  },
};
