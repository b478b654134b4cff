import { allLanes } from '../contenders.js';
import { seedAccounts } from '../seeding.js';
import { enter, measure, medians, ratio, takeTurns, warmUp } from '../turns.js';
import { workloads } from '../workloads.js';

/** A single client, so that the latency contains the operation but no queue. */
const connections = 1;

/** Compares the latency of operations with very many accounts and with few, for the same number of users. */
export const sizes = {
  title: 'Among very many accounts',
  async measure(run) {
    run.log(`seeding ${run.many} accounts`);
    const databaseUrl = await run.postgres.createDatabase('many');
    const all = await seedAccounts(databaseUrl, run.many);
    const distance = Math.floor(all.length / run.people.length);
    const people = run.people.map((_, index) => all[index * distance]);
    const many = { ...run, databaseUrl, people };
    const operations = [];
    for (const workload of Object.keys(workloads)) {
      operations.push(await compare(workload, { few: run, many }));
    }
    return { few: run.accounts, many: run.many, operations };
  },
};

async function compare(workload, databases) {
  const entrants = [];
  for (const [name, run] of Object.entries(databases)) {
    const entrant = await enter('express', workload, run, allLanes);
    entrants.push({ ...entrant, name, run });
  }
  for (const entrant of entrants) await warmUp(entrant, entrant.run, { connections });
  const { seconds } = databases.few;
  const figures = await takeTurns(entrants, databases.few, (entrant) =>
    measure(entrant, entrant.run, { seconds, connections }),
  );
  const [few, many] = ['few', 'many'].map((name) => figures.get(name));
  return {
    title: workloads[workload].title,
    few: medians(few),
    many: medians(many),
    p50OfFew: ratio(many, few, 'p50'),
  };
}
