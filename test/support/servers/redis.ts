import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from '../processes/service-process.js';

/** Whether `redis-server` is on PATH. Warns if it is not, because tests are then skipped. */
export function redisAvailable(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found) console.warn('redis-server is not on PATH: the tests against it are skipped');
  return found;
}

/** A `redis-server` on a free port that stores nothing on disk. */
export class RedisServer {
  private child?: ChildProcess;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.restart();
    return server;
  }

  /** Returns a stopped server. Nothing listens on its port until `restart` is called. */
  static async stopped(): Promise<RedisServer> {
    return new RedisServer(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server on the same port, without its earlier keys and cached scripts. */
  async restart(): Promise<void> {
    await this.stop();
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', tmpdir()];
    const child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      if (!String(chunk).includes('Ready to accept connections')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`redis-server did not start on port ${this.port}`);
  }

  /** Kills the server without notifying its clients. */
  async stop(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends the server: it keeps and accepts connections, but does not respond. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }
}
