import { setTimeout as delay } from 'node:timers/promises';
import { contenders } from './contenders.js';
import { cpuSeconds, familyCpuSeconds, median, residentMegabytes, sum } from './figures.js';
import { load } from './load.js';
import { newEmail, workloads } from './workloads.js';

const warmUpSeconds = 15;

const settleStepMs = 250;
/** A process that uses a larger share of CPU time is busy. An idle process uses far less. */
const busyShare = 0.2;
const settlePatienceMs = 30_000;
/** The wait if the CPU time of a process is unknown. */
const blindSettleMs = 3_000;

/** The number of responses to check before a contender is measured. */
const samples = 5;

/** Starts a contender. Returns its processes and the length of its responses. */
export async function enter(name, workload, run, env, count = 1) {
  const contender = contenders[name];
  const processes = [];
  for (let number = 0; number < count; number++) {
    processes.push(await contender.start({ url: run.databaseUrl, cwd: run.folder, env }));
  }
  const urls = processes.map(({ url }) => url);
  return {
    name,
    contender,
    workload,
    urls,
    answerBytes: await check(contender, workload, urls[0], run.people),
    cpu: () => sum(processes.map(({ pid }) => cpuSeconds(pid))),
    resident: () => sum(processes.map(({ pid }) => residentMegabytes(pid))),
    stop: () => Promise.all(processes.map(({ stop }) => stop())),
  };
}

/**
 * Runs one load against a contender, with the connections distributed over its processes. Returns the result of
 * {@link load}, the CPU per 1,000 responses of its processes together, of PostgreSQL and of the run's Redis, if there
 * is one, and the memory of its processes.
 */
export async function measure(entrant, run, { connections = run.connections, ...limits }) {
  const { contender, workload, urls, answerBytes } = entrant;
  const share = (number) => run.people.filter((_, index) => index % connections === number);
  const gauges = {
    cpuPer1000: entrant.cpu,
    databaseCpuPer1000: () => familyCpuSeconds(run.postgres.pid),
    ...(run.redis && { redisCpuPer1000: () => cpuSeconds(run.redis.pid) }),
  };
  const { before, after, ...result } = await load(
    urls,
    (number) => workloads[workload].requests(contender, share(number)),
    {
      connections,
      ...limits,
      answerBytes,
      gauge: () => Object.values(gauges).map((used) => used()),
    },
  );
  const resident = entrant.resident();
  for (const used of Object.values(gauges)) await settle(used);
  const per1000 = (index) =>
    after[index] === undefined
      ? undefined
      : ((after[index] - before[index]) / result.answers) * 1_000;
  return {
    ...result,
    ...Object.fromEntries(Object.keys(gauges).map((name, index) => [name, per1000(index)])),
    resident,
  };
}

/** Waits for unfinished work, for example queued passwords, so that it does not count for the next contender. */
async function settle(used) {
  const deadline = performance.now() + settlePatienceMs;
  let now = used();
  if (now === undefined) return delay(blindSettleMs);
  let before;
  do {
    before = now;
    await delay(settleStepMs);
    now = used();
  } while ((now - before) * 1_000 > settleStepMs * busyShare && performance.now() < deadline);
}

/** Warms up a contender with one request per account, or for a fixed time if requests hash passwords. */
export async function warmUp(entrant, run, options = {}) {
  const asked =
    entrant.workload === 'create' ? { seconds: warmUpSeconds } : { amount: run.people.length };
  await measure(entrant, run, { ...asked, ...options });
}

/**
 * Runs contenders in turns, with a different order in each round, so that other activity on the machine affects all of
 * them. Stops them at the end.
 *
 * @param take runs one contender's turn and returns its figures
 * @returns the figures by contender, one per round
 */
export async function takeTurns(entrants, { rounds, log }, take) {
  const figures = new Map(entrants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      // Reverses every other round, so that no contender always follows the same one.
      const place = round % 2 ? -1 - turn : turn;
      const entrant = entrants.at((round + place) % entrants.length);
      log(`round ${round + 1} of ${rounds}: ${entrant.contender.title}`);
      figures.get(entrant.name).push(await take(entrant));
    }
  }
  for (const { stop } of entrants) await stop();
  return figures;
}

/** Returns the median of each figure over all rounds. */
export function medians(rounds) {
  return Object.fromEntries(
    Object.keys(rounds[0]).map((name) => {
      const values = rounds.map((round) => round[name]);
      return [name, values.includes(undefined) ? undefined : median(values)];
    }),
  );
}

/** Returns the median over all rounds of the ratio between two contenders. */
export function ratio(rounds, others, name) {
  return median(rounds.map((round, index) => round[name] / others[index][name]));
}

/** Checks that a few responses contain the right account. Returns their length. */
async function check(contender, workload, url, people) {
  const lengths = [];
  for (const person of people.slice(0, samples)) {
    const email = workload === 'create' ? newEmail() : person.email;
    const value = workload === 'create' ? email : `Ada Lovelace ${newEmail()}`;
    const { path, ...request } = contender[workload](person, value);
    const response = await fetch(url + path, request);
    const body = await response.text();
    if (response.status !== 200 || contender.emailIn(JSON.parse(body)) !== email) {
      throw new Error(`${contender.title} answers ${response.status} ${body} to ${workload}.`);
    }
    lengths.push(Buffer.byteLength(body));
  }
  return Math.min(...lengths);
}
