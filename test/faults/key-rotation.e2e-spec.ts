import { Client } from 'pg';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { failures, FaultLoad, said } from '../support/clients/fault-load.js';
import { refresh, tokensFor, type TestClient } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { readCodes } from '../support/clients/page-reader.js';
import { RefreshingClient } from '../support/clients/refreshing-client.js';
import { newEmail, password, requestsTo, type TestService } from '../support/hosts/service.js';
import { RollingNodes } from '../support/processes/rolling-nodes.js';
import { runCli } from '../support/processes/command-line.js';
import { freePort, ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const oldKey = 'the old key of thirty-two characters or more';
const newKey = 'the new key of thirty-two characters or more';

describe('A new secret key, in a service of two nodes under load', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let nodes: RollingNodes;
  beforeAll(async () => {
    database = await createTestDatabase();
    env = {
      DATABASE_URL: database.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
      // Nothing listens there, so mails wait.
      MAIL_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'Accounts <accounts@accounts.example>',
    };
    nodes = await RollingNodes.start(startWith(oldKey));
  });
  afterAll(async () => {
    await nodes.close();
    await ServiceProcess.stopAll();
    await database.drop();
  });

  const startWith =
    (...keys: string[]) =>
    (port: string) =>
      ServiceProcess.start({ ...env, PORT: port, SECRET_KEY: keys.join(',') });

  async function cli(keys: string[], ...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await runCli(
      { ...env, SECRET_KEY: keys.join(',') },
      [...args, '--json'],
      password,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('replaces the old key without a failed request, and opens every sealed value', async () => {
    const email = newEmail();
    const account = ['--name', 'Ada', '--email', email, '--language', 'en'];
    await cli([oldKey], 'account', 'create', ...account);
    const redirectUri = 'https://app.example/callback';
    const newApplication = ['application', 'create', '--owner', email, '--name', 'Engine'];
    const application = await cli([oldKey], ...newApplication, '--redirect-uri', redirectUri);
    const service = { url: nodes.url } as TestService;
    const browser = new PageClient(nodes.url);
    await browser.signIn(email, password);
    const client: TestClient = {
      id: application.id,
      secret: application.client_secret,
      redirectUri,
      ownToken: application.access_token,
    };
    const { refresh_token: token } = await tokensFor(service, { browser }, client);
    // Another device, which does not refresh during the rotation.
    const idle = await tokensFor(service, { browser }, client);
    await refresh(service, client, idle.refresh_token);
    const secret = await addAuthenticatorApp(browser);
    await signUp(nodes.url);
    await parkOne();
    // The key that signs ID tokens is created with the first need.
    expect((await fetch(`${nodes.url}/oauth/jwks`)).status).toBe(200);
    const refreshing = new RefreshingClient(service, client, token);
    const load = new FaultLoad([requestsTo(nodes.url)], { token: application.access_token });

    try {
      await nodes.replace(startWith(oldKey, newKey));
      await nodes.replace(startWith(newKey, oldKey));
      const resealed = await cli([newKey, oldKey], 'key', 'reseal');
      expect(resealed.older_keys_needed).toBe(false);
      for (const [table, counts] of Object.entries<any>(resealed.tables)) {
        expect({ table, ...counts }).toMatchObject({
          opened_by: [expect.any(Number), 0],
          unreadable: 0,
        });
        expect({ table, isResealed: counts.resealed > 0 }).toEqual({ table, isResealed: true });
      }
      await nodes.replace(startWith(newKey));
      await load.answered(200, 100);
    } finally {
      await load.stop();
      await refreshing.stop();
    }
    const answers = load.look();
    console.info(`During the rotation: ${said(answers)}; ${refreshing.statuses.length} refreshes`);
    expect(failures(Object.keys(answers.statuses), answers)).toEqual([]);
    expect(failures(refreshing.statuses, answers)).toEqual([]);
    const again = await cli([newKey], 'key', 'reseal');
    for (const counts of Object.values<any>(again.tables)) {
      expect(counts).toEqual({ resealed: 0, opened_by: [expect.any(Number)], unreadable: 0 });
    }
    const page = `/console/applications/${application.id}`;
    await browser.open(page);
    const revealed = await browser.submit(`${page}/token/reveal`);
    expect(revealed.html).toContain(application.access_token);
    const another = new PageClient(nodes.url);
    await another.open((await another.signIn(email, password)).location!);
    const { location } = await another.submit('/console/second-step', {
      code: createAppCode(secret, 1),
    });
    expect(location).toBe('/console/account');
  }, 120_000);

  /** Returns the secret of the app. */
  async function addAuthenticatorApp(browser: PageClient): Promise<string> {
    const page = '/console/security/authenticator';
    const [secret = ''] = readCodes((await browser.open(page)).html);
    expect((await browser.submit(page, { code: createAppCode(secret) })).status).toBe(200);
    return secret;
  }

  /** Leaves a waiting mail, and the sealed token of its link. */
  async function signUp(url: string): Promise<void> {
    const visitor = new PageClient(url);
    await visitor.open('/console/sign-up');
    await visitor.submit('/console/sign-up', {
      name: 'Grace',
      email: newEmail(),
      password,
      language_code: 'en',
    });
    await until(async () => (await query('SELECT FROM email_tokens')) > 0);
  }

  /** Parks one event, as if it had failed for three days. */
  function parkOne(): Promise<number> {
    return query(`INSERT INTO parked_events
      SELECT sequence + 1000000, subscription, event_id, type, account_id, revision, data, occurred_at, now(), 3, 'x'
      FROM event_deliveries WHERE data ? 'sealed' LIMIT 1`);
  }

  async function query(sql: string): Promise<number> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(sql).finally(() => client.end());
    return rowCount!;
  }
});
