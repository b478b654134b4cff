import { newIdentifier } from '../../src/database/identifier.js';
import { ClientSecretLastUse } from '../../src/applications/client-secret-last-use.js';
import { AccountCredentialsService } from '../../src/accounts/sign-in/account-credentials.service.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { byHost } from '../../src/request/requester.js';
import { post } from '../support/clients/oauth.js';
import { describeService, type Caller, type Method } from '../support/hosts/service.js';

const day = 24 * 60 * 60_000;

describeService('Client secrets', (service) => {
  let caller: Caller;
  let path: string;
  let first: string;
  beforeEach(async () => {
    caller = await service().newCaller();
    const { body } = await as('post', '/applications').send({ name: 'Engine' });
    path = `/applications/${body.application.id}`;
    first = body.application.client_secret;
  });
  const as = (method: Method, to: string) => service().as(caller, method, to);
  const getId = () => path.split('/')[2]!;
  const row = () => service().prisma.application.findUniqueOrThrow({ where: { id: getId() } });
  const rotate = async (body: object = {}): Promise<string> =>
    (await as('post', `${path}/secret`).send(body)).body.application.client_secret;
  const list = async () => (await as('get', `${path}/secrets`)).body.secrets;
  const accepts = async (secret: string) => {
    const { status } = await post(service(), 'introspect', { id: getId(), secret }, { token: 'x' });
    return status === 200;
  };

  it('end with a rotation, unless it keeps them', async () => {
    const second = await rotate();
    expect([await accepts(first), await accepts(second)]).toEqual([false, true]);
    const third = await rotate({ keep_previous_days: 30 });
    expect([await accepts(second), await accepts(third)]).toEqual([true, true]);
    const { previousSecretExpiresAt } = await row();
    const keptMs = previousSecretExpiresAt!.getTime() - Date.now();
    expect(keptMs).toBeGreaterThan(29.9 * day);
    expect(keptMs).toBeLessThanOrEqual(30 * day);
  });

  it('are limited to two: keeping another one ends the oldest', async () => {
    const second = await rotate({ keep_previous_days: 1 });
    const third = await rotate({ keep_previous_days: 1 });
    expect(await Promise.all([first, second, third].map(accepts))).toEqual([false, true, true]);
    const fourth = await rotate({ keep_previous_days: null });
    expect(await Promise.all([second, third, fourth].map(accepts))).toEqual([false, false, true]);
  });

  it('are refused once they have expired', async () => {
    await rotate({ keep_previous_days: 1 });
    await service().prisma.application.update({
      where: { id: getId() },
      data: { previousSecretExpiresAt: new Date(Date.now() - 1) },
    });
    expect(await accepts(first)).toBe(false);
    expect(await list()).toHaveLength(1);
  });

  it('are listed with their last day of use, the current one first', async () => {
    expect(await list()).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{24}$/), expires_at: null, last_used_on: null },
    ]);
    const second = await rotate({ keep_previous_days: 7 });
    await accepts(first);
    const uses = service().app.get(ClientSecretLastUse, { strict: false });
    const { status, body, text } = await as('get', `${path}/secrets`);
    expect(status).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    expect(body).toEqual({
      secrets: [
        { id: expect.any(String), expires_at: null, last_used_on: null },
        {
          id: expect.any(String),
          expires_at: expect.stringMatching(/\+00:00$/),
          last_used_on: today,
        },
      ],
      _links: { self: { href: service().path(`/api${path}/secrets`) } },
    });
    expect(text).not.toContain(first);
    await uses.write();
    expect(await service().prisma.clientSecretUse.count()).toBeGreaterThan(0);
    expect(await list()).toEqual(body.secrets);
    await accepts(second);
    await accepts(second);
    expect((await list())[0].last_used_on).toBe(today);
  });

  it('record their use in the database at most once a day', async () => {
    const uses = service().app.get(ClientSecretLastUse, { strict: false });
    await accepts(first);
    await uses.write();
    const where = { applicationId: getId() };
    const written = await service().prisma.clientSecretUse.findFirstOrThrow({ where });
    await service().prisma.clientSecretUse.deleteMany({ where });
    await accepts(first);
    await uses.write();
    expect(await service().prisma.clientSecretUse.count({ where })).toBe(0);
    expect(written.usedOn).toBeInstanceOf(Date);
  });

  it('ignore a use that is written after their replacement', async () => {
    await accepts(first);
    await rotate();
    await service().app.get(ClientSecretLastUse, { strict: false }).write();
    const where = { applicationId: getId() };
    expect(await service().prisma.clientSecretUse.count({ where })).toBe(0);
  });

  it('can be removed once they are replaced', async () => {
    const second = await rotate({ keep_previous_days: 7 });
    const [current, previous] = await list();
    for (const id of [current.id, newIdentifier(), 'x']) {
      const { status, body } = await as('delete', `${path}/secrets/${id}`);
      expect([status, body.error]).toEqual([404, 'client_secret_not_found']);
    }
    const { status } = await as('delete', `${path}/secrets/${previous.id}`);
    expect(status).toBe(204);
    expect([await accepts(first), await accepts(second)]).toEqual([false, true]);
    expect(await list()).toMatchObject([{ id: current.id }]);
    expect((await as('delete', `${path}/secrets/${previous.id}`)).status).toBe(404);
  });

  it.each([-1, 31, 1.5, '7', 'x', true, []])('are not kept for %j days', async (days) => {
    const { status, body } = await as('post', `${path}/secret`).send({ keep_previous_days: days });
    expect(status).toBe(400);
    expect(body.form.children).toEqual({
      keep_previous_days: {
        errors: ['This value must be a whole number from 0 to 30.'],
        codes: ['number_out_of_range'],
      },
    });
    expect(await accepts(first)).toBe(true);
  });

  it('both end with the first proof of the owner, which resets the application', async () => {
    const second = await rotate({ keep_previous_days: 7 });
    const changes = service().app.get(ChangesService, { strict: false });
    const credentials = service().app.get(AccountCredentialsService, { strict: false });
    const accountId = caller.account.id;
    await changes.run({ accountId, proof: byHost }, async (change) => {
      await credentials.end(change, accountId, { applications: true });
      return true;
    });
    expect([await accepts(first), await accepts(second)]).toEqual([false, false]);
    expect((await row()).previousSecretHash).toBeNull();
  });

  it('of a public application do not exist', async () => {
    const { body } = await as('post', '/applications').send({ name: 'App', public: true });
    const { status, body: listed } = await as(
      'get',
      `/applications/${body.application.id}/secrets`,
    );
    expect([status, listed.secrets]).toEqual([200, []]);
  });
});
