import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const accountCount = 200;
const changesPerAccount = 25;
const program = fileURLToPath(new URL('../events/subscriber-process.js', import.meta.url));

/** A row of the host’s table of received events. */
interface Taken {
  readonly event_id: string;
  readonly account_id: string;
  readonly revision: number;
}

describe('Event subscribers on nodes that are killed', () => {
  let database: TestDatabase;
  let client: Client;
  let pool: Pool;
  const nodes: ChildProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 8 });
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      CREATE TABLE taken (
        position BIGINT GENERATED ALWAYS AS IDENTITY, subscriber TEXT, event_id TEXT, type TEXT,
        account_id TEXT, revision INTEGER
      )`);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => kill(node)));
    await pool.end();
    await client.end();
    await database.drop();
  });

  async function startNode(): Promise<ChildProcess> {
    const node = fork(program, { env: { ...process.env, DATABASE_URL: database.url } });
    nodes.push(node);
    await once(node, 'message');
    return node;
  }

  async function kill(node: ChildProcess): Promise<void> {
    if (node.exitCode !== null || node.signalCode !== null) return;
    node.kill('SIGKILL');
    await once(node, 'exit');
  }

  async function getRows<Row>(sql: string): Promise<Row[]> {
    return (await client.query(sql)).rows as Row[];
  }

  /** Creates an account, changes it repeatedly, and optionally deletes it. */
  async function liveOut(id: string, isDeleted: boolean): Promise<void> {
    await pool.query(
      `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
       VALUES ($1, 'Ada', $1, $1, 'en', now(), now(), 'hash')`,
      [id],
    );
    for (let i = 1; i < changesPerAccount; i++) {
      await pool.query(`UPDATE accounts SET name = $2 WHERE id = $1`, [id, `Ada ${i}`]);
    }
    if (isDeleted) await pool.query('DELETE FROM accounts WHERE id = $1', [id]);
  }

  it('receive every event at least once, in the order of its account', async () => {
    for (let i = 0; i < 3; i++) await startNode();
    // No node handles this subscription, so it keeps every committed event.
    await client.query(
      `INSERT INTO event_subscriptions (name, type) SELECT 'witness', type FROM event_subscriptions
       WHERE name = 'steady'`,
    );
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        await delay(1_500);
        await kill(nodes[Math.floor(Math.random() * nodes.length)]!);
        nodes.splice(0, nodes.length, ...nodes.filter(({ signalCode }) => signalCode === null));
        await startNode();
      }
    })();
    const ids = Array.from({ length: accountCount }, (_, i) => `account ${i}`);
    const work = ids.values();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const id of work) await liveOut(id, ids.indexOf(id) % 2 === 0);
      }),
    );
    isOver = true;
    await killing;

    const deadline = Date.now() + 360_000;
    for (;;) {
      const [left] = await getRows<{ count: number }>(
        `SELECT count(*)::int AS count FROM event_deliveries WHERE subscription IN ('steady', 'moody')`,
      );
      if (left!.count === 0) break;
      if (Date.now() > deadline) throw new Error(`${left!.count} events are left.`);
      await delay(250);
    }
    const committed = await getRows<Taken>(
      `SELECT event_id, account_id, revision FROM event_deliveries WHERE subscription = 'witness'`,
    );
    expect(committed).toHaveLength(accountCount * changesPerAccount + accountCount / 2);
    for (const subscriber of ['steady', 'moody']) {
      const taken = await getRows<Taken>(
        `SELECT event_id, account_id, revision FROM taken WHERE subscriber = '${subscriber}' ORDER BY position`,
      );
      const first = new Map<string, Taken>();
      for (const each of taken) if (!first.has(each.event_id)) first.set(each.event_id, each);
      expect([...first.keys()].sort()).toEqual(committed.map(({ event_id }) => event_id).sort());
      const revisions = new Map<string, number>();
      for (const { account_id, revision } of first.values()) {
        expect(revision).toBeGreaterThan(revisions.get(account_id) ?? 0);
        revisions.set(account_id, revision);
      }
      console.log(
        `${subscriber}: ${committed.length} events, ${taken.length - first.size} of them twice`,
      );
    }
    const [kept] = await getRows<{ count: number }>(
      `SELECT count(*)::int AS count FROM event_deliveries WHERE subscription = 'poisoned'`,
    );
    expect(kept!.count).toBe(committed.length);
    const wrong = await getRows(
      `SELECT subscription, account_id FROM (
        SELECT DISTINCT subscription, account_id, TRUE AS waits FROM event_deliveries
      ) AS delivery FULL JOIN event_queues USING (subscription, account_id)
      WHERE waits IS NULL OR due_at IS NULL`,
    );
    expect(wrong).toEqual([]);
  }, 300_000);
});
