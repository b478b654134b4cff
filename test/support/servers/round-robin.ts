import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The response header that lists the nodes that received the request, the last one last. */
export const handedTo = 'x-handed-to';

const checkMs = 100;

/** Headers that apply only to a single connection (RFC 9110 section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Forwards each request to the next of several nodes, over kept-alive connections. It skips a node that refuses a
 * connection or is not ready, until the node is ready again. It never repeats a request that a node may have seen, but
 * responds with 502.
 */
export class RoundRobinProxy {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly out = new Set<string>();
  /** The nodes that an operator has removed. */
  private readonly drained = new Set<string>();
  private readonly checking: Promise<void>[];
  private turn = 0;
  private closed = false;

  private constructor(
    private readonly server: Server,
    private readonly nodes: readonly string[],
  ) {
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      this.serve(incoming, response).catch((error: Error) => response.destroy(error));
    });
    this.checking = nodes.map((node) => this.check(node));
  }

  static async before(nodes: readonly string[]): Promise<RoundRobinProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RoundRobinProxy(server, nodes);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether the proxy forwards requests to this node. */
  isIn(node: string): boolean {
    return !this.out.has(node) && !this.drained.has(node);
  }

  /** Stops forwarding to this node, even if it is ready, until it is admitted again. */
  drain(node: string): void {
    this.drained.add(node);
  }

  admit(node: string): void {
    this.drained.delete(node);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.server.closeAllConnections();
    this.server.close();
    await Promise.all(this.checking);
    this.agent.destroy();
  }

  private async check(node: string): Promise<void> {
    while (!this.closed) {
      const isReady = await fetch(`${node}/health/ready`).then(
        async (answer) => (await answer.text(), answer.ok),
        () => false,
      );
      if (isReady) this.out.delete(node);
      else this.out.add(node);
      await delay(checkMs);
    }
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const tried = new Set<string>();
    for (;;) {
      const node = this.next(tried);
      if (!node) {
        response.writeHead(502).end();
        return;
      }
      tried.add(node);
      response.setHeader(handedTo, [...tried].join());
      try {
        const answer = await this.ask(node, incoming, Buffer.concat(chunks));
        response.writeHead(answer.statusCode!, endToEnd(answer));
        answer.on('error', () => response.destroy()).pipe(response);
        return;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'ECONNREFUSED') {
          response.writeHead(502).end(message);
          return;
        }
        this.out.add(node);
      }
    }
  }

  private next(tried: ReadonlySet<string>): string | undefined {
    const nodes = this.nodes.filter((node) => this.isIn(node) && !tried.has(node));
    return nodes[this.turn++ % nodes.length];
  }

  private async ask(
    node: string,
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<IncomingMessage> {
    const sources = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress];
    const outgoing = request(node + incoming.url, {
      agent: this.agent,
      method: incoming.method,
      headers: {
        ...endToEnd(incoming),
        'x-forwarded-for': sources.filter((source) => source).join(', '),
        ...(body.length > 0 ? { 'content-length': body.length } : {}),
      },
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    // The response reports later errors.
    outgoing.on('error', () => undefined);
    return answer;
  }
}

function endToEnd({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}
