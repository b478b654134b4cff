import { readFileSync } from 'node:fs';
import { ResealService, type ResealResult } from '../../src/access/sealing/reseal.service.js';
import { OwnTokensRepository } from '../../src/applications/own-tokens.repository.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { TokenSeal } from '../../src/access/sealing/token-seal.js';
import { sealedAccessTokens } from '../../src/access/credentials/access-tokens.repository.js';
import { SealedColumn } from '../../src/database/sealed-column.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';

const firstKey = 'a secret of thirty-two characters or more';
const secondKey = 'another secret of thirty-two characters or more';

describe('key reseal', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const run = (secretKey: string, ...options: string[]) =>
    runCli({ DATABASE_URL: service.databaseUrl, SECRET_KEY: secretKey }, [
      ...['key', 'reseal'],
      ...options,
    ]);
  const json = async (secretKey: string): Promise<ResealResult> =>
    JSON.parse((await run(secretKey, '--json')).stdout);

  it('reseals values of older keys once, and reports that no older key is needed', async () => {
    await service.newCaller();
    await service.newCaller();
    const keys = `${secondKey},${firstKey}`;
    const first = await json(keys);
    expect(first.older_keys_needed).toBe(false);
    expect(first.tables.access_tokens).toEqual({ resealed: 2, opened_by: [2, 0], unreadable: 0 });
    const second = await json(keys);
    const trail = service.app.get(AuditTrail, { strict: false });
    expect((await trail.list({ limit: 1 }))[0]).toMatchObject({
      event: 'key.reseal',
      channel: 'command_line',
      operator: expect.stringMatching(/./),
    });
    expect(second.tables.access_tokens).toEqual({ resealed: 0, opened_by: [2, 0], unreadable: 0 });
    const alone = await json(secondKey);
    expect(alone.tables.access_tokens).toEqual({ resealed: 0, opened_by: [2], unreadable: 0 });
  });

  it('leaves and counts values that no key opens', async () => {
    await service.newCaller();
    const result = await json(secondKey);
    expect(result.tables.access_tokens).toEqual({ resealed: 0, opened_by: [0], unreadable: 1 });
    const { stdout } = await run(secondKey);
    expect(stdout).toMatch(/^access_tokens: 0 sealed again, key 1 opens 0, no key opens 1$/m);
    expect(stdout).toMatch(
      /^The values that no key opens were sealed with a key that is not in SECRET_KEY\.$/m,
    );
    expect(stdout).not.toContain('The first key opens all stored values.');
    expect((await json(firstKey)).tables.access_tokens).toMatchObject({ opened_by: [1] });
  });

  it('reports that an older key is needed while nodes still seal with it', async () => {
    const { applicationId } = await service.newCaller();
    const column = new SealedColumn(service.prisma, sealedAccessTokens);
    const inBatches = column.inBatches.bind(column);
    let isCounting = false;
    jest.spyOn(column, 'inBatches').mockImplementation(async function* (size) {
      if (isCounting) {
        const sealed = new TokenSeal([firstKey]).seal('a newer token', applicationId);
        await service.prisma.accessToken.updateMany({ where: { applicationId }, data: { sealed } });
      }
      isCounting = true;
      yield* inBatches(size);
    });
    const result = await new ResealService(new TokenSeal([secondKey, firstKey]), [column]).reseal();
    expect(result).toEqual({
      older_keys_needed: true,
      tables: { access_tokens: { resealed: 1, opened_by: [0, 1], unreadable: 0 } },
    });
  });

  it('does not overwrite values that were changed or deleted since it read them', async () => {
    const { applicationId } = await service.newCaller();
    await service.newCaller();
    const column = new SealedColumn(service.prisma, sealedAccessTokens);
    const values = [];
    for await (const batch of column.inBatches(1)) values.push(...batch);
    const changed = values.find(({ owner }) => owner === applicationId)!;
    const deleted = values.find(({ owner }) => owner !== applicationId)!;
    const tokens = service.prisma.accessToken;
    const newer = Uint8Array.from([1, 2, 3]);
    await tokens.updateMany({ where: { applicationId }, data: { sealed: newer } });
    await tokens.deleteMany({ where: { applicationId: deleted.owner } });
    expect(values).toHaveLength(2);
    expect(await column.replace(changed, changed.sealed, '')).toBe(false);
    expect(await column.replace(deleted, deleted.sealed, '')).toBe(false);
    const { sealed } = await tokens.findFirstOrThrow({ where: { applicationId } });
    expect([...sealed!]).toEqual([...newer]);
  });

  it('records the key of tokens that an earlier release sealed', async () => {
    await service.newCaller();
    await service.newCaller();
    const tokens = service.app.get(OwnTokensRepository, { strict: false });
    const [first, second] = new TokenSeal([firstKey, secondKey]).fingerprints as [string, string];
    await service.prisma.accessToken.updateMany({ data: { sealedBy: null } });
    const counted = () => tokens.countUnreadable([second]);
    expect(await counted()).toEqual({ unreadable: 0, unrecorded: 2 });
    await json(firstKey);
    expect(await counted()).toEqual({ unreadable: 2, unrecorded: 0 });
    expect(await tokens.countUnreadable([first])).toEqual({ unreadable: 0, unrecorded: 0 });
    await json(`${secondKey},${firstKey}`);
    expect(await counted()).toEqual({ unreadable: 0, unrecorded: 0 });
    expect(await tokens.countUnreadable([first])).toEqual({ unreadable: 2, unrecorded: 0 });
  });

  it('counts the tokens of all keys other than the secret keys', async () => {
    const tokens = service.app.get(OwnTokensRepository, { strict: false });
    const keys = ['0'.repeat(16), '4'.repeat(16), '8'.repeat(16), 'c'.repeat(16), 'f'.repeat(16)];
    for (const sealedBy of keys) {
      const { applicationId } = await service.newCaller();
      await service.prisma.accessToken.updateMany({ where: { applicationId }, data: { sealedBy } });
    }
    const unreadable = async (...known: number[]) =>
      (await tokens.countUnreadable(known.map((index) => keys[index]!))).unreadable;
    expect(await unreadable(0)).toBe(4);
    expect(await unreadable(4, 2)).toBe(3);
    expect(await unreadable(3, 1, 4, 0, 2)).toBe(0);
  });

  it('covers every table that prisma/schema.prisma documents as sealed', async () => {
    const schema = readFileSync(
      new URL('prisma/schema.prisma', import.meta.resolve('#package.json')),
      'utf8',
    );
    const models = [...schema.matchAll(/^model \w+ \{\n[^}]*^\}/gm)].map(([model]) => model);
    const sealed = models
      .filter((model) => /^ +\/\/\/ .*\bsealed\b/im.test(model))
      .map((model) => /@@map\("(\w+)"\)/.exec(model)![1]);
    // Event data is JSON with a sealed member in some events. A sent form is kept for only ten minutes.
    const resealed = sealed.filter((table) => table !== 'sent_forms');
    const expected = [...resealed, 'event_deliveries', 'parked_events'];
    expect(Object.keys((await json(firstKey)).tables).sort()).toEqual(expected.sort());
  });
});
