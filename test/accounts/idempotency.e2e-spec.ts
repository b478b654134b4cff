import { Logger } from '@nestjs/common';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { describeService, newEmail, password, type Caller } from '../support/hosts/service.js';

describeService('POST /accounts with an Idempotency-Key', (service) => {
  let caller: Caller;
  let body: Record<string, unknown>;
  beforeEach(async () => {
    caller = await service().newCaller();
    body = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
  });
  const create = (key: string, members: object = body, who = caller) =>
    service().as(who, 'post', '/accounts').set('Idempotency-Key', key).send(members);
  const createdBy = (who = caller) =>
    service().prisma.account.count({ where: { registeredById: who.applicationId } });
  const keyRow = (key: string) => ({
    where: { ownerId_key: { ownerId: caller.account.id, key } },
  });

  it('returns the same response when it is repeated, and creates no second account', async () => {
    const first = await create('key');
    expect(first.status).toBe(200);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    for (const again of [
      await create('key'),
      await create('"key"'),
      await create('key', reordered),
    ]) {
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
      expect(again.headers.etag).toBe(first.headers.etag);
    }
    expect(await createdBy()).toBe(1);
  });

  it('refuses a key that was used for another request', async () => {
    await create('key');
    for (const other of [
      { ...body, name: 'Bob' },
      { ...body, password: 'another horse 8' },
      { ...body, unknown: 1 },
      {},
    ]) {
      const answer = await create('key', other);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: 'idempotency_key_reused',
        error_description: 'This Idempotency-Key has already been used for another request.',
      });
    }
    expect(await createdBy()).toBe(1);
  });

  it('creates only one account for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('key')));
    const [created, ...others] = answers.filter(({ status }) => status === 200);
    for (const { body } of others) expect(body).toEqual(created!.body);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error)).toEqual(
      refused.map(() => 'idempotency_key_in_use'),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
    expect((await create('key')).body).toEqual(created!.body);
    expect(await createdBy()).toBe(1);
  });

  it('does not share its key with other accounts', async () => {
    const other = await service().newCaller();
    const mine = await create('key');
    const theirs = await create('key', { ...body, email: newEmail() }, other);
    expect(theirs.status).toBe(200);
    expect(theirs.body.account.id).not.toBe(mine.body.account.id);
  });

  it('can be retried after a failure, even with another body', async () => {
    expect((await create('key', { ...body, email: 'nobody' })).status).toBe(400);
    expect((await create('key', { ...body, email: caller.account.email })).status).toBe(400);
    expect((await create('key')).status).toBe(200);
  });

  it('responds with the account as it was created, even after changes', async () => {
    const first = await create('key');
    const accounts = service().app.get(AccountsService, { strict: false });
    await accounts.update(
      first.body.account.id,
      { name: 'Private', email: newEmail() },
      { ...byHost, by: 'owner' },
    );
    expect((await create('key')).body).toEqual(first.body);
  });

  it('responds with all members after an upgrade that adds members', async () => {
    const first = await create('key');
    const { answer } = await service().prisma.idempotencyKey.findUniqueOrThrow(keyRow('key'));
    const { canCreateAlert: _, trendingEmailFrequency: __, ...older } = JSON.parse(answer!);
    const data = { answer: JSON.stringify(older) };
    await service().prisma.idempotencyKey.update({ ...keyRow('key'), data });
    expect((await create('key')).body).toEqual(first.body);
  });

  it('is forgotten when the created account is deleted', async () => {
    const first = await create('key');
    const accounts = service().app.get(AccountsService, { strict: false });
    await accounts.delete(first.body.account.id, byHost);
    const again = await create('key');
    expect(again.status).toBe(200);
    expect(again.body.account.id).not.toBe(first.body.account.id);
  });

  it('is forgotten when its key expires', async () => {
    const { body: first } = await create('key');
    const expiresAt = new Date(Date.now() - 1);
    await service().prisma.idempotencyKey.update({ ...keyRow('key'), data: { expiresAt } });
    const again = await create('key', { ...body, email: newEmail() });
    expect(again.status).toBe(200);
    expect(again.body.account.id).not.toBe(first.account.id);
  });

  it('is remembered for a day, without the password or its hash', async () => {
    await create('key');
    const row = await service().prisma.idempotencyKey.findUniqueOrThrow(keyRow('key'));
    const hours = (row.expiresAt.getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const again = await create('other', { ...body, email: newEmail() });
    expect(again.status).toBe(200);
    expect(JSON.stringify(row)).not.toMatch(/password|argon2/);
  });

  it('refuses a body that is nested too deeply, like a request without a key', async () => {
    const text = `{"name":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    const answer = await service()
      .as(caller, 'post', '/accounts')
      .set({ 'Idempotency-Key': 'key', 'Content-Type': 'application/json' })
      .send(text);
    expect([answer.status, answer.body.form?.codes]).toEqual([400, ['body_too_deep']]);
  });

  it.each(['', 'a b', 'x'.repeat(256), '"a b"'])('refuses the key %j', async (key) => {
    const answer = await create(key);
    expect(answer.status).toBe(400);
    expect(answer.body.form.errors).toEqual([
      'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
    ]);
    expect(await createdBy()).toBe(0);
  });
});

it('a repeated request is refused and logged if its idempotency key was stored with a lost secret key', async () => {
  const database = await createTestDatabase();
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const hosts = [];
  const keys = ['a'.repeat(32), 'b'.repeat(32)] as const;
  for (const secretKeys of [[keys[0]], [keys[1]], [keys[1], keys[0]]] as const) {
    const options = { ...leastOptions({ url: database.url }), secretKeys };
    hosts.push(await startHost([AccountsModule.forRoot(options)]));
  }
  const { token } = await newGuest(hosts[0]!);
  const body = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
  const statuses = [];
  for (const host of hosts) {
    const { status } = await request(host.getHttpServer() as never)
      .post('/api/accounts')
      .set('Authorization', `Bearer ${token}`)
      .set('Idempotency-Key', 'key')
      .send(body);
    statuses.push(status);
  }
  const about = logged.mock.calls.filter(([said]) =>
    /A repeated request with an/.test(String(said)),
  );
  logged.mockRestore();
  expect({ statuses, about }).toEqual({ statuses: [200, 422, 200], about: [[expect.anything()]] });
  await Promise.all(hosts.map((host) => host.close()));
  await database.drop();
});
