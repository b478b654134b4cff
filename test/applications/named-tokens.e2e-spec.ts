import { setTimeout as delay } from 'node:timers/promises';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { hashToken } from '../../src/principals/access-token.js';
import { TokenLastUse } from '../../src/principals/token-last-use.js';
import { byHost } from '../../src/request/requester.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import {
  describeService,
  errorsOn,
  newEmail,
  password,
  type Caller,
  type Method,
} from '../support/hosts/service.js';

const tokenForm = /^[0-9A-Za-z]{86}$/;
const dayMs = 24 * 60 * 60_000;

describeService('/applications/{id}/tokens', (service) => {
  let caller: Caller;
  let path: string;
  beforeEach(async () => {
    caller = await service().newCaller();
    path = `/applications/${caller.applicationId}/tokens`;
  });
  const as = (method: Method, to: string, by: Caller = caller) => service().as(by, method, to);
  const create = (members: object = {}) =>
    as('post', path).send({
      name: 'Nightly report',
      scope: 'account:read',
      expires_in_days: 90,
      ...members,
    });
  const list = async () => (await as('get', path)).body.tokens as any[];
  const get = <T>(type: abstract new (...args: any[]) => T) =>
    service().app.get(type, { strict: false });
  const row = (token: string) =>
    service().prisma.accessToken.findUnique({ where: { hash: hashToken(token) } });

  /** A caller with a new named token. */
  async function withNamed(members: object = {}): Promise<Caller & { id: string }> {
    const { body, status } = await create(members);
    expect(status).toBe(200);
    return { ...caller, token: body.token.access_token, id: body.token.id };
  }
  const withFullAccess = () => withNamed({ scope: undefined, full_access: true });
  const status = async (by: Caller, method: Method = 'get', to = '/accounts/me') =>
    (await as(method, to, by).send(method === 'get' ? undefined : {})).status;

  describe('POST', () => {
    it('returns the token once, and stores only its hash', async () => {
      const { status, body, headers } = await create();
      expect(status).toBe(200);
      expect(body).toEqual({
        token: {
          id: expect.stringMatching(/^[0-9A-Za-z]{24}$/),
          name: 'Nightly report',
          scope: 'account:read',
          full_access: false,
          created_at: expect.any(String),
          expires_at: expect.any(String),
          last_used_on: null,
          access_token: expect.stringMatching(tokenForm),
        },
        _links: { self: { href: service().path(`/api${path}`) } },
      });
      expect(headers['cache-control']).toBe('no-store');
      const { access_token: token, ...listed } = body.token;
      expect(Date.parse(listed.expires_at) - Date.parse(listed.created_at)).toBe(90 * dayMs);
      expect(await list()).toEqual([listed]);
      expect(await row(token)).toMatchObject({ kind: 'restricted', sealed: null });
    });

    it('accepts 7 to 366 days or explicitly none, and reports all wrong members', async () => {
      for (const days of [7, 366]) {
        const { body } = await create({ expires_in_days: days });
        const { created_at, expires_at } = body.token;
        expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(days * dayMs);
      }
      expect((await create({ expires_in_days: null })).body.token.expires_at).toBeNull();
      const range = 'This value must be a whole number from 7 to 366.';
      for (const days of [6, 367, 7.5, '90', true, [90]]) {
        expect(errorsOn((await create({ expires_in_days: days })).body, 'expires_in_days')).toEqual(
          [range],
        );
      }
      const { body, status } = await as('post', path).send({ full_access: 'yes', scope: 'all' });
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual([
        'expires_in_days',
        'full_access',
        'name',
        'scope',
      ]);
    });

    it('requires either a scope or full access', async () => {
      const required = ['This value is required.'];
      expect(errorsOn((await create({ scope: undefined })).body, 'scope')).toEqual(required);
      const misspelt = await create({ scope: null, full_acess: true });
      expect(errorsOn(misspelt.body, 'scope')).toEqual(required);
      const contradiction = await create({ full_access: true });
      expect(contradiction.body.form.children.scope.codes).toEqual(['not_a_choice']);
      for (const scope of ['account:read account:write', null, undefined]) {
        const { body } = await create({ scope, full_access: true });
        expect(body.token).toMatchObject({
          scope: 'account:read account:write',
          full_access: true,
        });
      }
    });

    it('allows 20 unexpired tokens, even from concurrent requests', async () => {
      await service().prisma.accessToken.createMany({
        data: Array.from({ length: 20 }, (_, i) => ({
          id: newIdentifier(),
          name: 'One of many',
          hash: hashToken(newIdentifier()),
          kind: 'restricted' as const,
          applicationId: caller.applicationId,
          accountId: caller.account.id,
          scope: ['account:read'],
          createdAt: new Date(),
          // Three of them have expired.
          expiresAt: i < 3 ? new Date(Date.now() - 1_000) : null,
        })),
      });
      const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400]);
      expect(answers.find(({ status }) => status === 400)!.body).toEqual({
        form: {
          errors: [
            'An application can have at most 20 named access tokens. Revoke one you no longer need.',
          ],
          codes: ['too_many_tokens'],
          children: {},
        },
      });
      const [one] = await list();
      expect(await status(caller, 'delete', `${path}/${one.id}`)).toBe(204);
      expect((await create()).status).toBe(200);
      expect(await list()).toHaveLength(20);
    });

    it('leaves the own token of the application unchanged', async () => {
      const application = async () =>
        (await as('get', `/applications/${caller.applicationId}`)).body;
      const before = await application();
      const named = await withFullAccess();
      expect(await application()).toEqual(before);
      const { body } = await as('post', `/applications/${caller.applicationId}/token`);
      expect(await status(named)).toBe(200);
      caller = { ...caller, token: body.application.access_token };
      await as('delete', `/applications/${caller.applicationId}/token`);
      expect(await status(named)).toBe(200);
      expect(
        (await as('get', `/applications/${caller.applicationId}`, named)).body.application,
      ).toMatchObject({ access_token: null });
    });
  });

  describe('a token without full access', () => {
    it('has only its scope', async () => {
      const reader = await withNamed();
      expect(await status(reader)).toBe(200);
      expect(await status(reader, 'put')).toBe(403);
      expect(await status(reader, 'post', '/accounts')).toBe(403);
      const writer = await withNamed({ scope: 'account:write' });
      expect(await status(writer)).toBe(403);
      expect(await status(writer, 'put')).toBe(200);
      const created = await as('post', '/accounts', writer).send({
        name: 'Ada',
        email: newEmail(),
        password,
        language_code: 'en',
      });
      expect(created.status).toBe(200);
    });

    it('is refused wherever a token granted through OAuth is', async () => {
      const named = await withNamed({ scope: 'account:read account:write' });
      for (const [method, to] of [
        ['get', '/applications'],
        ['post', '/applications'],
        ['get', `/applications/${caller.applicationId}`],
        ['post', `/applications/${caller.applicationId}/token`],
        ['post', `/applications/${caller.applicationId}/secret`],
        ['get', path],
        ['post', path],
        ['delete', `${path}/${named.id}`],
        ['delete', '/accounts/me'],
        ['get', '/accounts/me/export'],
      ] as [Method, string][]) {
        const answer = await as(method, to, named).send(method === 'get' ? undefined : {});
        expect([method, to, answer.status, answer.body.error]).toEqual([
          method,
          to,
          403,
          'access_denied',
        ]);
      }
    });

    it('only proposes an email, which its owner must adopt', async () => {
      const { email } = caller.account;
      const named = await withNamed({ scope: 'account:write' });
      const proposed = newEmail();
      expect((await as('put', '/accounts/me', named).send({ email: proposed })).status).toBe(200);
      const account = () =>
        service().prisma.account.findUniqueOrThrow({ where: { id: caller.account.id } });
      expect(await account()).toMatchObject({ email, pendingEmail: proposed });
      const full = await withFullAccess();
      const changed = newEmail();
      expect((await as('put', '/accounts/me', full).send({ email: changed })).status).toBe(200);
      expect(await account()).toMatchObject({ email: changed, pendingEmail: null });
    });
  });

  describe('a token with full access', () => {
    it('can do what the own token can, and revoke itself', async () => {
      const full = await withFullAccess();
      expect(await status(full, 'get', '/applications')).toBe(200);
      const { body } = await as('post', path, full).send({
        name: 'Another',
        full_access: true,
        expires_in_days: null,
      });
      expect(body.token.full_access).toBe(true);
      expect(await status(full, 'delete', `${path}/${full.id}`)).toBe(204);
      expect(await status(full)).toBe(401);
    });
  });

  describe('DELETE', () => {
    it('immediately revokes a cached token, and no other', async () => {
      const [named, other] = [await withNamed(), await withNamed()];
      expect([await status(named), await status(named), await status(other)]).toEqual([
        200, 200, 200,
      ]);
      expect(await status(caller, 'delete', `${path}/${named.id}`)).toBe(204);
      const { status: refused, body } = await as('get', '/accounts/me', named);
      expect([refused, body.error]).toEqual([401, 'invalid_token']);
      expect([await status(other), await status(caller)]).toEqual([200, 200]);
      expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    });

    it('returns 404 for unknown tokens and for tokens of other accounts', async () => {
      const stranger = await service().newCaller();
      const named = await withNamed();
      const theirs = `/applications/${stranger.applicationId}/tokens`;
      for (const to of [
        `${path}/${newIdentifier()}`,
        `${path}/x`,
        `${theirs}/${named.id}`,
        `${path}/${caller.applicationId}`,
      ]) {
        expect([to, await status(caller, 'delete', to)]).toEqual([to, 404]);
      }
      const { body } = await service().as(caller, 'delete', `${path}/${newIdentifier()}`);
      expect(body.error).toBe('token_not_found');
      expect(await status(stranger, 'delete', `${path}/${named.id}`)).toBe(404);
      expect(await status(stranger, 'delete', `${theirs}/${named.id}`)).toBe(404);
      expect(await status(named)).toBe(200);
    });

    it('writes the audit events of tokens', async () => {
      const named = await withNamed();
      await as('delete', `${path}/${named.id}`);
      const events = await service().prisma.auditEvent.findMany({
        where: { accountId: caller.account.id, event: { startsWith: 'token.' } },
        orderBy: { at: 'asc' },
      });
      expect(
        events.map(({ event, applicationId, clientId }) => [event, applicationId, clientId]),
      ).toEqual([
        ['token.create', caller.applicationId, caller.applicationId],
        ['token.revoke', caller.applicationId, caller.applicationId],
      ]);
    });
  });

  it('an expired token is refused as expired, and no longer listed', async () => {
    const named = await withNamed({ expires_in_days: 7 });
    expect(await status(named)).toBe(200);
    await service().prisma.accessToken.update({
      where: { hash: hashToken(named.token) },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    // Another node would learn of it within 250 ms.
    await delay(300);
    const { status: refused, body } = await as('get', '/accounts/me', named);
    expect([refused, body.error]).toEqual([401, 'invalid_token']);
    expect(body.error_description).toBe('The access token has expired.');
    expect(await list()).toEqual([]);
  });

  it('shows the last day of use, before and after it is written', async () => {
    const [named] = [await withNamed(), await withNamed()];
    const days = async () => (await list()).map(({ last_used_on }) => last_used_on);
    expect(await days()).toEqual([null, null]);
    expect(await status(named)).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    expect(await days()).toEqual([today, null]);
    await get(TokenLastUse).write();
    expect(await days()).toEqual([today, null]);
    const uses = await service().prisma.tokenUse.findMany({
      where: { token: { accountId: caller.account.id } },
    });
    expect(uses.map(({ hash }) => hash)).toEqual([hashToken(named.token)]);
    expect(await status(caller, 'delete', `${path}/${named.id}`)).toBe(204);
    expect(await service().prisma.tokenUse.count({ where: { hash: hashToken(named.token) } })).toBe(
      0,
    );
  });

  it('ends with its application', async () => {
    const named = await withNamed();
    expect(await status(named)).toBe(200);
    expect(await status(caller, 'delete', `/applications/${caller.applicationId}`)).toBe(204);
    expect(await status(named)).toBe(401);
  });

  it('ends with a password change only if the own tokens end, too', async () => {
    const named = await withNamed({ scope: 'account:read account:write' });
    const full = await withFullAccess();
    expect([await status(named), await status(full)]).toEqual([200, 200]);
    const accounts = get(AccountsService);
    const change = (from: string, to: string, endApplicationTokens: boolean) =>
      accounts.update(
        caller.account.id,
        { old_password: from, new_password: to },
        { ...byHost, by: 'owner', endApplicationTokens },
      );
    await change(password, 'another horse 8', false);
    expect([await status(named), await status(full)]).toEqual([200, 200]);
    await change('another horse 8', 'a third horse 9', true);
    expect([await status(named), await status(full), await status(caller)]).toEqual([
      401, 401, 401,
    ]);
  });

  it('is refused while its owner is suspended', async () => {
    const named = await withNamed();
    expect(await status(named)).toBe(200);
    const operator = { ...byHost, operator: 'grace' };
    await get(SuspensionsService).suspend(caller.account.id, 'Spam', operator);
    expect((await as('get', '/accounts/me', named)).body.error).toBe('account_suspended');
    await get(SuspensionsService).restore(caller.account.id, operator);
    expect(await status(named)).toBe(200);
  });
});
