import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import request from 'supertest';
import { timeUntilNew } from '../support/clients/lookups.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

describe('Two nodes under load', () => {
  let database: TestDatabase;
  let client: Client;
  let env: Record<string, string>;
  let nodes: ServiceProcess[];
  let token: string;
  let isOn = true;
  const took: string[] = [];
  let load: Promise<unknown>;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    env = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    };
    const first = await ServiceProcess.start(env);
    nodes = [first, await ServiceProcess.start(env)];
    token = /Bearer (\w+)/.exec(first.output)![1]!;
    client = new Client({ connectionString: database.url });
    await client.connect();
    // Readers at both nodes, so that both keep the principal in memory.
    load = Promise.all([0, 1, 0, 1].map(read));
  });
  afterAll(async () => {
    isOn = false;
    await load;
    await ServiceProcess.stopAll();
    await client.end();
    await database.drop();
    console.info(`Until a node saw it, in ms: ${took.join(', ')}`);
  });

  async function read(node: number): Promise<void> {
    while (isOn) await status(node).catch(() => delay(20));
  }

  async function status(node: number): Promise<number> {
    const asked = request(nodes[node]!.url).get('/api/accounts/me');
    return (await asked.set('Authorization', `Bearer ${token}`)).status;
  }

  /** Changes the row directly, as another program might. */
  const suspend = () =>
    client.query(`UPDATE accounts SET suspended_at = now(), suspension_reason = 'spam'`);
  const restore = () =>
    client.query('UPDATE accounts SET suspended_at = NULL, suspension_reason = NULL');

  async function seenBy(node: number, expected: number): Promise<void> {
    const ms = await timeUntilNew(
      () => status(node),
      (seen) => seen === expected,
    );
    took.push(String(Math.round(ms)));
  }

  it('refuse a suspended account within 250 ms, and accept it again once restored, repeatedly', async () => {
    for (let round = 0; round < 5; round++) {
      await delay(100);
      await suspend();
      await Promise.all([seenBy(0, 403), seenBy(1, 403)]);
      await delay(100);
      await restore();
      await Promise.all([seenBy(0, 200), seenBy(1, 200)]);
    }
  });

  it('refuse a suspended account when one of them is killed and restarts', async () => {
    const [killed] = nodes as [ServiceProcess];
    await Promise.all([killed.stop('SIGKILL'), suspend()]);
    await seenBy(1, 403);
    nodes[0] = await ServiceProcess.start(env);
    expect(await status(0)).toBe(403);
    await restore();
    await Promise.all([seenBy(0, 200), seenBy(1, 200)]);
  });
});
