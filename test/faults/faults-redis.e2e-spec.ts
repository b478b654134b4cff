import { createClient } from '@redis/client';
import { setTimeout as delay } from 'node:timers/promises';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { failures, FaultLoad, said } from '../support/clients/fault-load.js';
import { redisAvailable, RedisServer } from '../support/servers/redis.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

const listLimit = 5;

/** The longest accepted response time, with passwords to hash on a busy machine. */
const slowestMs = 3_000;

/** The time after a fault within which both nodes share limits again. */
const promisedMs = 2_000;

/** An allowance for busy machines. */
const allowanceMs = 1_000;

const rateLimits = parseRateLimits(
  [
    `applications.read=${listLimit}/1m`,
    ...['accounts.read', 'accounts.update', 'accounts.create'].map((name) => `${name}=1000000/1m`),
    'passwords.change=1000000/1h,sources.failed=1000000/1h',
  ].join(),
);

/** Causes a fault, and ends it. */
interface Fault {
  name: string;
  bring(): Promise<unknown>;
  heal(): Promise<unknown>;
}

const described = redisAvailable() ? describe : describe.skip;

described(
  'Two nodes under load serve without Redis, and share limits again once it recovers',
  () => {
    let redis: RedisServer;
    let proxy: TcpProxy;
    /** The first reaches Redis directly, the second through a network that can fail. */
    let nodes: TestService[];
    let caller: Caller;
    let watcher: Caller;
    let load: FaultLoad;
    beforeAll(async () => {
      redis = await RedisServer.start();
      proxy = await TcpProxy.before(redis.url);
      const near = await startService({ rateLimits, redisUrl: redis.url });
      const redisUrl = proxy.url(redis.url);
      const far = await startService({ rateLimits, redisUrl }, near.databaseUrl);
      nodes = [near, far];
      caller = await near.newCaller();
      watcher = await near.newCaller();
    });
    afterAll(async () => {
      for (const node of nodes.toReversed()) await node.close();
      await proxy.close();
      await redis.stop();
    });
    beforeEach(async () => {
      load = new FaultLoad(nodes, caller);
      await load.recovered();
      await untilShared();
      load.look();
    });
    afterEach(() => load.stop());

    const tell = async (...command: string[]) => {
      const client = createClient({ url: redis.url });
      // The connection ends while Redis runs the endless script.
      client.on('error', () => undefined);
      await client.connect();
      await client.sendCommand(command).finally(() => client.destroy());
    };

    const faults: Fault[] = [
      {
        name: 'Redis is killed with SIGKILL, then restarts empty',
        bring: () => redis.stop(),
        heal: () => redis.restart(),
      },
      {
        name: 'Redis hangs (SIGSTOP), then continues',
        bring: async () => redis.pause(),
        heal: async () => redis.resume(),
      },
      {
        name: 'the network between one node and Redis goes silent, then works again',
        bring: async () => proxy.silence(''),
        heal: async () => proxy.resume(),
      },
      {
        name: 'Redis takes a second for every reply to one node, then is fast again',
        bring: async () => proxy.slow(1_000),
        heal: async () => proxy.resume(),
      },
      {
        name: 'Redis is out of memory and refuses writes, then has memory again',
        bring: () => tell('CONFIG', 'SET', 'maxmemory', '1'),
        heal: () => tell('CONFIG', 'SET', 'maxmemory', '0'),
      },
      {
        name: 'Redis is a replica after a failover and refuses writes, then becomes the master',
        bring: () => tell('REPLICAOF', '127.0.0.1', '1'),
        heal: () => tell('REPLICAOF', 'NO', 'ONE'),
      },
      {
        name: 'Redis runs an endless script, then the script is killed',
        async bring() {
          await tell('CONFIG', 'SET', 'busy-reply-threshold', '100');
          void tell('EVAL', 'while true do end', '0').catch(() => undefined);
          await delay(200);
        },
        heal: () => tell('SCRIPT', 'KILL'),
      },
    ];

    it.each(faults)('when $name', async ({ name, bring, heal }) => {
      // Each caller has used part of its limits at one node.
      const known = await newCallers(2);
      await onBoth(known, (node, each) => getLists(node, each, listLimit - 2));
      await onBoth(known, getGuesses);
      load.look();

      await bring();
      const fresh = await newCallers(2);
      const all = [...known, ...fresh];
      const [listed, guessed] = await Promise.all([
        onBoth(all, (node, each) => getLists(node, each, 4 * listLimit)),
        onBoth(all, getGuesses),
        // Long enough for a node to check several times whether Redis is back.
        delay(3_000),
      ]);
      const meanwhile = load.look();

      await heal();
      const seconds = await untilShared();
      const afterwards = load.look();
      console.info(
        `${name}: ${said(meanwhile)}. Of ${listLimit} requests a minute, 2 left for the first two, the ` +
          `nodes let pass ${listed.join(', ')}, and of guesses ${guessed.join(', ')}. They counted ` +
          `together again after ${seconds.toFixed(1)} s: ${said(afterwards)}.`,
      );
      for (const answered of [meanwhile, afterwards]) {
        expect(failures(Object.keys(answered.statuses), answered)).toEqual([]);
        expect(answered.slowestMs).toBeLessThan(slowestMs + answered.delayMs);
      }
      // If Redis hesitated before the fault, a node counted one earlier request alone.
      const left = [2, 2, listLimit, listLimit];
      const more = listed.map((count, i) => count - left[i]!);
      expect(more).toEqual(more.map((count) => Number(count === 1)));
      // One more passes after a second, another after two more, and so on.
      const [known1, known2, fresh1, fresh2] = guessed as [number, number, number, number];
      expect(Math.max(known1, known2)).toBeLessThanOrEqual(3);
      expect(Math.min(fresh1, fresh2)).toBeGreaterThanOrEqual(5);
      expect(Math.max(fresh1, fresh2)).toBeLessThanOrEqual(8);
      expect(1_000 * seconds).toBeLessThan(promisedMs + allowanceMs + afterwards.delayMs);
    });

    /** Distributes these callers over both nodes. */
    const onBoth = (people: Caller[], ask: (node: TestService, each: Caller) => Promise<number>) =>
      Promise.all(people.map((each, i) => ask(nodes[i % 2]!, each)));

    const newCallers = (count: number) =>
      Promise.all(Array.from({ length: count }, () => nodes[0]!.newCaller()));

    /** Sends `count` limited requests, and returns how many pass. */
    async function getLists(node: TestService, someone: Caller, count: number): Promise<number> {
      let passed = 0;
      for (let i = 0; i < count; i++) {
        const { status } = await node.as(someone, 'get', '/applications');
        expect([200, 429]).toContain(status);
        if (status === 200) passed++;
        await delay(100);
      }
      return passed;
    }

    /** Sends a burst of wrong passwords, and returns how many are checked. */
    async function getGuesses(node: TestService, someone: Caller): Promise<number> {
      const guess = { old_password: 'wrong horse 7', new_password: 'another horse 8' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => node.update(someone, guess)),
      );
      for (const { status } of answers) expect([400, 429]).toContain(status);
      return answers.filter(({ status }) => status === 400).length;
    }

    /** Waits until each node sees the counts of the other. Returns the seconds this took. */
    async function untilShared(): Promise<number> {
      const began = performance.now();
      const [near, far] = nodes as [TestService, TestService];
      for (const end = began + 30_000; performance.now() < end; await delay(20)) {
        const left = [await leftAt(near), await leftAt(far), await leftAt(near)] as const;
        if (left[1] === left[0] - 1 && left[2] === left[1] - 1)
          return (performance.now() - began) / 1_000;
      }
      throw new Error('The nodes do not count together.');
    }

    async function leftAt(node: TestService): Promise<number> {
      const { headers } = await node.as(watcher, 'get', '/accounts/me');
      return Number(/r=(\d+)/.exec(headers.ratelimit!)![1]);
    }
  },
);
