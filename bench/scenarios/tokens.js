import { seedAccounts, seedBetterAuth } from '../seeding.js';
import { enter, measure, medians, ratio, takeTurns, warmUp } from '../turns.js';

const names = ['floor', 'better-auth', 'express', 'fastify'];

/** The number of prepared requests, each with the token of a randomly drawn user. */
const draws = 100_000;

/** The minimum number of warm-up requests. */
const leastWarmUp = 20_000;

/** A small cache, so that a hundred times as many tokens can be in use as it holds. */
const small = { env: { PRINCIPAL_CACHE_MIB: '1' }, kept: 1_000 };
const timesKept = [0.5, 2, 10, 100];

/** The number of tokens in use with very many accounts and the default cache. */
const manyTokens = 200_000;

/** Measures the reads per second relative to the floor, by the number and distribution of the tokens in use. */
export const tokens = {
  title: 'GET /accounts/me, by the tokens in use',
  async measure(run) {
    run.log(`seeding ${run.many} accounts`);
    const databaseUrl = await run.postgres.createDatabase('tokens');
    const people = await seedAccounts(databaseUrl, run.many, manyTokens);
    await seedBetterAuth(databaseUrl, people);
    const points = [];
    for (const [distribution, draw] of Object.entries(distributions)) {
      for (const times of timesKept) {
        const point = { distribution, times, tokens: times * small.kept };
        points.push(await measurePoint({ ...run, databaseUrl }, people, point, draw, small.env));
      }
      const point = { distribution, tokens: people.length };
      points.push(await measurePoint({ ...run, databaseUrl }, people, point, draw));
    }
    return { accounts: run.many, connections: run.connections, points };
  },
};

async function measurePoint(given, people, point, draw, env) {
  const random = draw(Math.min(point.tokens, people.length));
  const run = { ...given, people: Array.from({ length: draws }, () => people[random()]) };
  const entrants = [];
  for (const name of names) entrants.push(await enter(name, 'read', run, env));
  run.log(`${point.tokens} tokens, ${point.distribution}`);
  const amount = Math.min(draws, Math.max(leastWarmUp, point.tokens));
  for (const entrant of entrants) await warmUp(entrant, run, { amount });
  const figures = await takeTurns(entrants, run, (entrant) =>
    measure(entrant, run, { seconds: run.seconds }),
  );
  return {
    ...point,
    contenders: entrants.map(({ name, contender }) => ({
      name,
      title: contender.title,
      ...medians(figures.get(name)),
      ofFloor: ratio(figures.get(name), figures.get('floor'), 'perSecond'),
      p99OfFloor: ratio(figures.get(name), figures.get('floor'), 'p99'),
    })),
  };
}

/** Distributions by name. Each returns a function that draws an index below `size`. */
const distributions = {
  uniform: (size) => () => Math.floor(Math.random() * size),
  /** The second token is used half as often as the first, the third a third as often, and so on. */
  'Zipf (s = 1)'(size) {
    let sum = 0;
    const upTo = Float64Array.from({ length: size }, (_, index) => (sum += 1 / (index + 1)));
    return () => firstAbove(upTo, Math.random() * sum);
  },
};

function firstAbove(sorted, value) {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
