import { Logger, type LoggerService } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { newAccessToken } from '../../src/principals/access-token.js';
import { migrate } from '../../src/database/migrations.js';
import { openDatabase } from '../../src/service/start/database.js';
import { readSettings } from '../../src/service/settings/settings.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';
import { administer, createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { until } from '../support/until.js';

/** Statements that make the database unusable, and usable again. `DB` and `ROLE` stand for its name and role. */
interface Refusal {
  readonly begin: readonly string[];
  readonly end: readonly string[];
  /** The error message at startup. */
  readonly sentence: RegExp;
}

const refusals: Record<string, Refusal> = {
  'a changed password (28P01)': {
    begin: [`ALTER ROLE ROLE PASSWORD 'another'`],
    end: [`ALTER ROLE ROLE PASSWORD 'known'`],
    sentence: /refuses this user or password/,
  },
  'a role without LOGIN (28000)': {
    begin: ['ALTER ROLE ROLE NOLOGIN'],
    end: ['ALTER ROLE ROLE LOGIN'],
    sentence: /whether the role has LOGIN/,
  },
  'an expired role (28P01)': {
    begin: [`ALTER ROLE ROLE VALID UNTIL '2000-01-01'`],
    end: [`ALTER ROLE ROLE VALID UNTIL 'infinity'`],
    sentence: /refuses this user or password/,
  },
  'a renamed database (3D000)': {
    begin: [
      'ALTER ROLE ROLE NOLOGIN',
      'END',
      'ALTER DATABASE DB RENAME TO DB_2',
      'ALTER ROLE ROLE LOGIN',
    ],
    end: ['ALTER DATABASE DB_2 RENAME TO DB'],
    sentence: /does not exist/,
  },
  'a database that allows no connections (55000)': {
    begin: ['ALTER DATABASE DB ALLOW_CONNECTIONS false'],
    end: ['ALTER DATABASE DB ALLOW_CONNECTIONS true'],
    sentence: /ALLOW_CONNECTIONS/,
  },
  'no connection left for the role (53300)': {
    begin: ['ALTER ROLE ROLE CONNECTION LIMIT 0'],
    end: ['ALTER ROLE ROLE CONNECTION LIMIT -1'],
    sentence: /no connections left/,
  },
  'no privilege to connect (42501)': {
    begin: ['REVOKE CONNECT ON DATABASE DB FROM PUBLIC'],
    end: ['GRANT CONNECT ON DATABASE DB TO PUBLIC'],
    sentence: /does not let this user create what is needed|cannot be reached/,
  },
};

describe('A database that refuses the service', () => {
  let database: TestDatabase;
  let service: TestService;
  let person: Person;
  let names: (sql: string) => string;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const db = new URL(database.url).pathname.slice(1);
    const role = `role_${db}`;
    names = (sql) => sql.replaceAll('DB', db).replaceAll('ROLE ROLE', `ROLE ${role}`);
    await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'known'`);
    await administer(`GRANT pg_read_all_data, pg_write_all_data TO ${role}`);
    url = Object.assign(new URL(database.url), { username: role, password: 'known' }).href;
    service = await startService({}, url);
    person = await newPerson(service);
  });
  afterAll(async () => {
    await service.close();
    const role = new URL(url).username;
    await database.drop();
    await administer(`DROP ROLE ${role}`);
  });

  async function run(statements: readonly string[]): Promise<void> {
    for (const sql of statements) await (sql === 'END' ? endSessions() : administer(names(sql)));
  }

  /** Ends the sessions of the role, which would otherwise continue. */
  async function endSessions(): Promise<void> {
    const { username } = new URL(url);
    const of = `FROM pg_stat_activity WHERE usename = '${username}'`;
    await administer(`SELECT pg_terminate_backend(pid, 5000) ${of}`);
  }

  /** The response statuses of every kind of request. */
  async function statuses(): Promise<Record<string, number>> {
    const { browser } = person;
    const client = { client_id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ', client_secret: newAccessToken() };
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'a',
      ...client,
    });
    const { csrfToken: csrf_token } = browser;
    const answers = {
      read: service.as({ token: newAccessToken() }, 'get', '/accounts/me'),
      create: service.create(person),
      update: service.update(person, { name: `Ada ${newEmail()}` }),
      change: service.update(person, { old_password: password, new_password: password }),
      token: fetch(`${service.url}/oauth/token`, { method: 'POST', body: form }),
      page: browser.open('/console/account'),
      form: browser.post('/console/account', { csrf_token, name: 'Lost' }),
      signIn: new PageClient(service.url).signIn(person.account.email, password),
      ready: fetch(`${service.url}/health/ready`),
    };
    const settled = Object.entries(answers).map(async ([name, answer]) => {
      const { status, headers } = await answer;
      if (status === 503 && name !== 'ready') {
        const after =
          headers instanceof Headers ? headers.get('retry-after') : headers['retry-after'];
        expect(Number(after)).toBeGreaterThanOrEqual(1);
      }
      return [name, status] as const;
    });
    return Object.fromEntries(await Promise.all(settled));
  }

  const isServed = async () => Object.values(await statuses()).every((status) => status < 500);

  it.each(Object.entries(refusals))(
    'causes 503 for every request, and a startup error that names the cause: %s',
    async (_, { begin, end, sentence }) => {
      await until(isServed);
      try {
        await run([...begin, 'END']);
        for (let i = 0; i < 2; i++) {
          const found = await statuses();
          expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 503])));
        }
        const opened = openDatabase({
          ...readSettings({ SECRET_KEY: 'a secret of thirty-two characters or more' }),
          databaseUrl: url,
        });
        await expect(opened).rejects.toThrow(sentence);
      } finally {
        await run(end);
      }
      await until(isServed);
    },
  );

  it('causes no 5xx other than 503 when it ends idle sessions (57P05)', async () => {
    const { username } = new URL(url);
    await administer(`ALTER ROLE ${username} SET idle_session_timeout = '3ms'`);
    await endSessions();
    try {
      const found = new Set<number>();
      for (let i = 0; i < 20; i++) {
        for (const status of Object.values(await statuses())) found.add(status);
        await delay(i % 7);
      }
      found.delete(503);
      for (const status of found) expect(status).toBeLessThan(500);
    } finally {
      await administer(`ALTER ROLE ${username} RESET ALL`);
      await endSessions();
    }
    await until(isServed);
  });
});

describe('The workers of a service whose database refuses connections', () => {
  it('do not log the refusal at every poll', async () => {
    const database = await createTestDatabase();
    const db = new URL(database.url).pathname.slice(1);
    const { webhooks } = readSettings({
      SECRET_KEY: 'a secret of thirty-two characters or more',
      WEBHOOK_URLS: 'http://127.0.0.1:9/hook',
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'a').toString('base64')}`,
    });
    await migrate({ url: database.url });
    const service = await startService({ webhooks }, database.url);
    const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;
    const lines: string[] = [];
    const write = (...parts: unknown[]) => void lines.push(parts.join(' '));
    Logger.overrideLogger({ log: write, warn: write, error: write });
    try {
      await administer(`ALTER DATABASE ${db} ALLOW_CONNECTIONS false`);
      await administer(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${db}'`,
      );
      await until(() => lines.some((line) => line.includes('wait.')));
      // The worker polls every second.
      await delay(3_500);
      expect(lines.filter((line) => line.includes('wait.')).length).toBeLessThanOrEqual(2);
      expect(lines.filter((line) => line.includes('ALLOW_CONNECTIONS'))).toHaveLength(1);
    } finally {
      Logger.overrideLogger(logger);
      await administer(`ALTER DATABASE ${db} ALLOW_CONNECTIONS true`);
      await service.close();
      await database.drop();
    }
  });
});
