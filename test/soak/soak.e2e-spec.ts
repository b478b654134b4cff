import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { ExpiredRowsRepository } from '../../src/database/purge/expired-rows.repository.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { FaultyPostgres, faultyPostgresAvailable } from '../support/servers/faulty-postgres.js';

const minutes = Number(process.env.SOAK_MINUTES);
const rows = 1_000_000;
const accountCount = 6;
const phaseMs = 8_000;

/** Receives webhooks, and counts the deliveries of each event. */
class Receiver {
  readonly counts = new Map<string, number>();
  readonly revisions = new Map<string, Set<number>>();
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { id, account_id, revision, type } = JSON.parse(body) as AccountEvent;
      this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
      if (type === 'account.updated') {
        const revisions = this.revisions.get(account_id) ?? new Set();
        this.revisions.set(account_id, revisions.add(revision));
      }
      setTimeout(() => response.end(), Math.random() * 4);
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

(faultyPostgresAvailable() ? describe : describe.skip)('Two nodes under load', () => {
  let postgres: FaultyPostgres;
  let receiver: Receiver;
  let client: Client;
  let purger: TestService;
  let env: Record<string, string>;
  const nodes: ServiceProcess[] = [];
  const tokens: { accountId: string; token: string }[] = [];
  /** The number of acknowledged changes, by account. */
  const acknowledged = new Map<string, number>();

  beforeAll(async () => {
    postgres = await FaultyPostgres.start();
    receiver = new Receiver();
    env = {
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ARGON2_LANES: '1',
      WEBHOOK_URLS: await receiver.listen(),
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    };
    for (let i = 0; i < 2; i++) nodes.push(await ServiceProcess.start(env));
    client = new Client({ connectionString: postgres.url });
    await client.connect();
    purger = await startService({}, postgres.url);
    for (let i = 0; i < accountCount; i++) {
      const { account, token } = await purger.newCaller();
      tokens.push({ accountId: account.id, token });
    }
    // One in five has expired.
    await client.query(
      `INSERT INTO access_tokens (hash, kind, application_id, account_id, scope, created_at, expires_at)
       SELECT sha256(i::text::bytea), 'oauth', application_id, account_id, '{account:read}', now(),
         now() + CASE WHEN i % 5 = 0 THEN -1 ELSE 1 END * INTERVAL '1 day'
       FROM generate_series(1, $2::int) i, (
         SELECT application_id, account_id FROM access_tokens WHERE hash = $1
       ) AS own`,
      [hashToken(tokens[0]!.token), rows],
    );
    expect(newAccessToken()).toHaveLength(86);
  }, 600_000);
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await purger.close();
    await client.end();
    receiver.close();
    await postgres.stop();
  });

  let changes = 0;
  /** Changes every account repeatedly, and counts responses with 200. */
  async function load(work: () => Promise<unknown>): Promise<void> {
    let isOn = true;
    const changing = tokens.map(async ({ accountId, token }, i) => {
      while (isOn) {
        const url = nodes[(changes + i) % nodes.length]!.url;
        const response = await fetch(`${url}/api/accounts/me`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `Ada ${changes++}` }),
        }).catch(() => undefined);
        await response?.arrayBuffer().catch(() => undefined);
        if (response?.status === 200) {
          acknowledged.set(accountId, (acknowledged.get(accountId) ?? 0) + 1);
        }
        await delay(Math.random() * 100);
      }
    });
    await work().finally(() => (isOn = false));
    await Promise.all(changing);
  }

  /** Waits until the webhook has received everything. */
  async function drained(): Promise<void> {
    for (const deadline = Date.now() + 90_000; ; await delay(100)) {
      const { rows: left } = await client.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM event_deliveries',
      );
      if (left[0]!.count === 0) return;
      if (Date.now() > deadline) throw new Error(`${left[0]!.count} events are left.`);
    }
  }

  const faults: Record<string, () => Promise<void>> = {
    async 'a node is killed'() {
      const i = Math.floor(Math.random() * nodes.length);
      await nodes[i]!.stop('SIGKILL');
      await delay(1_000);
      nodes[i] = await ServiceProcess.start(env);
    },
    async 'the disk stalls'() {
      await postgres.stallDisk();
      await delay(3_900);
      await postgres.resumeDisk();
    },
    async 'connections break'() {
      for (let i = 0; i < 5; i++) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        );
        await delay(300);
      }
    },
    async 'the clock is set back'() {
      await postgres.setClock(-3_600);
      await delay(2_000);
      await postgres.setClock(0);
    },
  };

  it(
    'deliver every acknowledged change, exactly once in phases without faults',
    async () => {
      const purges: Promise<void>[] = [];
      const from = performance.now();
      let isOver = false;
      const purging = (async () => {
        while (!isOver) {
          purges.push(purger.app.get(PurgeService, { strict: false }).purge());
          await purges.at(-1)!.catch(() => undefined);
          await delay(1_000);
        }
      })();
      let [calm, repeated, rounds] = [0, 0, 0];
      try {
        while (performance.now() - from < minutes * 60_000) {
          const [name, fault] = Object.entries(faults)[rounds++ % Object.keys(faults).length]!;
          const before = new Set(receiver.counts.keys());
          await load(() => delay(phaseMs));
          await drained();
          const fresh = [...receiver.counts].filter(([id]) => !before.has(id));
          calm += fresh.length;
          expect(fresh.filter(([, count]) => count !== 1)).toEqual([]);
          await load(async () => {
            await delay(1_000);
            await fault();
            await delay(3_000);
          });
          await drained();
          console.info(`Round ${rounds}, in which ${name}: ${receiver.counts.size} events`);
        }
        for (const { accountId } of tokens) {
          const { rows: current } = await client.query<{ revision: number }>(
            'SELECT revision FROM accounts WHERE id = $1',
            [accountId],
          );
          const received = receiver.revisions.get(accountId)!;
          // Each change raised the revision by one, from 1 at the creation.
          const missing = Array.from({ length: current[0]!.revision - 1 }, (_, i) => i + 2);
          expect(missing.filter((revision) => !received.has(revision))).toEqual([]);
          expect(received.size).toBeGreaterThanOrEqual(acknowledged.get(accountId) ?? 0);
        }
      } finally {
        isOver = true;
        await purging;
      }
      repeated = [...receiver.counts.values()].filter((count) => count > 1).length;
      console.info(
        `${receiver.counts.size} events, ${calm} of them without a fault; ${repeated} came twice`,
      );
    },
    minutes * 60_000 + 600_000,
  );

  it('purge expired rows, and report it', async () => {
    await purger.app.get(PurgeService, { strict: false }).purge();
    const { rows: left } = await client.query<{ expired: number; kept: number }>(
      `SELECT count(*) FILTER (WHERE expires_at < now())::int AS expired, count(*)::int AS kept
       FROM access_tokens WHERE kind = 'oauth'`,
    );
    expect(left).toEqual([{ expired: 0, kept: (rows * 4) / 5 }]);
    const purges = await purger.app.get(ExpiredRowsRepository, { strict: false }).lastSuccesses();
    expect(purges.length).toBeGreaterThan(5);
    for (const [name, seconds] of purges) {
      expect([name, Date.now() / 1_000 - seconds < 60]).toEqual([name, true]);
    }
  }, 300_000);
});
