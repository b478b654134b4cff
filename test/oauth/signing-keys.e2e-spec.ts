import { decodeProtectedHeader } from 'jose';
import request from 'supertest';
import { TokenSeal } from '../../src/access/sealing/token-seal.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { SigningKeysRepository } from '../../src/oauth/openid/signing-keys.repository.js';
import { SigningKeysService } from '../../src/oauth/openid/signing-keys.service.js';
import { byHost } from '../../src/request/requester.js';
import { codeFor, newClient, post } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';
import { until } from '../support/until.js';

const hour = 60 * 60_000;
const day = 24 * hour;

describeService('The keys that sign ID tokens', (service) => {
  let nodes: SigningKeysService[] = [];

  beforeEach(() => service().prisma.signingKey.deleteMany());
  afterEach(async () => {
    // A rotation in the background would write its key into the next test.
    await until(() => nodes.every((each) => Reflect.get(each, 'rotation') === undefined));
    nodes = [];
    jest.restoreAllMocks();
  });

  /** The service as another node has it, which has read no key yet. */
  function node(seal?: TokenSeal): SigningKeysService {
    const get = <T>(type: new (...parameters: never[]) => T): T =>
      service().app.get(type, { strict: false });
    const created = new SigningKeysService(
      get(SigningKeysRepository),
      seal ?? get(TokenSeal),
      get(ChangesService),
    );
    nodes.push(created);
    return created;
  }

  /** Makes all keys older. */
  async function age(ms: number): Promise<void> {
    const keys = await service().prisma.signingKey.findMany();
    for (const { id, activeAt } of keys) {
      const data = { activeAt: new Date(activeAt.getTime() - ms) };
      await service().prisma.signingKey.update({ where: { id }, data });
    }
  }

  const published = async (each: SigningKeysService) =>
    (await each.published()).map(({ kid }) => kid);

  it('are created by exactly one node', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => (await node().current()).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await service().prisma.signingKey.count()).toBe(1);
  });

  it('are stored sealed', async () => {
    await node().current();
    const [key] = await service().prisma.signingKey.findMany();
    expect(Buffer.from(key!.sealed).includes('"d"')).toBe(false);
    expect(key!.publicKey).not.toHaveProperty('d');
  });

  it('sign a day after they are published, and stay published for a day after their tokens', async () => {
    const { id: first } = await node().current();
    const { id: second, activeAt } = await node().rotate(byHost);
    expect(Math.abs(activeAt.getTime() - Date.now() - day)).toBeLessThan(hour);
    expect((await node().rotate(byHost)).id).toBe(second);
    expect((await node().current()).id).toBe(first);
    expect(await published(node())).toEqual([second, first]);
    await age(day + 1);
    expect((await node().current()).id).toBe(second);
    expect(await published(node())).toEqual([second, first]);
    await age(hour + day);
    expect(await published(node())).toEqual([second]);
    expect(await node().find(first)).toBeDefined();
  });

  it('are followed by the next one a day before 90 days have passed', async () => {
    await node().current();
    await age(89 * day);
    const due = node();
    const { id: first } = await due.current();
    await until(async () => (await service().prisma.signingKey.count()) === 2);
    const [second] = await published(node());
    expect(second).not.toBe(first);
    await age(day);
    expect((await node().current()).id).toBe(second);
  });

  it('never sign on one node before another node publishes them', async () => {
    const both = [node(), node()];
    await both[0]!.current();
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now');
    const used = new Set<string>();
    for (let passed = 88 * day; passed < 92 * day; passed += hour / 2) {
      clock.mockReturnValue(start + passed);
      const keys = await Promise.all(both.map(published));
      for (const signing of both) {
        const { id } = await signing.current();
        used.add(id);
        for (const known of keys) expect(known).toContain(id);
      }
      // Creating a key takes a second, not half an hour.
      const isDue = passed >= 89 * day;
      if (isDue) await until(async () => (await service().prisma.signingKey.count()) === 2);
    }
    expect(used.size).toBe(2);
  });

  it('are replaced immediately if no secret key opens them', async () => {
    const { id: lost } = await node().current();
    const other = new TokenSeal(['another secret key that is long enough to be one']);
    const { id } = await node(other).current();
    expect(id).not.toBe(lost);
    expect(await published(node(other))).toEqual([id, lost]);
  });

  it('sign the ID tokens of the service', async () => {
    const person = await newPerson(service());
    const client = await newClient(service(), person);
    const form = await codeFor(person, client, { scope: 'openid' });
    const { body } = await post(service(), 'token', client, form).expect(200);
    const { keys } = (await request(service().url).get('/oauth/jwks').expect(200)).body;
    expect(keys.map(({ kid }: { kid: string }) => kid)).toContain(
      decodeProtectedHeader(body.id_token).kid,
    );
  });
});
