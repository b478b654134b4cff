import { setTimeout as delay } from 'node:timers/promises';
import { contenders } from './contenders.js';
import { cpuSeconds, familyCpuSeconds, median, residentMegabytes, sum } from './figures.js';
import { load } from './load.js';
import { newEmail, workloads } from './workloads.js';

const warmUpSeconds = 15;

const settleStepMs = 250;
/** Of its time; what a process at rest uses is far below. */
const busyShare = 0.2;
const settlePatienceMs = 30_000;
/** Where there is no telling whether a process is at rest. */
const blindSettleMs = 3_000;

/** How many responses are read before a contender is measured. */
const samples = 5;

/** A running contender, with its processes and the length of its responses. */
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
 * Puts one load on a contender, the connections shared out among its processes. Returns what
 * {@link load} does, and CPU and memory: of its processes together, of PostgreSQL, and of the Redis of
 * the run where there is one.
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

/** Waits for what is still under way, passwords in a queue say: it is not for the next one's turn. */
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

/** Warms a contender up with one request of each account, unless passwords must be hashed. */
export async function warmUp(entrant, run, options = {}) {
  const asked =
    entrant.workload === 'create' ? { seconds: warmUpSeconds } : { amount: run.people.length };
  await measure(entrant, run, { ...asked, ...options });
}

/**
 * Has contenders take turns, round after round and each round in another order, so that whatever else
 * the machine does meets them all. Stops them in the end.
 *
 * @param take what one of them does in its turn; its figures
 * @returns the figures by contender, one per round
 */
export async function takeTurns(entrants, { rounds, log }, take) {
  const figures = new Map(entrants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      // Every other round runs backwards, so that no contender always follows the same one.
      const place = round % 2 ? -1 - turn : turn;
      const entrant = entrants.at((round + place) % entrants.length);
      log(`round ${round + 1} of ${rounds}: ${entrant.contender.title}`);
      figures.get(entrant.name).push(await take(entrant));
    }
  }
  for (const { stop } of entrants) await stop();
  return figures;
}

/** The median of each figure over the rounds. */
export function medians(rounds) {
  return Object.fromEntries(
    Object.keys(rounds[0]).map((name) => {
      const values = rounds.map((round) => round[name]);
      return [name, values.includes(undefined) ? undefined : median(values)];
    }),
  );
}

/** The median of what one did in each round in relation to another. */
export function ratio(rounds, others, name) {
  return median(rounds.map((round, index) => round[name] / others[index][name]));
}

/** Reads a few responses, checks that they have the right account, and returns their length. */
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
