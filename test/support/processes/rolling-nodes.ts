import { RoundRobinProxy } from '../servers/round-robin.js';
import { until } from '../until.js';
import { freePort, type ServiceProcess } from './service-process.js';

/** Starts a node on a port. */
export type StartNode = (port: string) => Promise<ServiceProcess>;

/** Two nodes behind a proxy that can be replaced one by one. */
export class RollingNodes {
  /** The output of replaced nodes. */
  readonly outputs: string[] = [];

  private constructor(
    readonly nodes: ServiceProcess[],
    private readonly proxy: RoundRobinProxy,
  ) {}

  static async start(start: StartNode): Promise<RollingNodes> {
    const nodes = [];
    for (let count = 0; count < 2; count++) nodes.push(await start(String(await freePort())));
    return new RollingNodes(nodes, await RoundRobinProxy.before(nodes.map(({ url }) => url)));
  }

  get url(): string {
    return this.proxy.url;
  }

  /** @param between runs while one node is old and the other is new */
  async replace(start: StartNode, between?: () => Promise<unknown>): Promise<void> {
    for (const [index, node] of this.nodes.entries()) {
      if (index > 0) await between?.();
      // On a busy machine, the proxy may not notice the node's announced shutdown within its second of notice.
      this.proxy.drain(node.url);
      const code = await node.stop('SIGTERM');
      if (code !== 0) throw new Error(`A node ended with ${code}: ${node.output}`);
      this.outputs.push(node.output);
      const next = await start(new URL(node.url).port);
      if (!next.isRunning) throw new Error(`A node did not start: ${next.output}`);
      this.nodes[index] = next;
      this.proxy.admit(node.url);
      await until(() => this.proxy.isIn(node.url));
    }
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}
