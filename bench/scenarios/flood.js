import { setTimeout as delay } from 'node:timers/promises';
import { enter, measure, medians, takeTurns, warmUp } from '../turns.js';

/** The number of clients in the flood. The password queue holds all of them without refusing any. */
const floodConnections = 64;

/** How long the flood runs before and after the reads. */
const marginSeconds = 1;

/** Measures reads while sign-ups fill the password queue, with the default number of hash lanes. */
export const flood = {
  title: 'Reads while sign-ups flood the hash queue',
  async measure(run) {
    const entrants = [];
    for (const name of ['floor', 'express', 'fastify']) {
      entrants.push(await enter(name, 'read', run));
    }
    for (const entrant of entrants) await warmUp(entrant, run);
    const figures = await takeTurns(entrants, run, async (entrant) => {
      const calm = await measure(entrant, run, { seconds: run.seconds });
      const signUps = { ...entrant, workload: 'create' };
      const [created, flooded] = await Promise.all([
        measure(signUps, run, {
          seconds: run.seconds + 2 * marginSeconds,
          connections: floodConnections,
        }),
        delay(marginSeconds * 1_000).then(() => measure(entrant, run, { seconds: run.seconds })),
      ]);
      return {
        calmPerSecond: calm.perSecond,
        calmP99: calm.p99,
        perSecond: flooded.perSecond,
        p99: flooded.p99,
        signUpsPerSecond: created.perSecond,
        ofCalm: flooded.perSecond / calm.perSecond,
        p99OfCalm: flooded.p99 / calm.p99,
      };
    });
    return {
      connections: run.connections,
      floodConnections,
      contenders: entrants.map(({ name, contender }) => ({
        name,
        title: contender.title,
        ...medians(figures.get(name)),
        rounds: figures.get(name),
      })),
    };
  },
};
