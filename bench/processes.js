import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const startPatienceMs = 30_000;
const stopPatienceMs = 15_000;
const pollMs = 5;

const endings = new Set();

/** Registers a cleanup for the end of the run, even after a failure. Returns a function that runs it earlier. */
export function atEnd(ending) {
  endings.add(ending);
  return async () => {
    if (endings.delete(ending)) await ending();
  };
}

/** Runs all remaining cleanups in reverse order. */
export async function endAll() {
  for (const ending of [...endings].reverse()) {
    endings.delete(ending);
    await ending().catch((error) => console.error(error));
  }
}

/** Starts a program and waits until it is ready. Returns its pid, its start time in ms and a function to stop it. */
export async function start(command, args, { ready, ...options }) {
  const began = performance.now();
  const child = spawn(command, args, {
    ...options,
    // Ctrl-C must reach only the run, which stops its programs in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints = `${complaints}${chunk}`.slice(-4_000)));
  const gone = once(child, 'exit').catch((error) => (complaints += error.message));
  const stop = atEnd(() => end(child, gone));

  const deadline = began + startPatienceMs;
  while (!(await ready())) {
    if (!isAlive(child) || performance.now() > deadline) {
      await stop();
      throw new Error(`${[command, ...args].join(' ')} did not start.\n${complaints}`);
    }
    await delay(pollMs);
  }
  return { pid: child.pid, startMs: performance.now() - began, stop };
}

/** Starts a Node.js program that listens on the port in PORT. Also returns its URL. */
export async function startServer(program, { env, cwd, readyPath = '/' }) {
  const { PATH, HOME, NODE_OPTIONS } = process.env;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await start(process.execPath, [program], {
    cwd,
    env: { PATH, HOME, ...(NODE_OPTIONS && { NODE_OPTIONS }), PORT: String(port), ...env },
    ready: () => answers(`${url}${readyPath}`),
  });
  return { url, ...started };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Whether a server responds at this URL, even with a 404. */
async function answers(url) {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return status < 500;
  } catch {
    return false;
  }
}

async function end(child, gone) {
  if (isAlive(child)) child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  await gone;
  clearTimeout(impatience);
}

function isAlive({ pid, exitCode, signalCode }) {
  return pid !== undefined && exitCode === null && signalCode === null;
}
