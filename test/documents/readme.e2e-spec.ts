import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { example } from '../../src/http/api-answers.decorator.js';
import { errorCodes, type ErrorCode } from '../../src/http/errors/error-codes.js';
import { resolvePolicies } from '../../src/limits/rate-limit.policies.js';
import { createTestDatabase } from '../support/postgres.js';
import { program, ServiceProcess } from '../support/service-process.js';

const root = new URL('.', import.meta.resolve('#package.json'));
const readme = readFileSync(new URL('README.md', root), 'utf8');

describe('README.md', () => {
  it('has a row for every error, with its status and its sentence', () => {
    for (const [code, { status, error = code, oauth }] of Object.entries(errorCodes)) {
      const answer = example(code as ErrorCode) as any;
      const sentence = answer.error_description ?? answer.form.errors[0];
      const shape = status === 400 && !oauth ? 'form' : `\`${error}\``;
      expect(readme).toContain(`| \`${code}\` | ${status} | ${shape} | ${sentence} |`);
    }
  });

  it('says every limit as it is by default', () => {
    const [table] = /^\| Counted by [^]*?\n\n/m.exec(readme)!;
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

  it('has a row for every setting', () => {
    const example = readFileSync(new URL('.env.example', root), 'utf8');
    for (const [, name] of example.matchAll(/^([A-Z_0-9]+)=/gm)) {
      expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'));
    }
  });

  describe('has a tour', () => {
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

    it('that answers as it says when it is pasted', async () => {
      const tour = /<!-- tour -->([^]*)<!-- \/tour -->/.exec(readme)![1]!;
      const commands = [...tour.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
      const script = commands
        .replaceAll('npm run --silent cli --', `'${process.execPath}' '${program('cli')}'`)
        // The status of each call that names one, on a line of its own.
        .replaceAll(/ +# (\d{3})$/gm, ` -w '\\n::%{http_code}\\n'`);
      const said = [...commands.matchAll(/# (\d{3})$/gm)].map(([, status]) => status);
      expect(said.length).toBeGreaterThan(8);

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
      const answered = [...stdout.matchAll(/^::(\d{3})$/gm)].map(([, status]) => status);
      expect({ answered, stderr }).toEqual({ answered: said, stderr: '' });
      expect(stdout).toContain('Cette valeur est obligatoire.');
      expect(stdout).toMatch(/content-version: 1\.13/i);
    });
  });
});
