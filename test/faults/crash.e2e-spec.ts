import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const kills = 4;
const writers = 12;

/** An account that a client wants to create, retrying if necessary. */
interface Wish {
  readonly key: string;
  readonly email: string;
  id?: string;
}

describe('A service that is killed while it writes', () => {
  let database: TestDatabase;
  let client: Client;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await client.end();
    await database.drop();
  });

  const start = async () => {
    const service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      RATE_LIMITS: 'off',
      ARGON2_LANES: '2',
      LOG_LEVEL: 'error',
    });
    token ??= /Bearer (\w+)/.exec(service.output)![1]!;
    return service;
  };
  const send = (url: string, method: string, path: string, body: object, key?: string) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    });
  async function create(url: string, wish: Wish): Promise<number> {
    const account = { name: 'Ada', email: wish.email, password, language_code: 'en' };
    const response = await send(url, 'POST', '/accounts', account, wish.key);
    const body = (await response.json()) as { account: { id: string } };
    if (response.status === 200) wish.id = body.account.id;
    return response.status;
  }
  /** Repeats the work until the service stops responding. */
  async function untilKilled(work: () => Promise<void>): Promise<void> {
    try {
      for (;;) await work();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Accounts whose creation or changes are missing from the audit trail. */
  async function unaudited(): Promise<object[]> {
    const { rows } = await client.query<{ id: string }>(`
      SELECT id, revision, created, updated
      FROM accounts, LATERAL (
        SELECT coalesce(sum(count) FILTER (WHERE event = 'account.create'), 0)::int AS created,
          coalesce(sum(count) FILTER (WHERE event = 'account.update'), 0)::int AS updated
        FROM audit_events WHERE account_id = accounts.id
      ) AS events
      WHERE created <> 1 OR updated <> revision - 1`);
    return rows;
  }

  it('keeps every acknowledged write, none without its audit event, and accepts retries of the others', async () => {
    const wishes: Wish[] = [];
    const names = { answered: '', sent: '' };
    const wrong: unknown[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const service = await start();
      const { url } = service;
      const work = [
        untilKilled(async () => {
          names.sent = `Name ${Math.random()}`;
          const response = await send(url, 'PUT', '/accounts/me', { name: names.sent });
          const body = (await response.json()) as { account?: { name: string } };
          // On a busy machine the request may time out.
          if (response.status === 503) return;
          if (body.account?.name !== names.sent) wrong.push(body);
          names.answered = names.sent;
        }),
        ...Array.from({ length: writers }, () =>
          untilKilled(async () => {
            const wish: Wish = { key: `wish-${wishes.length}`, email: newEmail() };
            wishes.push(wish);
            const status = await create(url, wish);
            if (![200, 503].includes(status)) wrong.push(status);
          }),
        ),
      ];
      await delay(1_500 + Math.random() * 1_500);
      await service.stop('SIGKILL');
      await Promise.all(work);
      const { rows } = await client.query<{ name: string }>(
        'SELECT name FROM accounts WHERE email NOT LIKE $1',
        ['person%'],
      );
      expect([names.answered, names.sent]).toContain(rows[0]!.name);
      names.answered = names.sent = rows[0]!.name;
    }
    expect(wrong).toEqual([]);
    expect(await unaudited()).toEqual([]);

    const answered = wishes.filter(({ id }) => id !== undefined);
    const { rows: found } = await client.query<{ id: string; email: string }>(
      'SELECT id, email FROM accounts WHERE id = ANY($1) ORDER BY id',
      [answered.map(({ id }) => id)],
    );
    const sorted = answered.map(({ id, email }) => ({ id: id!, email }));
    expect(found).toEqual(sorted.sort((a, b) => (a.id < b.id ? -1 : 1)));

    const open = wishes.filter(({ id }) => id === undefined);
    const { rows: unanswered } = await client.query(
      'SELECT id FROM accounts WHERE email = ANY($1)',
      [open.map(({ email }) => email)],
    );
    const { url } = await start();
    await Promise.all(
      open.map(async (wish) => {
        let status: number;
        while ([409, 503].includes((status = await create(url, wish)))) await delay(200);
        expect(status).toBe(200);
      }),
    );
    const { rows: all } = await client.query<{ email: string }>(
      "SELECT email FROM accounts WHERE email LIKE 'person%'",
    );
    expect(all.map(({ email }) => email).sort()).toEqual(wishes.map(({ email }) => email).sort());
    console.info(
      `SIGKILL, ${kills} times, under ${writers + 1} writers: ${answered.length} accounts were answered ` +
        `and there; of ${open.length} in flight ${unanswered.length} were there, the rest after they ` +
        'were sent again.',
    );
  });
});
