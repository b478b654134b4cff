import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AccountsClient } from '../../src/messaging/client/index.js';
import { readSamples } from '../support/clients/metrics.js';
import { freePort, ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { Prometheus, prometheusAvailable } from '../support/servers/prometheus.js';
import { until } from '../support/until.js';

const root = new URL('.', import.meta.resolve('#package.json'));
const file = (path: string) => fileURLToPath(new URL(path, root));
const read = (path: string) => readFileSync(file(path), 'utf8');
const run = promisify(execFile);

const guide = /^## Monitoring\n([^]*?)^## /m.exec(read('docs/operation.md'))![1]!;
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, code]) => code!,
  );
const [makeToken, scrapeByHand, checkRules] = blocks('sh');

const alertRules = read('docs/monitoring/alerts.yml');
const alerts = [...alertRules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('docs/monitoring/dashboard.json')) as { panels: Panel[] };
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

/** The metrics named in a text. */
const namesIn = (text: string) =>
  [
    ...new Set([...text.matchAll(/\b(?:accounts|nodejs|process)_\w+/g)].map(([name]) => name)),
  ].sort();

describe('Monitoring', () => {
  let database: TestDatabase;
  let folder: string;
  let service: ServiceProcess;
  let token: string;
  let port: string;
  let text: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-monitoring-'));
    port = String(await freePort());
    const messagesPort = await freePort();
    token = (await run('bash', ['-c', makeToken!])).stdout.trim();
    service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      MANAGEMENT_PORT: port,
      METRICS_TOKEN: token,
      MESSAGES_URL: `tcp://127.0.0.1:${messagesPort}`,
      // Nothing responds there, which the metric of Redis reports.
      REDIS_URL: 'redis://127.0.0.1:9',
    });
    const [, bearer] = /Bearer (\w+)/.exec(service.output)!;
    const headers = { authorization: `Bearer ${bearer}` };
    await fetch(`${service.url}/api/accounts/me`, { headers });
    const options = { host: '127.0.0.1', port: messagesPort };
    const proxy = ClientProxyFactory.create({ transport: Transport.TCP, options });
    await new AccountsClient(proxy).get({ accessToken: bearer! });
    await proxy.close();
    ({ stdout: text } = await run('bash', ['-c', scrapeByHand!.replace('9464', port)], {
      env: { PATH: process.env.PATH, METRICS_TOKEN: token },
    }));
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('exports exactly the metrics listed in docs/operation.md', () => {
    const samples = [...readSamples(text).keys()];
    const getLabels = (name: string) => {
      const sample = samples.find((each) => new RegExp(`^${name}(_count)?(\\{|$)`).test(each))!;
      return [...sample.matchAll(/(\w+)="/g)].map(([, label]) => `\`${label}\``).join(', ');
    };
    const rows = [...text.matchAll(/^# HELP (accounts_\w+) (.*)\n# TYPE \w+ (\w+)$/gm)].map(
      ([, name, help, type]) => `| \`${name}\` | ${type} | ${getLabels(name!)} | ${help} |`,
    );
    const told = guide.split('\n').filter((line) => line.startsWith('| `accounts_'));
    expect(told.sort()).toEqual(rows.sort());
  });

  it('exports every metric that the alerts and the dashboard use', () => {
    const there = new Set([...readSamples(text).keys()].map((sample) => sample.split('{')[0]!));
    const expressions = [
      ...queries.map(([, expr]) => expr),
      ...[...alertRules.matchAll(/expr: (?:\|\n([^]*?)\n +for|(.*))/g)].map(([all]) => all),
    ];
    const named = namesIn(expressions.join('\n'));
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  it('shows every exported metric on the dashboard', () => {
    const shown = namesIn(queries.map(([, expr]) => expr).join('\n')).join(' ');
    const names = [...text.matchAll(/^# TYPE (accounts_\w+) /gm)].map(([, name]) => name!);
    expect(names.filter((name) => !new RegExp(`\\b${name}(_bucket)?\\b`).test(shown))).toEqual([]);
  });

  it('has a row in docs/operation.md for each alert', () => {
    const told = [...guide.matchAll(/^\| `(Accounts\w+)` /gm)].map(([, name]) => name);
    expect(told).toEqual(alerts);
  });

  (prometheusAvailable() ? describe : describe.skip)('with Prometheus', () => {
    let prometheus: Prometheus;
    beforeAll(async () => {
      const [configuration] = blocks('yaml');
      const here = configuration!.replace('9464', port).replace('15s', '1s');
      const often = 'global:\n  evaluation_interval: 1s\n';
      await writeFile(join(folder, 'prometheus.yml'), often + here);
      await writeFile(join(folder, 'accounts.token'), token);
      for (const name of ['docs/monitoring/alerts.yml', 'test/management/alerts.test.yml']) {
        await copyFile(file(name), join(folder, name.split('/').at(-1)!));
      }
      prometheus = await Prometheus.start(folder);
      // Rates require at least two scrapes.
      await until(async () => {
        const [scrapes] = await prometheus.query('count_over_time(up[1m])');
        return scrapes !== undefined && scrapes.value >= 3;
      });
    });
    afterAll(() => prometheus.stop());

    it('is scraped only with the token', async () => {
      expect(await prometheus.query('up{job="accounts"}')).toMatchObject([{ value: 1 }]);
      await writeFile(join(folder, 'accounts.token'), 'another');
      await until(async () => (await prometheus.query('up{job="accounts"}'))[0]!.value === 0);
      await writeFile(join(folder, 'accounts.token'), token);
      await until(async () => (await prometheus.query('up{job="accounts"}'))[0]!.value === 1);
    });

    it.each(namesIn(`${alertRules} ${queries.join(' ')}`))('has samples of %s', async (name) => {
      expect((await prometheus.query(`last_over_time(${name}[5m])`)).length).toBeGreaterThan(0);
    });

    it.each(queries)('responds to the query of "%s": %s', async (_, expr) => {
      const asked = expr
        .replaceAll('$__rate_interval', '1m')
        .replaceAll('$job', 'accounts')
        .replaceAll('$instance', '.*');
      const samples = await prometheus.query(asked);
      // Such a query is empty, because nothing was refused.
      if (!asked.endsWith(' > 0')) expect(samples.length).toBeGreaterThan(0);
    });

    it('evaluates every alert', async () => {
      await until(async () =>
        (await prometheus.rules()).every(({ health }) => health !== 'unknown'),
      );
      const rules = await prometheus.rules();
      expect(rules.map(({ name }) => name)).toEqual(alerts);
      expect(rules.map(({ health }) => health)).toEqual(alerts.map(() => 'ok'));
    });

    it('has rules that promtool accepts', async () => {
      const { stdout } = await run('bash', ['-c', checkRules!], { cwd: fileURLToPath(root) });
      expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
    });

    it('has alerts that fire only when they should', async () => {
      const tested = read('test/management/alerts.test.yml');
      expect(alerts.filter((name) => !tested.includes(`alertname: ${name}\n`))).toEqual([]);
      const { stdout } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], {
        cwd: folder,
      });
      expect(stdout).toContain('SUCCESS');
    });
  });
});
