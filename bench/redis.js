import { execFileSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort, start } from './processes.js';

export const redisMissing = 'redis-server is not on PATH';

export function hasRedis() {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Starts a Redis that stores nothing on disk. */
export async function startRedis(folder) {
  const port = await freePort();
  const ask = (command) => askRedis(port, command);
  const { pid, stop } = await start(
    'redis-server',
    ['--port', port, '--save', '', '--dir', folder],
    {
      ready: () =>
        ask('PING').then(
          (answer) => answer.startsWith('+PONG'),
          () => false,
        ),
    },
  );
  return {
    url: `redis://127.0.0.1:${port}`,
    pid,
    stop,
    /** Returns the number of scripts received so far. Each script is one round trip. */
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
