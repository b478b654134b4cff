import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Stands before a server; what it does to connections is up to the test. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private silenced: string | undefined;
  private lagMs = 0;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (client) => {
      const upstream = connect(this.target, '127.0.0.1');
      let beginning: string | undefined;
      client.once('data', (chunk) => (beginning = chunk.toString('latin1')));
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        let passed: Promise<unknown> = Promise.resolve();
        this.sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.on('data', (chunk) => {
          const isSilent = this.silenced !== undefined && beginning?.includes(this.silenced);
          if (isSilent) return;
          // One after the other, or what comes once it is fast again would overtake.
          passed = passed.then(() => this.lag()).then(() => to.write(chunk));
        });
      }
    });
  }

  /** Before the server of this address. */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, Number(new URL(url).port));
  }

  /** The same address through the proxy. */
  url(address: string): string {
    const url = new URL(address);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** From now on before the server of this address. */
  retarget(url: string): void {
    this.target = Number(new URL(url).port);
  }

  /** Swallows everything of the connections that began with this, without closing any. */
  silence(beginning: string): void {
    this.silenced = beginning;
  }

  /** Holds up every piece of what is said, in both directions, for so long. */
  slow(ms: number): void {
    this.lagMs = ms;
  }

  resume(): void {
    this.silenced = undefined;
    this.lagMs = 0;
  }

  private async lag(): Promise<void> {
    if (this.lagMs > 0) await delay(this.lagMs);
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }
}
