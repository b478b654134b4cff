import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../src/database/migrations.js';
import { ReplicatedPostgres } from '../support/servers/replicated-postgres.js';
import {
  newEmail,
  password,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

const writersPerNode = 3;

/** Repeats a request until it is stopped. */
class Client {
  /** The times of responses with 200. */
  readonly answeredAt: number[] = [];
  isStopped = false;
  readonly work: Promise<void>;

  constructor(ask: () => Promise<number>) {
    this.work = this.repeat(ask);
  }

  private async repeat(ask: () => Promise<number>): Promise<void> {
    while (!this.isStopped) {
      if ((await ask()) === 200) this.answeredAt.push(performance.now());
      await delay(10);
    }
  }

  /** The longest time between two responses with 200, in milliseconds. */
  get longestGap(): number {
    return Math.max(...this.answeredAt.map((at, i) => at - (this.answeredAt[i - 1] ?? at)));
  }
}

/** Writes with the response 200. */
interface Acknowledged {
  /** The number in the last name of each account. */
  readonly names: Map<Caller, number>;
  readonly emails: string[];
}

const ways = ['by the addresses of both servers', 'by one address that moves'] as const;

describe.each(ways)('A primary that is killed under load, reached %s', (way) => {
  let postgres: ReplicatedPostgres;
  let proxy: TcpProxy;
  let nodes: TestService[] = [];
  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start();
    proxy = await TcpProxy.before(postgres.primaryUrl);
    const isProxied = way === 'by one address that moves';
    const url = isProxied ? proxy.url(postgres.primaryUrl) : postgres.url;
    await migrate({ url });
    nodes = [await startService({}, url), await startService({}, url)];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await proxy.close();
    await postgres.stop();
  });

  async function startLoad(acknowledged: Acknowledged): Promise<Client[]> {
    const clients: Client[] = [];
    for (const node of nodes) {
      const reader = await node.newCaller();
      const creator = await node.newCaller();
      clients.push(
        new Client(async () => (await node.as(reader, 'get', '/accounts/me')).status),
        new Client(async () => {
          const email = newEmail();
          const { status } = await node.create(creator, { email, password });
          if (status === 200) acknowledged.emails.push(email);
          return status;
        }),
      );
      for (let i = 0; i < writersPerNode; i++) {
        const writer = await node.newCaller();
        let number = 0;
        const write = async () => {
          const { status } = await node.update(writer, { name: `Name ${++number}` });
          if (status === 200) acknowledged.names.set(writer, number);
          return status;
        };
        clients.push(new Client(write));
      }
    }
    return clients;
  }

  /** Waits until each client has received `times` more responses with 200. */
  async function answered(clients: Client[], times: number): Promise<void> {
    const goals = clients.map(({ answeredAt }) => answeredAt.length + times);
    for (const end = Date.now() + 60_000; ; await delay(20)) {
      if (clients.every(({ answeredAt }, i) => answeredAt.length >= goals[i]!)) return;
      if (Date.now() > end) throw new Error('Not everything is answered again.');
    }
  }

  it('loses no acknowledged write, and the nodes continue on the standby without a restart', async () => {
    const acknowledged: Acknowledged = { names: new Map(), emails: [] };
    const clients = await startLoad(acknowledged);
    try {
      await answered(clients, 5);
      await postgres.killPrimary();
      await postgres.promoteStandby();
      proxy.retarget(postgres.standbyUrl);
      await answered(clients, 5);
    } finally {
      for (const client of clients) client.isStopped = true;
      await Promise.all(clients.map(({ work }) => work));
    }

    const { prisma } = nodes[0]!;
    let writes = acknowledged.emails.length;
    for (const [{ account }, number] of acknowledged.names) {
      const { name, revision } = await prisma.account.findUniqueOrThrow({
        where: { id: account.id },
      });
      expect(Number(name.replace('Name ', ''))).toBeGreaterThanOrEqual(number);
      writes += revision - 1;
    }
    const where = { email: { in: acknowledged.emails } };
    expect(await prisma.account.count({ where })).toBe(acknowledged.emails.length);
    const gap = Math.max(...clients.map(({ longestGap }) => longestGap));
    console.log(
      `Failover, ${way}: ${writes} writes to find again, ${acknowledged.emails.length} of them accounts; ` +
        `the longest time in which a client was not answered 200 is ${(gap / 1_000).toFixed(1)} s.`,
    );
  });
});
