import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ImportResult } from '../../src/accounts/imports/import-result.js';
import { PageClient } from '../support/clients/page-client.js';
import { foreignVectors } from '../support/foreign-hashes.js';
import { newEmail, startService, type TestService } from '../support/hosts/service.js';
import { runAuditedCli, runCli } from '../support/processes/command-line.js';
import { program } from '../support/processes/service-process.js';

/** For an import as large as that of a real migration: IMPORT_ROWS=200000 npx jest import-command */
const rowCount = Number(process.env.IMPORT_ROWS ?? 2_000);
const signInsPerFormat = rowCount / 1_000;

interface Sent {
  readonly email: string;
  readonly password_hash?: string;
}

describe('The commands that import and export accounts', () => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await startService({ rateLimits: 'off' });
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

  /** Returns the accounts by id. Reads in pages, because one statement for a large import would exceed its time limit. */
  async function readStored() {
    const [select, take] = [{ id: true, email: true, passwordHash: true } as const, 10_000];
    const read = (after: string) =>
      service.prisma.account.findMany({
        ...{ select, take, where: { id: { gt: after } }, orderBy: { id: 'asc' } },
      });
    const pages = [await read('')];
    while (pages.at(-1)!.length === take) pages.push(await read(pages.at(-1)!.at(-1)!.id));
    return new Map(pages.flat().map((account) => [account.id, account]));
  }

  /** Repeats a sign-in whose deadline has passed, because other programs can occupy the machine. */
  async function signIn(email: string, password: string): Promise<number> {
    const { status } = await new PageClient(service.url).signIn(email, password);
    return status === 503 ? signIn(email, password) : status;
  }

  /** Sends these lines to an import, and kills it once that many accounts exist. */
  async function importAndKill(lines: readonly string[], accounts: number): Promise<void> {
    const child = spawn(process.execPath, [program('cli'), 'account', 'import'], { env });
    child.stdin.on('error', () => undefined);
    // The input stays open, so that the import does not end before it is killed.
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    const closed = once(child, 'close');
    // A large import takes as long as the machine needs.
    while (child.exitCode === null && (await service.prisma.account.count()) < accounts) {
      await setTimeout(50);
    }
    child.kill('SIGKILL');
    const [, signal] = (await closed) as [unknown, string];
    expect(signal).toBe('SIGKILL');
  }

  it(`import ${rowCount} mixed lines despite two kills, and let owners of every format sign in`, async () => {
    const before = await service.prisma.account.count();
    const broken = (i: number) =>
      [`{"email": "no", "external_id": ${i}}`, '{"email": ', '', '[]', '{}'][(i / 100) % 5]!;
    const lines = Array.from({ length: rowCount }, (_, i) => {
      if (i % 100 === 0) return broken(i);
      const { hash } = foreignVectors[i % foreignVectors.length]!;
      return row({
        external_id: i,
        ...(i % 7 > 0 && { password_hash: hash }),
        ...(i % 2 > 0 && { email_verified_at: '2020-01-01' }),
      });
    });
    const [brokenCount, validCount] = [rowCount / 100, rowCount - rowCount / 100];
    await importAndKill(lines.slice(0, 0.35 * rowCount), before + 0.1 * rowCount);
    await importAndKill(lines.slice(0, 0.7 * rowCount), before + 0.4 * rowCount);
    const interrupted = (await service.prisma.account.count()) - before;
    expect(interrupted).toBeLessThan(0.7 * rowCount);

    const [file, results] = [join(folder, 'users.ndjson'), join(folder, 'ids.ndjson')];
    await writeFile(file, lines.join('\n'));
    const { code, stdout } = await cli(['import', file, '--results', results]);
    expect(code).toBe(1);
    expect(stdout).toContain('line 1: email: This value is not a valid email address.');
    expect(stdout).toContain('line 101: This line is not a JSON object in UTF-8.\n');
    expect(stdout).toContain(
      `created: ${validCount - interrupted}\nexisting: ${interrupted}\nrejected: ${brokenCount}\n`,
    );
    const written = (await readFile(results, 'utf8')).trimEnd().split('\n');
    const read = written.map((line) => JSON.parse(line) as ImportResult);
    expect(read.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
    const rejected = read.filter(({ status }) => status === 'rejected');
    expect(rejected.map(({ line }) => line)).toEqual(
      Array.from({ length: brokenCount }, (_, i) => 100 * i + 1),
    );
    const accepted = read.filter(({ status }) => status !== 'rejected');
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(validCount);
    expect((await service.prisma.account.count()) - before).toBe(validCount);
    const stored = await readStored();
    const sent = accepted.map(({ id, external_id }) => {
      const members: Sent = JSON.parse(lines[Number(external_id)]!);
      return { id: id!, hash: members.password_hash ?? '', email: members.email };
    });
    const changed = sent.filter(({ id, email, hash }) => {
      const found = stored.get(id);
      return found?.email !== email || found.passwordHash !== (hash && `imported:${hash}`);
    });
    expect(changed).toEqual([]);

    const signedIn = new Set<string>();
    for (const { system, hash, password } of foreignVectors) {
      const owners = sent.filter((each) => each.hash === hash).slice(0, signInsPerFormat);
      expect([system, owners.length]).toEqual([system, signInsPerFormat]);
      for (const { id, email } of owners) {
        expect([system, await signIn(email, password)]).toEqual([system, 303]);
        signedIn.add(id);
      }
    }
    const afterwards = await readStored();
    const isReplaced = ({ id }: { readonly id: string }) =>
      afterwards.get(id)!.passwordHash.startsWith('$argon2id$');
    expect(sent.filter((each) => isReplaced(each) !== signedIn.has(each.id))).toEqual([]);
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
