import { setTimeout as delay } from 'node:timers/promises';
import { failures, FaultLoad, said } from '../support/clients/fault-load.js';
import { tokensFor, type TestClient } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { RefreshingClient } from '../support/clients/refreshing-client.js';
import { newEmail, password, requestsTo, type TestService } from '../support/hosts/service.js';
import { RollingNodes } from '../support/processes/rolling-nodes.js';
import { program, ServiceProcess, startCli } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** The folder where run.js installed the earlier code, or `none` if it is unavailable. */
const earlier = process.env.UPGRADE_FROM;

/** A user who repeatedly signs in, opens a page and signs out. */
class SigningIn {
  /** The response statuses, or the messages of errors. */
  readonly statuses: (number | string)[] = [];
  private readonly work: Promise<void>;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly email: string,
  ) {
    this.work = this.repeat();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async repeat(): Promise<void> {
    while (!this.stopped) {
      await this.visit().catch((error: Error) => this.statuses.push(error.message));
      await delay(50);
    }
  }

  private async visit(): Promise<void> {
    const browser = new PageClient(this.url);
    this.statuses.push((await browser.signIn(this.email, password)).status);
    this.statuses.push((await browser.open('/console/account')).status);
    this.statuses.push((await browser.submit('/console/sign-out')).status);
  }
}

const describeUpgrade = earlier === 'none' ? describe.skip : describe;

describeUpgrade('A rolling upgrade from an earlier release, and back', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let nodes: RollingNodes;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    env = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
    };
    nodes = await RollingNodes.start(before);
  });
  afterAll(async () => {
    await nodes.close();
    await ServiceProcess.stopAll();
    await database.drop();
  });

  const bundle = (name: 'main' | 'cli') => `${earlier}/dist/bundle/${name}.js`;
  const before = (port: string) => ServiceProcess.start({ ...env, PORT: port }, bundle('main'));
  const after = (port: string) => ServiceProcess.start({ ...env, PORT: port }, program('main'));

  async function cli(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await startCli(
      env,
      [...args, '--json'],
      password,
      bundle('cli'),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('fails no request while old and new nodes share the new schema', async () => {
    const email = newEmail();
    await cli('account', 'create', '--name', 'Ada', '--email', email, '--language', 'en');
    const redirectUri = 'https://app.example/callback';
    const named = ['application', 'create', '--owner', email, '--name', 'Engine'];
    const created = await cli(...named, '--redirect-uri', redirectUri);
    const { id, client_secret: secret, access_token: ownToken } = created;
    const client: TestClient = { id, secret, redirectUri, ownToken };
    const browser = new PageClient(nodes.url);
    await browser.signIn(email, password);
    const service = { url: nodes.url } as TestService;
    const tokens = await tokensFor(service, { browser }, client);

    const refreshing = new RefreshingClient(service, client, tokens.refresh_token);
    const signingIn = new SigningIn(nodes.url, email);
    const load = new FaultLoad([requestsTo(nodes.url)], { token: ownToken });
    const served = () => load.answered(200, 300);
    let slowestMs = 0;
    try {
      await served();
      for (const [name, start] of [
        ['the upgrade', after],
        ['the way back', before],
      ] as const) {
        load.look();
        await nodes.replace(start, async () => {
          const answers = load.look();
          await served();
          console.info(`At the first node of ${name}: ${said(answers)}`);
          expect(failures(Object.keys(answers.statuses), answers)).toEqual([]);
          slowestMs = Math.max(slowestMs, answers.slowestMs);
        });
        await served();
        const answers = load.look();
        console.info(`Until ${name} was complete: ${said(answers)}`);
        expect(failures(Object.keys(answers.statuses), answers)).toEqual([]);
        slowestMs = Math.max(slowestMs, answers.slowestMs);
      }
    } finally {
      await load.stop();
      await refreshing.stop();
      await signingIn.stop();
      const outputs = [...nodes.outputs, ...nodes.nodes.map(({ output }) => output)];
      const warnings =
        outputs.join('\n').match(/^\{.*"level":(?:[456]|"(?:warn|error|fatal)").*$/gm) ?? [];
      if (warnings.length > 0) console.info(warnings.join('\n'));
    }
    console.info(`${refreshing.statuses.length} refreshes, ${signingIn.statuses.length} pages`);
    expect(failures(refreshing.statuses, { slowestMs })).toEqual([]);
    expect(failures(signingIn.statuses, { slowestMs }, [200, 303])).toEqual([]);
    expect((await browser.open('/console/account')).status).toBe(200);
  }, 180_000);
});
