/**
 * Compares the CPU cost per request of two routes of a host, one guarded by `@SessionAuth()` and one by `@BearerAuth()`.
 * Requests alternate between the routes in each round.
 *
 * Usage: node guards.js [--rounds 9]
 *
 * The repository must be built (`npm ci`). The exit code is 1 if the median ratio is above 1.2.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate } from '../dist/index.js';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { cpuSeconds, median } from './figures.js';

const accepted = 1.2;
const connections = 4;
/** Enough for several seconds of CPU, because /proc counts hundredths of a second. */
const requests = 8_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-guards-'));
const postgres = await EmbeddedPostgres.start(folder);
await migrate({ url: postgres.url });
const host = fork(fileURLToPath(new URL('contenders/guarded.js', import.meta.url)), {
  env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: postgres.url },
});

try {
  const [{ url, ...credentials }] = await once(host, 'message');
  const read = (route) =>
    new Promise((answered, failed) => {
      const sent = get(`${url}/notes/${route}`, { agent, headers: credentials[route] });
      sent.on('error', failed).on('response', (response) => {
        if (response.statusCode !== 200) failed(new Error(`${route}: ${response.statusCode}`));
        response.resume().on('end', answered);
      });
    });

  /** Returns the CPU milliseconds per request. */
  async function measure(route) {
    const before = cpuSeconds(host.pid);
    let left = requests;
    const each = async () => {
      while (left-- > 0) await read(route);
    };
    await Promise.all(Array.from({ length: connections }, each));
    await delay(300);
    return ((cpuSeconds(host.pid) - before) * 1_000) / requests;
  }

  const measured = { byToken: [], bySession: [] };
  // The first round warms up and is not counted.
  for (const route of Object.keys(measured)) await measure(route);
  for (let round = 0; round < Number(values.rounds); round++) {
    const routes = Object.keys(measured);
    if (round % 2) routes.reverse();
    for (const route of routes) measured[route].push(await measure(route));
  }
  const { byToken, bySession } = measured;
  const ratio = median(bySession.map((ms, round) => ms / byToken[round]));
  const [token, session] = [byToken, bySession].map((each) => median(each).toFixed(3));
  console.log(`CPU milliseconds of a request, ${values.rounds} rounds`);
  console.table([{ token, session, ratio: ratio.toFixed(3) }]);
  if (ratio > accepted) process.exitCode = 1;
} finally {
  agent.destroy();
  host.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
