import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';

/** Whether `redis-server` is on PATH; says so when it is not, since tests then get skipped. */
export function redisAvailable(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found) console.warn('redis-server is not on PATH: the tests against it are skipped');
  return found;
}

/** A `redis-server` that keeps nothing on disk, on a port of its own. */
export class RedisServer {
  private child?: ChildProcess;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.restart();
    return server;
  }

  /** A port on which nothing listens until `restart` is called. */
  static async stopped(): Promise<RedisServer> {
    return new RedisServer(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts on the same port, with nothing kept: neither keys nor cached scripts. */
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

  /** Kills it without a word to its clients. */
  async stop(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Connections stay open and new ones are taken, but nothing is answered. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
