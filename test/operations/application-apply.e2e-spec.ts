import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { runAuditedCli, runCli } from '../support/processes/command-line.js';

const uri = 'https://app.example/callback';

describe('application apply', () => {
  let service: TestService;
  let env: Record<string, string>;
  let owner: Caller['account'];
  beforeAll(async () => {
    service = await startService();
    env = {
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'a secret of thirty-two characters or more',
    };
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    owner = (await service.newCaller()).account;
  });

  const run = (applications: readonly object[], ...options: string[]) =>
    runAuditedCli(
      env,
      ['application', 'apply', ...options],
      JSON.stringify({
        applications: applications.map((each) => ({ owner: owner.email, ...each })),
      }),
    );
  const apply = async (applications: readonly object[], ...options: string[]) => {
    const { code, stdout, stderr } = await run(applications, '--json', '--yes', ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout).applications;
  };
  const count = () => service.prisma.application.count({ where: { ownerId: owner.id } });

  it('creates an application once, and updates only what the file changes', async () => {
    const engine = { name: 'Engine', redirect_uris: [uri], require_pkce: false };
    const [created] = await apply([engine]);
    expect(created).toEqual({
      ...{ result: 'created', id: expect.stringMatching(/^\w{24}$/), name: 'Engine' },
      owner: owner.email,
      members: ['name', 'redirect_uris', 'require_pkce'],
      client_secret: expect.stringMatching(/^\w{64}$/),
      access_token: expect.stringMatching(/^\w{86}$/),
    });
    const { id } = created;
    const about = { id, name: 'Engine', owner: owner.email };
    expect(await apply([engine])).toEqual([{ ...about, result: 'unchanged', members: [] }]);
    expect(await apply([{ ...engine, name: ' Engine ' }])).toMatchObject([
      { id, result: 'unchanged' },
    ]);
    const changed = { ...engine, client_credentials: true };
    const result = { ...about, result: 'updated', members: ['client_credentials'] };
    expect(await apply([changed])).toEqual([result]);
    const described = { name: 'Engine', owner: owner.id, post_logout_redirect_uris: [uri] };
    expect(await apply([described])).toMatchObject([{ members: ['post_logout_redirect_uris'] }]);
    const row = await service.prisma.application.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({
      ...{ redirectUris: [uri], postLogoutRedirectUris: [uri] },
      ...{ requirePkce: false, clientCredentials: true, trusted: false },
    });
    // The account has another application, which is not in the file.
    expect(await count()).toBe(2);
  });

  it('trusts applications after a confirmation, and asks again after a change of redirect URIs', async () => {
    const engine = { name: 'Engine', redirect_uris: [uri], trusted: true };
    expect(await run([engine])).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'Add --yes to confirm this without a terminal.\n' },
    });
    expect(await count()).toBe(1);
    const members = ['name', 'redirect_uris', 'trusted'];
    const [{ id }] = await apply([engine]);
    const isTrusted = async () =>
      (await service.prisma.application.findUniqueOrThrow({ where: { id } })).trusted;
    expect(await isTrusted()).toBe(true);
    const moved = { ...engine, redirect_uris: [`${uri}/2`] };
    expect(await apply([moved])).toMatchObject([{ members: members.slice(1) }]);
    expect(await isTrusted()).toBe(true);
    expect(await apply([moved])).toMatchObject([{ result: 'unchanged' }]);
    expect(await apply([{ ...moved, trusted: false }])).toMatchObject([{ members: ['trusted'] }]);
    expect(await isTrusted()).toBe(false);
  });

  it('changes nothing in a dry run, and records the operator of a real one', async () => {
    const file = [{ name: 'Engine' }, { name: 'Client', redirect_uris: [uri], trusted: true }];
    const dry = await apply(file, '--dry-run');
    expect(dry).toMatchObject([
      { result: 'created', id: null, members: ['name'] },
      { result: 'updated', members: ['redirect_uris', 'trusted'] },
    ]);
    expect(dry[0]).not.toHaveProperty('client_secret');
    expect(await count()).toBe(1);
    const { stdout, audited } = await run(file, '--yes');
    expect(stdout).toMatch(/^RESULT .*\ncreated .*\nupdated .*\n\nclient_id: \w{24}\n/);
    expect(audited.map(({ event }) => event)).toEqual([
      'application.find',
      'application.create',
      'application.update',
      'application.trust',
    ]);
  });

  it.each<[string, object, string]>([
    ['an unknown owner', { owner: 'nobody@example.com' }, 'owner: '],
    ['an unknown member', { redirect_uri: uri }, 'redirect_uri is unknown: an application has'],
    ['an invalid member', { redirect_uris: ['/callback'] }, 'redirect_uris: '],
    ['text instead of true', { trusted: 'true' }, 'trusted: This value must be true or false.'],
    ['another kind of client', { name: 'Client', public: true }, 'public cannot be changed'],
    [
      'trust in an app on a phone',
      { public: true, redirect_uris: ['com.example:/callback'], trusted: true },
      'redirect',
    ],
    ['no name', { name: undefined }, 'It needs owner, an email or an id, and name.'],
    ['the same application again', { name: 'Valid' }, 'It is the same as applications[0].'],
  ])('changes nothing if the file contains %s', async (_, described, sentence) => {
    const { code, stdout, stderr } = await run(
      [{ name: 'Valid' }, { name: 'Engine', ...described }],
      '--yes',
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^applications\[1\]: /);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('rejects a malformed file, and two applications with the same name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'applications-'));
    const file = join(folder, 'applications.json');
    for (const [text, sentence] of [
      ['{', 'The file is not JSON: '],
      ['[]', 'The file must be an object with the member applications, which is a list.'],
      ['{"applications":[],"x":1}', 'The file must be an object with the member applications'],
    ] as const) {
      await writeFile(file, text);
      const { code, stderr } = await runCli(env, ['application', 'apply', file]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    }
    await rm(folder, { recursive: true });
    const create = ['application', 'create', '--owner', owner.email, '--name', 'Client'];
    expect((await runCli(env, create)).code).toBe(0);
    expect((await run([{ name: 'Client' }])).stderr).toContain(
      `${owner.email} has several applications with this name.`,
    );
  });
});
