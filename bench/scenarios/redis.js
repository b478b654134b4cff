import { execFileSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort, start } from '../processes.js';
import { enter, measure, medians, takeTurns, warmUp } from '../turns.js';

/** One client, so that what is seen is the way to Redis and back and not a queue. */
const connections = 1;

/** What it costs to count limits in Redis instead of in memory. */
export const redis = {
  title: 'Limits counted in Redis',
  async measure(run) {
    if (!isInstalled()) return { skipped: 'redis-server is not on PATH' };
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

function isInstalled() {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
}

async function startRedis(folder) {
  const port = await freePort();
  const ask = (command) => askRedis(port, command);
  const { stop } = await start('redis-server', ['--port', port, '--save', '', '--dir', folder], {
    ready: () =>
      ask('PING').then(
        (answer) => answer.startsWith('+PONG'),
        () => false,
      ),
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    /** How many scripts it was sent so far, not what they do inside: one of them is one round trip. */
    async hits() {
      const statistics = await ask('INFO commandstats');
      return [...statistics.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].reduce(
        (sum, [, calls]) => sum + Number(calls),
        0,
      );
    },
  };
}

async function askRedis(port, command) {
  const connection = createConnection(port, '127.0.0.1');
  connection.end(`${command}\r\nQUIT\r\n`);
  return text(connection);
}
