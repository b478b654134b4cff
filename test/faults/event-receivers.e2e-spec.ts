import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../src/database/migrations.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import { parseNatsServers } from '../../src/service/settings/server-addresses.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { natsAvailable, NatsServer } from '../support/servers/nats.js';
import { ReplicatedPostgres } from '../support/servers/replicated-postgres.js';

const accountCount = 200;
const changesPerAccount = 25;

/** Accepts most events. Answers some with an error, late or not at all. */
class FaultyReceiver {
  readonly events: AccountEvent[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const luck = Math.random();
      if (luck < 0.02) return void response.writeHead(500).end();
      this.events.push(JSON.parse(body) as AccountEvent);
      // Received but not acknowledged, so it is sent again.
      if (luck < 0.022) return;
      if (luck < 0.04) return void response.writeHead(503).end();
      setTimeout(() => response.end(), luck < 0.1 ? 50 : 0);
    });
  });

  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

(natsAvailable() ? describe : describe.skip)(
  'Event receivers, when they and the database fail',
  () => {
    let postgres: ReplicatedPostgres;
    let folder: string;
    let nats: NatsServer;
    let receiver: FaultyReceiver;
    let port: number;
    const nodes: TestService[] = [];
    beforeAll(async () => {
      postgres = await ReplicatedPostgres.start();
      folder = await mkdtemp(join(tmpdir(), 'jetstream-'));
      nats = await NatsServer.start('-js', '--store_dir', folder);
      receiver = new FaultyReceiver();
      port = await receiver.listen();
      await migrate({ url: postgres.url });
      const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
      const webhook = { url: `http://127.0.0.1:${port}/`, secrets: [secret], timeoutMs: 1_000 };
      const settings = {
        webhooks: [webhook as typeof webhook & { secrets: [string] }],
        eventsServers: parseNatsServers(nats.url),
      };
      for (let i = 0; i < 2; i++) nodes.push(await startService(settings, postgres.url));
    });
    afterAll(async () => {
      for (const node of nodes) await node.close();
      await receiver.close();
      await nats.stop();
      await rm(folder, { recursive: true });
      await postgres.stop();
    });

    /** Repeats the statement until it succeeds: a failover takes seconds. */
    async function execute(sql: string, ...values: string[]): Promise<void> {
      for (;;) {
        const node = nodes[Math.floor(Math.random() * nodes.length)]!;
        try {
          return void (await node.prisma.$executeRawUnsafe(sql, ...values));
        } catch {
          await delay(100);
        }
      }
    }

    async function liveOut(id: string, isDeleted: boolean): Promise<void> {
      await execute(
        `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
       VALUES ($1, 'Ada', $1, $1, 'en', now(), now(), 'hash') ON CONFLICT DO NOTHING`,
        id,
      );
      for (let i = 1; i < changesPerAccount; i++) {
        await execute(`UPDATE accounts SET name = $2 WHERE id = $1`, id, `Ada ${i}`);
      }
      if (isDeleted) await execute('DELETE FROM accounts WHERE id = $1', id);
    }

    async function waiting(): Promise<number> {
      const where = { subscription: { not: 'witness' } };
      return nodes[0]!.prisma.eventDelivery.count({ where }).catch(() => Infinity);
    }

    /** Expects every event, each first one in the order of its account. */
    function expectAll(committed: ReadonlySet<string>, events: readonly AccountEvent[]): void {
      const first = new Map<string, AccountEvent>();
      for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
      expect([...first.keys()].sort()).toEqual([...committed].sort());
      const revisions = new Map<string, number>();
      for (const { account_id, revision } of first.values()) {
        expect(revision).toBeGreaterThan(revisions.get(account_id) ?? 0);
        revisions.set(account_id, revision);
      }
    }

    it('miss no event, and receive the events of an account in order', async () => {
      const { prisma } = nodes[0]!;
      // No node handles this subscription, so it keeps every committed event.
      await prisma.$executeRawUnsafe(
        `INSERT INTO event_subscriptions (name, type) SELECT DISTINCT 'witness', type FROM event_subscriptions`,
      );
      const ids = Array.from({ length: accountCount }, (_, i) => `account ${i}`);
      const work = ids.entries();
      const writing = Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const [i, id] of work) await liveOut(id, i % 2 === 0);
        }),
      );
      await delay(3_000);
      await receiver.close();
      await nats.stop();
      await delay(2_000);
      await receiver.listen(port);
      await nats.restart();
      await delay(2_000);
      await postgres.killPrimary();
      await postgres.promoteStandby();
      await delay(2_000);
      await nats.stop();
      await nats.restart();
      await writing;

      for (const deadline = Date.now() + 180_000; (await waiting()) > 0; await delay(250)) {
        if (Date.now() > deadline) throw new Error(`${await waiting()} events are left.`);
      }
      const witness = await prisma.eventDelivery.findMany({ where: { subscription: 'witness' } });
      const committed = new Set(witness.map(({ eventId }) => eventId));
      // Repeating a statement whose confirmation was lost changed nothing.
      expect(committed.size).toBe(accountCount * changesPerAccount + accountCount / 2);
      expectAll(committed, receiver.events);

      const connection = await connect({ servers: nats.url });
      const manager = await jetstreamManager(connection);
      const { state } = await manager.streams.info('ACCOUNT_EVENTS');
      const { name } = await manager.consumers.add('ACCOUNT_EVENTS', {
        ack_policy: AckPolicy.None,
      });
      const consumer = await jetstream(connection).consumers.get('ACCOUNT_EVENTS', name);
      const stored: AccountEvent[] = [];
      const messages = await consumer.fetch({ max_messages: state.messages, expires: 30_000 });
      for await (const message of messages) stored.push(message.json<AccountEvent>());
      await connection.close();
      expectAll(committed, stored);
      expect(stored).toHaveLength(committed.size);
      console.log(
        `${committed.size} events; the webhook received ${receiver.events.length - committed.size} twice`,
      );
    }, 400_000);
  },
);
