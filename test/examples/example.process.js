import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A started example. It has a separate process group, as on a terminal. */
export class ExampleProcess {
  output = '';

  constructor(folder, port, child) {
    this.folder = folder;
    this.url = `http://localhost:${port}`;
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (this.output += chunk));
    }
  }

  /** Starts an example as its README says. Returns when the example has printed its suggestions. */
  static async start(folder, env = {}) {
    const port = await freePort();
    const child = spawn('npm', ['--silent', 'start'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const example = new ExampleProcess(folder, port, child);
    const deadline = Date.now() + 60_000;
    const said = new RegExp(`http://[^/]+:${port}/[^]*^Try it:\n\n[^]*\n\n$`, 'm');
    while (!said.test(example.output)) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await example.stop();
        throw new Error(`It does not start:\n${example.output}`);
      }
      await delay(50);
    }
    return example;
  }

  /** The access token that the first start printed. */
  get token() {
    return /\b[0-9A-Za-z]{86}\b/.exec(this.output)?.[0];
  }

  /** The user that the first start printed. */
  get demo() {
    const [, email, password] = /^Demo +(\S+), password (.+)$/m.exec(this.output);
    return { email, password };
  }

  /** Stops all processes of the example. Returns those that still run, and the output since the signal. */
  async stop() {
    const group = -this.child.pid;
    const said = this.output.length;
    signal(group, 'SIGTERM');
    const deadline = Date.now() + 15_000;
    while (signal(group, 0) && Date.now() < deadline) await delay(50);
    const left = signal(group, 'SIGKILL') ? ['a process of the example'] : [];
    // PostgreSQL has its own process group. This file exists while it runs.
    const files = readdirSync(this.folder, { recursive: true });
    return {
      left: [...left, ...files.filter((file) => file.endsWith('postmaster.pid'))],
      lastWords: this.output.slice(said),
    };
  }

  async ask(path, { token, body, ...options } = {}) {
    const answer = await fetch(this.url + path, {
      redirect: 'manual',
      ...options,
      ...(body && { method: options.method ?? 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /**
   * Runs the commands that the README lists for the second terminal. Returns the documented statuses and the received
   * ones.
   */
  async followReadme() {
    const readme = readFileSync(join(this.folder, 'README.md'), 'utf8');
    const [, , commands] = /```sh\n(npm run example [^\n]*)\n```[^]*```sh\n([^]*?)```/.exec(readme);
    const script = commands
      .replaceAll(/(?<=http:\/\/(127\.0\.0\.1|localhost)):3000\b/g, `:${new URL(this.url).port}`)
      .replaceAll('the-printed-token', this.token)
      // Prints the status of each call with a documented status, on a separate line.
      .replaceAll(/ +# (\d{3})$/gm, ` -w '\\n::%{http_code}\\n'`);
    const bash = ['--norc', '-euo', 'pipefail', '-c', script];
    const { stdout } = await promisify(execFile)('bash', bash, {
      cwd: this.folder,
      timeout: 60_000,
    });
    return {
      said: [...commands.matchAll(/# (\d{3})$/gm)].map(([, status]) => status),
      answered: [...stdout.matchAll(/^::(\d{3})$/gm)].map(([, status]) => status),
    };
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Returns whether a process received the signal. */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
