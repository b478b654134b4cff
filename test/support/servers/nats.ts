import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../processes/service-process.js';

/** Whether `nats-server` is on PATH. Warns if it is not, because tests are then skipped. */
export function natsAvailable(): boolean {
  const found = spawnSync('nats-server', ['--version']).status === 0;
  if (!found) console.warn('nats-server is not on PATH: the tests against it are skipped');
  return found;
}

/** A `nats-server` on a free port that stores nothing on disk. */
export class NatsServer {
  private child?: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings command line arguments, for example a user and a password */
  static async start(...settings: string[]): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), settings);
    await server.restart();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** Starts the server on the same port. Resolves when it accepts clients. */
  async restart(): Promise<void> {
    await this.stop();
    const address = ['--addr', '127.0.0.1', '--port', String(this.port)];
    const child = spawn('nats-server', [...address, ...this.settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const tooLate = setTimeout(kill, 10_000);
    let output = '';
    try {
      // The loop also ends if the process exits before it is ready.
      for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
        output += String(chunk);
        if (!output.includes('Server is ready')) continue;
        child.stderr.resume();
        return;
      }
    } finally {
      clearTimeout(tooLate);
    }
    throw new Error(`nats-server did not start on port ${this.port}: ${output}`);
  }

  /** Kills the server without notifying its clients. */
  async stop(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
