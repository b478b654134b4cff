import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exampleErrorBody } from '../../src/errors/error-body.js';
import { errorCodes } from '../../src/errors/error-registry.js';
import { resolvePolicies } from '../../src/limits/rate-limit.policies.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { program, ServiceProcess, withoutAudited } from '../support/processes/service-process.js';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe('docs/errors.md', () => {
  it('matches the registry and the catalogue (npm run docs writes it)', async () => {
    const script = new URL('scripts/errors-document.js', root).href;
    const { errorsDocument } = (await import(script)) as {
      errorsDocument(codes: typeof errorCodes, body: typeof exampleErrorBody): string;
    };
    expect(read('docs/errors.md')).toBe(errorsDocument(errorCodes, exampleErrorBody));
  });
});

describe('docs/limits.md', () => {
  it('lists every limit with its default', () => {
    const [table] = /^\| Counted by [^]*?\n\n/m.exec(read('docs/limits.md'))!;
    const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
    const told = [...table.matchAll(/`([a-z.-]+)` (\d+)(?:\/1([mhd]))?/g)].map(
      ([, name, limit, unit = 'm']) => [
        name,
        { limit: Number(limit), windowMs: units[unit as keyof typeof units] },
      ],
    );
    const policies = [...resolvePolicies({})].map(([name, { limit, windowMs }]) => [
      name,
      { limit, windowMs },
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(policies));
  });
});

describe('docs/settings.md', () => {
  it('has a row for every setting', () => {
    for (const [, name] of read('.env.example').matchAll(/^([A-Z_0-9]+)=/gm)) {
      expect(read('docs/settings.md')).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'));
    }
  });
});

describe('The tour', () => {
  let database: { url: string; drop(): Promise<void> };
  let folder: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-tour-'));
    service = await ServiceProcess.start({ DATABASE_URL: database.url, DATA_DIR: folder });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('of docs/http-api.md works as documented when pasted, and shows each response in one line', async () => {
    const tour = /<!-- tour -->([^]*)<!-- \/tour -->/.exec(read('docs/http-api.md'))![1]!;
    const commands = [...tour.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
    const script = commands.replaceAll(
      'npm run --silent cli --',
      `'${process.execPath}' '${program('cli')}'`,
    );
    const said = [...commands.matchAll(/# (\d{3})$/gm)].map(([, status]) => status);
    expect(said.length).toBeGreaterThan(2);

    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      {
        env: {
          PATH: process.env.PATH,
          PORT: new URL(service.url).port,
          DATABASE_URL: database.url,
          DATA_DIR: folder,
        },
        timeout: 60_000,
      },
    );
    const lines = stdout.trimEnd().split('\n');
    const answered = lines.flatMap((line) => /^(?:{.*})? (\d{3})$/.exec(line)?.[1] ?? []);
    const headers = lines.filter((line) => /^[a-z-]+: /i.test(line));
    expect(answered.length + headers.length).toBe(lines.length);
    expect({ answered, stderr: withoutAudited(stderr).stderr }).toEqual({
      answered: said,
      stderr: '',
    });
    expect(stdout).toMatch(/Cette valeur est obligatoire\./);
    expect(headers).toContainEqual(expect.stringMatching(/^content-version: 1\.13/i));
    expect(headers).toContainEqual(expect.stringMatching(/^ratelimit: /i));
  });
});
