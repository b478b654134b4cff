import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byHost } from '../../src/request/requester.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { ImportResult } from '../../src/accounts/imports/import-result.js';
import { foreignVectors } from '../support/foreign-hashes.js';
import { newEmail, startService, type TestService } from '../support/hosts/service.js';
import { program, runAuditedCli, runCli } from '../support/processes/service-process.js';
import { until } from '../support/until.js';

const byOwner = { ...byHost, source: '192.0.2.1' };

describe('The commands that import and export accounts', () => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-import-'));
    env = {
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'a secret of thirty-two characters or more',
    };
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const row = (members: object = {}) =>
    JSON.stringify({ email: newEmail(), name: 'Ada', language_code: 'en', ...members });
  const cli = (args: string[], input?: string) => runCli(env, ['account', ...args], input);

  /** Sends these lines to an import, and kills it once that many accounts exist. */
  async function importAndKill(lines: readonly string[], accounts: number): Promise<void> {
    const child = spawn(process.execPath, [program('cli'), 'account', 'import'], { env });
    child.stdin.on('error', () => undefined);
    // The input stays open, so that the import does not end before it is killed.
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    await until(async () => (await service.prisma.account.count()) >= accounts);
    child.kill('SIGKILL');
    const [, signal] = (await once(child, 'close')) as [unknown, string];
    expect(signal).toBe('SIGKILL');
  }

  it('import 2,000 mixed lines despite two kills, without losing or repeating a line', async () => {
    const before = await service.prisma.account.count();
    const broken = (i: number) =>
      [`{"email": "no", "external_id": ${i}}`, '{"email": ', '', '[]', '{}'][(i / 100) % 5]!;
    const lines = Array.from({ length: 2_000 }, (_, i) => {
      if (i % 100 === 0) return broken(i);
      const { hash } = foreignVectors[i % foreignVectors.length]!;
      return row({
        external_id: i,
        ...(i % 7 > 0 && { password_hash: hash }),
        ...(i % 2 > 0 && { email_verified_at: '2020-01-01' }),
      });
    });
    await importAndKill(lines.slice(0, 700), before + 200);
    await importAndKill(lines.slice(0, 1_400), before + 1_000);
    const interrupted = (await service.prisma.account.count()) - before;
    expect(interrupted).toBeLessThan(1_400);

    const [file, results] = [join(folder, 'users.ndjson'), join(folder, 'ids.ndjson')];
    await writeFile(file, lines.join('\n'));
    const { code, stdout } = await cli(['import', file, '--results', results]);
    expect(code).toBe(1);
    expect(stdout).toContain('line 1: email: This value is not a valid email address.');
    expect(stdout).toContain('line 101: This line is not a JSON object in UTF-8.\n');
    expect(stdout).toContain(
      `created: ${1_980 - interrupted}\nexisting: ${interrupted}\nrejected: 20\n`,
    );
    const written = (await readFile(results, 'utf8')).trimEnd().split('\n');
    const read = written.map((line) => JSON.parse(line) as ImportResult);
    expect(read.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
    const rejected = read.filter(({ status }) => status === 'rejected');
    expect(rejected.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, i) => 100 * i + 1),
    );
    const accepted = read.filter(({ status }) => status !== 'rejected');
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(1_980);
    expect((await service.prisma.account.count()) - before).toBe(1_980);
    for (const { id, external_id } of accepted) {
      const { email } = JSON.parse(lines[Number(external_id)]!) as { email: string };
      const account = await service.prisma.account.findUniqueOrThrow({ where: { id: id! } });
      expect([external_id, account.email]).toEqual([external_id, email]);
    }
  });

  it('import hashes of every format, which the first sign-in replaces', async () => {
    const accounts = service.app.get(AccountsService, { strict: false });
    const people = foreignVectors.map((vector) => ({ ...vector, email: newEmail() }));
    const input = people.map(({ email, hash }) => row({ email, password_hash: hash })).join('\n');
    const { code, stdout } = await cli(['import', '--json'], input);
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      ...{ code: 0, created: people.length, existing: 0, rejected: 0, rejections: [] },
    });
    for (const { email, password } of people) {
      const signedIn = await accounts.authenticate(email, password, byOwner);
      expect(signedIn.status).toBe('authenticated');
      const stored = await service.prisma.account.findFirstOrThrow({ where: { email } });
      expect(stored.passwordHash).toMatch(/^\$argon2id\$/);
    }
  });

  it('print rejected lines without control characters, which a terminal would obey', async () => {
    const { code, stdout } = await cli(['import'], row({ '\u001b]0;title\u0007\n': 1 }));
    expect(code).toBe(1);
    expect(stdout).toContain('line 1: \\u001b]0;title\\u0007\\n: ');
    expect(stdout).not.toContain('\u001b');
  });

  it('check a file without changes, and report long lines and bytes that are not UTF-8', async () => {
    const before = await service.prisma.account.count();
    const file = join(folder, 'broken.ndjson');
    const long = row({ name: 'x'.repeat(100_000) });
    await writeFile(
      file,
      Buffer.concat([
        Buffer.from(`\ufeff${row()}\r\n${long}\n`),
        Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
        Buffer.from(`${row()}\n`),
      ]),
    );
    const { code, stdout } = await cli(['import', file, '--dry-run', '--json']);
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      ...{ code: 1, created: 2, existing: 0, rejected: 2 },
      rejections: [
        'line 2: This line has more than 100000 bytes.',
        'line 3: This line is not a JSON object in UTF-8.',
      ],
    });
    expect(await service.prisma.account.count()).toBe(before);
  });

  it('report a missing file and a results file that cannot be written', async () => {
    for (const args of [[join(folder, 'missing')], ['--results', join(folder, 'no', 'ids')]]) {
      const { code, stdout, stderr } = await cli(['import', ...args], row());
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^ENOENT: no such file or directory/);
    }
  });

  it('export all accounts for an import into another service', async () => {
    const exported = await runAuditedCli(env, [
      'account',
      'export',
      '--all',
      '--with-password-hashes',
    ]);
    expect(exported.code).toBe(0);
    expect(exported.audited).toEqual([
      expect.objectContaining({ event: 'account.export', members: ['password_hash'] }),
    ]);
    const lines = exported.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(await service.prisma.account.count());
    const other = await startService();
    const { code, stdout } = await runCli(
      { ...env, DATABASE_URL: other.databaseUrl },
      ['account', 'import', '--json'],
      exported.stdout,
    );
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, created: lines.length });
    await other.close();

    const plain = await cli(['export', '--all']);
    expect(plain.stdout).not.toContain('password_hash');
    expect(plain.stdout.trimEnd().split('\n')).toHaveLength(lines.length);
  });

  it.each([
    [[], 'Name an account with --account, or add --all.'],
    [['--all', '--account', 'a'], 'Name an account with --account, or add --all.'],
    [['--account', 'a', '--with-password-hashes'], '--with-password-hashes requires --all.'],
  ])('reject an export of %j', async (args, sentence) => {
    const { code, stdout, stderr } = await cli(['export', ...args]);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });
});
