import { newIdentifier } from '../../src/database/identifier.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import { describeService, type Caller } from '../support/hosts/service.js';

describeService('ownership', (service, standalone) => {
  let caller: Caller;
  let other: Caller;
  beforeAll(async () => {
    caller = await service().newCaller();
    other = await service().newCaller();
  });
  const each = ['get', 'put', 'delete'] as const;

  it('reads the account of the token by its id and as “me”', async () => {
    const byId = await service().as(caller, 'get', `/accounts/${caller.account.id}`);
    const me = await service().as(caller, 'get', '/accounts/me');
    expect(byId.status).toBe(200);
    expect(byId.body.account.id).toBe(caller.account.id);
    expect(me.body).toEqual(byId.body);
  });

  it('returns 403 for another account', async () => {
    for (const method of each) {
      const { status, body } = await service()
        .as(caller, method, `/accounts/${other.account.id}`)
        .send({});
      expect({ method, status, error: body.error }).toEqual({
        method,
        status: 403,
        error: 'access_denied',
      });
    }
  });

  it('returns 404 for an unknown or malformed id', async () => {
    const ids = [
      newIdentifier(),
      'x',
      'ME',
      '1',
      'a'.repeat(100),
      '%00',
      '%E2%82%AC',
      "'",
      '..%2f..',
    ];
    for (const id of ids) {
      for (const method of each) {
        const { status } = await service().as(caller, method, `/accounts/${id}`).send({});
        expect({ id, method, status }).toEqual({ id, method, status: 404 });
      }
    }
  });

  standalone.it(hostOwned.router, 'returns 404 for a very long id', async () => {
    const { status } = await service().as(caller, 'get', `/accounts/${'a'.repeat(300)}`);
    expect(status).toBe(404);
  });

  it('does not let a client change an account it created for another person', async () => {
    const { body } = await service().create(caller);
    for (const method of each) {
      const { status } = await service()
        .as(caller, method, `/accounts/${body.account.id}`)
        .send({});
      expect(status).toBe(403);
    }
  });

  it('checks the token first, then the owner, then the version, then the body', async () => {
    const path = `/accounts/${other.account.id}`;
    const put = (as: Caller | undefined, to: string) =>
      service()
        .as(as, 'put', to)
        .set('Accept-Version', '9.9')
        .set('Content-Type', 'text/plain')
        .send('{');
    expect((await put(undefined, path)).status).toBe(401);
    expect((await put(caller, path)).status).toBe(403);
    expect((await put(caller, `/accounts/${newIdentifier()}`)).status).toBe(404);
    const version = await put(caller, '/accounts/me');
    expect(version.status).toBe(400);
    expect(version.body.form.errors[0]).toMatch(/version/);
    const body = await service()
      .as(caller, 'put', '/accounts/me')
      .set('Content-Type', 'text/plain')
      .send('{');
    expect(body.status).toBe(415);
  });

  describe('DELETE', () => {
    it('returns 204, ends the token immediately and frees the email', async () => {
      const gone = await service().newCaller();
      const { status, text } = await service().as(gone, 'delete', `/accounts/${gone.account.id}`);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await service().as(gone, 'get', '/accounts/me')).status).toBe(401);
      expect((await service().as(caller, 'get', `/accounts/${gone.account.id}`)).status).toBe(404);
      const again = await service().create(caller, { email: gone.account.email });
      expect(again.status).toBe(200);
      expect(again.body.account.id).not.toBe(gone.account.id);
    });

    it('deletes the account’s applications and tokens, but keeps the accounts they created', async () => {
      const gone = await service().newCaller();
      const { body } = await service().create(gone);
      expect((await service().as(gone, 'delete', '/accounts/me')).status).toBe(204);
      const { prisma } = service();
      expect(await prisma.application.count({ where: { id: gone.applicationId } })).toBe(0);
      expect(await prisma.accessToken.count({ where: { accountId: gone.account.id } })).toBe(0);
      expect(await prisma.account.count({ where: { id: body.account.id } })).toBe(1);
    });
  });
});
