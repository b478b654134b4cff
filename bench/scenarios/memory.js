import { enter, measure } from '../turns.js';

/** Measures the memory of the service when it is ready, and then three times, each after many requests. */
export const memory = {
  title: 'Memory',
  async measure(run) {
    const amount = run.requests;
    const adapters = [];
    for (const name of ['express', 'fastify']) {
      const entrant = await enter(name, 'read', run);
      const { contender, resident, stop } = entrant;
      const ready = resident();
      const after = [];
      for (let time = 1; time <= 3; time++) {
        run.log(`${time * amount} requests: ${contender.title}`);
        after.push((await measure(entrant, run, { amount })).resident);
      }
      await stop();
      adapters.push({ name, title: contender.title, ready, after });
    }
    return { amount, contenders: adapters };
  },
};
