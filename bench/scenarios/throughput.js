import { randomUUID } from 'node:crypto';
import { allLanes, contenders } from '../contenders.js';
import { enter, measure, medians, ratio, takeTurns, warmUp } from '../turns.js';
import { workloads } from '../workloads.js';

/** Settings that make a workload comparable, by workload. */
const env = { create: allLanes };

/**
 * Measures the responses per second of each contender under one workload, also relative to the floor.
 *
 * @param variant the same workload with other settings: `title`, `env`, and the `names` of the contenders
 */
export const throughput = (workload, variant = {}) => ({
  title: variant.title ?? workloads[workload].title,
  async measure(run) {
    const entrants = [];
    const names =
      variant.names ?? Object.keys(contenders).filter((name) => contenders[name][workload]);
    for (const name of names) {
      // One copy per contender. Otherwise, contenders would have to read each other's writes.
      const copy = `${workload}-${name}-${randomUUID()}`;
      const databaseUrl = await run.postgres.copyDatabase(run.databaseUrl, copy);
      const settings = variant.env ?? env[workload];
      entrants.push(await enter(name, workload, { ...run, databaseUrl }, settings));
    }
    assertSameAnswers(entrants);
    for (const entrant of entrants) await warmUp(entrant, run);
    const figures = await takeTurns(entrants, run, (entrant) =>
      measure(entrant, run, { seconds: run.seconds }),
    );
    return {
      connections: run.connections,
      contenders: entrants.map(({ name, contender, answerBytes }) => ({
        name,
        title: contender.title,
        answerBytes,
        ...medians(figures.get(name)),
        ofFloor: ratio(figures.get(name), figures.get('floor'), 'perSecond'),
        p99OfFloor: ratio(figures.get(name), figures.get('floor'), 'p99'),
        rounds: figures.get(name),
      })),
    };
  },
});

/** Checks that all responses have the same length as those of the floor. */
function assertSameAnswers(entrants) {
  const [floor, ...others] = entrants.filter(({ contender }) => contender.answersAccounts);
  const other = others.find(({ answerBytes }) => answerBytes !== floor.answerBytes);
  if (!other) return;
  throw new Error(
    `${other.contender.title} answers ${other.answerBytes} bytes, the floor ${floor.answerBytes}.`,
  );
}
