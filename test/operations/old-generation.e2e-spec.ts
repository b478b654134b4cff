import { Agent, get } from 'node:http';
import { runCli } from '../support/processes/command-line.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const connections = 4;
const requests = 6_000;
/** A request and its response occupy more than 5,000 bytes. Compiled code and caches take a few hundred. */
const allowedBytes = 1_000;

/** Reports each collection of the young generation, with the heap's megabytes after it. */
const tracing = "import { setFlagsFromString } from 'node:v8'; setFlagsFromString('--trace-gc');";
const scavenge = /Scavenge [\d.]+ \([\d.]+\) -> ([\d.]+)/g;

let database: TestDatabase;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const owner = 'ada@example.com';
  const account = ['account', 'create', '--name', 'Ada', '--email', owner, '--language', 'en'];
  await runCli(env, account, 'Sesame42\n');
  const application = ['application', 'create', '--owner', owner, '--name', 'Engine', '--json'];
  token = JSON.parse((await runCli(env, application)).stdout).access_token;
});

afterAll(async () => {
  await ServiceProcess.stopAll();
  await database.drop();
});

function read(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    get(`${url}/api/accounts/me`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(String(response.statusCode)));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

describe.each(['express', 'fastify'])('On %s', (adapter) => {
  it('leaves no served request for a collection of the old generation', async () => {
    const service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      HTTP_ADAPTER: adapter,
      RATE_LIMITS: 'accounts.read=1000000/1m',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tracing)}`,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    service.output = '';
    let left = requests;
    const readAll = async () => {
      while (left-- > 0) await read(service.url, agent);
    };
    await Promise.all(Array.from({ length: connections }, readAll));
    agent.destroy();
    await service.stop();
    const sizes = [...service.output.matchAll(scavenge)].map(([, megabytes]) => Number(megabytes));
    const kept = sizes.map((size, i) => Math.max(0, size - (sizes[i - 1] ?? size)));
    expect(sizes.length).toBeGreaterThan(20);
    expect((kept.reduce((sum, each) => sum + each) * 1e6) / requests).toBeLessThan(allowedBytes);
  });
});
