import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PageClient } from '../support/clients/page-client.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import {
  freePort,
  program,
  ServiceProcess,
  withoutAudited,
} from '../support/processes/service-process.js';

const guide = readFileSync(
  new URL('./docs/oauth.md', import.meta.resolve('#package.json')),
  'utf8',
);

/** The code blocks of the guide in one language, in order. */
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, code]) => code!,
  );

describe('docs/oauth.md', () => {
  let database: { url: string; drop(): Promise<void> };
  let folder: string;
  let service: ServiceProcess;
  let port: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-guide-'));
    service = await ServiceProcess.start({ DATABASE_URL: database.url, DATA_DIR: folder });
    port = await freePort();
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const at = () => new URL(service.url).port;
  /** Replaces the ports and programs in commands with those of this test. */
  const here = (code: string) =>
    code
      .replaceAll('8765', String(port))
      .replaceAll('npm run --silent cli --', `'${process.execPath}' '${program('cli')}'`);
  const bash = async (code: string) => {
    const env = {
      PATH: process.env.PATH,
      PORT: at(),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    };
    const options = { cwd: folder, env, timeout: 60_000 };
    const script = here(code).replaceAll(/ +# (\d{3})$/gm, ` -w '\\n::%{http_code}\\n'`);
    return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], options);
  };

  it('contains commands and code that work when they are pasted', async () => {
    const [create, start, use] = blocks('sh') as [string, string, string];
    await bash(create);
    await writeFile(join(folder, 'guestbook.mjs'), here(blocks('js')[0]!));
    const application = spawn('bash', ['-c', `exec ${start}`], {
      cwd: folder,
      env: { ...process.env, PORT: at() },
    });
    try {
      await once(application.stderr, 'data');
      const { headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
      const authorize = headers.get('location')!.replace(service.url, '');

      const [, email, password] = /^Demo +(\S+), password (\S+)$/m.exec(service.output)!;
      const page = new PageClient(service.url);
      await page.signIn(email!, password!, authorize);
      await page.open(authorize);
      const { location } = await page.submit('/oauth/authorize', { decision: 'allow' });
      expect(await (await fetch(location!)).text()).toBe('Hello Demo!');

      const { stdout, stderr } = await bash(use);
      const said = [...use.matchAll(/# (\d{3})$/gm)].map(([, status]) => status);
      const answered = [...stdout.matchAll(/^::(\d{3})$/gm)].map(([, status]) => status);
      expect({ answered, stderr: withoutAudited(stderr).stderr }).toEqual({
        answered: said,
        stderr: '',
      });
      expect(stdout).toContain('Changed by Guestbook');
    } finally {
      application.kill();
    }
  });
});
