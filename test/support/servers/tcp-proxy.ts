import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy in front of a server. Tests can disturb its connections. */
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
          // Forwards chunks in sequence; otherwise later chunks could overtake delayed ones.
          passed = passed.then(() => this.lag()).then(() => to.write(chunk));
        });
      }
    });
  }

  /** Starts a proxy in front of the server at this URL. */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, Number(new URL(url).port));
  }

  /** Returns the same URL through the proxy. */
  url(address: string): string {
    const url = new URL(address);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Forwards new connections to the server at this URL. */
  retarget(url: string): void {
    this.target = Number(new URL(url).port);
  }

  /** Drops all data of connections that started with this text, without closing them. */
  silence(beginning: string): void {
    this.silenced = beginning;
  }

  /** Delays every chunk in both directions. */
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
