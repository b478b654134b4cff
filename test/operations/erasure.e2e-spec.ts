import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentifier } from '../../src/database/identifier.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';

describe('Deleted accounts that a restored backup brings back', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-erasure-'));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const cli = (args: string[], input?: string) => {
    const SECRET_KEY = 'a secret of thirty-two characters or more';
    return runCli({ DATABASE_URL: service.databaseUrl, SECRET_KEY }, args, input);
  };

  /** Creates an account that was deleted and exists again, as after a restore. */
  async function restored(): Promise<string> {
    const { prisma } = service;
    const caller = await service.newCaller();
    const { id } = caller.account;
    const row = await prisma.account.findUniqueOrThrow({ where: { id } });
    expect((await service.as(caller, 'delete', '/accounts/me')).status).toBe(204);
    await prisma.account.create({ data: row });
    return id;
  }

  const isThere = async (id: string) =>
    (await service.prisma.account.findUnique({ where: { id } })) !== null;

  it('are listed with the time of their deletion, and deleted again from that list, repeatably', async () => {
    const before = new Date();
    const [first, second] = [await restored(), await restored()];
    const { account } = await service.newCaller();
    const { stdout } = await cli(['erasure', 'list', '--since', before.toISOString()]);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([first, second]);
    for (const line of lines) {
      expect(Date.parse(line.split(' ')[1]!)).toBeGreaterThanOrEqual(before.getTime());
    }
    const replayed = await cli(['erasure', 'replay'], stdout);
    expect(replayed).toMatchObject({ code: 0, stdout: 'deleted: 2\nalready gone: 0\n' });
    expect(await Promise.all([first, second, account.id].map(isThere))).toEqual([
      false,
      false,
      true,
    ]);
    const again = await cli(['erasure', 'replay', '--json'], `${stdout}${newIdentifier()}\n`);
    expect(JSON.parse(again.stdout)).toEqual({ deleted: 0, gone: 3 });
  });

  it('are deleted again from a file with the list as JSON', async () => {
    const since = new Date().toISOString();
    const id = await restored();
    const { stdout } = await cli(['erasure', 'list', '--since', since, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      erasures: [{ account_id: id, deleted_at: expect.any(String) }],
    });
    const file = join(folder, 'erasures.json');
    await writeFile(file, stdout);
    const { stdout: counts } = await cli(['erasure', 'replay', '--file', file, '--json']);
    expect(JSON.parse(counts)).toEqual({ deleted: 1, gone: 0 });
    expect(await isThere(id)).toBe(false);
  });

  it.each([
    ['a line', (id: string) => `${id}\nnot-an-id\n`, 'Line 2 has no account id.'],
    [
      'a member',
      (id: string) => JSON.stringify({ erasures: [{ account_id: id }, { account_id: 1 }] }),
      'Erasure 2 has no account id.',
    ],
  ])('are not deleted if %s of the list is not an id', async (_, getList, sentence) => {
    const { account } = await service.newCaller();
    const { code, stdout, stderr } = await cli(['erasure', 'replay'], getList(account.id));
    expect({ code, stdout, stderr: stderr.trim() }).toEqual({
      code: 1,
      stdout: '',
      stderr: sentence,
    });
    expect(await isThere(account.id)).toBe(true);
  });

  it('are not listed if --since is not a time', async () => {
    const { code, stderr } = await cli(['erasure', 'list', '--since', 'yesterday']);
    expect(code).toBe(1);
    expect(stderr).toContain('It must be a time like 2026-01-18');
  });

  it('can be exported by email or id, which the audit trail records', async () => {
    const { account } = await service.newCaller();
    for (const name of [account.email, account.id]) {
      const { code, stdout } = await cli(['account', 'export', '--account', name]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).account.email).toBe(account.email);
      expect(JSON.parse(stdout).audit_events.at(-1)).toMatchObject({
        event: 'account.export',
        channel: 'command_line',
      });
    }
    const unknown = await cli(['account', 'export', '--account', 'nobody@example.com']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  });

  it('are documented with commands that exist', async () => {
    const document = new URL('docs/retention.md', import.meta.resolve('#package.json'));
    const text = await readFile(document, 'utf8');
    const commands = [...text.matchAll(/^npm run --silent cli -- (.+?)(?: [<>] \S+)?$/gm)];
    const helps = await Promise.all(
      commands.map(async ([, line]) => (await cli([...line!.split(' '), '--help'])).code),
    );
    expect(helps).toEqual([0, 0, 0]);
  });
});
